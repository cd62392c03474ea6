import { Fragment, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { isAdmin, type Profile, useCaller } from '#web/app/session/profile.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { AddressesCard } from './addresses-card.tsx';
import { ChangePassword } from './change-password.tsx';
import { ConsentsCard } from './consents-card.tsx';
import { DataCard } from './data-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { PricesCard } from './prices-card.tsx';
import css from './profile-page.module.css';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

interface Section {
  /** In the address, after "#". */
  anchor: string;
  title: string;
  content: (caller: Profile) => ReactNode;
  /** Brings its own card, or nothing for whom it is not meant. */
  isCard?: true;
  /** Whether the way to it is shown; it is where nothing is said. */
  isListed?: (caller: Profile) => boolean;
}

/** What the page holds, in its order. A card of another room is added here, with an anchor of its own. */
const sections: readonly Section[] = [
  { anchor: 'details', title: 'Your details', content: (caller) => <DetailsCard caller={caller} /> },
  { anchor: 'addresses', title: 'Addresses', content: (caller) => <AddressesCard caller={caller} /> },
  { anchor: 'news', title: 'Marketing & terms', content: (caller) => <ConsentsCard caller={caller} /> },
  { anchor: 'prices', title: 'Prices', content: () => <PricesCard /> },
  { anchor: 'password', title: 'Password', content: () => <ChangePassword /> },
  {
    anchor: 'second-factor',
    title: 'Second factor',
    content: () => <SecondFactorCard id="second-factor" />,
    isCard: true,
    isListed: isAdmin,
  },
  { anchor: 'devices', title: 'Where you are logged in', content: () => <SessionsCard /> },
  { anchor: 'data', title: 'Your data', content: (caller) => <DataCard caller={caller} /> },
];

/** Everything that is one's own: each matter a section with an address of its own. */
export function ProfilePage() {
  const caller = useCaller();
  const { hash } = useLocation();
  if (!caller) return null;
  const listed = sections.filter(({ isListed = () => true }) => isListed(caller));
  return (
    <>
      <PageHeader title="Your profile" />
      <div className={css.columns}>
        <nav className={css.nav} aria-label="Sections of your profile">
          <ul>
            {listed.map(({ anchor, title }) => (
              <li key={anchor}>
                <Link to={`#${anchor}`} aria-current={hash === `#${anchor}` ? 'location' : undefined}>
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className={css.sections}>
          {sections.map(({ anchor, title, content, isCard }) =>
            isCard ? (
              <Fragment key={anchor}>{content(caller)}</Fragment>
            ) : (
              <Card key={anchor} id={anchor} title={title} className={css.section}>
                {content(caller)}
              </Card>
            ),
          )}
        </div>
      </div>
    </>
  );
}
