import type { Selection } from '#web/ui/lists/use-selection.ts';
import type { RangeBulkEditBody } from './use-range-bulk-edit.ts';

/** The filters of the range, kept in the URL. An unset filter is 0 or empty. */
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

/** Reads the filters from the URL. Invalid values are ignored. */
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

/** Writes the filters to URL parameters. Pages are counted from 1 in the URL. */
export function writeRangeFilters({ search, shown, area, job, wardrobe, role, page }: RangeFilters): URLSearchParams {
  const written = new URLSearchParams();
  if (search !== '') written.set('q', search);
  if (shown !== '') written.set('shown', shown);
  for (const [name, id] of Object.entries({ area, job, wardrobe, role })) if (id > 0) written.set(name, String(id));
  if (page > 0) written.set('page', String(page + 1));
  return written;
}

/** Whether any search or filter is set, apart from the page. */
export const hasRangeFilters = ({ page: _, ...filters }: RangeFilters) =>
  Object.values(filters).some((value) => value !== '' && value !== 0);

/** The filters as the list call and the bulk edit take them. */
export const toRangeMatching = (filters: RangeFilters): NonNullable<RangeBulkEditBody['matching']> => ({
  ...(filters.search && { keyword: filters.search }),
  ...(filters.shown && { published: filters.shown === 'yes' }),
  ...(filters.area && { businessAreaId: filters.area }),
  ...(filters.job && { jobRoleId: filters.job }),
  ...(filters.wardrobe && { collectionId: filters.wardrobe }),
  ...(filters.role && { customerRoleId: filters.role }),
});

/** The selected products as the bulk edit takes them: IDs with their versions, or the filters and the expected count. */
export const toRangeSelectionBody = (
  { all, ids, count }: Selection,
  filters: RangeFilters,
  /** The versions shown to the person, by ID. */
  seen: ReadonlyMap<number, number>,
  /** The time of the snapshot that the list shows. */
  seenOnUtc: string | undefined,
): Omit<RangeBulkEditBody, 'change'> =>
  all
    ? { ids: [], matching: toRangeMatching(filters), expectedCount: count, ...(seenOnUtc && { seenOnUtc }) }
    : { ids: [...ids], versions: [...ids].map((id) => seen.get(id) ?? 0) };
