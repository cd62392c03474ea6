/** What the address of the product list says: search, category, filters and page. */
export interface ListUrlState {
  keyword: string;
  /** 0 for all categories. */
  category: number;
  /** Ids of the chosen specification options, ascending. */
  filters: readonly number[];
  /** Zero-based. */
  page: number;
  limit: number;
}

export const DEFAULT_PAGE_SIZE = 10;
export const PAGE_SIZES = [10, 20, 50, 100] as const;

const wholeNumber = (text: string | null, most: number) => (text && /^\d{1,9}$/.test(text) ? Math.min(Number(text), most) : 0);

/** Reads an address that anybody may have changed by hand: whatever does not make sense counts as not said. */
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
    page: wholeNumber(address.get('page'), 10_000),
    limit: Math.min(wholeNumber(address.get('limit'), 250) || DEFAULT_PAGE_SIZE, 250),
  };
}

/**
 * The address with a change in it. A change of what is listed leads back to the first page; what is usual is not
 * written, and parameters of others stay.
 */
export function updateListSearchParams(address: URLSearchParams, change: Partial<ListUrlState>): URLSearchParams {
  const wanted = { ...parseListUrlState(address), ...('page' in change ? {} : { page: 0 }), ...change };
  const written = new URLSearchParams(address);
  const put = (name: string, value: string) => (value ? written.set(name, value) : written.delete(name));
  put('keyword', wanted.keyword);
  put('category', wanted.category ? String(wanted.category) : '');
  put('filters', wanted.filters.join(','));
  put('page', wanted.page ? String(wanted.page) : '');
  put('limit', wanted.limit === DEFAULT_PAGE_SIZE ? '' : String(wanted.limit));
  written.delete('product');
  return written;
}

/** The filters with one of them put in, or taken out. */
export const toggleFilter = (filters: readonly number[], id: number): number[] =>
  (filters.includes(id) ? filters.filter((one) => one !== id) : [...filters, id]).sort((one, other) => one - other);
