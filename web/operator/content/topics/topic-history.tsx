import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HISTORY_PAGE_SIZE, HistoryList } from '#web/ui/content/history-list.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { operatorQuery } from '../../session/operator-api.ts';

/** What was changed of a topic, latest first. */
export function TopicHistory({ id }: { id: number }) {
  const [limit, setLimit] = useState(HISTORY_PAGE_SIZE);
  const { data, error, refetch, isFetching } = useQuery({
    ...operatorQuery('GET /api/operator/topics/:id/history', { params: { id }, query: { limit } }),
    placeholderData: (before) => before,
  });
  if (data) return <HistoryList {...data} limit={limit} loading={isFetching} onLimit={setLimit} />;
  return error ? (
    <ErrorState title="The changes could not be loaded." error={error} onRetry={() => void refetch()} />
  ) : (
    <Loading label="Loading changes">
      <SkeletonText lines={3} />
    </Loading>
  );
}
