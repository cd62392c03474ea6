import type { ImportField } from '#contract/people/people-import.ts';
import type { CustomerInput } from '../person/person-fields.rules.ts';
import { parseImportDate } from './dates.rules.ts';
import { type NameLookup, normaliseName, splitNames } from './name-lookup.rules.ts';

/** How the cells of a file are to be read. */
export interface CellParseOptions {
  fields: readonly (ImportField | null)[];
  /** Whether an empty cell takes a value away. */
  clearEmpty: boolean;
  monthFirst: boolean;
}

const GENDERS: Record<string, number> = {
  male: 10,
  m: 10,
  man: 10,
  10: 10,
  female: 20,
  f: 20,
  w: 20,
  woman: 20,
  20: 20,
  'not said': 0,
  unselected: 0,
  other: 0,
  x: 0,
  0: 0,
};
const OPEN = new Set(['open', 'yes', 'y', 'true', '1', 'active', 'enabled', 'employed', 'current']);
const CLOSED = new Set(['closed', 'no', 'n', 'false', '0', 'inactive', 'disabled', 'left', 'leaver', 'terminated']);

/** What an empty cell writes where empty cells take values away; names, addresses, groups, roles and activity are never taken away. */
const EMPTY: Partial<Record<ImportField, null | []>> = {
  poNumber: null,
  organisationResortId: null,
  departments: [],
  organisationBusinessAreaId: null,
  jobRoleId: null,
  organisationCollections: [],
  organisationSeasons: [],
  allocationTypeId: null,
  startDateUtc: null,
  endDateUtc: null,
  weeklyHours: null,
};

/** Lists of names, and what one of them is called. */
const LISTS = {
  organisationGroupIds: ['groups', 'group'],
  organisationCollections: ['collections', 'wardrobe'],
  organisationSeasons: ['seasons', 'season'],
  roleIds: ['roles', 'role'],
} as const satisfies Partial<Record<ImportField, readonly [keyof NameLookup, string]>>;

const SINGLE = {
  organisationResortId: ['resorts', 'destination'],
  organisationBusinessAreaId: ['areas', 'business area'],
  jobRoleId: ['jobs', 'job role'],
  allocationTypeId: ['allocations', 'allocation'],
} as const satisfies Partial<Record<ImportField, readonly [keyof NameLookup, string]>>;

const none = (what: string, name: string) => `There is no ${what} “${name}”.`;

/** The value that one cell stands for, or why it stands for none. */
function readCell(
  field: ImportField,
  cell: string,
  book: NameLookup,
  monthFirst: boolean,
): { value: unknown } | { reasons: string[] } {
  const refuse = (reason: string) => ({ reasons: [reason] });
  if (field in LISTS) {
    const [list, what] = LISTS[field as keyof typeof LISTS];
    const named = splitNames(cell, book[list]).map((name) => ({ name, id: book[list].get(normaliseName(name)) }));
    const unknown = named.filter(({ id }) => id === undefined);
    return unknown.length > 0 ? { reasons: unknown.map(({ name }) => none(what, name)) } : { value: named.map(({ id }) => id) };
  }
  if (field in SINGLE) {
    const [list, what] = SINGLE[field as keyof typeof SINGLE];
    const id = book[list].get(normaliseName(cell));
    return id === undefined ? refuse(none(what, cell)) : { value: id };
  }
  switch (field) {
    case 'departments':
      return { value: splitNames(cell, book.departments) };
    case 'gender': {
      const gender = GENDERS[normaliseName(cell)];
      return gender === undefined
        ? refuse(`“${cell}” is no gender that is known here: write male, female or not said.`)
        : { value: gender };
    }
    case 'active': {
      const word = normaliseName(cell);
      if (OPEN.has(word)) return { value: true };
      return CLOSED.has(word)
        ? { value: false }
        : refuse(`“${cell}” does not say whether the account is open: write open or closed.`);
    }
    case 'startDateUtc':
    case 'endDateUtc': {
      const day = parseImportDate(cell, monthFirst);
      return day
        ? { value: day }
        : refuse(`The ${field === 'startDateUtc' ? 'first' : 'last'} day of work “${cell}” is not a date.`);
    }
    case 'weeklyHours': {
      const hours = Number(cell.replace(',', '.'));
      return Number.isNaN(hours) ? refuse(`The weekly hours “${cell}” are not a number.`) : { value: hours };
    }
    default:
      // A text is a text, whatever sign it begins with.
      return { value: cell };
  }
}

/** What a line says of a person, as a change would be sent, and what in it cannot be understood. */
export function parseRowCells(
  cells: readonly string[],
  reading: CellParseOptions,
  book: NameLookup,
): { sent: CustomerInput; reasons: string[] } {
  const sent: Record<string, unknown> = {};
  const reasons: string[] = [];
  for (const [place, field] of reading.fields.entries()) {
    if (field === null) continue;
    const cell = (cells[place] ?? '').trim();
    if (cell === '') {
      if (reading.clearEmpty && field in EMPTY) sent[field] = EMPTY[field];
      continue;
    }
    const read = readCell(field, cell, book, reading.monthFirst);
    if ('value' in read) sent[field] = read.value;
    else reasons.push(...read.reasons);
  }
  return { sent: sent as CustomerInput, reasons };
}
