import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Actor, createImpersonationScope, grantScope } from '#api/platform/http/scope.ts';
import type { Permission } from '#contract/endpoint.ts';
import { canImpersonate, hasWiderAdminReach } from './access.rules.ts';

const PERMISSIONS: Permission[] = [
  'AllowDashboard',
  'AllowAdhocOrder',
  'AllowAdhocOrderModal',
  'AllowUniformBuilder',
  'AllowProducts',
  'AllowProductsModal',
  'AllowStockEnquiry',
];
const ROLES = ['OrganisationAdmin', 'OrganisationBuyer', 'OrganisationSales', 'OrganisationStaff'];

const anActor = (overrides: Partial<Actor>): Actor => ({
  customerId: 1,
  organisationId: 1,
  brandId: 1,
  email: 'ann@made.example',
  firstName: 'Ann',
  lastName: 'Lee',
  roleIds: [3],
  roles: ['OrganisationStaff'],
  permissions: [],
  impersonationReach: 'none',
  groupIds: [],
  adminableGroupIds: [],
  collectionIds: [],
  openGroupIds: [],
  resortId: null,
  businessAreaId: null,
  jobRoleId: null,
  allowOrderApproval: false,
  taxDisplayType: 10,
  pricesVisible: true,
  paysOwnPart: false,
  taxRate: 0.2,
  taxRates: {},
  timeZone: 'Europe/London',
  currencyCode: 'GBP',
  ...overrides,
});

const groups = fc.subarray([1, 2, 3]);
const anyone = fc.record({
  customerId: fc.integer({ min: 1, max: 3 }),
  organisationId: fc.constantFrom(1, 2),
  roles: fc.subarray(ROLES, { minLength: 1 }),
  permissions: fc.subarray(PERMISSIONS),
  impersonationReach: fc.constantFrom('none' as const, 'scope' as const, 'organisation' as const),
  groupIds: groups,
  adminableGroupIds: groups,
  allowOrderApproval: fc.boolean(),
  taxDisplayType: fc.constantFrom(0 as const, 10 as const),
});
const RUNS = { numRuns: 3000 };

/** The groups that a person administers; null for all. */
const administered = ({ roles, adminableGroupIds }: Actor) =>
  !roles.includes('OrganisationAdmin') ? [] : adminableGroupIds.length === 0 ? null : adminableGroupIds;

describe('impersonating someone', () => {
  it('gives the permissions of the impersonated person, whatever the caller holds, but not that for dashboards', () => {
    fc.assert(
      fc.property(anyone, anyone, (one, two) => {
        const { permissions } = createImpersonationScope(grantScope(anActor(one)), anActor(two));
        expect(permissions).toEqual(anActor(two).permissions.filter((name) => name !== 'AllowDashboard'));
      }),
      RUNS,
    );
  });

  it('never grants impersonation or approval, nor people out of the caller’s reach', () => {
    fc.assert(
      fc.property(anyone, anyone, (one, two) => {
        const [caller, target] = [grantScope(anActor(one)), anActor(two)];
        if (!canImpersonate(caller, target)) return;
        const scope = createImpersonationScope(caller, target);
        expect([scope.impersonationReach, scope.allowOrderApproval]).toEqual(['none', false]);
        expect([scope.customerId, scope.organisationId]).toEqual([target.customerId, caller.organisationId]);
        expect(scope.taxDisplayType).toBe(caller.taxDisplayType);
        if (caller.impersonationReach === 'scope' && caller.adminableGroupIds.length > 0)
          expect(caller.adminableGroupIds).toEqual(expect.arrayContaining([...(scope.accessibleGroupIds ?? scope.groupIds)]));
        const [mine, theirs] = [administered(caller), administered(scope)];
        if (mine !== null) expect(mine).toEqual(expect.arrayContaining([...(theirs ?? ['all'])]));
      }),
      RUNS,
    );
  });

  it('is refused for oneself, another organisation, or an Admin by someone who is not one', () => {
    fc.assert(
      fc.property(anyone, anyone, (one, two) => {
        const [caller, target] = [grantScope(anActor(one)), anActor(two)];
        if (!canImpersonate(caller, target)) return;
        expect(caller.customerId).not.toBe(target.customerId);
        expect(caller.organisationId).toBe(target.organisationId);
        expect(caller.impersonationReach).not.toBe('none');
        if (target.roles.includes('OrganisationAdmin')) expect(caller.roles).toContain('OrganisationAdmin');
      }),
      RUNS,
    );
  });

  it.each([
    ['Sales, anyone', { impersonationReach: 'organisation' as const, roles: ['OrganisationSales'] }, { groupIds: [9] }, true],
    [
      'Sales, an Admin',
      { impersonationReach: 'organisation' as const, roles: ['OrganisationSales'] },
      { roles: ['OrganisationAdmin'] },
      false,
    ],
    ['an Admin of all, anyone', { impersonationReach: 'scope' as const, roles: ['OrganisationAdmin'] }, { groupIds: [] }, true],
    [
      'an Admin of all, an Admin of all',
      { impersonationReach: 'scope' as const, roles: ['OrganisationAdmin'] },
      { roles: ['OrganisationAdmin'] },
      true,
    ],
    [
      'an Admin of 1, a person in 1',
      { impersonationReach: 'scope' as const, roles: ['OrganisationAdmin'], adminableGroupIds: [1] },
      { groupIds: [1, 2] },
      true,
    ],
    [
      'an Admin of 1, a person in 2',
      { impersonationReach: 'scope' as const, roles: ['OrganisationAdmin'], adminableGroupIds: [1] },
      { groupIds: [2] },
      false,
    ],
    [
      'an Admin of 1, a person in none',
      { impersonationReach: 'scope' as const, roles: ['OrganisationAdmin'], adminableGroupIds: [1] },
      {},
      false,
    ],
    ['a Buyer, a colleague', { roles: ['OrganisationBuyer'], groupIds: [1] }, { groupIds: [1] }, false],
  ])('%s: %j %j is %s', (_, caller, target, allowed) => {
    expect(canImpersonate(grantScope(anActor(caller)), anActor({ customerId: 2, ...target }))).toBe(allowed);
  });
});

describe('administering more than another person', () => {
  const admin = (...adminableGroupIds: number[]) => anActor({ roles: ['OrganisationAdmin'], adminableGroupIds });

  it.each([
    [admin(), admin(), false],
    [admin(), admin(1), false],
    [admin(1), admin(), true],
    [admin(1, 2), admin(1), false],
    [admin(1), admin(1, 2), true],
    [admin(1), admin(2), true],
    [admin(1), anActor({ groupIds: [1, 2, 3] }), false],
    [anActor({}), admin(1), true],
    [anActor({}), anActor({}), false],
  ])('%#', (caller, target, higher) => {
    expect(hasWiderAdminReach(caller, target)).toBe(higher);
  });
});
