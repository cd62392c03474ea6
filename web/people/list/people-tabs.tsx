import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import type { ListRow } from '#web/app/lists/define-list.ts';
import type { ListModel } from '#web/app/lists/use-list.ts';
import { type CountTab, CountTabs } from '#web/app/shell/count-tabs.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import type { PeopleListReader } from './people-list-reader.ts';

type Counts = ReplyOf<'GET /api/customers/counts'>['counts'];

interface Tab {
  label: string;
  /** What it sets of the filters. */
  sets: { orderingStatusId?: number; started?: true };
  count: keyof Counts;
  overlap?: string;
}

const TABS: readonly Tab[] = [
  { label: 'All', sets: {}, count: 'total' },
  { label: 'Not started', sets: { orderingStatusId: 10 }, count: 'notStarted' },
  { label: 'Partly ordered', sets: { orderingStatusId: 20 }, count: 'partlyOrdered' },
  { label: 'Complete', sets: { orderingStatusId: 30 }, count: 'complete' },
  { label: 'Opted out', sets: { orderingStatusId: 40 }, count: 'optedOut' },
  {
    label: 'Started, no uniform',
    sets: { started: true },
    count: 'startedWithoutUniform',
    overlap: 'People who have started work and ordered nothing. They are also counted under Not started.',
  },
];

/**
 * The numbers on the tabs, with all filters but the tab. They are asked for after the list, which they must not delay; those of the previous filters are
 * shown meanwhile.
 */
export function usePeopleCounts(conditions: Partial<QueryOf<'GET /api/customers'>>, listIsLoaded: boolean) {
  const { orderingStatusId: _, orderingAfterStartDateStatusId: __, ...query } = conditions;
  const { data, isPlaceholderData } = useQuery({
    // Below the key of the list, so that they are loaded again whenever the list is.
    queryKey: ['GET /api/customers', 'counts', query],
    queryFn: ({ signal }) => api('GET /api/customers/counts', { query, signal }),
    enabled: listIsLoaded,
    placeholderData: keepPreviousData,
  });
  return { counts: data?.counts, isStale: isPlaceholderData };
}

interface Props extends ReturnType<typeof usePeopleCounts> {
  model: Pick<ListModel<'GET /api/customers', ListRow, PeopleListReader>, 'state' | 'toSearch'>;
  /** Whether the caller manages people, and may know who has started work. */
  isManager: boolean;
}

/** The parts of the list by uniform status, with the number of people that match the other filters. */
export function PeopleTabs({ model: { state, toSearch }, isManager, counts, isStale }: Props) {
  const { orderingStatusId, started, ...others } = state.filters as Tab['sets'];
  const tabs = TABS.filter(({ sets }) => isManager || !sets.started).map(
    ({ label, sets, count, overlap }): CountTab => ({
      label,
      search: toSearch({ filters: { ...others, ...sets } as typeof state.filters }),
      isCurrent: sets.orderingStatusId === orderingStatusId && sets.started === started,
      count: counts?.[count] ?? undefined,
      ...(overlap && { overlap }),
    }),
  );
  return <CountTabs label="People by uniform status" tabs={tabs} stale={isStale} />;
}

/** Why the statuses add up to fewer people than "All"; undefined where they do not. */
export function describePeopleWithoutEntitlement({ withoutEntitlement }: Counts): string | undefined {
  if (withoutEntitlement === 0) return undefined;
  const people = withoutEntitlement === 1 ? '1 person is' : `${formatNumber(withoutEntitlement)} people are`;
  return `${people} counted only under All: no entitlement, or account closed.`;
}
