import { paths } from '../paths.ts';
import { hasAnyPermission, type Profile, useProfile } from './profile.ts';

/** A link to the page on which a person finds garments. */
interface OrderingLink {
  to: string;
  label: string;
}

/** The page of a person, by their permissions, from which garments can be ordered; undefined if there is none. */
function findOrderingLink(profile: Pick<Profile, 'permissions'>): OrderingLink | undefined {
  const can = (permission: Parameters<typeof hasAnyPermission>[1][number]) => hasAnyPermission(profile as Profile, [permission]);
  if (can('AllowProducts')) return { to: paths.products(), label: 'Browse products' };
  if (can('AllowProductsModal')) return { to: paths.productsModal(), label: 'Browse products' };
  return undefined;
}

/** The link to the ordering page of the person whose pages are shown; undefined if there is none. */
export function useOrderingLink(): OrderingLink | undefined {
  const profile = useProfile();
  return profile && findOrderingLink(profile);
}
