import { NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { TopicLocation } from '#contract/content/topic-locations.ts';
import type { ReplyOf } from '#contract/index.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../../session/operator-api.ts';
import { type ListedTopic, LOCATION_OPTIONS, NO_LOCATION, nameTopic, toLocation } from './topic-labels.ts';
import css from './topics.module.css';

type Place = TopicLocation | 'none';
type Topics = ReplyOf<'GET /api/operator/topics'>;

const LIST = 'GET /api/operator/topics';
/** As many as are ordered at once. */
const MAX_TOPICS = 250;

const topicsOf = (location: Place) => operatorQuery(LIST, { query: { location, limit: MAX_TOPICS } });

/** The order of the topics of one place, which is saved with each move. */
export function OrderTopics({ start = 'home' }: { start?: Place | undefined }) {
  const [place, setPlace] = useState<Place>(start);
  const { data, error, refetch } = useQuery(topicsOf(place));
  return (
    <Stack>
      <NativeSelect
        label="Place"
        rightSection={<DownIcon size={16} />}
        value={place}
        data={[...LOCATION_OPTIONS.map(({ id, label }) => ({ value: id, label })), { value: 'none', label: NO_LOCATION }]}
        onChange={(event) => setPlace(toLocation(event.currentTarget.value) ?? 'none')}
      />
      {data ? (
        data.topics.length === 0 ? (
          <p>No topics at this place yet.</p>
        ) : (
          <Rows key={place} place={place} topics={data.topics} />
        )
      ) : error ? (
        <ErrorState title="The topics could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading>
          <SkeletonRows rows={4} height={44} />
        </Loading>
      )}
    </Stack>
  );
}

function useSaveOrder(place: Place) {
  const client = useQueryClient();
  const { queryKey } = topicsOf(place);
  return useMutation({
    mutationFn: (ids: number[]) =>
      operatorApi('PUT /api/operator/topics/order', { body: { location: place === 'none' ? null : place, ids } }),
    onMutate: (ids) => {
      const before = client.getQueryData<Topics>(queryKey);
      if (before)
        client.setQueryData<Topics>(queryKey, {
          ...before,
          topics: ids.flatMap((id) => before.topics.filter((topic) => topic.id === id)),
        });
      return before;
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before);
      showError(error);
    },
    onSettled: () => invalidateOperatorCalls(client, LIST),
  });
}

function Rows({ place, topics }: { place: Place; topics: readonly ListedTopic[] }) {
  const save = useSaveOrder(place);
  // The operator's own alone: one for brands of others too has a place that they cannot change.
  const movable = topics.filter(({ refusal }) => refusal === null);
  const fixed = topics.length - movable.length;
  const reorder = useReorder(
    movable.map(({ id }) => id),
    (ids) => save.mutate(ids),
  );
  return (
    <>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      <ol className={css.order} aria-label="Topics in order">
        {movable.map((topic) => (
          <li key={topic.id} className={css.orderRow} {...reorder.item(topic.id)}>
            <MoveHandle {...reorder.handle(topic.id, nameTopic(topic))} />
            <span>
              {nameTopic(topic)}
              <small>{topic.audience}</small>
            </span>
          </li>
        ))}
      </ol>
      <Text size="sm" c="dimmed">
        Drag a topic, or use the arrow keys on its handle. The new order is saved immediately.
        {fixed > 0 && ` ${fixed} shared with other brands can’t be moved.`}
      </Text>
    </>
  );
}
