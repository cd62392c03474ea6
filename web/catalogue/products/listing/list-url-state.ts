/** The orders of the product list, as written in the URL; empty for the usual one. */
export const LIST_SORTS = ['', 'name', 'name-desc', 'price', 'price-desc', 'newest'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

/** The state of the product list kept in the URL: search, category, filters, order and page. */
export interface ListUrlState {
  keyword: string;
  /** 0 for all categories. */
  category: number;
  /** Ids of the chosen specification options, ascending. */
  filters: readonly number[];
  sort: ListSort;
  /** Zero-based. */
  page: number;
  limit: number;
}

export const DEFAULT_PAGE_SIZE = 24;
/** All fill rows of two, three, four and six. */
export const PAGE_SIZES = [24, 48, 96] as const;

const wholeNumber = (text: string | null, max: number) => (text && /^\d{1,9}$/.test(text) ? Math.min(Number(text), max) : 0);

/** Reads the state from the URL, which may have been edited by hand: invalid values are ignored. */
export function parseListUrlState(address: URLSearchParams): ListUrlState {
  const filters = address
    .getAll('filters')
    .flatMap((list) => list.split(','))
    .map((id) => wholeNumber(id, 2_147_483_647))
    .filter((id) => id > 0);
  return {
    keyword: (address.get('keyword') ?? '').slice(0, 200),
    category: wholeNumber(address.get('category'), 2_147_483_647),
    filters: [...new Set(filters)].sort((one, other) => one - other).slice(0, 100),
    sort: LIST_SORTS.find((sort) => sort === address.get('sort')) ?? '',
    page: wholeNumber(address.get('page'), 10_000),
    limit: Math.min(wholeNumber(address.get('limit'), 250) || DEFAULT_PAGE_SIZE, 250),
  };
}

/**
 * The URL parameters with a change applied. Any change except to the page returns to the first page. Defaults are not
 * written, and other parameters are kept.
 */
export function updateListSearchParams(address: URLSearchParams, change: Partial<ListUrlState>): URLSearchParams {
  const next = { ...parseListUrlState(address), ...('page' in change ? {} : { page: 0 }), ...change };
  const written = new URLSearchParams(address);
  const put = (name: string, value: string) => (value ? written.set(name, value) : written.delete(name));
  put('keyword', next.keyword);
  put('category', next.category ? String(next.category) : '');
  put('filters', next.filters.join(','));
  put('sort', next.sort);
  put('page', next.page ? String(next.page) : '');
  put('limit', next.limit === DEFAULT_PAGE_SIZE ? '' : String(next.limit));
  written.delete('product');
  return written;
}

/** The filters with this one added, or removed if it was set. */
export const toggleFilter = (filters: readonly number[], id: number): number[] =>
  (filters.includes(id) ? filters.filter((one) => one !== id) : [...filters, id]).sort((one, other) => one - other);
