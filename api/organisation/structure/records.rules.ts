import { parseIsoDate } from '#api/platform/http/dates.ts';
import { invalid } from '#api/platform/http/errors.ts';

/** A column of a record that administrators edit, or the list of ids that its link table holds. */
export interface RecordField {
  column: string;
  /** The label on screen. */
  label: string;
  /**
   * `number` and `id` read null as 0 and none; `optionalNumber` and `money` (major units on the wire, minor ones in the
   * column) keep null apart from 0.
   */
  type: 'name' | 'text' | 'number' | 'optionalNumber' | 'money' | 'day' | 'flag' | 'id' | 'choice' | 'ids';
  /** Of a choice: the column's value for each value of the wire. */
  choices?: Readonly<Record<string, string>>;
  /** Of a list of ids: the table with its members. Without members the record has `all`. */
  link?: { table: string; ownerColumn: string; memberColumn: string; all: number[] };
}

/** A kind of record with a name, a version and a version for each field, and how its calls name it. */
export interface RecordKind {
  table: string;
  /** The key of its errors, and the root of its request body. */
  entity: string;
  one: string;
  /** The column of the record that it belongs to, if it belongs to one. */
  parentColumn?: string;
  fields: Readonly<Record<string, RecordField>>;
}

export type ColumnValue = string | number | boolean | null | number[];
export type RecordColumns = Readonly<Record<string, ColumnValue>>;

/** The label of a column of a kind, for sentences. */
export const recordColumnLabel = ({ fields }: RecordKind, column: string): string =>
  Object.values(fields).find((field) => field.column === column)?.label ?? 'Something';

const parseDay = (field: string, { label }: RecordField, input: unknown): string | null => {
  if (input === null || input === '') return null;
  const day = parseIsoDate(String(input))?.moment.toISOString().slice(0, 10);
  if (!day) throw invalid(field, `${label} is not a date.`);
  return day;
};

/** Sorted, without duplicates; empty when the input names every id. */
function readIds({ link }: RecordField, input: unknown): number[] {
  const ids = [...new Set(input as readonly number[])].toSorted((a, b) => a - b);
  return link?.all.every((id) => ids.includes(id)) ? [] : ids;
}

function readValue(field: string, definition: RecordField, input: unknown): ColumnValue {
  switch (definition.type) {
    case 'name':
      return String(input ?? '').trim();
    case 'text':
      return String(input ?? '').trim() || null;
    case 'number':
      return Number(input ?? 0);
    case 'optionalNumber':
      return input === null ? null : Number(input);
    case 'money':
      return input === null ? null : Math.round(Number(input) * 100);
    case 'day':
      return parseDay(field, definition, input);
    case 'flag':
      return input === true;
    case 'id':
      return input === 0 || input === null ? null : Number(input);
    case 'choice':
      return definition.choices?.[String(input)] ?? null;
    case 'ids':
      return readIds(definition, input);
  }
}

/** The columns that the input fields belong to. Throws 422 for values that cannot be parsed. */
export const toRecordColumns = ({ fields }: RecordKind, input: Readonly<Record<string, unknown>>): RecordColumns =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, definition]) =>
      input[field] === undefined ? [] : [[definition.column, readValue(field, definition, input[field])] as const],
    ),
  );

const isSame = (a: ColumnValue | undefined, b: ColumnValue | undefined) => JSON.stringify(a) === JSON.stringify(b);

/** The columns whose values differ from the current ones. */
export const getChangedColumns = (columns: RecordColumns, current: RecordColumns): RecordColumns =>
  Object.fromEntries(Object.entries(columns).filter(([column, value]) => !isSame(current[column], value)));

const toWireValue = ({ type, choices, link }: RecordField, value: ColumnValue): ColumnValue => {
  if (value === null) return null;
  if (type === 'money') return Number(value) / 100;
  if (type === 'choice') return Object.entries(choices ?? {}).find(([, column]) => column === value)?.[0] ?? null;
  return type === 'ids' && (value as number[]).length === 0 ? (link?.all ?? []) : value;
};

/** A record's columns under the names and in the units of the wire, for replies and the audit log. */
export const toWireValues = ({ fields }: RecordKind, columns: RecordColumns): Record<string, ColumnValue> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, definition]) => {
      const value = columns[definition.column];
      return value === undefined ? [] : [[field, toWireValue(definition, value)] as const];
    }),
  );
