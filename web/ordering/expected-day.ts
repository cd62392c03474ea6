import { createDateFormat } from '#web/ui/format/format.ts';

const weekdays = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** "Expected by Thursday 3 December" of `2026-12-03`, or "Ready to collect by Thursday 3 December" of an order that is collected. */
export const formatExpected = (day: string, isCollected = false): string =>
  `${isCollected ? 'Ready to collect by' : 'Expected by'} ${weekdays(new Date(`${day}T00:00:00Z`))}`;
