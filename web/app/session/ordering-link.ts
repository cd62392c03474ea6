import { paths } from '../paths.ts';
import { hasAnyPermission, type Profile, useProfile } from './profile.ts';

/** A link to the page on which a person chooses garments. */
interface OrderingLink {
  to: string;
  label: string;
}

/** The ordering page of a person by their permissions; undefined if they may not order. */
function findOrderingLink(profile: Pick<Profile, 'permissions'>): OrderingLink | undefined {
  const can = (permission: Parameters<typeof hasAnyPermission>[1][number]) => hasAnyPermission(profile as Profile, [permission]);
  if (can('AllowProducts')) return { to: paths.products(), label: 'Browse products' };
  if (can('AllowProductsModal')) return { to: paths.productsModal(), label: 'Browse products' };
  if (can('AllowUniformBuilder')) return { to: paths.uniformBuilder(), label: 'Choose your uniform' };
  if (can('AllowAdhocOrder')) return { to: paths.adhocOrder(), label: 'Open the order list' };
  if (can('AllowAdhocOrderModal')) return { to: paths.adhocOrderModal(), label: 'Open the order list' };
  return undefined;
}

/** The link to the ordering page of the person whose pages are shown; undefined if they may not order. */
export function useOrderingLink(): OrderingLink | undefined {
  const profile = useProfile();
  return profile && findOrderingLink(profile);
}
