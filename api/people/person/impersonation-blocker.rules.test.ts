import { expect, it } from 'vitest';
import type { Actor, Scope } from '#api/platform/http/scope.ts';
import { findImpersonationBlocker, type ImpersonationTarget } from './impersonation-blocker.rules.ts';

const ADMIN = 'OrganisationAdmin';
const caller = (roles: string[], adminableGroupIds: number[] = []) =>
  ({
    customerId: 1,
    roles,
    adminableGroupIds,
    impersonationReach: { OrganisationSales: 'organisation', [ADMIN]: 'scope' }[roles[0] ?? ''] ?? 'none',
  }) as unknown as Scope;
const admin = caller([ADMIN]);
const sales = caller(['OrganisationSales']);
const person = (actor: Partial<Actor> = {}, state: Partial<ImpersonationTarget> = {}): ImpersonationTarget => ({
  actor: {
    customerId: 2,
    roles: ['OrganisationStaff'],
    permissions: ['AllowProducts'],
    groupIds: [1],
    adminableGroupIds: [],
    ...actor,
  } as unknown as Actor,
  isActive: true,
  hasLeft: false,
  hasOptedOut: false,
  ...state,
});
const builderOnly: Partial<Actor> = { permissions: ['AllowUniformBuilder'] };

it.each([
  [sales, person(), null],
  [sales, person({ permissions: ['AllowProductsModal'] }), null],
  [sales, person({ customerId: 1 }), 'This is you'],
  [sales, person({}, { isActive: false }), 'Account closed'],
  [sales, person({}, { hasLeft: true }), 'Has left'],
  [sales, person({ roles: [ADMIN] }), 'Is an administrator'],
  [admin, person({ roles: [ADMIN] }), null],
  [caller([ADMIN], [1]), person({ roles: [ADMIN], adminableGroupIds: [1] }), null],
  [caller([ADMIN], [1]), person({ roles: [ADMIN], adminableGroupIds: [1, 2] }), 'Has wider access than you'],
  [caller([ADMIN], [1]), person({ roles: [ADMIN] }), 'Has wider access than you'],
  [caller([ADMIN], [1]), person(), null],
  [caller([ADMIN], [2]), person(), 'You can’t order for others'],
  [caller(['OrganisationBuyer']), person(), 'You can’t order for others'],
  [admin, person(builderOnly), null],
  [sales, person(builderOnly), null],
  [admin, person({ permissions: ['AllowAdhocOrder', 'AllowStockEnquiry'] }), 'Can’t order'],
  [admin, person({ permissions: [] }), 'Can’t order'],
  [admin, person(builderOnly, { hasOptedOut: true }), 'Has opted out'],
  [admin, person({}, { hasOptedOut: true }), null],
])('%#: the blocker is %3$s', (by, target, blocker) => {
  expect(findImpersonationBlocker(by, target)).toBe(blocker);
});
