import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { paths } from '#web/app/paths.ts';
import { RichText } from '#web/ui/content/rich-text.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';

/** A page of the information menu. */
export function InformationPage() {
  const id = Number(useParams().id);
  const valid = Number.isInteger(id) && id > 0;
  const { data, error, refetch } = useQuery({ ...apiQuery('GET /api/topics/:id', { params: { id } }), enabled: valid });
  const topic = data?.topics[0];
  if (topic)
    return (
      <>
        <PageHeader title={topic.title ?? 'Information'} />
        {topic.body && (
          <Card>
            <RichText html={topic.body} />
          </Card>
        )}
      </>
    );
  const isMissing = !valid || isNotFound(error) || (error instanceof ApiError && error.status === 400);
  return (
    <>
      <PageHeader title="Information" />
      {isMissing ? (
        <Card>
          <EmptyState
            title="Page not found"
            action={
              <Button component={Link} to={paths.landing()}>
                Go to your start page
              </Button>
            }
          >
            It may have been removed, or you may not have access to it.
          </EmptyState>
        </Card>
      ) : error ? (
        <Card>
          <ErrorState title="The page could not be loaded." error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <PageLoading label="Loading the page">
          <Card>
            <SkeletonText lines={6} />
          </Card>
        </PageLoading>
      )}
    </>
  );
}
