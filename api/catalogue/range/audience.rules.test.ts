import { describe, expect, it } from 'vitest';
import { type Actor, grantScope } from '#api/platform/http/scope.ts';
import { getAudience, getEffectiveAudienceKey, type LimitedIds } from './audience.rules.ts';
import { adjustByPercent } from './range.rules.ts';

const person = (overrides: Partial<Actor>) =>
  grantScope({
    roleIds: [34, 3],
    roles: ['OrganisationStaff'],
    collectionIds: [9, 2],
    businessAreaId: 4,
    jobRoleId: null,
    ...overrides,
  } as Actor);

const limited = (overrides: Partial<Record<keyof LimitedIds, number[]>> = {}): LimitedIds => ({
  role_ids: new Set(overrides.role_ids),
  business_area_ids: new Set(overrides.business_area_ids),
  job_role_ids: new Set(overrides.job_role_ids),
  collection_ids: new Set(overrides.collection_ids),
});

describe('getAudience', () => {
  it('contains all of a wearer’s limits', () => {
    expect(getAudience(person({})).limits).toEqual([
      ['role_ids', [3, 34]],
      ['business_area_ids', [4]],
      ['job_role_ids', []],
      ['collection_ids', [2, 9]],
    ]);
  });

  it.each(['OrganisationAdmin', 'OrganisationBuyer', 'OrganisationSales'])(
    'of someone with the role %s is their roles',
    (role) => {
      expect(getAudience(person({ roles: ['OrganisationStaff', role], roleIds: [33] })).limits).toEqual([['role_ids', [33]]]);
    },
  );

  it('treats a person with only an organisation’s own role as a wearer', () => {
    expect(getAudience(person({ roles: ['Fitter'] })).limits).toHaveLength(4);
  });

  it('is the same for people who differ only in ids that the range is not limited to', () => {
    const range = limited({ role_ids: [33], business_area_ids: [1, 2] });
    const key = (overrides: Partial<Actor>) => getEffectiveAudienceKey(getAudience(person(overrides)), range);

    expect(key({ businessAreaId: 4 })).toBe(key({ businessAreaId: null, collectionIds: [], roleIds: [34] }));
    expect(new Set([key({ businessAreaId: 1 }), key({ businessAreaId: 2 }), key({ businessAreaId: 4 })]).size).toBe(3);
    expect(key({ businessAreaId: 1 })).not.toBe(key({ businessAreaId: 1, roleIds: [33] }));
    // Limits to areas still apply to a wearer who belongs to none of the listed areas.
    expect(key({ businessAreaId: null })).not.toBe(key({ roles: ['OrganisationBuyer'] }));
  });

  it('is the same for everyone when the range has no limits', () => {
    expect(getEffectiveAudienceKey(getAudience(person({})), limited())).toBe(
      getEffectiveAudienceKey(getAudience(person({ roles: ['OrganisationBuyer'], roleIds: [35] })), limited()),
    );
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
