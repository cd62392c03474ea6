import { describe, expect, it } from 'vitest';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { Permission } from '#contract/endpoint.ts';
import { type Eligibility, explainRefusal, getOrderingReach } from './ordering-eligibility.rules.ts';

const TODAY = '2027-03-28';
const own = { name: null, endsOn: null, optedOut: false };
const facts = (more: Partial<Eligibility> = {}): Eligibility => ({
  ordererEndsOn: null,
  wearer: own,
  isInWardrobe: true,
  windows: [],
  ...more,
});
const refusal = (more: Partial<Eligibility>, today = TODAY) => explainRefusal(facts(more), 'everything', today);

describe('how far permissions reach', () => {
  it.each<[Permission[], string]>([
    [[], 'nothing'],
    [['AllowStockEnquiry', 'AllowDashboard'], 'nothing'],
    [['AllowUniformBuilder'], 'ownWardrobes'],
    [['AllowUniformBuilder', 'AllowStockEnquiry'], 'ownWardrobes'],
    [['AllowUniformBuilder', 'AllowProductsModal'], 'everything'],
    [['AllowAdhocOrder'], 'everything'],
  ])('%j: %s', (permissions, reach) => {
    expect(getOrderingReach({ permissions })).toBe(reach);
  });
});

describe('an ordering window', () => {
  const window = (opensOn: string | null, closesOn: string | null, season = 'Summer') => ({ season, opensOn, closesOn });

  it.each([
    ['no limits', [window(null, null)], undefined],
    ['its first day', [window('2027-03-28', null)], undefined],
    ['the day before', [window('2027-03-29', null)], 'Ordering opens on 29 March.'],
    ['its last day', [window(null, '2027-03-28')], undefined],
    ['a day of another year', [window(null, '2026-12-31')], 'Ordering closed on 31 December 2026.'],
    ['the day after', [window('2027-01-01', '2027-03-27')], 'Ordering closed on 27 March.'],
    ['one of two open', [window(null, '2027-01-01', 'Winter'), window('2027-03-01', null)], undefined],
    [
      'one closed, one to come',
      [window(null, '2027-01-01', 'Winter'), window('2027-09-01', null, 'Autumn'), window('2027-05-01', null)],
      'Ordering opens on 1 May.',
    ],
    ['two closed', [window(null, '2027-02-01'), window(null, '2027-01-01', 'Winter')], 'Ordering closed on 1 February.'],
  ])('%s', (_, windows, reason) => {
    expect(refusal({ windows })).toBe(reason);
  });

  it('does not apply to goods for no one, nor to what the wardrobe does not list', () => {
    const windows = [window(null, '2027-01-01')];
    expect([refusal({ windows, wearer: null }), refusal({ windows, isInWardrobe: false })]).toEqual([undefined, undefined]);
  });

  // The clocks change on the window's first or last day; moments one second apart around midnight in the time zone.
  it.each([
    ['Europe/London', window('2027-03-28', '2027-10-31'), '2027-03-28T00:00:00Z', '2027-10-31T23:59:59Z'],
    ['Europe/London', window('2027-03-29', '2027-10-30'), '2027-03-28T23:00:00Z', '2027-10-30T22:59:59Z'],
    ['America/New_York', window('2027-03-14', '2027-11-07'), '2027-03-14T05:00:00Z', '2027-11-08T04:59:59Z'],
    ['America/New_York', window('2027-03-15', '2027-11-06'), '2027-03-15T04:00:00Z', '2027-11-07T03:59:59Z'],
  ])('in %s opens and closes with the day, also when the clocks change', (timeZone, days, first, last) => {
    const isOpenAt = (moment: number) => refusal({ windows: [days] }, getLocalDay(moment, timeZone)) === undefined;
    const [opens, closes] = [Date.parse(first), Date.parse(last)];

    expect([opens - 1000, opens, closes, closes + 1000].map(isOpenAt)).toEqual([false, true, true, false]);
  });
});
