/**
 * `npm run check:excel`: has LibreOffice read exported workbooks of people and of the range, and checks the type of each cell. Texts that look like a
 * formula stay texts, dates and times are dates, prices are amounts of a currency, hours are numbers. Installs Debian's LibreOffice if possible, and
 * fails without it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { ProductOrganisation } from '#api/catalogue/range/range.rules.ts';
import { createRangeExportColumns } from '#api/catalogue/range/range-export.rules.ts';
import { type ExportedPerson, selectExportColumns } from '#api/people/list/people-export.rules.ts';
import { toSpreadsheetText } from '#api/platform/workbook/formula-like.ts';
import { streamWorkbook } from '#api/platform/workbook/workbook.ts';
import { formatError } from './console.ts';
import { installDebianPackage } from './debian.ts';

const PACKAGE = 'libreoffice-calc-nogui';
const READING_MS = 60_000;

/** Texts that begin like formulas or look like numbers. */
const dangerous = [
  '=1+1',
  '+44 20',
  '-5',
  '@SUM(A1)',
  '\t=1+1',
  '=cmd|calc!A1',
  '007',
  '1e5',
  '2026-03-01',
  'TRUE',
  '<b>&"',
  'Ærøskøbing 日本',
];

const person = (lastName: string): ExportedPerson => ({
  id: 1,
  email: 'ann@example.test',
  first_name: 'Ann',
  last_name: lastName,
  employee_number: '007',
  po_number: null,
  roles: ['OrganisationStaff'],
  groups: 'North',
  resort: null,
  departments: '',
  business_area: null,
  job_role: null,
  cost_centre: '0047',
  wardrobes: '',
  allocation: null,
  starts_on: '2026-03-01',
  ends_on: null,
  weekly_hours: 37.5,
  active: true,
  last_login_at: new Date('2026-03-02T10:20:00Z'),
  created_at: new Date('2026-01-01T00:00:00Z'),
  ordering_status: 20,
  measuring_status: 10,
  pieces_due: 5,
  pieces_fulfilled: 2,
});

const product = (name: string): ProductOrganisation => ({
  id: 1,
  productId: 1,
  organisationId: 1,
  productName: 'Polo shirt',
  name,
  sku: '00123',
  organisationSku: '1E5',
  imageSrc: null,
  overriddenPrice: null,
  pricePercent: -7.5,
  price: 1234.5,
  priceHighest: null,
  cataloguePrice: 1334.59,
  scheduledPrices: [],
  cataloguePriceHighest: 1400,
  published: true,
  supplied: true,
  featured: false,
  displayOrder: 1,
  businessAreaIds: [3],
  jobRoleIds: [],
  collectionIds: [],
  customerRoles: [],
  version: 1,
});

/** A cell as LibreOffice reads it: its type, its value (a currency before it, where it is an amount), and what is shown. */
type Cell = [type: string, value: string, shown: string];

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };
const plain = (xml: string) =>
  xml
    .replaceAll('<text:tab/>', '\t')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);

/** The cells of a flat OpenDocument sheet, row by row. */
function readCells(document: string): Cell[][] {
  return [...document.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
      ([, attributes = '', content = '']) => {
        const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
        const shown = plain(content.trim());
        const value = attribute('office:value') ?? attribute('office:date-value') ?? shown;
        const currency = attribute('office:currency');
        // Distinguishes a formula from a text that only looks like one.
        const type = attribute('table:formula') ? 'formula' : (attribute('office:value-type') ?? 'empty');
        const repeated = Math.min(Number(attribute('table:number-columns-repeated') ?? 1), 100);
        return Array.from({ length: repeated }, (): Cell => [type, currency ? `${currency} ${value}` : value, shown]);
      },
    ),
  );
}

const hasReader = () => spawnSync('soffice', ['--version'], { stdio: 'ignore', timeout: READING_MS }).status === 0;

/** Has LibreOffice read all workbooks in one process, and returns the cells of each. */
async function readBack(folder: string, books: Record<string, Readable>): Promise<Record<string, Cell[][]>> {
  const files = Object.keys(books).map((name) => join(folder, `${name}.xlsx`));
  for (const [name, content] of Object.entries(books)) await writeFile(join(folder, `${name}.xlsx`), content);
  // With a profile of its own: otherwise a running LibreOffice of this user would take over the task or block it.
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const words = [profile, '--headless', '--norestore', '--convert-to', 'fods', '--outdir', folder, ...files];
  const read = spawnSync('soffice', words, { encoding: 'utf8', timeout: READING_MS });
  if (read.status !== 0) throw new Error(`LibreOffice could not read the workbooks: ${read.error?.message ?? read.stderr}`);
  const cells = Object.keys(books).map(async (name) => [name, readCells(await readFile(join(folder, `${name}.fods`), 'utf8'))]);
  return Object.fromEntries(await Promise.all(cells));
}

