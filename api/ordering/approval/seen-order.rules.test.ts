import { describe, expect, it } from 'vitest';
import { describeSeenChanges, joinSeen, keepSeen, type SeenOrder } from './seen-order.rules.ts';

const JACKET = { id: 1, name: 'Winter jacket, M', pending: 3, unitMinor: 9000 };
const CAP = { id: 2, name: 'Cap', pending: 1, unitMinor: 500 };
const anOrder = (lines: SeenOrder['lines'], totalMinor = 75_060, pendingMinor = 27_500): SeenOrder => ({
  totalMinor,
  pendingMinor,
  lines,
});
const GBP = { currencyCode: 'GBP', pricesVisible: true };

describe('what has changed of an order since it was seen', () => {
  it.each<[string, SeenOrder, SeenOrder, string[], string[]]>([
    [
      'more pieces and another total',
      anOrder([JACKET]),
      anOrder([{ ...JACKET, pending: 4 }, CAP], 84_078),
      ['Winter jacket, M: 4 instead of 3.', 'Total £840.78 instead of £750.60.'],
      ['Winter jacket, M: 4 instead of 3.'],
    ],
    [
      'another size at another price',
      anOrder([JACKET]),
      anOrder([{ ...JACKET, name: 'Winter jacket, L', unitMinor: 9500 }]),
      [
        '3 × Winter jacket, L instead of 3 × Winter jacket, M.',
        'Price of Winter jacket, L: £95.00 instead of £90.00 each, excluding tax.',
      ],
      ['3 × Winter jacket, L instead of 3 × Winter jacket, M.'],
    ],
    [
      'the price alone',
      anOrder([CAP]),
      anOrder([JACKET, { ...CAP, unitMinor: 600 }]),
      ['Price of Cap: £6.00 instead of £5.00 each, excluding tax.'],
      ['The price of Cap has changed.'],
    ],
    [
      'pieces that were cancelled, for which the total stays',
      anOrder([CAP]),
      anOrder([JACKET, { ...CAP, pending: 0 }], 75_060, 27_000),
      ['Removed: 1 × Cap.', 'Goods to approve £270.00 instead of £275.00, excluding tax.'],
      ['Removed: 1 × Cap.'],
    ],
    ['nothing', anOrder([]), anOrder([JACKET, CAP]), [], []],
  ])('%s', (_, seen, now, priced, unpriced) => {
    expect(describeSeenChanges(seen, now, GBP)).toEqual(priced);
    expect(describeSeenChanges(seen, now, { ...GBP, pricesVisible: false })).toEqual(unpriced);
  });

  it('comes from all changes since, each of which keeps what it has touched', () => {
    const states = [
      anOrder([JACKET, CAP], 100),
      anOrder([{ ...JACKET, pending: 2 }, CAP], 200),
      anOrder([{ ...JACKET, pending: 1 }, CAP, { ...CAP, id: 3, name: 'Cap, blue' }], 300),
    ] as const;
    const changes = states
      .slice(1)
      .map((after, index) => keepSeen({ ...(states[index] as SeenOrder), fingerprint: `${index}` }, after));

    expect(changes.map(({ lines }) => lines.map(({ id, pending }) => [id, pending]))).toEqual([
      [[1, 3]],
      [
        [1, 2],
        [3, 0],
      ],
    ]);
    expect(describeSeenChanges(joinSeen(changes) as SeenOrder, states[2], GBP)).toEqual([
      'Winter jacket, M: 1 instead of 3.',
      'Added: 1 × Cap, blue.',
      'Total £3.00 instead of £1.00.',
    ]);
    expect(joinSeen([])).toBeUndefined();
  });
});
