import type { QueryOf } from '#contract/index.ts';

export type State = NonNullable<QueryOf<'GET /api/invitations'>['state']>;

/** States in the order in which an administrator works through them. */
export const states: readonly { state: State; label: string }[] = [
  { state: 'NotInvited', label: 'Not invited' },
  { state: 'Invited', label: 'Invited' },
  { state: 'Expired', label: 'Expired' },
];

/** What narrows the list, as it stands in the address of the page; empty where nothing is asked for. */
export interface Filters {
  search: string;
  state: State | '';
  /** Zero-based. */
  page: number;
}

export const pageSize = 20;

/** Reads the address; what makes no sense there is no filter. */
export function readFilters(search: URLSearchParams): Filters {
  const page = Number(search.get('page'));
  return {
    search: (search.get('q') ?? '').slice(0, 200).trim(),
    state: states.find(({ state }) => state === search.get('state'))?.state ?? '',
    page: Number.isInteger(page) ? Math.min(10_000, Math.max(0, page - 1)) : 0,
  };
}

/** The address of filters; pages are counted from 1 there, as people do. */
export function writeFilters({ search, state, page }: Filters): URLSearchParams {
  return new URLSearchParams({
    ...(search && { q: search }),
    ...(state && { state }),
    ...(page > 0 && { page: String(page + 1) }),
  });
}

/** What the server is asked. */
export const toQuery = ({ search, state, page }: Filters): QueryOf<'GET /api/invitations'> => ({
  page,
  limit: pageSize,
  ...(search && { query: search }),
  ...(state && { state }),
});
