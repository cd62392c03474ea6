import { describe, expect, it } from 'vitest';
import { getListRights, listAllowedColumns } from '#web/app/lists/list-columns.ts';
import { readListState, toConditions, toFilterQuery, writeListState } from '#web/app/lists/list-state.ts';
import { paths } from '#web/app/paths.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { peopleList } from './people-list.tsx';
import type { PeopleListReader } from './people-list-reader.ts';

const reader = (isManager: boolean): PeopleListReader => ({
  caller: {} as Profile,
  isManager,
  administers: isManager,
  ordering: undefined,
});
const [manager, buyer] = [reader(true), reader(false)];
const read = (search: string, by = manager) =>
  readListState(peopleList, new URLSearchParams(search), getListRights(listAllowedColumns(peopleList, by), by));
const ask = (search: string, by = manager) => toFilterQuery(peopleList, read(search, by), by);

describe('the list of people', () => {
  it('is read from the URL as it was written', () => {
    const search =
      'q=ann&group=3%2C5&destination=2&area=3&wardrobe=12&uniform=10&season=2&measured=20-since-start&sort=-startDateUtc&page=4';

    expect(writeListState(peopleList, read(search)).toString()).toBe(search);
    expect(read('destination=-1&uniform=x&started=2&measured=x&sort=__proto__&page=0')).toEqual(read(''));
  });

  it('asks for a uniform status, and for those of a status who have started', () => {
    expect(ask('uniform=20')).toEqual({ order: 'name asc', orderingStatusId: 20 });
    expect(ask('started=1')).toEqual({
      order: 'startDateUtc asc',
      orderingStatusId: 10,
      orderingAfterStartDateStatusId: 10,
    });
  });

  it('reads the links of the home page', () => {
    const askAs = (link: string, by = manager) => ask(new URL(link, 'https://uniforms.example').search.slice(1), by);
    expect(askAs(paths.people({ uniform: 20 }))).toMatchObject({ orderingStatusId: 20 });
    expect(askAs(paths.people({ uniform: 10 }), buyer)).toEqual({ order: 'name asc', orderingStatusId: 10 });
    expect(askAs(paths.people({ started: 1 }))).toMatchObject({ orderingStatusId: 10, orderingAfterStartDateStatusId: 10 });
  });

  it('asks who has been measured, ever or since the first day', () => {
    expect(toConditions(peopleList, read('measured=10'))).toEqual({ orderingBodiMeStatusId: 10 });
    expect(toConditions(peopleList, read('measured=30-since-start'))).toEqual({ orderingAfterStartDateBodiMeStatusId: 30 });
  });

  it('begins with people who have started without a uniform unless another order is chosen or needed', () => {
    for (const search of ['', 'uniform=10', 'destination=2&measured=10', 'sort=-startedWithoutUniform'])
      expect([search, ask(search).order]).toEqual([search, 'startedWithoutUniform desc']);
    for (const search of ['uniform=30', 'q=ann', 'wardrobe=12', 'sort=name', 'q=ann&sort=-startedWithoutUniform'])
      expect([search, ask(search).order]).toEqual([search, 'name asc']);
  });

  it('has nothing for buyers of what only managers may know', () => {
    expect(ask('measured=10&started=1&sort=-lastLoginDateUtc', buyer)).toEqual({ order: 'name asc' });
    expect(listAllowedColumns(peopleList, buyer).map(({ id }) => id)).not.toContain('start');
  });
});
