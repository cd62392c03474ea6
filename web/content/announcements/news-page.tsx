import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { queryClient } from '#web/app/query-client.ts';
import { seesAdministration, useCaller } from '#web/app/session/profile.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { newsQuery } from './news.ts';
import { NewsList } from './news-list.tsx';

/** Starts fetching the announcements. */
export function prefetchNewsPage(): void {
  void queryClient.prefetchQuery(newsQuery);
}

/** All announcements for the person, the newest first. */
export function NewsPage() {
  const caller = useCaller();
  const { data, error, refetch } = useQuery(newsQuery);
  const keep = caller && seesAdministration(caller) && (
    <Button component={Link} to={paths.ownNews()} variant="default">
      Edit news
    </Button>
  );
  return (
    <>
      <PageHeader title="News" actions={keep} />
      <Card>
        {data ? (
          data.tweets.length > 0 ? (
            <NewsList items={data.tweets} />
          ) : (
            <EmptyState title="No news yet">Announcements of your organisation and your supplier will appear here.</EmptyState>
          )
        ) : error ? (
          <ErrorState title="The news could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the news">
            <SkeletonRows rows={4} height={72} />
          </PageLoading>
        )}
      </Card>
    </>
  );
}
