import { Link, useSearchParams } from 'react-router';
import { PeopleNav } from '#web/app/shell/people-nav.tsx';
import { useWaitingRegistrationCount } from '#web/app/shell/registrations.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import row from '#web/ui/layout/sections.module.css';
import { RegistrationLinks } from './links/registration-links.tsx';
import { OptOuts } from './opt-outs.tsx';
import { RegistrationRequests } from './registration-requests.tsx';
import css from './registrations-page.module.css';
import {
  linkToRegistrations,
  type RegistrationSection,
  readRegistrationSection,
  registrationSections,
} from './registrations-url.ts';

const labels: Record<RegistrationSection, string> = { requests: 'Requests', links: 'Links', 'opt-outs': 'Opted out' };

/** The administrators' page for registration requests, registration links and opt-outs. */
export function RegistrationsPage() {
  const [search] = useSearchParams();
  const shown = readRegistrationSection(search);
  const waiting = useWaitingRegistrationCount();
  const Shown = { requests: RegistrationRequests, links: RegistrationLinks, 'opt-outs': OptOuts }[shown];

  return (
    <>
      <PageHeader title="Registrations" above={<PeopleNav />} isBriefOnPhone>
        Registration requests, registration links, and people who opted out of a uniform.
      </PageHeader>
      <nav className={row.sections} aria-label="Registrations">
        {registrationSections.map((section) => (
          <Link
            key={section}
            to={linkToRegistrations(section)}
            preventScrollReset
            aria-current={section === shown ? 'page' : undefined}
          >
            {labels[section]}
            {section === 'requests' && waiting !== undefined && waiting > 0 && (
              <span className={`${css.count} figures`}>
                {formatNumber(waiting)}
                <VisuallyHidden> waiting</VisuallyHidden>
              </span>
            )}
          </Link>
        ))}
      </nav>
      <Shown />
    </>
  );
}
