import { findDateShape } from '#api/platform/sheet-file/date-shapes.rules.ts';
import { parseImportDate } from '#api/platform/workbook/cell-dates.rules.ts';
import { normaliseName, splitNames } from '#api/platform/workbook/cell-names.ts';
import type { ColumnOrder, WordField } from '#contract/people/import/interpretation.ts';
import type { ImportField } from '#contract/people/import.ts';
import type { CustomerInput } from '../person/person-fields.rules.ts';
import { readEmailCell } from './email-cells.rules.ts';
import { splitFullName } from './full-names.rules.ts';
import { readWeeklyHours } from './hours-cells.rules.ts';
import type { ImportRowReason, NamedThing } from './import-reasons.rules.ts';
import {
  getKnownWords,
  isDateField,
  isListField,
  isWordField,
  NAMED_FIELDS,
  readWord,
  toDateOrder,
  toNameOrder,
  type WordMeanings,
} from './interpretation.rules.ts';
import { EMPTY_WORDS } from './known-words.ts';
import type { NameLookup } from './name-lookup.rules.ts';
import { type CellReading, findDamage, readEmployeeNumber } from './number-cells.rules.ts';

/** How the cells of a file are read. */
export interface CellParseOptions {
  fields: readonly (ImportField | null)[];
  /** Whether an empty cell clears the value. */
  clearEmpty: boolean;
  /** The order of the dates or names of each column, where it has one. */
  orders: readonly (ColumnOrder | null)[];
  /** What unknown words mean. */
  meanings: WordMeanings;
  /** Of a week, of which the hours of a person can be a share. */
  fullTimeHours: number;
  /** Whether a number without a unit is a share of them: the heading says so. */
  hoursAreShares: boolean;
}

/** What the cells of a row say. */
export interface ParsedCells {
  /** The values, as a change of one person would send them. */
  input: CustomerInput;
  /** Why the row cannot be imported. */
  reasons: ImportRowReason[];
  /** Values that are left as they are, and why. */
  notes: ImportRowReason[];
  /** The first and last name are from one cell, where they were split by a rule. */
  hasSplitName: boolean;
  /** Fields whose cells are not empty and have no value: those of the person are left as they are. */
  unread: ReadonlySet<ImportField>;
}

/** What an empty cell writes where it clears the value. Names, email addresses, groups, roles and activity are never cleared. */
const CLEARED: Partial<Record<ImportField, null | []>> = {
  poNumber: null,
  organisationResortId: null,
  departments: [],
  organisationBusinessAreaId: null,
  jobRoleId: null,
  costCentreId: null,
  organisationCollections: [],
  organisationSeasons: [],
  allocationTypeId: null,
  startDateUtc: null,
  endDateUtc: null,
  weeklyHours: null,
};

/** That the organisation has nothing of this name. */
export const unknownName = (what: NamedThing, name: string): ImportRowReason => ({ kind: 'unknown_name', what, name });

/** A value, with a note where it was written differently; nothing as in an empty cell; why there is no value, or why that refuses the row. */
type ParsedCell =
  | { value: unknown; note?: ImportRowReason }
  | { isEmpty: true }
  | { problems: ImportRowReason[] }
  | { refusal: ImportRowReason };

const EMPTY: ParsedCell = { isEmpty: true };
const fail = (...problems: ImportRowReason[]): ParsedCell => ({ problems });
/** A cell that costs only its value where it cannot be read. */
const leaveUnread = (read: CellReading<unknown>): ParsedCell => ('reason' in read ? fail(read.reason) : read);

function describeUnknownWord(field: WordField, word: string): ImportRowReason {
  if (field === 'gender') return { kind: 'gender_unknown', cell: word };
  if (field === 'active') return { kind: 'account_unknown', cell: word };
  return unknownName(NAMED_FIELDS[field][1], word);
}

function parseWords(field: WordField, cell: string, nameLookup: NameLookup, meanings: WordMeanings): ParsedCell {
  const words = isListField(field) ? listWords(field, cell, nameLookup, meanings) : [cell];
  const read = words.map((word) => ({ word, value: readWord(field, word, nameLookup, meanings) }));
  const unknown = read.filter(({ value }) => value === undefined);
  // A list that is known in part is left as it is, so that no one loses what the unknown word may mean.
  if (unknown.length > 0) return fail(...unknown.map(({ word }) => describeUnknownWord(field, word)));
  const values = read.flatMap(({ value }) => value ?? []);
  const [first] = values;
  if (first === undefined) return EMPTY;
  if (isListField(field)) return { value: values };
  return { value: field === 'active' ? first === 1 : first };
}

