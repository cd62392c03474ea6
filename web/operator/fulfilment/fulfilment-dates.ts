import { createDateFormat, plural } from '#web/ui/format/format.ts';

const dayAndMonth = createDateFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' });
const fullDay = createDateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const shortDay = createDateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
const shortDayAndYear = createDateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

const isThisYear = (day: string, now: Date) => day.startsWith(`${now.getFullYear()}-`);
const toDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** "9 December" for the day 2026-12-09; with the year unless it is this one. */
export const formatDueDay = (day: string, now = new Date()): string =>
  (isThisYear(day, now) ? dayAndMonth : fullDay)(toDate(day));

/** "9 Dec" for the day 2026-12-09; with the year unless it is this one. */
export const formatShortDay = (day: string, now = new Date()): string =>
  (isThisYear(day, now) ? shortDay : shortDayAndYear)(toDate(day));

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago a moment was, in words: "just now", "5 minutes", "3 hours", "12 days". */
export function formatElapsed(utc: string, now = Date.now()): string {
  const age = Math.max(0, now - Date.parse(utc));
  if (age < MINUTE_MS) return 'just now';
  if (age < HOUR_MS) return plural(Math.floor(age / MINUTE_MS), 'minute');
  if (age < 2 * DAY_MS) return plural(Math.floor(age / HOUR_MS), 'hour');
  return plural(Math.floor(age / DAY_MS), 'day');
}

/** The same at the end of a sentence: "just now", "5 minutes ago". */
export const describeElapsed = (utc: string): string => {
  const age = formatElapsed(utc);
  return age === 'just now' ? age : `${age} ago`;
};
