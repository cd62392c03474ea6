import type { QueryOf } from '#contract/index.ts';

type InvitationState = NonNullable<QueryOf<'GET /api/invitations'>['state']>;

/** States in the order in which an administrator works through them. */
export const invitationStates: readonly { state: InvitationState; label: string }[] = [
  { state: 'NotInvited', label: 'Not invited' },
  { state: 'Invited', label: 'Invited' },
  { state: 'Expired', label: 'Expired' },
];

/** Filters of the list, stored in the URL; empty values mean "no filter". */
export interface InvitationFilters {
  search: string;
  state: InvitationState | '';
  /** Zero-based. */
  page: number;
}

export const INVITATIONS_PAGE_SIZE = 20;

/** Reads filters from the query string; invalid values are ignored. */
export function readInvitationFilters(search: URLSearchParams): InvitationFilters {
  const page = Number(search.get('page'));
  return {
    search: (search.get('q') ?? '').slice(0, 200).trim(),
    state: invitationStates.find(({ state }) => state === search.get('state'))?.state ?? '',
    page: Number.isInteger(page) ? Math.min(10_000, Math.max(0, page - 1)) : 0,
  };
}

/** Writes filters to a query string, with pages counted from 1. */
export function writeInvitationFilters({ search, state, page }: InvitationFilters): URLSearchParams {
  return new URLSearchParams({
    ...(search && { q: search }),
    ...(state && { state }),
    ...(page > 0 && { page: String(page + 1) }),
  });
}

/** The query of the API call. */
export const toInvitationsQuery = ({ search, state, page }: InvitationFilters): QueryOf<'GET /api/invitations'> => ({
  page,
  limit: INVITATIONS_PAGE_SIZE,
  ...(search && { query: search }),
  ...(state && { state }),
});
