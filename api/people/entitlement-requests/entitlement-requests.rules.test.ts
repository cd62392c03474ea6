import { describe, expect, it } from 'vitest';
import { describeRequest } from '#api/entitlement/adjustments.rules.ts';
import {
  type AskingFacts,
  findAskingBlocker,
  getExpiryDay,
  getTransition,
  REQUEST_TRANSITIONS,
} from './entitlement-requests.rules.ts';

const facts = (over: Partial<AskingFacts> = {}, account: Partial<AskingFacts['account']> = {}): AskingFacts => ({
  account: { status: 'open', isLimited: true, endsOn: '2026-12-31', ...account },
  wearerEndsOn: null,
  hasOptedOut: false,
  window: { season: 'Winter', opensOn: '2026-06-01', closesOn: '2026-11-30' },
  reach: 'ownWardrobes',
  hasDecider: true,
  ...over,
});
const today = '2026-11-12';

describe('asking for more', () => {
  it.each<[string, AskingFacts, string | undefined]>([
    ['an open account', facts(), undefined],
    ['one without a window', facts({ window: null }), undefined],
    ['one without an end', facts({}, { endsOn: null }), undefined],
    ['the last day of its period', facts({}, { endsOn: today }), undefined],
    ['a closed account', facts({}, { status: 'closed' }), 'Your wardrobe no longer grants this.'],
    ['a period that has ended', facts({}, { endsOn: '2026-11-11' }), 'This period has ended.'],
    ['an option not chosen', facts({}, { status: 'unchosen' }), 'You have not chosen this option of your uniform.'],
    ['no limit', facts({}, { isLimited: false }), 'There is no limit, so you can order more without asking.'],
    ['an opt-out', facts({ hasOptedOut: true }), 'No uniform can be ordered after an opt-out. An administrator can undo it.'],
    ['a leaver', facts({ wearerEndsOn: '2026-11-11' }), 'The last day of work was 11 November 2026, so nothing can be ordered.'],
    [
      'a closed window',
      facts({ window: { season: 'Winter', opensOn: null, closesOn: '2026-11-11' } }),
      'Ordering closed on 11 November.',
    ],
    [
      'no permission to order',
      facts({ reach: 'nothing' }),
      'This account has no permission to order. An administrator can change that.',
    ],
    [
      'no one who could decide',
      facts({ hasDecider: false }),
      'There is no other administrator who could decide on a request for more. Contact your supplier.',
    ],
  ])('of %s', (_, given, blocker) => {
    expect(findAskingBlocker(given, today)).toBe(blocker);
  });
});

it('an open request can be changed in four ways, a closed one in none', () => {
  expect((['grant', 'decline', 'withdraw', 'expire'] as const).map(getTransition)).toEqual([
    { from: ['open'], to: 'granted' },
    { from: ['open'], to: 'declined' },
    { from: ['open'], to: 'withdrawn' },
    { from: ['open'], to: 'expired' },
  ]);
  const { open, ...closed } = REQUEST_TRANSITIONS;
  expect(Object.values(closed)).toEqual([{}, {}, {}, {}]);
  expect(Object.keys(closed).toSorted()).toEqual(Object.values(open).toSorted());
});

it.each([
  ['2026-11-12', '2026-12-12'],
  ['2027-02-10', '2027-03-12'],
  ['2028-02-10', '2028-03-11'],
])('a request of %s can be decided until %s', (day, expiresOn) => {
  expect(getExpiryDay(day)).toBe(expiresOn);
});

it.each([
  [2, 'pieces', '2 more pieces of Shirts'],
  [1, 'pieces', '1 more piece of Shirts'],
  [20, 'points', '20 more points'],
  [1, 'points', '1 more point'],
  [3050, 'money', '£30.50 more'],
] as const)('describes %s %s as “%s”', (amount, unit, text) => {
  expect(describeRequest(amount, { unit, label: 'Shirts' }, 'GBP')).toBe(text);
});