/** The words in the cell of a list: words that were mapped are recognised as a whole, like known ones. */
export function listWords(field: WordField, cell: string, nameLookup: NameLookup, meanings: WordMeanings): string[] {
  if (meanings.get(field)?.has(normaliseName(cell))) return [cell];
  return splitNames(cell, getKnownWords(field, nameLookup));
}

function parseCostCentre(cell: string, { costCentres }: NameLookup): ParsedCell {
  const found = costCentres.get(normaliseName(cell));
  if (found === undefined && EMPTY_WORDS.has(normaliseName(cell))) return EMPTY;
  if (found === undefined) return fail(unknownName('cost_centre', cell));
  return found.isOpen ? { value: found.id } : fail({ kind: 'cost_centre_closed', cell });
}

function parseDay(field: 'startDateUtc' | 'endDateUtc', cell: string, order: ColumnOrder | null): ParsedCell {
  const isLast = field === 'endDateUtc';
  // 31.12.9999 says that there is no last day; as a first day it says nothing.
  if (findDateShape(cell) === 'never') return isLast ? { value: null } : EMPTY;
  if (EMPTY_WORDS.has(normaliseName(cell))) return EMPTY;
  const day = parseImportDate(cell, toDateOrder(order) === 'month');
  return day ? { value: day } : fail({ kind: 'cell_is_no_day', which: isLast ? 'last' : 'first', cell });
}

/** The value of one cell with content. */
function parseCell(
  field: Exclude<ImportField, 'fullName'>,
  cell: string,
  order: ColumnOrder | null,
  nameLookup: NameLookup,
  { meanings, fullTimeHours, hoursAreShares }: CellParseOptions,
): ParsedCell {
  if (isWordField(field)) return parseWords(field, cell, nameLookup, meanings);
  if (isDateField(field)) return parseDay(field, cell, order);
  switch (field) {
    case 'departments':
      return { value: splitNames(cell, nameLookup.departments) };
    case 'costCentreId':
      return parseCostCentre(cell, nameLookup);
    case 'weeklyHours':
      return leaveUnread(readWeeklyHours(cell, { fullTimeHours, isShare: hoursAreShares }));
    case 'employeeNumber': {
      const read = readEmployeeNumber(cell);
      return 'reason' in read ? { refusal: read.reason } : read;
    }
    case 'email':
      return leaveUnread(readEmailCell(cell));
    default:
      // Text is taken literally, also where a spreadsheet would read a formula.
      return { value: cell };
  }
}

/** The values of a row, as a change of one person would send them, which cells have none, and which were read as something else. */
export function parseRowCells(cells: readonly string[], options: CellParseOptions, nameLookup: NameLookup): ParsedCells {
  const { fields, clearEmpty, orders } = options;
  const input: Record<string, unknown> = {};
  const reasons: ImportRowReason[] = [];
  const notes: ImportRowReason[] = [];
  const unread = new Set<ImportField>();
  let hasSplitName = false;
  const leave = (field: ImportField, ...problems: ImportRowReason[]) => {
    unread.add(field);
    notes.push(...problems.map((why): ImportRowReason => ({ kind: 'value_left', field, why })));
  };
  for (const [index, field] of fields.entries()) {
    if (field === null) continue;
    const cell = (cells[index] ?? '').trim();
    const order = orders[index] ?? null;
    const damage = findDamage(field, cell);
    if (damage) {
      leave(field, damage);
      continue;
    }
    if (field === 'fullName') {
      const name = cell === '' ? undefined : splitFullName(cell, toNameOrder(order) ?? 'last, first');
      if (name) {
        Object.assign(input, name);
        hasSplitName = true;
      } else if (cell !== '') leave(field, { kind: 'name_not_split', cell });
      continue;
    }
    const parsed = cell === '' ? EMPTY : parseCell(field, cell, order, nameLookup, options);
    if ('value' in parsed) {
      input[field] = parsed.value;
      if (parsed.note) notes.push(parsed.note);
    } else if ('refusal' in parsed) reasons.push(parsed.refusal);
    else if ('problems' in parsed) leave(field, ...parsed.problems);
    else if (clearEmpty && field in CLEARED) input[field] = CLEARED[field];
    // A word that means nothing says at least that the account is not to be opened.
    else if (cell !== '' && field === 'active') unread.add(field);
  }
  return { input: input as CustomerInput, reasons, notes, hasSplitName, unread };
}
