import '#web/ui/styles/mantine-layout.css';
import { lazy, Suspense } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { paths } from '../paths.ts';
import { SearchButton } from '../search/search-button.tsx';
import { useCaller } from '../session/profile.ts';
import { useFrameTopics } from '../topics/frame-topics.ts';
import { useCanApprove } from './approvals.ts';
import { CartLink } from './cart-link.tsx';
import { useFocusHeadingOnNavigation } from './focus-heading.ts';
import { FooterLinks } from './footer-links.tsx';
import { Frame } from './frame.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { isWithinNavEntry } from './nav-entry.ts';
import { NavGroupButton } from './nav-group.tsx';
import { findSettingsEntry, listHeaderNav, listPhoneNav, type NavItem } from './nav-items.ts';
import { OrganisationLogo } from './organisation-logo.tsx';
import css from './shell.module.css';
import { ShellOutline } from './shell-outline.tsx';
import { useChangesElsewhere } from './use-changes-elsewhere.ts';
import { UserMenu } from './user-menu.tsx';
import { WaitingApprovals } from './waiting-approvals.tsx';

const TripBar = lazy(async () => ({ default: (await import('../trip/trip-bar.tsx')).TripBar }));

/** Header, navigation and footer around every page under /index. */
export function Shell() {
  const caller = useCaller();
  const { pathname, state: arrival } = useLocation();
  const { state } = useNavigation();
  const canApprove = useCanApprove();
  const topics = useFrameTopics();
  useChangesElsewhere();
  useFocusHeadingOnNavigation(pathname, arrival?.from === 'login');
  if (!caller) return <ShellOutline />;
  const settings = findSettingsEntry(caller);

  return (
    <>
      <a href="#content" className={css.skip}>
        Skip to content
      </a>
      <div className={css.progress} data-on={state !== 'idle' || undefined} aria-hidden="true" />
      <Frame
        above={
          caller.punchoutSessionGuid ? (
            <Suspense>
              <TripBar />
            </Suspense>
          ) : (
            <ImpersonationBanner />
          )
        }
        header={
          <>
            <Link to={paths.landing()} className={css.logo}>
              <OrganisationLogo />
            </Link>
            <nav className={css.nav} aria-label="Main">
              {listHeaderNav(caller, { canApprove }).map((entry) =>
                'items' in entry ? (
                  <NavGroupButton key={entry.label} group={entry} pathname={pathname}>
                    {entry.label}
                    <DownIcon size={14} />
                  </NavGroupButton>
                ) : (
                  <Link key={entry.to} to={entry.to} aria-current={isWithinNavEntry(pathname, entry) ? 'page' : undefined}>
                    {entry.label}
                    {entry.Count && <entry.Count />}
                  </Link>
                ),
              )}
              {settings && (
                <Link
                  to={settings.to}
                  className={css.onlyWide}
                  aria-current={isWithinNavEntry(pathname, settings) ? 'page' : undefined}
                >
                  {settings.label}
                </Link>
              )}
            </nav>
            <div className={css.right}>
              <SearchButton />
              <CartLink pathname={pathname} className={css.cart} />
              <UserMenu caller={caller} />
            </div>
          </>
        }
        footer={
          <>
            {topics && <topics.PortalTopics location="footer" plain />}
            <FooterLinks />
          </>
        }
        bottomBar={
          <nav className={css.bottom} aria-label="Main, bottom">
            {listPhoneNav(caller, { canApprove }).map((entry) =>
              'items' in entry ? (
                <NavGroupButton key={entry.label} group={entry} pathname={pathname}>
                  <entry.Icon size={22} />
                  {entry.label}
                </NavGroupButton>
              ) : (
                <BottomLink key={entry.to} item={entry} pathname={pathname} />
              ),
            )}
            <CartLink pathname={pathname} />
          </nav>
        }
      >
        <WaitingApprovals pathname={pathname} />
        <Outlet />
      </Frame>
      {topics && <topics.ImportantNotices pathname={pathname} />}
      {/* Going back to a list restores its scroll position. */}
      <ScrollRestoration
        getKey={({ pathname: path, search, key }) =>
          path.includes('/products') || path.includes('/orders') ? path + search : key
        }
      />
    </>
  );
}

const BottomLink = ({ item, pathname }: { item: NavItem; pathname: string }) => (
  <Link to={item.to} aria-current={isWithinNavEntry(pathname, item) ? 'page' : undefined}>
    <span className={css.cartIcon}>
      <item.Icon size={22} />
      {item.Count && <item.Count />}
    </span>
    {item.label}
  </Link>
);
