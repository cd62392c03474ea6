import { paths } from '../paths.ts';
import { hasAnyPermission, type Profile, useProfile } from './profile.ts';

/** Where a person chooses garments, and what the way there is called. */
interface OrderingLink {
  to: string;
  label: string;
}

/** The way of ordering that somebody has; undefined for those who have none. */
function findOrderingLink(profile: Pick<Profile, 'permissions'>): OrderingLink | undefined {
  const may = (permission: Parameters<typeof hasAnyPermission>[1][number]) => hasAnyPermission(profile as Profile, [permission]);
  if (may('AllowProducts')) return { to: paths.products(), label: 'Browse products' };
  if (may('AllowProductsModal')) return { to: paths.productsModal(), label: 'Browse products' };
  if (may('AllowUniformBuilder')) return { to: paths.uniformBuilder(), label: 'Choose your uniform' };
  if (may('AllowAdhocOrder')) return { to: paths.adhocOrder(), label: 'Open the order list' };
  if (may('AllowAdhocOrderModal')) return { to: paths.adhocOrderModal(), label: 'Open the order list' };
  return undefined;
}

export function useOrderingLink(): OrderingLink | undefined {
  const profile = useProfile();
  return profile && findOrderingLink(profile);
}
