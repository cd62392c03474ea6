import type { ReactNode } from 'react';
import { GarmentIcon, HomeIcon, OrdersIcon, PeopleIcon } from '#web/ui/content/icons.tsx';
import { paths } from '../paths.ts';
import type { Profile } from '../session/profile.ts';
import { hasAnyPermission, isAdmin } from '../session/profile.ts';
import { PendingRegistrationsBadge } from './pending-registrations-badge.tsx';

export interface NavItem {
  to: string;
  label: string;
  Icon: typeof HomeIcon;
  /** Further paths for which this item is the current one. */
  otherPaths?: readonly string[];
  /** Badge with the number of things that wait for action there. */
  Count?: () => ReactNode;
}

/** The items of the main navigation that a person may use, in their order. */
export function listNavItems(profile: Profile, withPeople: boolean): NavItem[] {
  const items: NavItem[] = [{ to: paths.home(), label: 'Home', Icon: HomeIcon }];
  // Their landing pages show the product list to people who may see it, so these get one item for all of them.
  const orderingPaths = [paths.adhocOrder(), paths.adhocOrderModal(), paths.uniformBuilder(), paths.stock()];
  if (hasAnyPermission(profile, ['AllowProducts'])) {
    items.push({ to: paths.products(), label: 'Products', Icon: GarmentIcon, otherPaths: orderingPaths });
  } else if (hasAnyPermission(profile, ['AllowProductsModal'])) {
    items.push({
      to: paths.productsModal(),
      label: 'Products',
      Icon: GarmentIcon,
      otherPaths: [paths.products(), ...orderingPaths],
    });
  } else if (hasAnyPermission(profile, ['AllowUniformBuilder'])) {
    items.push({ to: paths.uniformBuilder(), label: 'My uniform', Icon: GarmentIcon, otherPaths: [paths.products()] });
  }
  items.push({ to: paths.orders(), label: 'Orders', Icon: OrdersIcon });
  if (withPeople)
    items.push({
      to: paths.people(),
      label: 'People',
      Icon: PeopleIcon,
      otherPaths: [paths.registrations(), paths.invitations(), paths.structure(), paths.range(), '/index/customers'],
      ...(isAdmin(profile) && { Count: PendingRegistrationsBadge }),
    });
  return items;
}

/** Whether a path belongs to an item of the navigation. */
export const isWithinNavItem = (pathname: string, { to, otherPaths = [] }: NavItem) =>
  [to, ...otherPaths].some((path) => pathname === path || pathname.startsWith(`${path}/`));
