import { describe, expect, it } from 'vitest';
import {
  emptyPeopleFilters,
  hasPeopleFilters,
  readPeopleFilters,
  toPeopleCountsQuery,
  toPeopleExportQuery,
  toPeopleQuery,
  withoutManagersFilters,
  writePeopleFilters,
} from './people-filters.ts';

const read = (address: string) => readPeopleFilters(new URLSearchParams(address));

describe('the filters of the list of people', () => {
  it('are read from the URL as they were written', () => {
    const address =
      'q=ann&destination=2&area=3&wardrobe=12&season=2&uniform=10&measured=20&since=start&sort=-startDateUtc&page=4';
    expect(writePeopleFilters(read(address)).toString()).toBe(address);
    expect(hasPeopleFilters(read(address))).toBe(true);
    expect(hasPeopleFilters(read('sort=-name&page=3'))).toBe(false);
  });

  it('ignore invalid values', () => {
    expect(writePeopleFilters(read('destination=-1&uniform=11&measured=x&since=start&sort=__proto__&page=0')).toString()).toBe(
      '',
    );
  });

  it('apply the measuring status to the time since the first day where that is chosen', () => {
    expect(toPeopleExportQuery(read('uniform=20&measured=10'))).toEqual({
      order: 'name asc',
      orderingStatusId: 20,
      orderingBodiMeStatusId: 10,
    });
    expect(toPeopleExportQuery(read('uniform=20&measured=30&since=start'))).toEqual({
      order: 'name asc',
      orderingStatusId: 20,
      orderingAfterStartDateBodiMeStatusId: 30,
    });
    expect(toPeopleExportQuery(read('uniform=20&since=start'))).toEqual({ order: 'name asc', orderingStatusId: 20 });
    expect(toPeopleExportQuery(read('uniform=10&since=work&measured=10&since=start'))).toEqual({
      order: 'startDateUtc asc',
      orderingStatusId: 10,
      orderingAfterStartDateStatusId: 10,
      orderingAfterStartDateBodiMeStatusId: 10,
    });
    expect(toPeopleExportQuery(read('uniform=20&since=work'))).toEqual({ order: 'name asc', orderingStatusId: 20 });
  });

  it('count for the tabs whatever tab is open', () => {
    const expected = { query: 'ann', resortId: 2, orderingBodiMeStatusId: 10 };
    for (const tab of ['', '&uniform=20', '&uniform=10&since=work'])
      expect(toPeopleCountsQuery(read(`q=ann&destination=2&measured=10&sort=email&page=3${tab}`))).toEqual(expected);
  });

  it('begin with people who have started without a uniform unless another order is chosen or needed', () => {
    const order = (address: string) => toPeopleExportQuery(read(address)).order;
    expect([order(''), order('uniform=10'), order('destination=2&measured=10')]).toEqual(
      Array.from({ length: 3 }, () => 'startedWithoutUniform desc'),
    );
    expect([order('uniform=30'), order('q=ann'), order('wardrobe=12'), order('sort=name')]).toEqual(
      Array.from({ length: 4 }, () => 'name asc'),
    );
    expect(order('uniform=10&since=work')).toBe('startDateUtc asc');
    expect(order('uniform=10&since=work&sort=-startedWithoutUniform')).toBe('startDateUtc asc');
    expect(order('q=ann&sort=-startedWithoutUniform')).toBe('name asc');
    expect(toPeopleExportQuery(withoutManagersFilters(read('uniform=10&since=work&measured=10')))).toEqual({
      order: 'name asc',
      orderingStatusId: 10,
    });
  });

  it('are the same for the export, without the page', () => {
    const filters = read('q=ann&destination=2&season=1&sort=-email&page=7');
    const { page, limit, fields, ...rest } = toPeopleQuery(filters);
    expect([page, limit, rest]).toEqual([6, 25, toPeopleExportQuery(filters)]);
    expect(fields).toContain('orderingProgress');
  });
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
