import type { ReactNode } from 'react';
import type { Profile } from '../hooks/profile.ts';
import { holdsAny, isAdmin } from '../hooks/profile.ts';
import { paths } from '../paths.ts';
import { GarmentIcon, HomeIcon, OrdersIcon, PeopleIcon } from '../ui/icons.tsx';
import { WaitingCount } from './waiting-count.tsx';

export interface Destination {
  to: string;
  label: string;
  Icon: typeof HomeIcon;
  /** Further addresses that belong to it. */
  also?: readonly string[];
  /** How much waits there. */
  Count?: () => ReactNode;
}

/** What a person may go to from everywhere, in the order of the header. */
export function destinationsFor(profile: Profile, people: boolean): Destination[] {
  const destinations: Destination[] = [{ to: paths.home(), label: 'Home', Icon: HomeIcon }];
  // Until the order list, the uniform builder and the stock enquiry have screens of their own, they open the product
  // list, so whoever may see that gets one entry and not four that look alike.
  const ordering = [paths.adhocOrder(), paths.adhocOrderModal(), paths.uniformBuilder(), paths.stock()];
  if (holdsAny(profile, ['AllowProducts'])) {
    destinations.push({ to: paths.products(), label: 'Products', Icon: GarmentIcon, also: ordering });
  } else if (holdsAny(profile, ['AllowProductsModal'])) {
    destinations.push({ to: paths.productsModal(), label: 'Products', Icon: GarmentIcon, also: [paths.products(), ...ordering] });
  } else if (holdsAny(profile, ['AllowUniformBuilder'])) {
    destinations.push({ to: paths.uniformBuilder(), label: 'My uniform', Icon: GarmentIcon, also: [paths.products()] });
  } else if (holdsAny(profile, ['AllowAdhocOrder'])) {
    destinations.push({ to: paths.adhocOrder(), label: 'Order list', Icon: GarmentIcon, also: [paths.products()] });
  } else if (holdsAny(profile, ['AllowAdhocOrderModal'])) {
    destinations.push({ to: paths.adhocOrderModal(), label: 'Order list', Icon: GarmentIcon, also: [paths.products()] });
  } else if (holdsAny(profile, ['AllowStockEnquiry'])) {
    destinations.push({ to: paths.stock(), label: 'Stock', Icon: GarmentIcon, also: [paths.products()] });
  }
  destinations.push({ to: paths.orders(), label: 'Orders', Icon: OrdersIcon });
  if (people)
    destinations.push({
      to: paths.people(),
      label: 'People',
      Icon: PeopleIcon,
      also: [paths.registrations(), paths.invitations(), paths.structure(), paths.range(), '/index/customers'],
      ...(isAdmin(profile) && { Count: WaitingCount }),
    });
  return destinations;
}

/** Whether an address belongs to a destination. */
export const isWithin = (pathname: string, { to, also = [] }: Destination) =>
  [to, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`));
