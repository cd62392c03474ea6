import { paths } from '../paths.ts';
import { holdsAny, type Profile, useProfile } from './profile.ts';

/** Where a person chooses garments, and what the way there is called. */
export interface OrderingStart {
  to: string;
  label: string;
}

/** The way of ordering that somebody has; undefined for those who have none. */
export function orderingStartOf(profile: Pick<Profile, 'permissions'>): OrderingStart | undefined {
  const may = (permission: Parameters<typeof holdsAny>[1][number]) => holdsAny(profile as Profile, [permission]);
  if (may('AllowProducts')) return { to: paths.products(), label: 'Browse products' };
  if (may('AllowProductsModal')) return { to: paths.productsModal(), label: 'Browse products' };
  if (may('AllowUniformBuilder')) return { to: paths.uniformBuilder(), label: 'Choose your uniform' };
  if (may('AllowAdhocOrder')) return { to: paths.adhocOrder(), label: 'Open the order list' };
  if (may('AllowAdhocOrderModal')) return { to: paths.adhocOrderModal(), label: 'Open the order list' };
  return undefined;
}

export function useOrderingStart(): OrderingStart | undefined {
  const profile = useProfile();
  return profile && orderingStartOf(profile);
}
