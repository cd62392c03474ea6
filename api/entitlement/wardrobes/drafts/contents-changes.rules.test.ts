import { describe, expect, it } from 'vitest';
import type { ContentsGroup, ContentsSuperGroup, WardrobeContents } from '../versions/contents.rules.ts';
import { describeContentsChanges } from './contents-changes.rules.ts';

const aGroup = (overrides: Partial<ContentsGroup> = {}): ContentsGroup => ({
  id: 1,
  name: 'Shirts',
  superGroupOptionId: null,
  quantity: 4,
  minQuantity: null,
  products: [
    { productId: 501, quantity: null, points: 3 },
    { productId: 502, quantity: 2, points: null },
  ],
  ...overrides,
});
const aSuperGroup = (overrides: Partial<ContentsSuperGroup> = {}): ContentsSuperGroup => ({
  id: 7,
  name: 'Trousers or skirt',
  minSelect: 1,
  maxSelect: 1,
  options: [
    { id: 71, name: 'Trousers', imageSrc: null },
    { id: 72, name: 'Skirt', imageSrc: null },
  ],
  ...overrides,
});
const someContents = (overrides: Partial<WardrobeContents> = {}): WardrobeContents => ({
  seasonId: 2,
  budgetPoints: null,
  budgetMinor: 25_000,
  beyond: 'block',
  superGroups: [aSuperGroup()],
  groups: [aGroup(), aGroup({ id: 2, name: 'Shoes', products: [] })],
  ...overrides,
});
const NAMES = {
  products: new Map([
    [501, 'White shirt'],
    [502, 'Sky shirt'],
    [503, 'Polo'],
  ]),
  seasons: new Map([
    [2, 'Winter 2026'],
    [3, 'Summer 2027'],
  ]),
  currencyCode: 'GBP',
};
const changes = (after: Partial<WardrobeContents>) => describeContentsChanges(someContents(), someContents(after), NAMES);
const changesOfGroup = (after: Partial<ContentsGroup>) =>
  changes({ groups: [aGroup(after), someContents().groups[1] as ContentsGroup] });

describe('what a draft changes, in sentences', () => {
  it('is nothing where the contents are the same', () => {
    expect(changes({})).toEqual([]);
  });

  it.each<[Partial<WardrobeContents>, string[]]>([
    [{ seasonId: 3 }, ['Season: Summer 2027 instead of Winter 2026']],
    [{ seasonId: null }, ['Season: none instead of Winter 2026']],
    [{ budgetPoints: 1 }, ['Budget in points: 1 point instead of none']],
    [{ budgetMinor: null }, ['Budget in money: none instead of £250.00']],
    [{ beyond: 'own_payment' }, ['Beyond the entitlement: paid by the wearer instead of not allowed']],
    [{ necessity: 'protective' }, ['Provided by the employer: as protective equipment instead of no']],
    [{ necessity: null }, []],
    [{ groups: [aGroup()] }, ['Shoes deleted']],
    [{ groups: someContents().groups.toReversed() }, ['Order of the groups changed']],
    [{ superGroups: [] }, ['Trousers or skirt deleted']],
    [{ superGroups: [aSuperGroup(), aSuperGroup({ id: -1, name: 'Hat' })] }, ['Hat added: either Trousers or Skirt']],
    [
      { superGroups: [aSuperGroup({ minSelect: 0, options: [{ id: 72, name: 'Skort', imageSrc: '/a.png' }] })] },
      [
        'Trousers or skirt: 0 to 1 instead of 1 options to choose',
        'Trousers or skirt: option Trousers deleted',
        'Trousers or skirt: option Skirt renamed to Skort',
        'Trousers or skirt: picture of option Skort changed',
      ],
    ],
  ])('says %o', (after, sentences) => {
    expect(changes(after)).toEqual(sentences);
  });

  it.each<[Partial<ContentsGroup>, string[]]>([
    [{ quantity: 6 }, ['Shirts: 6 instead of 4 pieces']],
    [{ quantity: null }, ['Shirts: no number instead of 4 pieces']],
    [{ minQuantity: 1 }, ['Shirts: at least 1 instead of no number of pieces']],
    [{ name: 'Tops', quantity: 1 }, ['Tops: renamed from Shirts', 'Tops: 1 instead of 4 pieces']],
    [{ superGroupOptionId: 72 }, ['Shirts: for “Skirt” of “Trousers or skirt” instead of everyone']],
    [
      {
        products: [
          { productId: 502, quantity: 1, points: 4 },
          { productId: 503, quantity: 2, points: 1 },
        ],
      },
      [
        'Shirts: Polo added (2 pieces, 1 point)',
        'Shirts: White shirt removed',
        'Shirts: Sky shirt 1 instead of 2 pieces',
        'Shirts: Sky shirt 4 instead of no number of points',
      ],
    ],
    [{ products: aGroup().products.toReversed() }, ['Shirts: order of the products changed']],
  ])('says of a group %o', (after, sentences) => {
    expect(changesOfGroup(after)).toEqual(sentences);
  });
});
