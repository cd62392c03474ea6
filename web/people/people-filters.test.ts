import { describe, expect, it } from 'vitest';
import {
  emptyPeopleFilters,
  hasPeopleFilters,
  readPeopleFilters,
  toPeopleExportQuery,
  toPeopleQuery,
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

  it('use the parameters for people who have started only together with a status', () => {
    expect(toPeopleExportQuery(read('uniform=10&measured=10'))).toEqual({
      order: 'name asc',
      orderingStatusId: 10,
      orderingBodiMeStatusId: 10,
    });
    expect(toPeopleExportQuery(read('uniform=10&measured=30&since=start'))).toEqual({
      order: 'name asc',
      orderingAfterStartDateStatusId: 10,
      orderingAfterStartDateBodiMeStatusId: 30,
    });
    expect(toPeopleExportQuery(read('since=start'))).toEqual({ order: 'name asc' });
    expect(toPeopleExportQuery(read('uniform=10&since=work'))).toEqual({
      order: 'name asc',
      orderingStatusId: 10,
      orderingAfterStartDateStatusId: 10,
    });
    expect(toPeopleExportQuery(read('uniform=20&since=work'))).toEqual({ order: 'name asc', orderingStatusId: 20 });
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
