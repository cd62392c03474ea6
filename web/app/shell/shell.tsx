import { useEffect, useRef } from 'react';
import { Link, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { CartIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { plural } from '#web/ui/format/format.ts';
import { useCartCount } from '../cart.ts';
import { paths } from '../paths.ts';
import { canImpersonate, useCaller, useProfile } from '../session/profile.ts';
import { Frame } from './frame.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { LegalLinks } from './legal-links.tsx';
import { isWithinNavItem, listNavItems } from './nav-items.ts';
import { OrganisationLogo } from './organisation-logo.tsx';
import css from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

/** Everything around the pages of a person who is logged in. */
export function Shell() {
  const profile = useProfile();
  const caller = useCaller();
  const { pathname, state: arrival } = useLocation();
  const { state } = useNavigation();
  useCalmNavigation(pathname, arrival?.from === 'login');
  if (!profile || !caller) return <Frame />;

  const destinations = listNavItems(profile, canImpersonate(caller));
  return (
    <>
      <a href="#content" className={css.skip}>
        Skip to content
      </a>
      <div className={css.progress} data-on={state !== 'idle' || undefined} aria-hidden="true" />
      <Frame
        above={<ImpersonationBanner />}
        header={
          <>
            <Link to={paths.landing()} className={css.logo}>
              <OrganisationLogo />
            </Link>
            <nav className={css.nav} aria-label="Main">
              {destinations.map((destination) => (
                <Link
                  key={destination.to}
                  to={destination.to}
                  aria-current={isWithinNavItem(pathname, destination) ? 'page' : undefined}
                >
                  {destination.label}
                  {destination.Count && <destination.Count />}
                </Link>
              ))}
            </nav>
            <div className={css.right}>
              <CartLink pathname={pathname} className={css.cart} />
              <UserMenu caller={caller} />
            </div>
          </>
        }
        footer={<LegalLinks />}
        bottomBar={
          <nav className={css.bottom} aria-label="Main, bottom">
            {destinations.map((destination) => (
              <Link
                key={destination.to}
                to={destination.to}
                aria-current={isWithinNavItem(pathname, destination) ? 'page' : undefined}
              >
                <span className={css.cartIcon}>
                  <destination.Icon size={22} />
                  {destination.Count && <destination.Count />}
                </span>
                {destination.label}
              </Link>
            ))}
            <CartLink pathname={pathname} />
          </nav>
        }
      >
        <Outlet />
      </Frame>
      {/* A list that was left is found again at the same place. */}
      <ScrollRestoration
        getKey={({ pathname: path, search, key }) =>
          path.includes('/products') || path.includes('/orders') ? path + search : key
        }
      />
    </>
  );
}

function CartLink({ pathname, className }: { pathname: string; className?: string }) {
  const count = useCartCount();
  const within = pathname === paths.cart() || pathname === paths.checkout();
  return (
    <Link to={paths.cart()} className={className} aria-current={within ? 'page' : undefined}>
      <span className={css.cartIcon}>
        <CartIcon size={22} />
        {count !== undefined && count > 0 && (
          <span className={`${css.count} figures`} aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </span>
      <span>
        Cart
        {count !== undefined && <VisuallyHidden>, {plural(count, 'item')}</VisuallyHidden>}
      </span>
    </Link>
  );
}

/** On every change of page the focus moves to the new heading. */
function useCalmNavigation(pathname: string, fromLogin: boolean): void {
  const previous = useRef<string>(undefined);
  useEffect(() => {
    const before = previous.current;
    previous.current = pathname;
    // A page that the browser loaded is read from its start; one that was led to is read from its heading.
    if (before === pathname || (before === undefined && !fromLogin)) return;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('content');
    target?.focus({ preventScroll: true });
  }, [pathname, fromLogin]);
}
