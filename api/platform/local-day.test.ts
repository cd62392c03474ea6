import { expect, it } from 'vitest';
import { formatDay, getEndOfLocalDay, getLocalDay } from './local-day.ts';

it.each([
  // Clocks in London go forward on 28 March 2027 at 01:00 UTC, and back on 31 October 2027 at 01:00 UTC.
  ['Europe/London', '2027-03-27T23:59:59Z', '2027-03-27'],
  ['Europe/London', '2027-03-28T00:00:00Z', '2027-03-28'],
  ['Europe/London', '2027-03-28T22:59:59Z', '2027-03-28'],
  ['Europe/London', '2027-03-28T23:00:00Z', '2027-03-29'],
  ['Europe/London', '2027-10-30T22:59:59Z', '2027-10-30'],
  ['Europe/London', '2027-10-30T23:00:00Z', '2027-10-31'],
  ['Europe/London', '2027-10-31T23:00:00Z', '2027-10-31'],
  ['Europe/London', '2027-11-01T00:00:00Z', '2027-11-01'],
  // Clocks in New York go forward on 14 March 2027 at 07:00 UTC, and back on 7 November 2027 at 06:00 UTC.
  ['America/New_York', '2027-03-14T04:59:59Z', '2027-03-13'],
  ['America/New_York', '2027-03-14T05:00:00Z', '2027-03-14'],
  ['America/New_York', '2027-03-15T03:59:59Z', '2027-03-14'],
  ['America/New_York', '2027-03-15T04:00:00Z', '2027-03-15'],
  ['America/New_York', '2027-11-07T03:59:59Z', '2027-11-06'],
  ['America/New_York', '2027-11-07T04:00:00Z', '2027-11-07'],
  ['America/New_York', '2027-11-08T04:59:59Z', '2027-11-07'],
  ['America/New_York', '2027-11-08T05:00:00Z', '2027-11-08'],
])('the day in %s at %s is %s', (timeZone, moment, day) => {
  expect(getLocalDay(Date.parse(moment), timeZone)).toBe(day);
});

it.each([
  ['Europe/London', '2027-01-15', '2027-01-15T23:59:59.999Z'],
  ['Europe/London', '2027-07-15', '2027-07-15T22:59:59.999Z'],
  // The days on which clocks go forward and back, and those before.
  ['Europe/London', '2027-03-27', '2027-03-27T23:59:59.999Z'],
  ['Europe/London', '2027-03-28', '2027-03-28T22:59:59.999Z'],
  ['Europe/London', '2027-10-30', '2027-10-30T22:59:59.999Z'],
  ['Europe/London', '2027-10-31', '2027-10-31T23:59:59.999Z'],
  ['Europe/Lisbon', '2027-03-28', '2027-03-28T22:59:59.999Z'],
  ['Europe/Lisbon', '2027-10-31', '2027-10-31T23:59:59.999Z'],
  // Clocks in Sydney go back on 4 April 2027 at 16:00 UTC of the day before, and forward on 3 October 2027 likewise.
  ['Australia/Sydney', '2027-04-03', '2027-04-03T12:59:59.999Z'],
  ['Australia/Sydney', '2027-04-04', '2027-04-04T13:59:59.999Z'],
  ['Australia/Sydney', '2027-10-02', '2027-10-02T13:59:59.999Z'],
  ['Australia/Sydney', '2027-10-03', '2027-10-03T12:59:59.999Z'],
  ['Pacific/Kiritimati', '2027-01-15', '2027-01-15T09:59:59.999Z'],
  ['Etc/GMT+12', '2027-01-15', '2027-01-16T11:59:59.999Z'],
  ['Asia/Kathmandu', '2027-01-15', '2027-01-15T18:14:59.999Z'],
  // Midnight does not exist in Beirut on 28 March 2027: the day begins at 01:00.
  ['Asia/Beirut', '2027-03-27', '2027-03-27T21:59:59.999Z'],
])('the end of the day in %s on %s is %s', (timeZone, day, end) => {
  expect(getEndOfLocalDay(day, timeZone).toISOString()).toBe(end);
  expect(getLocalDay(Date.parse(end) + 1, timeZone) > day).toBe(true);
});

it('writes a day as people read it', () => {
  expect(formatDay('2027-03-08')).toBe('8 March 2027');
});
