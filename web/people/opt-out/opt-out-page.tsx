import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { ResultMessage } from '#web/identity/layout/result-message.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RegisterLayout } from '../registration/form/register-layout.tsx';
import css from '../registration/form/register-page.module.css';

/** Opts out of the uniform allocation, as soon as somebody really looks at the page. */
export function OptOutPage() {
  const [search] = useSearchParams();
  const customerGuid = search.get('id') ?? '';
  const looksAtIt = useSyncExternalStore(watchLooking, isLookedAt);
  const { data, isPending, error } = useQuery({
    ...apiQuery('GET /api/wardrobepptout', { query: { customerGuid } }),
    enabled: looksAtIt,
    retry: false,
    // Once a visit is enough.
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
        <ResultMessage kind="success">
          <h2>Uniform Allocation Opt-Out Confirmed</h2>
          <p>
            You have opted out of receiving a uniform through the uniform allocation programme. No uniforms will be allocated to
            you.
          </p>
          <p>If this was a mistake, please contact support.</p>
        </ResultMessage>
      ) : (
        <ResultMessage kind="trouble">
          <p>Your opt out request was unsuccessful.</p>
          {error && <p className={css.hint}>{error.message}</p>}
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

/** Shown in a window, and not loaded ahead of being asked for. */
const isLookedAt = () =>
  document.visibilityState === 'visible' && (document as Document & { prerendering?: boolean }).prerendering !== true;

function watchLooking(listener: () => void): () => void {
  for (const event of ['visibilitychange', 'prerenderingchange']) document.addEventListener(event, listener);
  return () => {
    for (const event of ['visibilitychange', 'prerenderingchange']) document.removeEventListener(event, listener);
  };
}
