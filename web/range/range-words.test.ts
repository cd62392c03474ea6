import { describe, expect, it } from 'vitest';
import { type Bulk, problemOf, toChange } from './bulk.ts';
import { isNarrowed, noFilters, readFilters, toMatching, writeFilters } from './range-filters.ts';
import { catalogueWords, readNumber, readSigned, resultInWords } from './range-words.ts';

const untouched: Bulk = {
  published: '',
  featured: '',
  price: '',
  figure: '',
  businessAreaIds: { way: '', ids: [] },
  jobRoleIds: { way: '', ids: [] },
  collectionIds: { way: '', ids: [] },
  customerRoleIds: { way: '', ids: [] },
};

describe('the address of the range', () => {
  it('brings back what was asked for, and makes nothing of nonsense', () => {
    const address = 'q=polo&shown=no&area=3&job=6&wardrobe=31&role=35&page=2';
    expect(writeFilters(readFilters(new URLSearchParams(address))).toString()).toBe(address);
    expect(writeFilters(readFilters(new URLSearchParams('area=x&job=-1&shown=maybe&page=0'))).toString()).toBe('');
  });

  it('is asked of the server without what is not asked for', () => {
    const filters = readFilters(new URLSearchParams('shown=no&job=6'));
    expect(toMatching(filters)).toEqual({ published: false, jobRoleId: 6 });
    expect([isNarrowed(filters), isNarrowed({ ...noFilters, page: 3 })]).toEqual([true, false]);
  });
});

describe('words and figures', () => {
  it.each([
    ['12,5', 12.5],
    [' 3 ', 3],
    ['1.234', undefined],
    ['-1', undefined],
    ['', undefined],
  ])('reads %j as %s', (typed, expected) => expect(readNumber(typed)).toBe(expected));

  it.each([
    ['7.5', 7.5],
    ['+7,5', 7.5],
    ['-10', -10],
    ['− 10', -10],
    ['ten', undefined],
  ])('reads the percentage %j as %s', (typed, expected) => expect(readSigned(typed)).toBe(expected));

  it('say what a product costs in the catalogue', () => {
    expect([catalogueWords(null, null, 'GBP'), catalogueWords(5, null, 'GBP'), catalogueWords(5, 7.5, 'GBP')]).toEqual([
      'On request',
      '£5.00',
      '£5.00 – £7.50',
    ]);
  });

  it('say what became of many', () => {
    const change = { what: 'changed', total: 4, changed: 1, unchanged: 2, skipped: [{ reason: 'of this', count: 1 }] };
    expect(resultInWords({ ...change, isFinished: true })).toBe('1 changed, 2 were so already, 1 not');
    expect(resultInWords({ ...change, total: 1200, isFinished: false })).toBe('4 of 1,200 done so far');
    expect(resultInWords({ ...change, what: 'undone', unchanged: 0, skipped: [], isFinished: true })).toBe('1 as before');
  });
});

describe('a change of many', () => {
  it.each<[string, Partial<Bulk>, string | undefined]>([
    ['nothing', {}, ''],
    ['a price without a figure', { price: 'amount', figure: 'x' }, 'figure'],
    ['more than all off', { price: 'down', figure: '101' }, 'figure'],
    ['parts without any', { jobRoleIds: { way: 'add', ids: [] } }, 'jobRoleIds'],
    ['everybody', { jobRoleIds: { way: 'everybody', ids: [] } }, undefined],
    ['unpublishing', { published: 'no' }, undefined],
  ])('of %s is held to what can be sent', (_, wish, field) => expect(problemOf({ ...untouched, ...wish })?.field).toBe(field));

  it('sends what is chosen and nothing else', () => {
    expect(
      toChange({
        ...untouched,
        ...{ published: 'no', price: 'down', figure: '2,5' },
        ...{ collectionIds: { way: 'add', ids: [1] }, customerRoleIds: { way: 'everybody', ids: [35] } },
      }),
    ).toEqual({ published: false, price: { percent: -2.5 }, collections: { add: [1] }, customerRoles: { everybody: true } });
  });
});
