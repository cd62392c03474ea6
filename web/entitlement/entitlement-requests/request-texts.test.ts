import { describe, expect, it } from 'vitest';
import { describeMore, describeOwnRequest, findCurrentRequest, type OwnRequest } from './request-texts.ts';

const aRequest = (over: Partial<OwnRequest> = {}) =>
  ({
    accountId: 7,
    label: 'Shirts',
    unit: 'pieces',
    status: 'open',
    amount: 2,
    createdOnUtc: '2026-11-12T10:00:00.000Z',
    expiresOn: '2026-12-12',
    closedOnUtc: null,
    decisionReason: null,
    grantedAmount: null,
    undoneOnUtc: null,
    undoneBy: null,
    ...over,
  }) as OwnRequest;

describe('a request, for its wearer', () => {
  it.each([
    [{}, 'You asked for 2 more on 12 November 2026. Your administrator can decide until 12 December 2026.'],
    [
      { unit: 'points', amount: 1 },
      'You asked for 1 more point on 12 November 2026. Your administrator can decide until 12 December 2026.',
    ],
    [
      { status: 'declined', closedOnUtc: '2026-11-14T10:00:00.000Z', decisionReason: 'Next season' },
      'Your request for 2 more was declined on 14 November 2026: “Next season”',
    ],
    [
      { status: 'expired', unit: 'money', amount: 30 },
      'No one decided on your request for £30.00 more by 12 December 2026, so it has expired.',
    ],
    [
      {
        status: 'granted',
        grantedAmount: 1,
        closedOnUtc: '2026-11-14T10:00:00.000Z',
        undoneOnUtc: '2026-11-15T10:00:00.000Z',
        undoneBy: 'Ada Bell',
      },
      'On 14 November 2026, you were granted 1 more. This was undone by Ada Bell on 15 November 2026.',
    ],
  ] as const)('%j', (over, text) => {
    expect(describeOwnRequest(aRequest(over as Partial<OwnRequest>), 'GBP')).toBe(text);
  });

  it('is shown until it has been granted, withdrawn or repeated, and again when the grant is undone', () => {
    const find = (...statuses: OwnRequest['status'][]) =>
      findCurrentRequest(
        statuses.map((status) => aRequest({ status })),
        7,
      )?.status;
    expect([find('open'), find('declined'), find('expired'), find('granted', 'declined'), find('withdrawn'), find()]).toEqual([
      'open',
      'declined',
      'expired',
      undefined,
      undefined,
      undefined,
    ]);
    expect(findCurrentRequest([aRequest()], 8)).toBeUndefined();
    const undone = aRequest({ status: 'granted', undoneOnUtc: '2026-11-15T10:00:00.000Z' });
    expect(findCurrentRequest([undone], 7)).toBe(undone);
    expect(findCurrentRequest([aRequest({ status: 'withdrawn' }), undone], 7)).toBeUndefined();
  });
});

it.each([
  ['pieces', 2, '2 more pieces of Shirts'],
  ['pieces', 1, '1 more piece of Shirts'],
  ['points', 20, '20 more points'],
  ['money', 30.5, '£30.50 more'],
] as const)('names what is asked for in %s', (unit, amount, text) => {
  expect(describeMore({ unit, label: 'Shirts' }, amount, 'GBP')).toBe(text);
});
