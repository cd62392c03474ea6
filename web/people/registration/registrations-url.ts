import { paths, withSearch } from '#web/app/paths.ts';

export const registrationSections = ['requests', 'links', 'opt-outs'] as const;
export type RegistrationSection = (typeof registrationSections)[number];

export const requestStates = ['waiting', 'approved', 'rejected', 'registered'] as const;
export type RequestState = (typeof requestStates)[number];

/** What the registrations page shows, as stored in its URL. */
export interface RegistrationsView {
  section: RegistrationSection;
  /** State of the requests; empty for all. */
  state: RequestState | '';
  search: string;
  /** Zero-based. */
  page: number;
}

const within = <T extends string>(list: readonly T[], name: string | null): T | undefined => list.find((one) => one === name);

/** Reads the view from the query string; invalid values fall back to the first page of waiting requests. */
export function readRegistrationsView(search: URLSearchParams): RegistrationsView {
  const page = Number(search.get('page'));
  return {
    section: within(registrationSections, search.get('show')) ?? 'requests',
    state: search.get('state') === 'all' ? '' : (within(requestStates, search.get('state')) ?? 'waiting'),
    search: (search.get('q') ?? '').slice(0, 200).trim(),
    page: Number.isInteger(page) && page > 0 ? Math.min(page - 1, 10_000) : 0,
  };
}

/** Writes the view to a query string, with pages counted from 1. */
export function writeRegistrationsView({ section, state, search, page }: RegistrationsView): URLSearchParams {
  const address = new URLSearchParams();
  if (section !== 'requests') address.set('show', section);
  if (section === 'requests' && state !== 'waiting') address.set('state', state || 'all');
  if (search) address.set('q', search);
  if (page > 0) address.set('page', String(page + 1));
  return address;
}

/** The initial view of a section. */
export const createRegistrationsView = (section: RegistrationSection): RegistrationsView => ({
  section,
  state: 'waiting',
  search: '',
  page: 0,
});

/** A link to a section. */
export const linkToRegistrations = (section: RegistrationSection) =>
  withSearch(paths.registrations(), writeRegistrationsView(createRegistrationsView(section)));

export interface RegistrationSectionProps {
  view: RegistrationsView;
  onViewChange: (change: Partial<RegistrationsView>, options?: { replace: boolean }) => void;
}