type Check = [what: string, seen: unknown, wanted: unknown];

async function checkBooks(folder: string): Promise<Check[]> {
  const peopleColumns = selectExportColumns(undefined, { hasCostCentres: true });
  const rangeColumns = createRangeExportColumns('GBP', {
    businessAreaIds: new Map([[3, 'Kitchen']]),
    jobRoleIds: new Map(),
    collectionIds: new Map(),
    customerRoleIds: new Map(),
  });
  const { people = [], range = [] } = await readBack(folder, {
    people: streamWorkbook({ name: 'People', columns: peopleColumns, rows: dangerous.map(person) }),
    range: streamWorkbook({ name: 'Range', columns: rangeColumns, rows: dangerous.map(product) }),
  });
  const cellOf = (rows: Cell[][], columns: readonly { header: string }[], header: string, row = 1) =>
    rows[row]?.[columns.findIndex((column) => column.header === header)];
  const headings = (columns: readonly { header: string }[]) => columns.map(({ header }) => ['string', header, header]);
  const ofPerson = (header: string, row?: number) => cellOf(people, peopleColumns, header, row);
  const ofProduct = (header: string, row?: number) => cellOf(range, rangeColumns, header, row);
  return [
    ['the headings of people', people[0]?.slice(0, peopleColumns.length), headings(peopleColumns)],
    ['the headings of the range', range[0]?.slice(0, rangeColumns.length), headings(rangeColumns)],
    ...dangerous.flatMap((text, index): Check[] => {
      const cell = ['string', toSpreadsheetText(text), toSpreadsheetText(text)];
      return [
        [`${JSON.stringify(text)} stays a text as a name`, ofPerson('Last name', index + 1), cell],
        [`${JSON.stringify(text)} stays a text as a product`, ofProduct('Product', index + 1), cell],
      ];
    }),
    ['an employee number keeps its zeros', ofPerson('Employee number'), ['string', '007', '007']],
    ['a SKU keeps its zeros', ofProduct('SKU'), ['string', '00123', '00123']],
    ['a day is a date', ofPerson('First day of work'), ['date', '2026-03-01', '01/03/2026']],
    ['a moment is a date', ofPerson('Last login (UTC)'), ['date', '2026-03-02T10:20:00', '02/03/2026 10:20']],
    ['no day is an empty cell', ofPerson('Last day of work')?.[0], 'empty'],
    ['hours are a number', ofPerson('Weekly hours'), ['float', '37.5', '37.5']],
    ['pieces are a number', ofPerson('Entitlement (pieces)'), ['float', '5', '5']],
    ['a price is an amount', ofProduct('Price from'), ['currency', 'GBP 1234.5', '£1,234.50']],
    ['pence are not lost', ofProduct('Catalogue from'), ['currency', 'GBP 1334.59', '£1,334.59']],
    ['no price is an empty cell', ofProduct('Own price')?.[0], 'empty'],
    ['a percentage is one', ofProduct('On the catalogue'), ['percentage', '-0.075', '-7.50%']],
    ['whom it is for', ofProduct('Business areas'), ['string', 'Kitchen', 'Kitchen']],
  ];
}

async function checkAll(): Promise<Check[]> {
  if (!hasReader()) await installDebianPackage(PACKAGE, 'reading workbooks');
  if (!hasReader())
    throw new Error(
      `There is no LibreOffice to read workbooks. Install it: sudo apt-get install --no-install-recommends ${PACKAGE}`,
    );
  const folder = await mkdtemp(join(tmpdir(), 'livery-excel-'));
  try {
    return await checkBooks(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  const checks = await checkAll();
  const failed = checks.filter(([, seen, wanted]) => JSON.stringify(seen) !== JSON.stringify(wanted));
  for (const [what, seen, wanted] of failed)
    console.log(`FAILED  ${what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`);
  console.log(`${checks.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} catch (error) {
  console.log(`FAILED  ${formatError(error)}`);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
