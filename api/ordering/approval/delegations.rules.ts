import { parseIsoDate } from '#api/platform/http/dates.ts';
import { conflict, invalid } from '#api/platform/http/errors.ts';
import { isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import { formatDay } from '#api/platform/local-day.ts';

/** The days of a delegation, such as `2026-03-12`, the last included. */
export interface Period {
  startsOn: string;
  endsOn: string;
}

/** Administrators of the whole organisation may delegate for others. */
export const canDelegateForOthers = (scope: Pick<Scope, 'roles' | 'adminableGroupIds'>): boolean => isOrganisationAdmin(scope);

function parseDay(field: keyof Period, input: string): string {
  const parsed = parseIsoDate(input);
  if (!parsed) throw invalid(field, `The ${field === 'startsOn' ? 'first' : 'last'} day is not a date.`);
  return parsed.moment.toISOString().slice(0, 10);
}

const addYear = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

/** Reads the days of a new delegation. Throws 422 for days in the past, in the wrong order, more than a year ahead or more than a year. */
export function parsePeriod(input: Period, today: string): Period {
  const startsOn = parseDay('startsOn', input.startsOn);
  const endsOn = parseDay('endsOn', input.endsOn);
  if (startsOn < today) throw invalid('startsOn', 'The first day must not be in the past.');
  if (startsOn > addYear(today)) throw invalid('startsOn', 'The first day must be within a year.');
  if (endsOn < startsOn) throw invalid('endsOn', 'The last day must not be before the first.');
  if (endsOn > addYear(startsOn)) throw invalid('endsOn', 'A delegation lasts a year at most.');
  return { startsOn, endsOn };
}

/** `on 12 March 2026` or `from 12 March 2026 to 14 March 2026`. */
export const describePeriod = ({ startsOn, endsOn }: Period): string =>
  startsOn === endsOn ? `on ${formatDay(startsOn)}` : `from ${formatDay(startsOn)} to ${formatDay(endsOn)}`;

/** Which right someone lacks to decide in an approver's place; null for none. */
export function explainLack({
  seesOrders,
  missingGroups,
}: {
  seesOrders: boolean;
  missingGroups: string[] | null;
}): string | null {
  if (!seesOrders) return 'Can’t see other people’s orders: is neither an approver, a Buyer nor an Admin.';
  if (missingGroups === null) return 'Doesn’t see the orders of the whole organisation.';
  return missingGroups.length > 0 ? `Doesn’t see the orders of ${missingGroups.join(', ')}.` : null;
}

/** The 409 when a delegation contradicts another. */
export const delegationConflict = (sentence: string) => conflict('delegation', sentence);
