import { Stack } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { YourExports } from '#web/app/exports/your-exports.tsx';
import { hasAnyPermission, isAdmin, isWearer, type Profile, useCaller } from '#web/app/session/profile.ts';
import { mayAwaitStock } from '#web/app/stock-notices.ts';
import { EmailAddress } from '#web/identity/emails/email-address.tsx';
import { StockNoticesCard } from '#web/ordering/stock-notices/stock-notices-card.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { AddressesCard } from './addresses-card.tsx';
import { ChangePassword } from './change-password.tsx';
import { ConsentsCard } from './consents-card.tsx';
import { DataCard } from './data-card.tsx';
import { DetailsCard } from './details-card.tsx';
import { KeyboardCard } from './keyboard-card.tsx';
import { PricesCard } from './prices-card.tsx';
import css from './profile-page.module.css';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** Wearers export only their own orders, and the stock where they may look it up. */
const mayExport = (caller: Profile) => !isWearer(caller) || hasAnyPermission(caller, ['AllowStockEnquiry']);

interface Section {
  /** The fragment of the URL. */
  anchor: string;
  title: string;
  content: (caller: Profile) => ReactNode;
  /** The content renders its own card, or nothing for people it does not apply to. */
  isCard?: true;
  /** Whether the navigation lists the section; default: yes. */
  isListed?: (caller: Profile) => boolean;
}

/** The sections of the page in their order. To add a section, add an entry with a new anchor. */
const sections: readonly Section[] = [
  { anchor: 'details', title: 'Your details', content: (caller) => <DetailsCard caller={caller} /> },
  { anchor: 'email', title: 'Email address', content: (caller) => <EmailAddress person={caller} canChange isOwn /> },
  { anchor: 'addresses', title: 'Addresses', content: (caller) => <AddressesCard caller={caller} /> },
  {
    anchor: 'notices',
    title: 'Waiting for stock',
    content: (caller) => <StockNoticesCard id="notices" caller={caller} />,
    isCard: true,
    isListed: mayAwaitStock,
  },
  { anchor: 'news', title: 'Marketing & terms', content: (caller) => <ConsentsCard caller={caller} /> },
  { anchor: 'prices', title: 'Prices', content: () => <PricesCard /> },
  { anchor: 'keyboard', title: 'Keyboard', content: () => <KeyboardCard /> },
  { anchor: 'password', title: 'Password', content: () => <ChangePassword /> },
  {
    anchor: 'second-factor',
    title: 'Second factor',
    content: () => <SecondFactorCard id="second-factor" />,
    isCard: true,
    isListed: isAdmin,
  },
  { anchor: 'devices', title: 'Where you are logged in', content: () => <SessionsCard /> },
  {
    anchor: 'exports',
    title: 'Your exports',
    content: (caller) =>
      mayExport(caller) && (
        <Card id="exports" title="Your exports" className={css.section}>
          <YourExports />
        </Card>
      ),
    isCard: true,
    isListed: mayExport,
  },
  { anchor: 'data', title: 'Your data', content: (caller) => <DataCard caller={caller} /> },
];

/** The caller's profile page: one section per topic, each with its own anchor. */
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
        <Stack>
          {sections.map(({ anchor, title, content, isCard }) =>
            isCard ? (
              <Fragment key={anchor}>{content(caller)}</Fragment>
            ) : (
              <Card key={anchor} id={anchor} title={title} className={css.section}>
                {content(caller)}
              </Card>
            ),
          )}
        </Stack>
      </div>
    </>
  );
}
