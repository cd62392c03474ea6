import type { Selection } from '#web/ui/lists/use-selection.ts';
import type { RangeBulkEditBody } from './use-range-bulk-edit.ts';

/** What narrows the list, as it stands in the address. Ids are 0 and texts empty where nothing is asked for. */
export interface RangeFilters {
  search: string;
  shown: '' | 'yes' | 'no';
  area: number;
  job: number;
  wardrobe: number;
  role: number;
  /** Zero-based. */
  page: number;
}

export const RANGE_PAGE_SIZE = 25;
export const emptyRangeFilters = { search: '', shown: '', area: 0, job: 0, wardrobe: 0, role: 0 } as const;

/** Reads the address; what makes no sense there is no filter. */
export function readRangeFilters(search: URLSearchParams): RangeFilters {
  const number = (name: string) => {
    const value = Number(search.get(name));
    return Number.isInteger(value) && value > 0 && value <= 2_147_483_647 ? value : 0;
  };
  const shown = search.get('shown');
  return {
    search: (search.get('q') ?? '').slice(0, 200).trim(),
    shown: shown === 'yes' || shown === 'no' ? shown : '',
    area: number('area'),
    job: number('job'),
    wardrobe: number('wardrobe'),
    role: number('role'),
    page: Math.min(10_000, Math.max(0, number('page') - 1)),
  };
}

/** The address of filters; pages are counted from 1 there, as people do. */
export function writeRangeFilters({ search, shown, area, job, wardrobe, role, page }: RangeFilters): URLSearchParams {
  const written = new URLSearchParams();
  if (search !== '') written.set('q', search);
  if (shown !== '') written.set('shown', shown);
  for (const [name, id] of Object.entries({ area, job, wardrobe, role })) if (id > 0) written.set(name, String(id));
  if (page > 0) written.set('page', String(page + 1));
  return written;
}

export const hasRangeFilters = ({ page: _, ...filters }: RangeFilters) =>
  Object.values(filters).some((value) => value !== '' && value !== 0);

/** The filters as calls take them. */
export const toRangeMatching = (filters: RangeFilters): NonNullable<RangeBulkEditBody['matching']> => ({
  ...(filters.search && { keyword: filters.search }),
  ...(filters.shown && { published: filters.shown === 'yes' }),
  ...(filters.area && { businessAreaId: filters.area }),
  ...(filters.job && { jobRoleId: filters.job }),
  ...(filters.wardrobe && { collectionId: filters.wardrobe }),
  ...(filters.role && { customerRoleId: filters.role }),
});

/** The chosen products, as the call takes them. */
export const toRangeSelectionBody = (
  { all, ids, count }: Selection,
  filters: RangeFilters,
  /** The versions that were shown, by id. */
  seen: ReadonlyMap<number, number>,
  /** When the list was read. */
  seenOnUtc: string | undefined,
): Omit<RangeBulkEditBody, 'change'> =>
  all
    ? { ids: [], matching: toRangeMatching(filters), expectedCount: count, ...(seenOnUtc && { seenOnUtc }) }
    : { ids: [...ids], versions: [...ids].map((id) => seen.get(id) ?? 0) };
