import { RANGE_HEADINGS } from '#api/catalogue/range/range-export.rules.ts';
import { normaliseHeading } from '#api/platform/workbook/cell-names.ts';
import { RANGE_IMPORT_FIELDS } from '#contract/catalogue/range/range-import.ts';
import {
  BALANCE_FIELDS,
  type BalanceField,
  type ColumnField,
  IMPORT_FIELDS,
  type ImportField,
  type ImportKind,
} from '#contract/people/import.ts';

/** Headings by which columns of people are recognised, normalised; among them those of the export of the list of people. */
const PEOPLE_ALIASES: Record<ImportField, readonly string[]> = {
  employeeNumber: [
    'employeenumber',
    'employeeno',
    'employeeid',
    'employee',
    'empno',
    'empid',
    'empnumber',
    'staffnumber',
    'staffno',
    'staffid',
    'personnelnumber',
    'personnelno',
    'payrollnumber',
    'payrollno',
    'payrollid',
    'workerid',
    'workernumber',
    'personalnummer',
    'matricule',
  ],
  email: [
    'email',
    'emailaddress',
    'emailwork',
    'workemailaddress',
    'primaryemail',
    'emailprimarywork',
    'mail',
    'workemail',
    'businessemail',
    'companyemail',
    'login',
    'emailadresse',
    'courriel',
  ],
  firstName: ['firstname', 'first', 'forename', 'givenname', 'preferredname', 'vorname', 'prenom'],
  lastName: ['lastname', 'last', 'surname', 'familyname', 'nachname', 'nom'],
  gender: ['gender', 'sex', 'geschlecht'],
  poNumber: ['ponumber', 'po', 'purchaseorder', 'purchaseordernumber'],
  roleIds: ['role', 'roles', 'portalrole', 'accessrole', 'userrole'],
  organisationGroupIds: ['group', 'groups', 'division', 'organisationgroup', 'organizationgroup', 'region'],
  organisationResortId: [
    'destination',
    'resort',
    'site',
    'location',
    'property',
    'hotel',
    'worksite',
    'workplace',
    'branch',
    'store',
  ],
  departments: ['department', 'departments', 'dept', 'abteilung'],
  organisationBusinessAreaId: ['businessarea', 'area', 'function', 'businessunit'],
  jobRoleId: ['jobrole', 'job', 'jobtitle', 'position', 'title'],
  organisationCollections: ['wardrobe', 'wardrobes', 'collection', 'collections', 'uniform'],
  organisationSeasons: ['season', 'seasons', 'programme', 'program'],
  allocationTypeId: ['allocation', 'allocationtype'],
  startDateUtc: [
    'firstdayofwork',
    'firstday',
    'startdate',
    'start',
    'hiredate',
    'datehired',
    'joiningdate',
    'joindate',
    'dateofjoining',
    'startson',
    'employmentstart',
    'eintritt',
  ],
  endDateUtc: [
    'lastdayofwork',
    'lastday',
    'enddate',
    'end',
    'leavingdate',
    'leavedate',
    'dateofleaving',
    'terminationdate',
    'endson',
    'employmentend',
    'austritt',
  ],
  weeklyHours: ['weeklyhours', 'hours', 'hoursperweek', 'contractedhours', 'contracthours'],
  active: ['account', 'active', 'status', 'accountopen', 'employmentstatus', 'accountstatus'],
};

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
 * neither. No field is suggested twice.
 */
export function suggestImportFields(
  kind: ImportKind,
  headers: readonly string[],
  saved: ReadonlyMap<string, ColumnField | null>,
): (ColumnField | null)[] {
  const aliases = ALIASES[kind];
  const taken = new Set<ColumnField>();
  const fields: (ColumnField | null)[] = headers.map(() => null);
  const claim = (index: number, field: ColumnField | null | undefined) => {
    if (!field || taken.has(field) || fields[index]) return;
    taken.add(field);
    fields[index] = field;
  };
  for (const [index, header] of headers.entries()) claim(index, saved.get(normaliseHeading(header)));
  for (const [index, header] of headers.entries()) {
    const heading = normaliseHeading(header);
    if (saved.has(heading)) continue;
    claim(
      index,
      (Object.keys(aliases) as ColumnField[]).find((field) => aliases[field]?.includes(heading)),
    );
  }
  return fields;
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
