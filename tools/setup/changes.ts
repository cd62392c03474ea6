/** What became of a part of the setup. `kept`: it is there, and others decide about it now. */
export type Outcome = 'created' | 'changed' | 'unchanged' | 'kept';

/** A part of the setup and what became of it. */
export interface PartReport {
  part: string;
  /** Whom or what it is about. */
  subject: string;
  outcome: Outcome;
  /** What has changed, or why it was kept: a line each. */
  details: string[];
}

/** The stated values that differ from the stored ones. An undefined value is not stated. */
export function findChanges<Values extends object>(stated: Values, stored: object): Partial<Values> {
  const before = stored as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(stated).filter(([name, value]) => value !== undefined && !isSame(value, before[name])),
  ) as Partial<Values>;
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const toMajorUnits = (value: unknown) => (value === null ? null : Number(value) / 100);

/** How columns whose unit differs from that of the file are shown. */
const FORMATS: Readonly<Record<string, (value: unknown) => unknown>> = {
  tax_rate: (value) => Math.round(Number(value) * 10_000) / 100,
  tax_display_type: (value) => value === 0,
  credit_limit_minor: toMajorUnits,
  rate_minor: toMajorUnits,
  free_from_minor: toMajorUnits,
  fee_minor: toMajorUnits,
  cut_off: (value) => (typeof value === 'string' ? value.slice(0, 5) : value),
};

/** The changes as lines: the name of the field, and its values before and after. */
export function describeChanges(changes: object, before: object, fields: Readonly<Record<string, string | undefined>>): string[] {
  const stored = before as Record<string, unknown>;
  return Object.entries(changes).map(([name, value]) => {
    const format = FORMATS[name] ?? ((plain: unknown) => plain);
    return `${fields[name] ?? name}: ${describeValue(format(stored[name]))} → ${describeValue(format(value))}`;
  });
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return 'none';
  return Array.isArray(value) ? `"${value.join(', ')}"` : typeof value === 'string' ? `"${value}"` : String(value);
}

/** A report of a row that was added or changed, from its changes. */
export const reportRow = (part: string, subject: string, before: object | undefined, details: string[]): PartReport => ({
  part,
  subject,
  outcome: before === undefined ? 'created' : details.length > 0 ? 'changed' : 'unchanged',
  details: before === undefined ? [] : details,
});
