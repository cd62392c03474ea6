import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { administersWholeOrganisation, useCaller } from '#web/app/session/profile.ts';
import { ITEM_KINDS } from '../structure/item-kinds.ts';
import css from './settings-layout.module.css';

interface Section {
  to: string;
  title: string;
  /** Whether the section is for administrators of the whole organisation alone. */
  isShared?: true;
}

/** The first group needs no title. */
const GROUPS: readonly { title?: string; sections: readonly Section[] }[] = [
  { sections: [{ to: paths.organisationSettings(), title: 'Organisation', isShared: true }] },
  { title: 'Structure', sections: ITEM_KINDS.map(({ slug, title }) => ({ to: paths.structure(slug), title })) },
  {
    title: 'Ordering',
    sections: [
      { to: paths.wardrobes(), title: 'Wardrobes' },
      { to: paths.approvalRules(), title: 'Approval rules' },
      { to: paths.logos(), title: 'Logos' },
      { to: paths.structure('cost-centres'), title: 'Cost centres' },
      { to: paths.structure('questions'), title: 'Questions at checkout', isShared: true },
    ],
  },
  { title: 'Content', sections: [{ to: paths.ownNews(), title: 'News' }] },
  { title: 'Integrations', sections: [{ to: paths.webhooks(), title: 'Webhooks', isShared: true }] },
];

/** The settings of the organisation: a menu of the sections beside the current one, on narrow screens above it. */
export function SettingsLayout() {
  return (
    <div className={css.layout}>
      <SettingsNav />
      <div>
        <Outlet />
      </div>
    </div>
  );
}

function SettingsNav() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const caller = useCaller();
  const seesShared = caller !== undefined && administersWholeOrganisation(caller);
  // On a phone not all links fit: scroll to the current one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link depends on the path
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [pathname]);
  return (
    <nav ref={nav} className={css.nav} aria-label="Settings">
      {GROUPS.map(({ title, sections }) => {
        const visible = sections.filter(({ isShared }) => seesShared || !isShared);
        return (
          visible.length > 0 && (
            <div key={title ?? ''} className={css.group}>
              {title && (
                <p className={css.title} id={`settings-${title}`}>
                  {title}
                </p>
              )}
              <ul aria-labelledby={title && `settings-${title}`}>
                {visible.map((section) => (
                  <li key={section.to}>
                    <Link to={section.to} aria-current={pathname === section.to ? 'page' : undefined}>
                      {section.title}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </nav>
  );
}
