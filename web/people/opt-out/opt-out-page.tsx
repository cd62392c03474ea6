import '#web/ui/styles/mantine-layout.css';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { ResultMessage } from '#web/identity/layout/result-message.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RegisterLayout } from '../registration/form/register-layout.tsx';
import css from '../registration/form/register-page.module.css';
import { OptOutUndone, UndoOptOut } from './undo-opt-out.tsx';

/**
 * Opts out of the uniform allocation as soon as the page is visible, so that prefetching and hidden tabs have no effect. Programs that check mails
 * and run scripts opt people out nevertheless, so it can be undone with a button.
 */
export function OptOutPage() {
  const [search] = useSearchParams();
  const customerGuid = search.get('id') ?? '';
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible);
  const { data, isPending, error } = useQuery({
    ...apiQuery('GET /api/wardrobepptout', { query: { customerGuid } }),
    enabled: isVisible,
    retry: false,
    // Called only once per visit.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const done = data?.success === true;

  return (
    <RegisterLayout>
      <PageHeader title="Uniform Allocation Opt-Out" />
      {isPending ? (
        <p role="status">Making your request to opt out...</p>
      ) : done ? (
        <UndoOptOut customerGuid={customerGuid}>
          {(button) => (
            <ResultMessage kind="success" links={data.undoUntilUtc && button}>
              <h2>Uniform Allocation Opt-Out Confirmed</h2>
              <p>
                You have opted out of receiving a uniform through the uniform allocation programme. No uniforms will be allocated
                to you.
              </p>
              <p>
                {data.undoUntilUtc
                  ? `If this was a mistake, you can undo it until ${formatDate(data.undoUntilUtc)}. After that, please contact support.`
                  : 'If this was a mistake, please contact support.'}
              </p>
            </ResultMessage>
          )}
        </UndoOptOut>
      ) : data?.undone ? (
        <OptOutUndone />
      ) : (
        <ResultMessage kind="failure">
          <p>Your opt out request was unsuccessful.</p>
          {error && <Text c="dimmed">{error.message}</Text>}
        </ResultMessage>
      )}
      {!isPending && (
        <p className={css.back}>
          <Link to={paths.login()}>Go to login page</Link>
        </p>
      )}
    </RegisterLayout>
  );
}

/** Whether the page is visible and not being prerendered. */
const isPageVisible = () =>
  document.visibilityState === 'visible' && (document as Document & { prerendering?: boolean }).prerendering !== true;

function subscribeToVisibility(listener: () => void): () => void {
  for (const event of ['visibilitychange', 'prerenderingchange']) document.addEventListener(event, listener);
  return () => {
    for (const event of ['visibilitychange', 'prerenderingchange']) document.removeEventListener(event, listener);
  };
}

/** The screen behind the link in the mail that confirms an opt-out. Opening it calls nothing. */
export function UndoOptOutPage() {
  const [search] = useSearchParams();
  return (
    <RegisterLayout>
      <PageHeader title="Undo your opt-out" />
      <UndoOptOut customerGuid={search.get('id') ?? ''}>
        {(button) => (
          <>
            <p>You have opted out of receiving a uniform. If you undo this, uniforms can be allocated to you again.</p>
            <Group mt="md">{button}</Group>
          </>
        )}
      </UndoOptOut>
      <p className={css.back}>
        <Link to={paths.login()}>Go to login page</Link>
      </p>
    </RegisterLayout>
  );
}
