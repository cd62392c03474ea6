import { Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { getPictureSizes } from '#web/ui/browser/picture-sizes.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Loading, SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import { OrganisationSelect } from '../../organisation-select.tsx';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../../session/operator-api.ts';
import css from './slides.module.css';

type Slides = ReplyOf<'GET /api/operator/slides'>;

const LIST = 'GET /api/operator/slides';
/** As many as are put in order at once. */
const MAX_SLIDES = 100;

const slidesOf = (organisationId: number) => operatorQuery(LIST, { query: { organisationId, limit: MAX_SLIDES } });

/** The order of the slides of one client, which is saved with each move. */
export function OrderSlides() {
  const [organisationId, setOrganisationId] = useState(0);
  const { data, error, refetch } = useQuery({ ...slidesOf(organisationId), enabled: organisationId > 0 });
  return (
    <Stack>
      <OrganisationSelect label="Client" none="Choose a client" value={organisationId} onChange={setOrganisationId} />
      {organisationId === 0 ? null : data ? (
        data.slides.length === 0 ? (
          <p>This client has no slides yet.</p>
        ) : (
          <Rows key={organisationId} organisationId={organisationId} slides={data.slides} />
        )
      ) : error ? (
        <ErrorState title="The slides could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the slides">
          <SkeletonRows rows={3} height={64} />
        </Loading>
      )}
    </Stack>
  );
}

function useSaveOrder(organisationId: number) {
  const client = useQueryClient();
  const { queryKey } = slidesOf(organisationId);
  return useMutation({
    mutationFn: (slideIds: number[]) => operatorApi('PUT /api/operator/slides/order', { body: { slideIds } }),
    onMutate: (ids) => {
      const before = client.getQueryData<Slides>(queryKey);
      if (before)
        client.setQueryData<Slides>(queryKey, {
          ...before,
          slides: ids.flatMap((id) => before.slides.filter((slide) => slide.id === id)),
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

function Rows({ organisationId, slides }: { organisationId: number; slides: Slides['slides'] }) {
  const save = useSaveOrder(organisationId);
  // One for brands of others too has a place that this operator does not change.
  const movable = slides.filter(({ refusal }) => refusal === null);
  const reorder = useReorder(
    movable.map(({ id }) => id),
    (ids) => save.mutate(ids),
  );
  return (
    <>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      <ol className={css.order} aria-label="Slides in order">
        {movable.map(({ id, src, text, altText }) => {
          const name = text || altText || `Slide ${id}`;
          return (
            <li key={id} className={css.place} {...reorder.item(id)}>
              <MoveHandle {...reorder.handle(id, name)} />
              <img className={css.thumbnail} src={src} {...getPictureSizes(src, '96px')} alt="" />
              <span>{name}</span>
            </li>
          );
        })}
      </ol>
      <Text size="sm" c="dimmed">
        Drag a slide, or use the arrow keys on its handle. The new order is saved immediately, for every client that sees the
        slide.
      </Text>
    </>
  );
}
