import { paths } from '../paths.ts';
import {
  canOrderForMany,
  decidesOnOrders,
  freeOrderingPermissions,
  getEffectiveProfile,
  hasAnyPermission,
  isWearer,
  type Profile,
  productListPermissions,
} from './profile.ts';

/** Whether a person may list products, on pages or in dialogs. */
export const hasProductList = (profile: Profile) => hasAnyPermission(profile, productListPermissions);

/** Whether a person has one of the ad hoc lists. */
export const hasAdhocList = (profile: Profile) => hasAnyPermission(profile, ['AllowAdhocOrder', 'AllowAdhocOrderModal']);

/**
 * Whether a person orders in the uniform builder. Administrators hold the permission too, but few of them have a wardrobe. People with no
 * other way of ordering learn there why they have nothing to choose.
 */
export const hasUniform = (profile: Profile) =>
  hasAnyPermission(profile, ['AllowUniformBuilder']) &&
  (profile.organisationCollections.length > 0 || !(hasProductList(profile) || hasAdhocList(profile)));

/**
 * Whether the person whose pages are shown only orders their own uniform: their home page and the uniform builder are one page, the builder. Not those who
 * approve, also in someone's place.
 */
export function ordersOnlyOwnUniform(caller: Profile): boolean {
  const profile = getEffectiveProfile(caller);
  return (
    isWearer(profile) &&
    hasAnyPermission(profile, ['AllowUniformBuilder']) &&
    !hasAnyPermission(profile, freeOrderingPermissions) &&
    !(caller.impersonatedCustomer === null && decidesOnOrders(caller))
  );
}

/** A page on which a person finds garments and can order them. */
export interface OrderingWay {
  kind: 'uniform' | 'adhoc' | 'products' | 'sheet';
  to: string;
  /** What a link to it says. */
  label: string;
}

/** The ways of ordering of the person whose pages are shown, by their permissions, the most direct first; the sheet is for people who order for others. */
export function listOrderingWays(caller: Profile): OrderingWay[] {
  const profile = getEffectiveProfile(caller);
  const can = (permission: Parameters<typeof hasAnyPermission>[1][number]) => hasAnyPermission(profile, [permission]);
  const ways: OrderingWay[] = [];
  if (hasUniform(profile)) ways.push({ kind: 'uniform', to: paths.uniformBuilder(), label: 'Choose garments' });
  if (hasAdhocList(profile))
    ways.push({
      kind: 'adhoc',
      to: can('AllowAdhocOrder') ? paths.adhocOrder() : paths.adhocOrderModal(),
      label: 'Open the ad hoc list',
    });
  if (hasProductList(profile))
    ways.push({
      kind: 'products',
      to: can('AllowProducts') ? paths.products() : paths.productsModal(),
      label: 'Browse products',
    });
  if (canOrderForMany(caller)) ways.push({ kind: 'sheet', to: paths.orderSheet(), label: 'Order for many people' });
  return ways;
}
