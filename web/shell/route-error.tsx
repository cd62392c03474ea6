import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRevalidator, useRouteError } from 'react-router';
import { ApiError } from '../api-error.ts';
import { reportError } from '../report-error.ts';
import { useDocumentTitle } from '../ui/document-title.ts';
import { ErrorState } from '../ui/states.tsx';

/** What stands in place of a page that broke or could not be loaded. */
export function RouteError() {
  const error = useRouteError();
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  useDocumentTitle('Something went wrong');
  useEffect(() => reportError(error), [error]);

  if (error instanceof ApiError) {
    const retry = () => {
      void client.resetQueries();
      void revalidate();
    };
    return <ErrorState title="This page could not be loaded." error={error} onRetry={retry} />;
  }
  // Most often a page of an older version that the server no longer has; loading anew brings the new one.
  const text = 'Something on this page broke; it has been reported. What you had ordered or put into your cart is kept.';
  return <ErrorState title="Something went wrong" error={text} onRetry={() => location.reload()} />;
}
