import type { QueryOf } from '#contract/index.ts';

/** The filters of the list of returns, as its URL holds them. */
export interface ReturnFilters {
  search: string;
  /** Empty for all. */
  waitingFor: '' | 'arrival' | 'decision' | 'nothing';
  /** 0 for all. */
  organisationId: number;
  page: number;
}

export const RETURN_ROWS = 25;

export const WAITING_FOR = [
  { id: 'decision', label: 'To decide' },
  { id: 'arrival', label: 'Waiting for the parcel' },
  { id: 'nothing', label: 'Closed' },
] as const;

const readNumber = (text: string | null, max: number) => {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 && value <= max ? value : 0;
};

/** Reads the filters from the URL; what is not valid is left out. */
export const readReturnFilters = (search: URLSearchParams): ReturnFilters => ({
  search: (search.get('search') ?? '').slice(0, 100),
  waitingFor: WAITING_FOR.find(({ id }) => id === search.get('state'))?.id ?? '',
  organisationId: readNumber(search.get('organisation'), 2_147_483_647),
  page: Math.max(0, readNumber(search.get('page'), 10_000) - 1),
});

/** The URL of filters; defaults are left out. */
export const writeReturnFilters = ({ search, waitingFor, organisationId, page }: ReturnFilters): URLSearchParams =>
  new URLSearchParams({
    ...(search && { search }),
    ...(waitingFor && { state: waitingFor }),
    ...(organisationId > 0 && { organisation: String(organisationId) }),
    ...(page > 0 && { page: String(page + 1) }),
  });

/** The query of the list. */
export const toReturnsQuery = ({
  search,
  waitingFor,
  organisationId,
  page,
}: ReturnFilters): QueryOf<'GET /api/operator/returns'> => ({
  ...(search && { searchTerm: search }),
  ...(waitingFor && { waitingFor }),
  ...(organisationId > 0 && { organisationId }),
  page,
  limit: RETURN_ROWS,
});

/** Whether a text can be the number of a return, as on its label: `R50012`. */
export const isReturnNumber = (text: string): boolean => /^r\d{1,15}$/i.test(text.trim());
