import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ApiError } from '../api-error.ts';
import { reportError } from '../report-error.ts';
import css from './route-error.module.css';

/** Shown instead of a page that failed to render or to load. */
export function RouteError() {
  const error = useRouteError();
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  useEffect(() => reportError(error), [error]);

  const retry = () => {
    void client.resetQueries();
    void revalidate();
  };
  return (
    <>
      <PageHeader title="Something went wrong" />
      <Card>
        {error instanceof ApiError ? (
          <ErrorState title="This page could not be loaded." error={error} onRetry={retry} />
        ) : (
          // Usually the chunk of an older release that the server no longer has; a reload gets the current release.
          <ErrorState title="This page could not be shown." error={RENDER_ERROR_MESSAGE} onRetry={() => location.reload()} />
        )}
      </Card>
    </>
  );
}

const RENDER_ERROR_MESSAGE = 'The error has been reported. Your orders and your cart are safe.';

/** `RouteError` for pages without the shell. */
export const RootError = () => (
  <main className={css.alone}>
    <RouteError />
  </main>
);
