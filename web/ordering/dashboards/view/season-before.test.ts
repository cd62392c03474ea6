import { describe, expect, it } from 'vitest';
import {
  findComparedSeason,
  findSeasonBefore,
  findYearBeforeLast,
  type SeasonDays,
  toDayIn,
  yearBefore,
} from './season-before.ts';

const season = (id: number, start: string | null, end: string | null): SeasonDays => ({
  id,
  startDateUtc: start && `${start}T00:00:00Z`,
  endDateUtc: end && `${end}T00:00:00Z`,
});
const winter = season(4, '2026-10-01', '2027-03-31');
const summer = season(3, '2026-04-01', '2026-09-30');
const lastWinter = season(2, '2025-10-03', '2026-03-31');
const winters = [winter, summer, lastWinter, season(1, null, null)];

describe('the season before', () => {
  it('is that of the same months, not the latest one', () => {
    expect(findSeasonBefore(winter, winters)?.id).toBe(2);
    expect(findSeasonBefore(summer, winters)).toBeUndefined();
    expect(findSeasonBefore(season(1, null, null), winters)).toBeUndefined();
    expect(findSeasonBefore(undefined, winters)).toBeUndefined();
  });

  it('is that of the year before, where seasons are years', () => {
    const [now, before] = [season(2, '2026-07-05', '2027-07-04'), season(1, '2025-07-05', '2026-07-04')];
    expect(findSeasonBefore(now, [now, before])?.id).toBe(1);
  });

  it.each([
    ['of which the same days have gone by', winter, '2026-11-29', { seasonId: 2, createdAtMax: '2025-11-29' }],
    ['on its last day', winter, '2027-03-31', { seasonId: 2, createdAtMax: '2026-03-31' }],
    ['all of it once this season is over', winter, '2027-04-01', { seasonId: 2 }],
    ['nothing before this season begins', winter, '2026-09-30', undefined],
    ['nothing without a season before', summer, '2026-05-01', undefined],
  ])('is compared: %s', (_, of, today, compared) => {
    expect(findComparedSeason(of, winters, today)).toEqual(compared);
  });
});

it.each([
  ['2026-11-29', '2025-11-29'],
  ['2028-02-29', '2027-02-28'],
  ['2026-01-01', '2025-01-01'],
])('a year before %s is %s', (day, before) => expect(yearBefore(day)).toBe(before));

it.each([
  ['2026-11-29', '2024-12-01', '2025-11-30'],
  ['2026-01-31', '2024-02-01', '2025-01-31'],
])('on %s the year before the latest twelve months begins on %s', (today, createdAtMin, createdAtMax) => {
  expect(findYearBeforeLast(today)).toEqual({ createdAtMin, createdAtMax });
});

it('today depends on the time zone', () => {
  const now = new Date('2026-11-29T23:30:00Z');
  expect([toDayIn(now, 'Europe/London'), toDayIn(now, 'Europe/Paris'), toDayIn(now, 'America/New_York')]).toEqual([
    '2026-11-29',
    '2026-11-30',
    '2026-11-29',
  ]);
});
