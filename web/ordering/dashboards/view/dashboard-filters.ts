import { readId, readIds } from '#web/app/lists/filter-kinds.tsx';

/** What the figures are about. */
export interface DashboardFilters {
  /** 0 for all seasons. */
  seasonId: number;
  /** None for all groups. */
  groupIds: readonly number[];
  /** 0 for all destinations. */
  resortId: number;
  /** 0 for all business areas. */
  businessAreaId: number;
}

interface Option {
  id: number;
  label: string;
}

/** What can be chosen; undefined while it is loaded. */
export interface FilterChoices {
  seasons: readonly (Option & { isCurrent: boolean })[] | undefined;
  groups: readonly Option[] | undefined;
  destinations: readonly Option[] | undefined;
  areas: readonly Option[] | undefined;
}

/** The season of the address that stands for all of them: without one, the current season is shown. */
const ALL_SEASONS = 'all';

/**
 * The filters of the address. What it names and cannot be chosen is left out, as a group that someone no longer administers. Undefined while it is not
 * known what can be chosen.
 */
export function readDashboardFilters(params: URLSearchParams, choices: FilterChoices): DashboardFilters | undefined {
  const { seasons, groups, destinations, areas } = choices;
  if (!seasons) return undefined;
  const isUnknown = (name: string, options: readonly Option[] | undefined) => params.has(name) && !options;
  if (isUnknown('group', groups) || isUnknown('resort', destinations) || isUnknown('area', areas)) return undefined;
  const readOne = (name: string, options: readonly Option[] | undefined) => {
    const id = readId(params.get(name) ?? '');
    return options?.some((option) => option.id === id) ? (id ?? 0) : 0;
  };
  const currentId = seasons.find(({ isCurrent }) => isCurrent)?.id ?? 0;
  return {
    seasonId: params.get('season') === ALL_SEASONS ? 0 : readOne('season', seasons) || currentId,
    groupIds: (readIds(params.get('group') ?? '') ?? []).filter((id) => groups?.some((group) => group.id === id)),
    resortId: readOne('resort', destinations),
    businessAreaId: readOne('area', areas),
  };
}

/** The parameters of the address for these filters; others stay. */
export function writeDashboardFilters(
  { seasonId, groupIds, resortId, businessAreaId }: DashboardFilters,
  { seasons = [] }: Pick<FilterChoices, 'seasons'>,
  others: URLSearchParams,
): URLSearchParams {
  const params = new URLSearchParams(others);
  const set = (name: string, value: string) => (value ? params.set(name, value) : params.delete(name));
  const isUsual = seasonId === (seasons.find(({ isCurrent }) => isCurrent)?.id ?? 0);
  set('season', isUsual ? '' : seasonId === 0 ? ALL_SEASONS : String(seasonId));
  set('group', groupIds.join());
  set('resort', resortId === 0 ? '' : String(resortId));
  set('area', businessAreaId === 0 ? '' : String(businessAreaId));
  return params;
}

/** The query of the calls; what is not filtered is left out. */
export const toDashboardQuery = ({ seasonId, groupIds, resortId, businessAreaId }: DashboardFilters) => ({
  ...(seasonId !== 0 && { seasonId }),
  ...(groupIds.length > 0 && { groupIds: [...groupIds] }),
  ...(resortId !== 0 && { resortId }),
  ...(businessAreaId !== 0 && { businessAreaId }),
});

export type DashboardQuery = ReturnType<typeof toDashboardQuery>;

const joinWords = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The filters in words: "Winter 2026/27, all groups, destinations and areas". What an organisation does not have is not named. */
export function describeDashboardFilters(filters: DashboardFilters, choices: FilterChoices): string {
  const nameOf = (options: readonly Option[] | undefined, id: number) => options?.find((option) => option.id === id)?.label;
  const groups = filters.groupIds.map((id) => nameOf(choices.groups, id) ?? '');
  const parts = [
    { noun: 'groups', options: choices.groups, chosen: joinWords(groups) },
    { noun: 'destinations', options: choices.destinations, chosen: nameOf(choices.destinations, filters.resortId) },
    { noun: 'areas', options: choices.areas, chosen: nameOf(choices.areas, filters.businessAreaId) },
  ].filter(({ options }) => options && options.length > 0);
  const all = joinWords(parts.flatMap(({ noun, chosen }) => (chosen ? [] : [noun])));
  const season = nameOf(choices.seasons, filters.seasonId) ?? (choices.seasons?.length ? 'All seasons' : '');
  const words = [season, ...parts.flatMap(({ chosen }) => chosen || []), all && `all ${all}`].filter(Boolean).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
