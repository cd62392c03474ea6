import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime, plural } from '#web/ui/format/format.ts';
import css from './account.module.css';

/** The devices the caller is logged in on, each with a button to log it out. */
export function SessionsCard() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(apiQuery('GET /api/sessions'));
  const heading = useRef<HTMLParagraphElement>(null);
  const reportSuccess = async (message: string) => {
    showSuccess(message);
    heading.current?.focus();
    await invalidateCalls(client, 'GET /api/sessions');
  };
  const end = useMutation({
    mutationFn: ({ id }: { id: string; device: string }) => api('DELETE /api/sessions/:id', { params: { id } }),
    onSuccess: (_, { device }) => reportSuccess(`${device} has been logged out.`),
    onError: (failure) => showError(failure),
  });
  const endOthers = useMutation({
    mutationFn: () => api('DELETE /api/sessions'),
    onSuccess: ({ ended }) => reportSuccess(`${plural(ended, 'other device')} logged out.`),
    onError: (failure) => showError(failure),
  });

  if (!data) {
    if (error) return <ErrorState title="Your devices could not be loaded." error={error} onRetry={() => void refetch()} />;
    return (
      <Loading label="Loading devices">
        <SkeletonText lines={3} />
      </Loading>
    );
  }
  const others = data.sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <Stack gap={14}>
      <p className={css.text} ref={heading} tabIndex={-1}>
        If you don’t recognise a device, log it out and change your password.
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list */}
      <ul role="list" aria-label="Devices">
        {data.sessions.map(({ id, device, createdOnUtc, lastSeenOnUtc, isCurrent, actingFor }) => (
          <li key={id} className={css.entry}>
            <div className={css.content}>
              <strong>{device}</strong> {isCurrent && <StatusBadge tone="success">This device</StatusBadge>}
              <Text size="sm" c="dimmed">
                Logged in {formatDateTime(createdOnUtc)}, last used {formatDateTime(lastSeenOnUtc)}
              </Text>
              {actingFor && (
                <Text size="sm" c="dimmed">
                  Ordering for {actingFor.name}
                </Text>
              )}
            </div>
            {!isCurrent && (
              <Button size="sm" variant="default" disabled={end.isPending} onClick={() => end.mutate({ id, device })}>
                Log out
                <VisuallyHidden>
                  {' '}
                  {device}, logged in {formatDateTime(createdOnUtc)}
                </VisuallyHidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Log out everywhere else
          </Button>
        </div>
      )}
    </Stack>
  );
}
