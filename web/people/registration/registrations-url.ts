import { paths, withSearch } from '#web/app/paths.ts';

export const registrationSections = ['requests', 'links', 'opt-outs'] as const;
export type RegistrationSection = (typeof registrationSections)[number];

/** The section that the query string names, and the requests without a valid one. */
export function readRegistrationSection(search: URLSearchParams): RegistrationSection {
  return registrationSections.find((section) => section === search.get('show')) ?? 'requests';
}

/** A link to a section. */
export const linkToRegistrations = (section: RegistrationSection) =>
  withSearch(paths.registrations(), new URLSearchParams(section === 'requests' ? {} : { show: section }));
