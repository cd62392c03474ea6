import { parseImportDate } from '#api/platform/workbook/cell-dates.rules.ts';
import { normaliseName, splitNames } from '#api/platform/workbook/cell-names.ts';
import type { ImportField } from '#contract/people/import.ts';
import type { CustomerInput } from '../person/person-fields.rules.ts';
import { readEmailCell } from './email-cells.rules.ts';
import { readWeeklyHours } from './hours-cells.rules.ts';
import type { ImportRowReason, NamedThing } from './import-reasons.rules.ts';
import type { NameLookup } from './name-lookup.rules.ts';
import { type CellReading, findDamage, readEmployeeNumber } from './number-cells.rules.ts';

/** How the cells of a file are read. */
export interface CellParseOptions {
  fields: readonly (ImportField | null)[];
  /** Whether an empty cell clears the value. */
  clearEmpty: boolean;
  monthFirst: boolean;
  /** Of a week, of which the hours of a person can be a share. */
  fullTimeHours: number;
  /** Whether a number without a unit is a share of them: the heading says so. */
  hoursAreShares: boolean;
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
  'prefer not to say': 0,
  'not given': 0,
  unselected: 0,
  other: 0,
  x: 0,
  0: 0,
};
const OPEN = new Set(['open', 'yes', 'y', 'true', '1', 'active', 'enabled', 'employed', 'current']);
const CLOSED = new Set(['closed', 'no', 'n', 'false', '0', 'inactive', 'disabled', 'left', 'leaver', 'terminated']);

/** What an empty cell writes where it clears the value. Names, email addresses, groups, roles and activity are never cleared. */
const CLEARED: Partial<Record<ImportField, null | []>> = {
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

/** Fields that hold several names: where they are looked up, and what one of them is called. */
const LISTS = {
  organisationGroupIds: ['groups', 'group'],
  organisationCollections: ['collections', 'wardrobe'],
  organisationSeasons: ['seasons', 'season'],
  roleIds: ['roles', 'role'],
} as const satisfies Partial<Record<ImportField, readonly [keyof NameLookup, NamedThing]>>;

/** Fields that hold one name. */
const SINGLE = {
  organisationResortId: ['resorts', 'destination'],
  organisationBusinessAreaId: ['areas', 'business_area'],
  jobRoleId: ['jobs', 'job_role'],
  allocationTypeId: ['allocations', 'allocation'],
} as const satisfies Partial<Record<ImportField, readonly [keyof NameLookup, NamedThing]>>;

/** That the organisation has nothing of this name. */
export const unknownName = (what: NamedThing, name: string): ImportRowReason => ({ kind: 'unknown_name', what, name });

/** The value of one cell, or why it has none. */
function parseCell(
  field: ImportField,
  cell: string,
  nameLookup: NameLookup,
  { monthFirst, fullTimeHours, hoursAreShares }: CellParseOptions,
): CellReading<unknown> | { reasons: ImportRowReason[] } {
  const refuse = (reason: ImportRowReason) => ({ reasons: [reason] });
  if (field in LISTS) {
    const [list, noun] = LISTS[field as keyof typeof LISTS];
    const ids = nameLookup[list];
    const named = splitNames(cell, ids).map((name) => ({ name, id: ids.get(normaliseName(name)) }));
    const unknown = named.filter(({ id }) => id === undefined);
    return unknown.length > 0
      ? { reasons: unknown.map(({ name }) => unknownName(noun, name)) }
      : { value: named.map(({ id }) => id) };
  }
  if (field in SINGLE) {
    const [list, noun] = SINGLE[field as keyof typeof SINGLE];
    const id = nameLookup[list].get(normaliseName(cell));
    return id === undefined ? refuse(unknownName(noun, cell)) : { value: id };
  }
  switch (field) {
    case 'departments':
      return { value: splitNames(cell, nameLookup.departments) };
    case 'gender': {
      const gender = GENDERS[normaliseName(cell)];
      return gender === undefined ? refuse({ kind: 'gender_unknown', cell }) : { value: gender };
    }
    case 'active': {
      const word = normaliseName(cell);
      if (OPEN.has(word)) return { value: true };
      return CLOSED.has(word) ? { value: false } : refuse({ kind: 'account_unknown', cell });
    }
    case 'startDateUtc':
    case 'endDateUtc': {
      const day = parseImportDate(cell, monthFirst);
      return day ? { value: day } : refuse({ kind: 'cell_is_no_day', which: field === 'startDateUtc' ? 'first' : 'last', cell });
    }
    case 'weeklyHours':
      return readWeeklyHours(cell, { fullTimeHours, isShare: hoursAreShares });
    case 'employeeNumber':
      return readEmployeeNumber(cell);
    case 'email':
      return readEmailCell(cell);
    default:
      // Text is taken literally, also where a spreadsheet would read a formula.
      return { value: cell };
  }
}

/** The values of a row, as a change of one person would send them, why cells could not be read, and which were read as something else. */
export function parseRowCells(
  cells: readonly string[],
  options: CellParseOptions,
  nameLookup: NameLookup,
): { input: CustomerInput; reasons: ImportRowReason[]; notes: ImportRowReason[] } {
  const { fields, clearEmpty } = options;
  const input: Record<string, unknown> = {};
  const reasons: ImportRowReason[] = [];
  const notes: ImportRowReason[] = [];
  for (const [index, field] of fields.entries()) {
    if (field === null) continue;
    const cell = (cells[index] ?? '').trim();
    if (cell === '') {
      if (clearEmpty && field in CLEARED) input[field] = CLEARED[field];
      continue;
    }
    const damage = field === 'employeeNumber' ? undefined : findDamage(field, cell);
    if (damage) {
      notes.push(damage);
      continue;
    }
    const parsed = parseCell(field, cell, nameLookup, options);
    if ('value' in parsed) {
      input[field] = parsed.value;
      if (parsed.note) notes.push(parsed.note);
    } else reasons.push(...('reason' in parsed ? [parsed.reason] : parsed.reasons));
  }
  return { input: input as CustomerInput, reasons, notes };
}
