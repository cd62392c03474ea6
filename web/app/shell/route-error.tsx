import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { ApiError } from '../api-error.ts';
import { reportError } from '../report-error.ts';
import css from './route-error.module.css';

/** What stands in place of a page that broke or could not be loaded. */
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
          // Most often a page of an older version that the server no longer has; loading anew brings the new one.
          <ErrorState title="This page could not be shown." error={broken} onRetry={() => location.reload()} />
        )}
      </Card>
    </>
  );
}

const broken = 'The error has been reported. Your orders and your cart are safe.';

/** The same where there is no shell around it. */
export const RootError = () => (
  <main className={css.alone}>
    <RouteError />
  </main>
);
