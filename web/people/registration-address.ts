export const sections = ['requests', 'links', 'opt-outs'] as const;
export type Section = (typeof sections)[number];

export const states = ['waiting', 'approved', 'rejected', 'registered'] as const;
export type RequestState = (typeof states)[number];

/** What the page of registrations shows, as it stands in its address. */
export interface Shown {
  section: Section;
  /** Of the requests; empty for all. */
  state: RequestState | '';
  search: string;
  /** Zero-based. */
  page: number;
}

/** Requests, links and people on one page of their list. */
export const pageSize = 10;

const within = <T extends string>(list: readonly T[], name: string | null): T | undefined => list.find((one) => one === name);

/** Reads the address; what makes no sense there means the waiting requests, from the first. */
export function readShown(search: URLSearchParams): Shown {
  const page = Number(search.get('page'));
  return {
    section: within(sections, search.get('show')) ?? 'requests',
    state: search.get('state') === 'all' ? '' : (within(states, search.get('state')) ?? 'waiting'),
    search: (search.get('q') ?? '').slice(0, 200).trim(),
    page: Number.isInteger(page) && page > 0 ? Math.min(page - 1, 10_000) : 0,
  };
}

/** The address of what is shown; pages are counted from 1 there, as people do. */
export function writeShown({ section, state, search, page }: Shown): URLSearchParams {
  const address = new URLSearchParams();
  if (section !== 'requests') address.set('show', section);
  if (section === 'requests' && state !== 'waiting') address.set('state', state || 'all');
  if (search) address.set('q', search);
  if (page > 0) address.set('page', String(page + 1));
  return address;
}

/** A section from its beginning. */
export const startOf = (section: Section): Shown => ({ section, state: 'waiting', search: '', page: 0 });
