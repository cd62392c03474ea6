import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { settingsQuery, useProfile } from '#web/app/session/profile.ts';
import { useBusinessAreaOptions, useDestinationOptions, useGroupOptions } from '#web/organisation/structure-options.tsx';
import {
  type DashboardFilters,
  type DashboardQuery,
  type FilterChoices,
  readDashboardFilters,
  toDashboardQuery,
  writeDashboardFilters,
} from './dashboard-filters.ts';
import { type ComparedSeason, findComparedSeason, findSeasonBefore, toDayIn } from './season-before.ts';

/** What all parts of the page have in common. */
export interface DashboardView {
  filters: DashboardFilters;
  query: DashboardQuery;
  /** Today in the organisation's time zone, as 2026-03-12. */
  today: string;
  /** "Winter 2026/27"; empty for all seasons. */
  seasonName: string;
  /** The season before, which has the same months a year earlier. */
  seasonBefore: { id: number; name: string } | undefined;
  /** What of the season before is compared with this one. */
  compared: ComparedSeason | undefined;
  /** Whether the season is over, so that whole seasons are compared. */
  isOver: boolean;
  currency: string;
  pricesVisible: boolean;
}

interface Dashboard {
  choices: FilterChoices;
  /** Undefined until it is known what the address means. */
  view: DashboardView | undefined;
  /** Seasons could not be loaded. */
  error: Error | null;
  retry: () => void;
  setFilters: (changed: Partial<DashboardFilters>) => void;
}

/** The filters of the address, what can be chosen of them, and what follows from them. */
export function useDashboardView(): Dashboard {
  const [params, setParams] = useSearchParams();
  const { data: seasons, error, refetch } = useQuery({ ...apiQuery('GET /api/organisationseasons'), staleTime: 30 * 60_000 });
  const { data: settings } = useQuery(settingsQuery);
  const profile = useProfile();
  const all = seasons?.organisationSeasons;
  const choices: FilterChoices = {
    seasons: all?.map(({ id, name, isCurrent }) => ({ id, label: name, isCurrent })),
    groups: useGroupOptions(),
    destinations: useDestinationOptions(),
    areas: useBusinessAreaOptions(),
  };
  const filters = readDashboardFilters(params, choices);
  return {
    choices,
    error,
    retry: () => void refetch(),
    view: filters &&
      all &&
      profile && {
        ...createView(filters, all, toDayIn(new Date(), settings?.timeZone)),
        currency: profile.currencyCode,
        pricesVisible: profile.pricesVisible,
      },
    setFilters: (changed) =>
      filters && setParams(writeDashboardFilters({ ...filters, ...changed }, choices, params), { preventScrollReset: true }),
  };
}

interface Season {
  id: number;
  name: string;
  startDateUtc: string | null;
  endDateUtc: string | null;
}

function createView(
  filters: DashboardFilters,
  seasons: readonly Season[],
  today: string,
): Omit<DashboardView, 'currency' | 'pricesVisible'> {
  const season = seasons.find(({ id }) => id === filters.seasonId);
  return {
    filters,
    today,
    query: toDashboardQuery(filters),
    seasonName: season?.name ?? '',
    seasonBefore: findSeasonBefore(season, seasons),
    compared: findComparedSeason(season, seasons, today),
    isOver: Boolean(season?.endDateUtc && season.endDateUtc.slice(0, 10) < today),
  };
}
