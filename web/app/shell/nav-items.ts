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
  /** Further addresses that belong to it. */
  otherPaths?: readonly string[];
  /** How much waits there. */
  Count?: () => ReactNode;
}

/** What a person may go to from everywhere, in the order of the header. */
export function listNavItems(profile: Profile, people: boolean): NavItem[] {
  const destinations: NavItem[] = [{ to: paths.home(), label: 'Home', Icon: HomeIcon }];
  // Until the order list, the uniform builder and the stock enquiry have screens of their own, they open the product
  // list, so whoever may see that gets one entry and not four that look alike.
  const ordering = [paths.adhocOrder(), paths.adhocOrderModal(), paths.uniformBuilder(), paths.stock()];
  if (hasAnyPermission(profile, ['AllowProducts'])) {
    destinations.push({ to: paths.products(), label: 'Products', Icon: GarmentIcon, otherPaths: ordering });
  } else if (hasAnyPermission(profile, ['AllowProductsModal'])) {
    destinations.push({
      to: paths.productsModal(),
      label: 'Products',
      Icon: GarmentIcon,
      otherPaths: [paths.products(), ...ordering],
    });
  } else if (hasAnyPermission(profile, ['AllowUniformBuilder'])) {
    destinations.push({ to: paths.uniformBuilder(), label: 'My uniform', Icon: GarmentIcon, otherPaths: [paths.products()] });
  } else if (hasAnyPermission(profile, ['AllowAdhocOrder'])) {
    destinations.push({ to: paths.adhocOrder(), label: 'Order list', Icon: GarmentIcon, otherPaths: [paths.products()] });
  } else if (hasAnyPermission(profile, ['AllowAdhocOrderModal'])) {
    destinations.push({ to: paths.adhocOrderModal(), label: 'Order list', Icon: GarmentIcon, otherPaths: [paths.products()] });
  } else if (hasAnyPermission(profile, ['AllowStockEnquiry'])) {
    destinations.push({ to: paths.stock(), label: 'Stock', Icon: GarmentIcon, otherPaths: [paths.products()] });
  }
  destinations.push({ to: paths.orders(), label: 'Orders', Icon: OrdersIcon });
  if (people)
    destinations.push({
      to: paths.people(),
      label: 'People',
      Icon: PeopleIcon,
      otherPaths: [paths.registrations(), paths.invitations(), paths.structure(), paths.range(), '/index/customers'],
      ...(isAdmin(profile) && { Count: PendingRegistrationsBadge }),
    });
  return destinations;
}

/** Whether an address belongs to a destination. */
export const isWithinNavItem = (pathname: string, { to, otherPaths = [] }: NavItem) =>
  [to, ...otherPaths].some((path) => pathname === path || pathname.startsWith(`${path}/`));
