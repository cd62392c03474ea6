import { Link, useSearchParams } from 'react-router';
import { useWaitingRegistrations } from '../hooks/registrations.ts';
import { paths } from '../paths.ts';
import { formatNumber } from '../ui/format.ts';
import { PageHeader } from '../ui/page-header.tsx';
import row from '../ui/sections.module.css';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { OptOuts } from './opt-outs.tsx';
import { PeopleNav } from './people-nav.tsx';
import { readShown, type Section, type Shown, sections, startOf, writeShown } from './registration-address.ts';
import { RegistrationLinks } from './registration-links.tsx';
import { RegistrationRequests } from './registration-requests.tsx';
import css from './registrations-page.module.css';

const labels: Record<Section, string> = { requests: 'Requests', links: 'Links', 'opt-outs': 'Opted out' };

export interface SectionProps {
  shown: Shown;
  onShow: (change: Partial<Shown>, options?: { replace: boolean }) => void;
}

/** Who wants to join, the links they come by, and who wants no uniform. */
export function RegistrationsPage() {
  const [search, setSearch] = useSearchParams();
  const shown = readShown(search);
  const waiting = useWaitingRegistrations();
  const show: SectionProps['onShow'] = (change, options) =>
    setSearch(writeShown({ ...shown, page: 0, ...change }), { replace: options?.replace, preventScrollReset: true });
  const Shown = { requests: RegistrationRequests, links: RegistrationLinks, 'opt-outs': OptOuts }[shown.section];

  return (
    <>
      <PageHeader title="Registrations" above={<PeopleNav />}>
        Who wants to join, by which links, and who opted out of a uniform.
      </PageHeader>
      <nav className={row.sections} aria-label="Registrations">
        {sections.map((section) => (
          <Link
            key={section}
            to={paths.registrations(Object.fromEntries(writeShown(startOf(section))))}
            preventScrollReset
            aria-current={section === shown.section ? 'page' : undefined}
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
      <Shown shown={shown} onShow={show} />
    </>
  );
}
