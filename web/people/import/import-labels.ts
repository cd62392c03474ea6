import type { RangeImportField } from '#contract/catalogue/range/range-import.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { BalanceField, ColumnField, ImportField, ImportKind, ImportOutcome, ImportState } from '#contract/people/import.ts';
import type { BulkEditKindName } from '#contract/platform/bulk-edit.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';

export type PeopleImport = ReplyOf<'GET /api/peopleimports/:id'>['peopleImport'];
export type ImportRow = ReplyOf<'GET /api/peopleimports/:id/rows'>['rows'][number];

const peopleFieldLabels: Record<ImportField, string> = {
  employeeNumber: 'Employee number',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'First and last name in one',
  organisationGroupIds: 'Group',
  organisationResortId: 'Destination',
  departments: 'Departments',
  organisationBusinessAreaId: 'Business area',
  jobRoleId: 'Job role',
  costCentreId: 'Cost centre',
  organisationCollections: 'Wardrobe',
  organisationSeasons: 'Season',
  allocationTypeId: 'Allocation',
  roleIds: 'Role',
  startDateUtc: 'First day of work',
  endDateUtc: 'Last day of work',
  weeklyHours: 'Weekly hours',
  gender: 'Gender',
  poNumber: 'PO number',
  active: 'Account open or closed',
};

const balanceFieldLabels: Record<BalanceField, string> = {
  employeeNumber: 'Employee number',
  email: 'Email',
  wardrobe: 'Wardrobe',
  season: 'Season',
  target: 'Group, product or Budget',
  unit: 'Unit',
  balance: 'Balance left',
};

/** As the exported range calls them. Prices and names that are the supplier’s are only compared. */
const rangeFieldLabels: Record<RangeImportField, string> = {
  id: 'ID',
  version: 'Version at the time of the export',
  sku: 'SKU',
  name: 'Product',
  organisationSku: 'Own SKU',
  overriddenPrice: 'Own price',
  pricePercent: 'On the catalogue (%)',
  published: 'Status',
  featured: 'Featured',
  displayOrder: 'Position',
  businessAreaIds: 'Business areas',
  jobRoleIds: 'Job roles',
  collectionIds: 'Wardrobes',
  customerRoleIds: 'Roles',
  productName: 'Name in the catalogue (compared)',
  price: 'Price from (compared)',
  priceHighest: 'Price to (compared)',
  cataloguePrice: 'Catalogue from (compared)',
  cataloguePriceHighest: 'Catalogue to (compared)',
};

/** The fields of a column, in the order in which they are offered. */
export const importFieldLabels: Record<ImportKind, Partial<Record<ColumnField, string>>> = {
  people: peopleFieldLabels,
  balances: balanceFieldLabels,
  range: rangeFieldLabels,
};

/** What the columns of opening balances that must be there are called in a sentence. */
const REQUIRED_FOR_BALANCES: Partial<Record<BalanceField, string>> = {
  wardrobe: 'the wardrobe',
  target: 'the group, product or budget',
  unit: 'the unit',
  balance: 'the balance',
};

interface ImportTexts {
  /** Title of the page, and name of its tab. */
  title: string;
  introduction: string;
  /** What one row is called, and several. */
  nouns: readonly [one: string, several: string];
  fileLabel: string;
  /** Below the heading of the columns. */
  columns: string;
  nothingToImport: string;
  undo: string;
  noneYet: string;
  bulkEditKind: BulkEditKindName;
}

