import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LIST_SORTS, parseListUrlState, toggleFilter, updateListSearchParams } from './list-url-state.ts';

const defaults = { keyword: '', category: 0, filters: [], sort: '', page: 0, limit: 24 };

test('a URL without parameters means the first 24 of all products, in the usual order', () => {
  expect(parseListUrlState(new URLSearchParams())).toEqual(defaults);
});

test('any URL results in a query that the server accepts', () => {
  const texts = fc.string();
  fc.assert(
    fc.property(texts, texts, texts, texts, texts, (keyword, category, filters, page, limit) => {
      const state = parseListUrlState(new URLSearchParams({ keyword, category, filters, page, limit }));
      expect(state.keyword.length).toBeLessThanOrEqual(200);
      expect(state.filters.length).toBeLessThanOrEqual(100);
      for (const id of state.filters) expect(Number.isInteger(id) && id > 0 && id < 2 ** 31).toBe(true);
      expect(Number.isInteger(state.page) && state.page >= 0 && state.page <= 10_000).toBe(true);
      expect(Number.isInteger(state.limit) && state.limit >= 1 && state.limit <= 250).toBe(true);
    }),
  );
});

test('is read back as written', () => {
  const state = fc.record({
    keyword: fc.string({ maxLength: 200 }),
    category: fc.nat(2 ** 31 - 1).filter((id) => id < 1e9),
    filters: fc.uniqueArray(fc.integer({ min: 1, max: 999_999 }), { maxLength: 8 }).map((ids) => ids.sort((a, b) => a - b)),
    sort: fc.constantFrom(...LIST_SORTS),
    page: fc.nat(10_000),
    limit: fc.integer({ min: 1, max: 250 }),
  });
  fc.assert(
    fc.property(state, (wanted) => {
      expect(parseListUrlState(new URLSearchParams(String(updateListSearchParams(new URLSearchParams(), wanted))))).toEqual(
        wanted,
      );
    }),
  );
});

test('a new filter returns to the first page; another page keeps the filters', () => {
  const address = new URLSearchParams('keyword=polo&filters=102&page=3');
  expect(String(updateListSearchParams(address, { filters: [102, 104] }))).toBe('keyword=polo&filters=102%2C104');
  expect(String(updateListSearchParams(address, { page: 4 }))).toBe('keyword=polo&filters=102&page=4');
});

test('a filter is added once and removed again', () => {
  expect(toggleFilter([102], 101)).toEqual([101, 102]);
  expect(toggleFilter([101, 102], 101)).toEqual([102]);
});
