import { expect, it } from 'vitest';
import type { Profile } from '../hooks/profile.ts';
import { type Person, whyNot } from './order-for.ts';
import { isNarrowed, noFilters, readFilters, toQuery, writeFilters } from './people-filters.ts';

const admin = 'OrganisationAdmin';
const caller = (roles: string[], adminableOrganisationGroupIds: number[] = []) =>
  ({ id: 1, roles, adminableOrganisationGroupIds }) as unknown as Profile;
const person = (wish: Partial<Person>) =>
  ({ id: 2, roles: ['OrganisationStaff'], active: true, adminableOrganisationGroupIds: [], ...wish }) as Person;

it.each([
  [caller(['OrganisationSales']), person({}), undefined],
  [caller(['OrganisationSales']), person({ id: 1 }), 'This is you'],
  [caller(['OrganisationSales']), person({ active: false }), 'Account closed'],
  [caller(['OrganisationSales']), person({ roles: [admin] }), 'Only an administrator may'],
  [caller([admin]), person({ roles: [admin] }), undefined],
  [caller([admin], [1]), person({ roles: [admin], adminableOrganisationGroupIds: [1] }), undefined],
  [caller([admin], [1]), person({ roles: [admin], adminableOrganisationGroupIds: [1, 2] }), 'Administers more than you'],
  [caller([admin], [1]), person({ roles: [admin] }), 'Administers more than you'],
  [caller([admin], [1]), person({ adminableOrganisationGroupIds: [] }), undefined],
])('%#: the reason is %3$s', (by, about, reason) => {
  expect(whyNot(by, about)).toBe(reason);
});

it('the list is found again by its address, and nonsense in it is no filter', () => {
  const filters = { ...noFilters, search: 'nowak', resort: 3, area: 2, sort: '-name' as const, page: 4 };
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect(writeFilters(readFilters(new URLSearchParams())).toString()).toBe('');
  expect(readFilters(new URLSearchParams('destination=-1&area=x&sort=password&page=0&q=++'))).toEqual(
    readFilters(new URLSearchParams()),
  );
});

it('asks the server for what the address says', () => {
  expect(toQuery(readFilters(new URLSearchParams('q=ann&destination=3&sort=-lastLoginDateUtc&page=2')))).toMatchObject({
    query: 'ann',
    resortId: 3,
    order: 'lastLoginDateUtc desc',
    page: 1,
    limit: 25,
  });
  expect(toQuery(readFilters(new URLSearchParams()))).not.toHaveProperty('businessAreaId');
  expect([
    isNarrowed(readFilters(new URLSearchParams('page=3'))),
    isNarrowed(readFilters(new URLSearchParams('area=3'))),
  ]).toEqual([false, true]);
});
