// Creating a formatter takes far longer than using it.
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The day on which a moment (milliseconds since 1 January 1970 UTC) falls in a time zone (IANA name), as `2026-03-29`. Days
 * compare as texts.
 */
export function getLocalDay(moment: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    // Swedish dates are those of ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(timeZone, format);
  }
  return format.format(moment);
}

const times = new Map<string, Intl.DateTimeFormat>();

/** A moment as clocks in a time zone show it. */
export interface LocalTime {
  /** `2026-03-29` */
  day: string;
  /** `14:05`; times compare as texts. */
  time: string;
}

/** What clocks in a time zone (IANA name) show at a moment (milliseconds since 1 January 1970 UTC). */
export function getLocalTime(moment: number, timeZone: string): LocalTime {
  let format = times.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' });
    times.set(timeZone, format);
  }
  return { day: getLocalDay(moment, timeZone), time: format.format(moment) };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The last millisecond of a day, `2026-03-29`, in a time zone (IANA name). Days have 23 or 25 hours where clocks are changed, so it is searched for: the
 * last moment that does not fall on a later day.
 */
export function getEndOfLocalDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  // Clocks are at most 14 hours ahead of UTC and 12 behind.
  let last = midnight - 15 * HOUR_MS;
  let next = midnight + 13 * HOUR_MS;
  while (next - last > 1) {
    const middle = Math.floor((last + next) / 2);
    if (getLocalDay(middle, timeZone) > day) next = middle;
    else last = middle;
  }
  return new Date(last);
}

/** The day some days after another, `2026-03-12`, or before it. */
export const addDaysTo = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** A day, `2026-03-12`, as people read it: 12 March 2026, in English whatever the server's locale. */
export const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** A day as people read it today: without its year if that is this year's, as "12 March". */
export const formatNearDay = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? formatDay(day).slice(0, -5) : formatDay(day);

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A day, `2026-12-03`, as people plan with it: Thursday 3 December 2026. */
export const formatWeekday = (day: string): string => weekdayFormat.format(new Date(`${day}T00:00:00Z`)).replace(',', '');

const weekdayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
