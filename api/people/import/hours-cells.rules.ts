import type { CellReading } from './number-cells.rules.ts';

/** Most characters of a cell with hours. */
const MAX_LENGTH = 40;
const MINUTES = 60;

const HOURS = new Set([
  '',
  'h',
  'hr',
  'hrs',
  'hour',
  'hours',
  'std',
  'stunde',
  'stunden',
  'heures',
  'horas',
  'uren',
  'h/w',
  'h/wk',
  'h/week',
  'hrs/week',
  'hours/week',
  'hpw',
  'h per week',
  'hrs per week',
  'hours per week',
  'hours a week',
  'hours weekly',
  'std/woche',
  'std/wo',
  'stunden pro woche',
]);
const FULL_TIME = new Set(['full time', 'full-time', 'fulltime', 'ft', 'vollzeit', 'temps plein', 'tiempo completo', 'voltijd']);
const FTE = new Set(['fte', 'vzä', 'vzae', 'etp', 'etc']);

/** Whether the numbers of a column are shares of full time, by its normalised heading. */
export const isShareHeading = (heading: string): boolean =>
  [
    'fte',
    'ftevalue',
    'fulltimeequivalent',
    'fulltimepercentage',
    'beschaftigungsgrad',
    'beschäftigungsgrad',
    'vzä',
    'etp',
  ].includes(heading);

/** How a cell with hours is read: full-time hours of a week, and whether a number without a unit is a share of them. */
interface HoursOptions {
  fullTimeHours: number;
  isShare?: boolean;
}

/**
 * Reads weekly hours: 37.5, 37,5h, 37:30, 37h30, 100 %, 0.5 FTE; null for full time. Shares are those of the organisation's full-time hours, with a
 * note. Hours have two decimals.
 */
export function readWeeklyHours(cell: string, { fullTimeHours, isShare = false }: HoursOptions): CellReading<number | null> {
  const text = cell.trim().toLowerCase();
  const refused = { reason: { kind: 'hours_are_no_number' as const, cell: cell.trim() } };
  if (text.length > MAX_LENGTH) return refused;
  if (FULL_TIME.has(text)) return { value: null };
  const minutes = findMinutes(text);
  if (minutes !== undefined) return { value: round(minutes / MINUTES) };
  const found = /^(?:(fte)\s*)?(\d{1,4}(?:[.,]\d{1,6})?)([^\d]*)$/.exec(text);
  if (!found) return refused;
  const [, before, digits = '', after = ''] = found;
  const number = Number(digits.replace(',', '.'));
  const unit = after.trim().replace(/\.$/, '').trim();
  const share = findShare(number, before ?? unit, before ? unit : '', isShare);
  if (share !== undefined) {
    const hours = round(share * fullTimeHours);
    return { value: hours, note: { kind: 'hours_of_full_time', cell: cell.trim(), hours, fullTime: fullTimeHours } };
  }
  return !before && HOURS.has(unit) ? { value: round(number) } : refused;
}

/** Minutes of 37:30, 37:30:00, 37h30 and 37 h 30 min; undefined for anything else. */
function findMinutes(text: string): number | undefined {
  const found = /^(\d{1,3})(?::([0-5]\d)(?::00)?|\s?h(?:rs?)?\s?([0-5]?\d)(?:\s?m(?:in)?)?)$/.exec(text);
  return found ? Number(found[1]) * MINUTES + Number(found[2] ?? found[3]) : undefined;
}

/** The share of full time that a number means with its unit; undefined where it means none. */
function findShare(number: number, unit: string, rest: string, isShare: boolean): number | undefined {
  if (rest !== '') return undefined;
  if (FTE.has(unit)) return number > 2 ? number / 100 : number;
  if (unit === '%' || unit === '% fte' || unit === 'percent' || unit === 'prozent') return number / 100;
  if (!isShare || unit !== '') return undefined;
  // Shares are written as 0.5 or as 50.
  return number > 2 ? number / 100 : number;
}

const round = (hours: number) => Math.round(hours * 100) / 100;
