import type { QueryOf } from '#contract/index.ts';

type InvitationState = NonNullable<QueryOf<'GET /api/invitations'>['state']>;

/** States in the order in which an administrator works through them. */
export const invitationStates: readonly { state: InvitationState; label: string }[] = [
  { state: 'NotInvited', label: 'Not invited' },
  { state: 'Invited', label: 'Invited' },
  { state: 'Expired', label: 'Expired' },
];

/** What narrows the list, as it stands in the address of the page; empty where nothing is asked for. */
export interface InvitationFilters {
  search: string;
  state: InvitationState | '';
  /** Zero-based. */
  page: number;
}

export const INVITATIONS_PAGE_SIZE = 20;

/** Reads the address; what makes no sense there is no filter. */
export function readInvitationFilters(search: URLSearchParams): InvitationFilters {
  const page = Number(search.get('page'));
  return {
    search: (search.get('q') ?? '').slice(0, 200).trim(),
    state: invitationStates.find(({ state }) => state === search.get('state'))?.state ?? '',
    page: Number.isInteger(page) ? Math.min(10_000, Math.max(0, page - 1)) : 0,
  };
}

/** The address of filters; pages are counted from 1 there, as people do. */
export function writeInvitationFilters({ search, state, page }: InvitationFilters): URLSearchParams {
  return new URLSearchParams({
    ...(search && { q: search }),
    ...(state && { state }),
    ...(page > 0 && { page: String(page + 1) }),
  });
}

/** What the server is asked. */
export const toInvitationsQuery = ({ search, state, page }: InvitationFilters): QueryOf<'GET /api/invitations'> => ({
  page,
  limit: INVITATIONS_PAGE_SIZE,
  ...(search && { query: search }),
  ...(state && { state }),
});
