/** The day in the reader's time zone, as date fields and the API have it: 2026-03-12. */
export const toIsoDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
