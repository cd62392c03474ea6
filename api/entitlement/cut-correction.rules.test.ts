import { describe, expect, it } from 'vitest';
import { aGroup, aWardrobe, aWearer, Ledger } from '#api/testing/entitlement-facts.ts';
import { findCutCorrections, matchCuts, sumCorrections } from './cut-correction.rules.ts';

const CUTS = [
  { id: 1, parentId: null },
  { id: 11, parentId: 1 },
  { id: 12, parentId: 1 },
  { id: 13, parentId: 1 },
  { id: 21, parentId: 2 },
  { id: 22, parentId: 2 },
];

describe('a change of wardrobes', () => {
  it.each<[string, number[], number[], [number, number][]]>([
    ['exchanges a cut', [11], [12], [[11, 12]]],
    ['exchanges it beside other wardrobes', [1, 11, 21], [21, 12], [[11, 12]]],
    [
      'exchanges two cuts of two wardrobes',
      [11, 21],
      [22, 12],
      [
        [11, 12],
        [21, 22],
      ],
    ],
    ['gives another wardrobe', [11], [21], []],
    ['gives a second cut', [11], [11, 12], []],
    ['takes a cut away', [11, 12], [11], []],
    ['gives two cuts for one, of which none replaces it', [11], [12, 13], []],
    ['exchanges wardrobes that are no cuts', [1], [3], []],
  ])('%s', (_, before, after, corrections) => {
    expect(findCutCorrections(before, after, CUTS)).toEqual(corrections.map(([fromId, toId]) => ({ fromId, toId })));
  });
});

const women = aWardrobe({ id: 10, groups: [aGroup({ id: 100, name: 'Shirts' }), aGroup({ id: 101, name: 'Skirts' })] });
const men = aWardrobe({ id: 11, groups: [aGroup({ id: 110, name: ' shirts ' }), aGroup({ id: 111, name: 'Ties' })] });

it('groups of two cuts are the same by their name', () => {
  const { groups } = matchCuts([{ fromId: 10, toId: 11 }], [women, men]);
  expect([...groups]).toEqual([[100, { collectionId: 11, groupId: 110, superGroupOptionId: null }]]);
});

describe('a corrected cut', () => {
  const corrections = [{ fromId: 10, toId: 11 }];
  const start = (over: Parameters<typeof aWearer>[0] = {}) => {
    const ledger = new Ledger();
    ledger.sync(aWearer({ allocationTypeId: 20, ...over }), [women, men]);
    return ledger;
  };

  it('moves what is reserved and used to the group of the same name', () => {
    const ledger = start();
    const line = ledger.order(501, 3);
    if (line) ledger.change(line, 2, 1);
    ledger.sync(aWearer({ allocationTypeId: 20, collectionIds: [11] }), [women, men], { corrections });
    expect(ledger.figures()).toEqual([
      '100 closed: 0 − 0 − 0 = 0',
      '101 closed: 0 − 0 − 0 = 0',
      '110 open: 4 − 2 − 1 = 1',
      '111 open: 4 − 0 − 0 = 4',
    ]);
  });

  it('grants in full without', () => {
    const ledger = start();
    ledger.order(501, 3);
    ledger.sync(aWearer({ allocationTypeId: 20, collectionIds: [11] }), [women, men]);
    expect(ledger.figures()).toEqual([
      '100 closed: 3 − 3 − 0 = 0',
      '101 closed: 0 − 0 − 0 = 0',
      '110 open: 4 − 0 − 0 = 4',
      '111 open: 4 − 0 − 0 = 4',
    ]);
  });

  it('keeps more than the other cut grants, of which no more can be ordered', () => {
    const ledger = start();
    ledger.order(501, 3);
    const fewer = { ...men, groups: [aGroup({ id: 110, name: 'Shirts', quantity: 1 })] };
    ledger.sync(aWearer({ allocationTypeId: 20, collectionIds: [11] }), [women, fewer], { corrections });
    expect(ledger.figures().at(-1)).toBe('110 open: 3 − 3 − 0 = 0');
  });

  it('answers the either/or of the other cut in which pieces count', () => {
    const ledger = start();
    ledger.order(501, 1);
    const choice = { ...men, groups: [aGroup({ id: 110, name: 'Shirts', superGroupId: 60, superGroupOptionId: 61 })] };
    ledger.sync(aWearer({ allocationTypeId: 20, collectionIds: [11] }), [women, choice], { corrections });
    expect(ledger.figures().at(-1)).toBe('110 open: 4 − 1 − 0 = 3');
  });
});

it('previews of several people are summed by their cuts', () => {
  const one = { fromId: 1, toId: 2, movable: 3, staying: 1, stayingLabels: ['Ties'] };
  expect(sumCorrections([{ ...one, fromId: 5 }, one, { ...one, stayingLabels: ['Ties', 'Belts'] }])).toEqual([
    { fromId: 1, toId: 2, people: 2, movable: 6, staying: 2, stayingLabels: ['Ties', 'Belts'] },
    { fromId: 5, toId: 2, people: 1, movable: 3, staying: 1, stayingLabels: ['Ties'] },
  ]);
});
