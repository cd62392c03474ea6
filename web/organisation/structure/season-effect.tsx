import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import type { EditableValues } from '#web/app/optimistic-concurrency.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import type { ItemPayload, StructureItem } from './item-kinds.ts';
import type { UsualButtons } from './record-dialog.tsx';

/** The fields that decide what people are owed, or when they can order. */
const DECIDING = ['startDateUtc', 'endDateUtc', 'orderingOpensUtc', 'orderingClosesUtc', 'isCurrent'] as const;

/** What of the input decides something for people; undefined where nothing does. No one is in a new season unless it is the current one. */
export function getDecidingChange(item: StructureItem | undefined, values: EditableValues): ItemPayload | undefined {
  if (!item) return values.isCurrent === true ? { isCurrent: true } : undefined;
  const changed = DECIDING.filter((name) => name in values && values[name] !== item.values[name]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

/** What saving this means for people. Others change that too, so it is asked for each time. */
export const seasonEffectQuery = (seasonId: number, change: ItemPayload | undefined) => ({
  ...apiQuery('POST /api/organisationseasons/:id/preview', {
    params: { id: seasonId },
    body: { organisationSeason: change ?? {} },
  }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
});

function useSeasonEffect(seasonId: number, change: ItemPayload | undefined) {
  const { data, error, isFetching, refetch } = useQuery({
    ...seasonEffectQuery(seasonId, change),
    enabled: change !== undefined,
  });
  // What is entered wrongly is said at its field when it is saved.
  const isInvalid = error instanceof ApiError && error.status === 422;
  return { preview: data?.preview, error: isInvalid ? null : error, isInvalid, isFetching, refetch };
}

interface Props {
  seasonId: number;
  change: ItemPayload | undefined;
}

/** Whom saving the season affects, in people. */
export function SeasonEffect({ seasonId, change }: Props) {
  const { preview, error, isFetching, isInvalid, refetch } = useSeasonEffect(seasonId, change);
  if (change === undefined || isInvalid) return null;
  if (error)
    return (
      <Notice tone="danger" role="status">
        Who is affected could not be counted. {error.message}{' '}
        <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  if (!preview)
    return (
      <Loading label="Counting who is affected">
        <SkeletonText lines={2} />
      </Loading>
    );
  if (preview.people === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-label="Who is affected">
      <Notice tone="warning" role="status">
        {preview.outcome.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Notice>
    </Stack>
  );
}

/** Buttons that say for how many people the season is saved, once that has been shown. */
export function SeasonButtons({ seasonId, change, usual }: Props & { usual: UsualButtons }) {
  const { preview, isFetching, error } = useSeasonEffect(seasonId, change);
  const isCounted = change === undefined || (!isFetching && !error);
  return (
    <FormButtons {...usual} disabled={!isCounted}>
      {change !== undefined && preview && preview.people > 0
        ? `Save for ${plural(preview.people, 'person', 'people')}`
        : usual.children}
    </FormButtons>
  );
}
