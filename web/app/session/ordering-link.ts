import { paths } from '../paths.ts';
import { hasAnyPermission, type Profile, productListPermissions, useProfile } from './profile.ts';

/** Whether a person may list products, on pages or in dialogs. */
export const hasProductList = (profile: Profile) => hasAnyPermission(profile, productListPermissions);

/**
 * Whether a person orders in the uniform builder. Administrators hold the permission too, but few of them have a wardrobe. People with no
 * other way of ordering learn there why they have nothing to choose.
 */
export const hasUniform = (profile: Profile) =>
  hasAnyPermission(profile, ['AllowUniformBuilder']) && (profile.organisationCollections.length > 0 || !hasProductList(profile));

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
  if (can('AllowUniformBuilder')) return { to: paths.uniformBuilder(), label: 'Choose garments' };
  return undefined;
}

/** The link to the ordering page of the person whose pages are shown; undefined if there is none. */
export function useOrderingLink(): OrderingLink | undefined {
  const profile = useProfile();
  return profile && findOrderingLink(profile);
}
