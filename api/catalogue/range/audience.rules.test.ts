import { describe, expect, it } from 'vitest';
import { type Actor, grantScope } from '#api/platform/http/scope.ts';
import { getAudience, getEffectiveAudienceKey, type RangeLimits } from './audience.rules.ts';
import { adjustByPercent } from './range.rules.ts';

const person = (overrides: Partial<Actor>) =>
  grantScope({
    roleIds: [34, 3],
    roles: ['OrganisationStaff'],
    collectionIds: [9, 2],
    openGroupIds: [],
    businessAreaId: 4,
    jobRoleId: null,
    ...overrides,
  } as Actor);

interface RangeOverrides {
  role_ids?: number[];
  business_area_ids?: number[];
  job_role_ids?: number[];
  collection_ids?: number[];
  groups?: [groupId: number, limits: { business_area_ids?: number[]; job_role_ids?: number[]; collection_ids?: number[] }[]][];
}

const aRange = ({ groups = [], ...ids }: RangeOverrides = {}): RangeLimits => ({
  ids: {
    role_ids: new Set(ids.role_ids),
    business_area_ids: new Set(ids.business_area_ids),
    job_role_ids: new Set(ids.job_role_ids),
    collection_ids: new Set(ids.collection_ids),
  },
  groups: new Map(
    groups.map(([id, limits]) => [
      id,
      limits.map((limit) => ({ business_area_ids: [], job_role_ids: [], collection_ids: [], ...limit })),
    ]),
  ),
});

const keyIn = (range: RangeLimits, overrides: Partial<Actor>) => getEffectiveAudienceKey(getAudience(person(overrides)), range);

describe('getAudience', () => {
  it('contains all of a wearer’s limits and open groups', () => {
    expect(getAudience(person({ openGroupIds: [12, 7] }))).toMatchObject({
      roleIds: [3, 34],
      wearer: { business_area_ids: [4], job_role_ids: [], collection_ids: [2, 9] },
      openGroupIds: [7, 12],
    });
  });

  it.each(['OrganisationAdmin', 'OrganisationBuyer', 'OrganisationSales'])(
    'of someone with the role %s is their roles',
    (role) => {
      const audience = getAudience(person({ roles: ['OrganisationStaff', role], roleIds: [33], openGroupIds: [7] }));
      expect(audience).toEqual({ roleIds: [33], openGroupIds: [], key: 'role_ids:33' });
    },
  );

  it('treats a person with only an organisation’s own role as a wearer', () => {
    expect(getAudience(person({ roles: ['Fitter'] })).wearer).toBeDefined();
  });
});

describe('getEffectiveAudienceKey', () => {
  it('is the same for people who differ only in ids that the range is not limited to', () => {
    const range = aRange({ role_ids: [33], business_area_ids: [1, 2] });
    const key = (overrides: Partial<Actor>) => keyIn(range, overrides);

    expect(key({ businessAreaId: 4 })).toBe(key({ businessAreaId: null, collectionIds: [], roleIds: [34] }));
    expect(new Set([key({ businessAreaId: 1 }), key({ businessAreaId: 2 }), key({ businessAreaId: 4 })]).size).toBe(3);
    expect(key({ businessAreaId: 1 })).not.toBe(key({ businessAreaId: 1, roleIds: [33] }));
    // Limits to areas still apply to a wearer who belongs to none of the listed areas.
    expect(key({ businessAreaId: null })).not.toBe(key({ roles: ['OrganisationBuyer'] }));
  });

  it('is the same for everyone when the range has no limits', () => {
    expect(keyIn(aRange(), { openGroupIds: [7] })).toBe(keyIn(aRange(), { roles: ['OrganisationBuyer'], roleIds: [35] }));
  });

  it('contains the open groups that list a product that the audience would not see otherwise', () => {
    const range = aRange({
      business_area_ids: [3, 4],
      job_role_ids: [6],
      groups: [
        [7, [{ business_area_ids: [3, 4] }]],
        [8, [{ business_area_ids: [4] }, { business_area_ids: [4], job_role_ids: [6] }]],
        [9, [{ collection_ids: [2] }]],
      ],
    });
    const key = (...openGroupIds: number[]) => keyIn(range, { businessAreaId: 4, collectionIds: [2], openGroupIds });

    // Products of group 10 are not limited; those of 7 and 9 are limited to the person's area and wardrobe.
    expect([key(7), key(9), key(10), key(7, 9, 10)]).toEqual([key(), key(), key(), key()]);
    // One product of group 8 is limited to a job role as well.
    expect(key(8)).not.toBe(key());
    expect(key(7, 8, 9)).toBe(key(8));
    expect(keyIn(range, { businessAreaId: 1, openGroupIds: [7] })).not.toBe(keyIn(range, { businessAreaId: 1 }));
  });
});

describe('adjustByPercent', () => {
  it.each([
    [1050, 10, 1155],
    [1155, 10, 1271],
    [999, -50, 500],
    [1, -50, 1],
    [100_000_000, 2.5, 102_500_000],
    [1000, -100, 0],
    [333, 0, 333],
  ])('changes %i by %d %% to %i, rounded half up', (minor, percent, expected) => {
    expect(adjustByPercent(minor, percent)).toBe(expected);
  });
});
