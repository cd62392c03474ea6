import { expect, it } from 'vitest';
import type { Permission } from '#contract/endpoint.ts';
import { listOrderingWays } from './ordering-link.ts';
import type { Profile } from './profile.ts';

const person = (permissions: Permission[], wardrobe = false) =>
  ({
    roles: ['OrganisationStaff'],
    impersonatedCustomer: null,
    permissions,
    organisationCollections: wardrobe ? [{ id: 1, name: 'Chefs' }] : [],
  }) as unknown as Profile;

const orderingFor = (impersonatedCustomer: Profile) =>
  ({ ...person(['AllowProducts']), roles: ['OrganisationAdmin'], impersonatedCustomer }) as unknown as Profile;

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
  [
    'people of their own to order for',
    { ...person(['AllowAdhocOrder', 'AllowProducts']), roles: ['OrganisationBuyer'] },
    ['/index/adhoc-order', '/index/products', '/index/order-sheet'],
  ],
  [
    'nothing but people, whom they may not order for',
    { ...person(['AllowStockEnquiry', 'AllowDashboard']), roles: ['OrganisationAdmin'] },
    [],
  ],
  [
    'a person for whom they order at the moment',
    orderingFor({ ...person(['AllowProducts']), roles: ['OrganisationBuyer'] }),
    ['/index/products'],
  ],
])('orders first where it is most direct: %s', (_what, profile, expected) => {
  expect(listOrderingWays(profile).map(({ to }) => to)).toEqual(expected);
});
