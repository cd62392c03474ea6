import { RANGE_HEADINGS } from '#api/catalogue/range/range-export.rules.ts';
import { normaliseHeading } from '#api/platform/workbook/cell-names.ts';
import { RANGE_IMPORT_FIELDS } from '#contract/catalogue/range/range-import.ts';
import { BALANCE_FIELDS, type BalanceField, type ColumnField, IMPORT_FIELDS, type ImportKind } from '#contract/people/import.ts';
import { PEOPLE_ALIASES } from './people-headings.ts';

/** Headings by which columns of opening balances are recognised, normalised; among them those of the template. */
const BALANCE_ALIASES: Record<BalanceField, readonly string[]> = {
  employeeNumber: PEOPLE_ALIASES.employeeNumber,
  email: PEOPLE_ALIASES.email,
  wardrobe: PEOPLE_ALIASES.organisationCollections,
  season: [...PEOPLE_ALIASES.organisationSeasons, 'period', 'year'],
  target: [
    'groupproductorbudget',
    'group',
    'product',
    'groupproduct',
    'garment',
    'item',
    'category',
    'description',
    'entitlement',
    'allowance',
  ],
  unit: ['unit', 'units', 'unitofmeasure', 'uom'],
  balance: [
    'balanceleft',
    'balance',
    'openingbalance',
    'left',
    'remaining',
    'remainder',
    'available',
    'outstanding',
    'balanceremaining',
    'closingbalance',
  ],
};

/** What headings of the exported range were called before, normalised: earlier workbooks can still be imported. */
const EARLIER_RANGE_HEADINGS: Partial<Record<ColumnField, readonly string[]>> = { published: ['state'] };

/** Headings by which columns of the range are recognised, normalised: those of its export. */
const RANGE_ALIASES = Object.fromEntries(
  RANGE_IMPORT_FIELDS.map((field) => [
    field,
    [normaliseHeading(RANGE_HEADINGS[field]), ...(EARLIER_RANGE_HEADINGS[field] ?? [])],
  ]),
);

const ALIASES: Record<ImportKind, Partial<Record<ColumnField, readonly string[]>>> = {
  people: PEOPLE_ALIASES,
  balances: BALANCE_ALIASES,
  range: RANGE_ALIASES,
};
const FIELDS: Record<ImportKind, readonly string[]> = {
  people: IMPORT_FIELDS,
  balances: BALANCE_FIELDS,
  range: RANGE_IMPORT_FIELDS,
};

/** The columns without which opening balances cannot be imported, and what they are called. */
const REQUIRED_FOR_BALANCES = {
  wardrobe: 'the wardrobe',
  target: 'the group, product or budget',
  unit: 'the unit',
  balance: 'the balance',
} as const satisfies Partial<Record<BalanceField, string>>;

/**
 * Suggests the field of each column: the organisation's saved choice for that heading, otherwise by known headings; null where there is
 * neither. No field is suggested twice: of several columns, the one with the clearest heading has it.
 */
export function suggestImportFields(
  kind: ImportKind,
  headers: readonly string[],
  saved: ReadonlyMap<string, ColumnField | null>,
): (ColumnField | null)[] {
  const headings = headers.map(normaliseHeading);
  const taken = new Set<ColumnField>();
  const fields: (ColumnField | null)[] = headers.map(() => null);
  const claim = (index: number, field: ColumnField | null | undefined) => {
    if (!field || taken.has(field) || fields[index]) return;
    taken.add(field);
    fields[index] = field;
  };
  for (const [index, heading] of headings.entries()) claim(index, saved.get(heading));
  const known = headings.flatMap((heading, index) => (saved.has(heading) ? [] : (findKnownField(kind, heading, index) ?? [])));
  for (const { index, field } of known.toSorted((a, b) => a.clarity - b.clarity)) claim(index, field);
  return kind === 'people' ? withoutDoubleNames(fields, (index) => !saved.has(headings[index] ?? '')) : fields;
}

/** The field of a known heading, and how clear it is: less is clearer. */
function findKnownField(kind: ImportKind, heading: string, index: number) {
  for (const [field, headings] of Object.entries(ALIASES[kind]) as [ColumnField, readonly string[]][]) {
    const clarity = headings.indexOf(heading);
    if (clarity >= 0) return { index, field, clarity };
  }
  return undefined;
}

/**
 * A column of whole names beside one of first names: "Name" beside "Vorname" has last names; where there is a column of last names too, it is not imported.
 * Columns of saved choices stay as they are.
 */
function withoutDoubleNames(
  fields: readonly (ColumnField | null)[],
  isSuggested: (index: number) => boolean,
): (ColumnField | null)[] {
  const index = fields.indexOf('fullName');
  const [hasFirst, hasLast] = [fields.includes('firstName'), fields.includes('lastName')];
  if (index < 0 || !isSuggested(index) || !(hasFirst || hasLast)) return [...fields];
  const field = hasLast ? (hasFirst ? null : 'firstName') : 'lastName';
  return fields.map((each, at) => (at === index ? field : each));
}

/** The field that a heading means in files of a kind; undefined where it is not known. */
export function createFieldFinder(
  kind: ImportKind,
  saved: ReadonlyMap<string, ColumnField | null>,
): (heading: string) => ColumnField | undefined {
  const byHeading = new Map<string, ColumnField>();
  for (const [field, aliases] of Object.entries(ALIASES[kind]) as [ColumnField, readonly string[]][])
    for (const alias of aliases) if (!byHeading.has(alias)) byHeading.set(alias, field);
  for (const [heading, field] of saved) if (field) byHeading.set(heading, field);
  return (heading) => byHeading.get(normaliseHeading(heading));
}

/** Why a choice of fields cannot be used for a file of this many columns; undefined when it can. */
export function findMappingProblem(
  kind: ImportKind,
  fields: readonly (string | null)[],
  columnCount: number,
): string | undefined {
  if (fields.length !== columnCount)
    return `The file has ${columnCount} columns. Please choose a field for each, or leave it out.`;
  const chosen = fields.filter((field) => field !== null);
  if (chosen.some((field) => !FIELDS[kind].includes(field))) return 'A column cannot be this.';
  if (new Set(chosen).size < chosen.length) return 'Two columns have the same field. Please leave one of them out.';
  if (chosen.includes('fullName') && (chosen.includes('firstName') || chosen.includes('lastName')))
    return 'First and last names are chosen twice. Please leave out either the column of whole names or the others.';
  if (kind === 'range')
    return chosen.includes('id') || chosen.includes('sku')
      ? undefined
      : 'Please choose the column with the ID or the SKU, which identifies products.';
  if (!chosen.includes('employeeNumber') && !chosen.includes('email'))
    return 'Please choose the column with the employee number or the email address, which identifies people.';
  const missing = Object.entries(REQUIRED_FOR_BALANCES).find(([field]) => kind === 'balances' && !chosen.includes(field));
  if (missing) return `Please choose the column with ${missing[1]}.`;
  return undefined;
}
