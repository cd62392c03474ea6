/** A field that changed, with display texts; empty where there was or is no value. */
interface FormattedFieldChange {
  field: string;
  before: string;
  after: string;
}

/** A value as it is stored. */
export type StoredValue = string | number | boolean | null | (string | number)[];

/** The values that the audit log stores with an event, by field. */
type Values = Readonly<Record<string, unknown>>;

/** Names by id, for each kind of reference (`resort`, `role`, …). */
export type ReferenceNames = Readonly<Record<string, ReadonlyMap<number, string>>>;

type Meaning = string | Readonly<Record<string, string>> | ((value: never) => string);

/** How the audit events about one kind of record are shown. */
export interface HistoryLabels {
  /** Display text for each action. */
  actions: Readonly<Record<string, string>>;
  /** Labels of the fields of an action that differ from those of the record. */
  actionFields?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The label of each field, and the kind of reference that its ids are, the texts of its codes, or how its kinds
   * with values are worded. Fields that are not listed are not shown. */
  fields: Readonly<Record<string, readonly [label: string, meaning?: Meaning]>>;
}

/** The display text of an audit action: its own label, otherwise the words of its name. */
export function formatAuditAction({ actions }: HistoryLabels, action: string): string {
  const known = actions[action];
  if (known) return known;
  const words = action
    .replaceAll(/[.-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function formatValue(value: unknown, meaning: Meaning | undefined, names: ReferenceNames): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => formatValue(item, meaning, names)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof meaning === 'function') return typeof value === 'object' ? meaning(value as never) : String(value);
  if (typeof meaning === 'object') return meaning[String(value)] ?? String(value);
  // The row may have been deleted since.
  if (meaning && typeof value === 'number') return names[meaning]?.get(value) ?? `no. ${value}`;
  return String(value);
}

/**
 * A value with the names of the records that it refers to instead of their ids, to be stored where the names of the moment count. Ids whose names are
 * not in `names` stay.
 */
export function resolveNames({ fields }: HistoryLabels, field: string, value: StoredValue, names: ReferenceNames): StoredValue {
  const meaning = fields[field]?.[1];
  const known = typeof meaning === 'string' ? names[meaning] : undefined;
  if (Array.isArray(value)) return value.map((item) => (typeof item === 'number' ? (known?.get(item) ?? item) : item));
  return typeof value === 'number' ? (known?.get(value) ?? value) : value;
}

/** What an audit event, or a plan that has no action yet, changes field by field, as display texts. Values that the audit log does not store are left out. */
export function formatFieldChanges(
  { fields, actionFields }: HistoryLabels,
  { action = '', before, after }: { action?: string; before: Values | null; after: Values | null },
  names: ReferenceNames,
): FormattedFieldChange[] {
  const changed = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return changed.flatMap((name) => {
    const field = fields[name];
    if (!field) return [];
    const [label, meaning] = field;
    return [
      {
        field: actionFields?.[action]?.[name] ?? label,
        before: formatValue(before?.[name], meaning, names),
        after: formatValue(after?.[name], meaning, names),
      },
    ];
  });
}
