import { expect, it } from 'vitest';
import type { Permission } from '#contract/endpoint.ts';
import { listOrderingWays } from './ordering-link.ts';
import type { Profile } from './profile.ts';

const person = (permissions: Permission[], wardrobe = false) =>
  ({ permissions, organisationCollections: wardrobe ? [{ id: 1, name: 'Chefs' }] : [] }) as unknown as Profile;

it.each<[string, Profile, string[]]>([
  [
    'everything',
    person(['AllowUniformBuilder', 'AllowAdhocOrder', 'AllowProducts', 'AllowStockEnquiry'], true),
    ['/index/uniform-builder', '/index/adhoc-order', '/index/products'],
  ],
  [
    'everything in dialogs',
    person(['AllowUniformBuilder', 'AllowAdhocOrderModal', 'AllowProductsModal'], true),
    ['/index/uniform-builder', '/index/adhoc-order-modal', '/index/products-modal'],
  ],
  ['no wardrobe', person(['AllowUniformBuilder', 'AllowAdhocOrder']), ['/index/adhoc-order']],
  ['the builder alone', person(['AllowUniformBuilder']), ['/index/uniform-builder']],
  ['both ad hoc lists', person(['AllowAdhocOrder', 'AllowAdhocOrderModal']), ['/index/adhoc-order']],
  ['the stock enquiry, where nothing can be ordered', person(['AllowStockEnquiry', 'AllowDashboard']), []],
])('orders first where it is most direct: %s', (_what, profile, expected) => {
  expect(listOrderingWays(profile).map(({ to }) => to)).toEqual(expected);
});
