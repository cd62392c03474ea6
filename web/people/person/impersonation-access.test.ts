import { expect, it } from 'vitest';
import type { Profile } from '#web/app/session/profile.ts';
import { emptyPeopleFilters, hasPeopleFilters, readPeopleFilters, toPeopleQuery, writePeopleFilters } from '../people-filters.ts';
import { getImpersonationDisabledReason, type ListedPerson } from './impersonation-access.ts';

const admin = 'OrganisationAdmin';
const caller = (roles: string[], adminableOrganisationGroupIds: number[] = []) =>
  ({ id: 1, roles, adminableOrganisationGroupIds }) as unknown as Profile;
const person = (overrides: Partial<ListedPerson>) =>
  ({ id: 2, roles: ['OrganisationStaff'], active: true, adminableOrganisationGroupIds: [], ...overrides }) as ListedPerson;

it.each([
  [caller(['OrganisationSales']), person({}), undefined],
  [caller(['OrganisationSales']), person({ id: 1 }), 'This is you'],
  [caller(['OrganisationSales']), person({ active: false }), 'Account closed'],
  [caller(['OrganisationSales']), person({ roles: [admin] }), 'Administrators only'],
  [caller([admin]), person({ roles: [admin] }), undefined],
  [caller([admin], [1]), person({ roles: [admin], adminableOrganisationGroupIds: [1] }), undefined],
  [caller([admin], [1]), person({ roles: [admin], adminableOrganisationGroupIds: [1, 2] }), 'Has wider access than you'],
  [caller([admin], [1]), person({ roles: [admin] }), 'Has wider access than you'],
  [caller([admin], [1]), person({ adminableOrganisationGroupIds: [] }), undefined],
])('%#: the reason is %3$s', (by, about, reason) => {
  expect(getImpersonationDisabledReason(by, about)).toBe(reason);
});

it('filters are restored from the URL, and invalid values are ignored', () => {
  const filters = { ...emptyPeopleFilters, search: 'nowak', resort: 3, area: 2, sort: '-name' as const, page: 4 };
  expect(readPeopleFilters(writePeopleFilters(filters))).toEqual(filters);
  expect(writePeopleFilters(readPeopleFilters(new URLSearchParams())).toString()).toBe('');
  expect(readPeopleFilters(new URLSearchParams('destination=-1&area=x&sort=password&page=0&q=++'))).toEqual(
    readPeopleFilters(new URLSearchParams()),
  );
});

it('the query follows the URL', () => {
  expect(
    toPeopleQuery(readPeopleFilters(new URLSearchParams('q=ann&destination=3&sort=-lastLoginDateUtc&page=2'))),
  ).toMatchObject({
    query: 'ann',
    resortId: 3,
    order: 'lastLoginDateUtc desc',
    page: 1,
    limit: 25,
  });
  expect(toPeopleQuery(readPeopleFilters(new URLSearchParams()))).not.toHaveProperty('businessAreaId');
  expect([
    hasPeopleFilters(readPeopleFilters(new URLSearchParams('page=3'))),
    hasPeopleFilters(readPeopleFilters(new URLSearchParams('area=3'))),
  ]).toEqual([false, true]);
});
