import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { type CountTab, CountTabs } from '#web/app/shell/count-tabs.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import { type PeopleFilters, toPeopleCountsQuery } from '../people-filters.ts';

type Counts = ReplyOf<'GET /api/customers/counts'>['counts'];

interface Tab extends Pick<PeopleFilters, 'ordering' | 'withoutUniform'> {
  label: string;
  count: keyof Counts;
  overlap?: string;
}

const TABS: readonly Tab[] = [
  { label: 'All', ordering: 0, withoutUniform: false, count: 'total' },
  { label: 'Not started', ordering: 10, withoutUniform: false, count: 'notStarted' },
  { label: 'Partly ordered', ordering: 20, withoutUniform: false, count: 'partlyOrdered' },
  { label: 'Complete', ordering: 30, withoutUniform: false, count: 'complete' },
  { label: 'Opted out', ordering: 40, withoutUniform: false, count: 'optedOut' },
  {
    label: 'Started, no uniform',
    ordering: 10,
    withoutUniform: true,
    count: 'startedWithoutUniform',
    overlap: 'People who have started work and ordered nothing. They are also counted under Not started.',
  },
];

/** The numbers on the tabs. They are asked for after the list, which they must not delay; those of the previous filters are shown meanwhile. */
export function usePeopleCounts(filters: PeopleFilters, listIsLoaded: boolean) {
  const query = toPeopleCountsQuery(filters);
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
  filters: PeopleFilters;
  /** Whether the caller manages people, and may know who has started work. */
  manages: boolean;
  /** The query string of the page with these filters. */
  toSearch: (filters: PeopleFilters) => string;
}

/** The parts of the list by uniform status, with the number of people that match the other filters. */
export function PeopleTabs({ filters, manages, counts, isStale, toSearch }: Props) {
  const tabs = TABS.filter(({ withoutUniform }) => manages || !withoutUniform).map(
    ({ label, ordering, withoutUniform, count, overlap }): CountTab => ({
      label,
      search: toSearch({ ...filters, ordering, withoutUniform, page: 0 }),
      isCurrent: filters.ordering === ordering && filters.withoutUniform === withoutUniform,
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
  return `${people} counted only under All: they have no entitlement in this season, or their account is closed.`;
}