/** What differs on screen between the kinds of import. */
export const importTexts: Record<ImportKind, ImportTexts> = {
  people: {
    title: 'Import people',
    introduction: 'Upload a file from Excel or your HR system. You can check every row before anything is changed.',
    nouns: ['person', 'people'],
    fileLabel: 'File of people',
    columns: 'People are identified by employee number, otherwise by email address. Your choices are saved for the next file.',
    nothingToImport: 'Everyone in the file is up to date. There is nothing to import.',
    undo: 'You can undo this for 30 days, until another file is imported.',
    noneYet: 'Your imports will be listed here with their results. You can undo the latest one.',
    bulkEditKind: 'people-import',
  },
  balances: {
    title: 'Import opening balances',
    introduction: 'Upload remaining balances from your previous portal. You can check every row before anything is changed.',
    nouns: ['balance', 'balances'],
    fileLabel: 'File of opening balances',
    columns:
      'People are identified by employee number, otherwise by email address. You can leave out the season if there is only one. Your choices are saved for the next file.',
    nothingToImport: 'All balances already match the file. There is nothing to import.',
    undo: 'You can undo this for 30 days. Orders placed in the meantime stay.',
    noneYet: 'Your imports will be listed here with their results. You can undo each of them for 30 days.',
    bulkEditKind: 'balance-import',
  },
  range: {
    title: 'Import the range',
    introduction:
      'Export the range to Excel, edit it, and upload it again. You can check every product before anything is changed.',
    nouns: ['product', 'products'],
    fileLabel: 'File of the range',
    columns:
      'Products are identified by ID, otherwise by SKU. An empty cell means no own value, or everyone. Fields without a column stay as they are.',
    nothingToImport: 'All products already match the file. There is nothing to import.',
    undo: 'You can undo this for 30 days. Products changed in the meantime stay as they are.',
    noneYet: 'Your imports will be listed here with their results. You can undo each of them for 30 days.',
    bulkEditKind: 'range-import',
  },
};

interface ImportOutcomeLabels {
  outcome: ImportOutcome;
  /** Before the row is run, and after. */
  planned: string;
  processed: string;
  tone: Tone;
}

export const importOutcomes: readonly ImportOutcomeLabels[] = [
  { outcome: 'refuse', planned: 'Can’t import', processed: 'Not imported', tone: 'danger' },
  { outcome: 'create', planned: 'New', processed: 'Created', tone: 'success' },
  { outcome: 'change', planned: 'Changes', processed: 'Changed', tone: 'info' },
  { outcome: 'move', planned: 'Moves', processed: 'Moved', tone: 'info' },
  { outcome: 'close', planned: 'Account closes', processed: 'Account closed', tone: 'warning' },
  { outcome: 'unchanged', planned: 'No change', processed: 'No change', tone: 'neutral' },
];

export const findOutcomeLabels = (outcome: ImportOutcome) => importOutcomes.find((labels) => labels.outcome === outcome);

const STATE_LABELS: Record<ImportState, [name: string, tone: Tone]> = {
  uploaded: ['Check the columns', 'neutral'],
  previewing: ['Checking', 'info'],
  previewed: ['Ready to import', 'neutral'],
  running: ['Importing', 'info'],
  stopped: ['Stopped', 'warning'],
  finished: ['Imported', 'success'],
  undone: ['Undone', 'warning'],
};
export const getImportStateLabel = (state: ImportState) => STATE_LABELS[state];

/** What an import does or did in one line: "3 new, 2 changes". */
export function formatImportSummary({ counts, rows, finishedOnUtc }: PeopleImport): string {
  const parts = importOutcomes
    .filter(({ outcome }) => counts[outcome] > 0)
    .map(
      ({ outcome, planned, processed }) =>
        `${formatNumber(counts[outcome])} ${(finishedOnUtc ? processed : planned).toLowerCase()}`,
    );
  return parts.length > 0 ? parts.join(', ') : plural(rows, 'row');
}

/** Number of people whom an import creates or changes, or of balances that it changes. */
export const countAffected = ({ counts }: PeopleImport) => counts.create + counts.change + counts.move + counts.close;

/** Why the chosen fields cannot be used: one is chosen twice, none identifies people, or one is missing; undefined when they can. */
export function findColumnProblem(kind: ImportKind, fields: readonly (ColumnField | null)[]): string | undefined {
  const chosen = fields.filter((field) => field !== null);
  const twice = chosen.find((field, index) => chosen.indexOf(field) !== index);
  if (twice) return `Two columns have the field “${importFieldLabels[kind][twice]}”. Please leave one of them out.`;
  if (chosen.includes('fullName') && (chosen.includes('firstName') || chosen.includes('lastName')))
    return 'First and last names are chosen twice. Please leave out either the column of whole names or the others.';
  if (kind === 'range')
    return chosen.includes('id') || chosen.includes('sku')
      ? undefined
      : 'Please choose the column with the ID or the SKU, which identifies products.';
  if (!chosen.includes('employeeNumber') && !chosen.includes('email'))
    return 'Please choose the column with the employee number or the email address, which identifies people.';
  const missing = Object.entries(REQUIRED_FOR_BALANCES).find(
    ([field]) => kind === 'balances' && !chosen.includes(field as BalanceField),
  );
  if (missing) return `Please choose the column with ${missing[1]}.`;
  return undefined;
}
