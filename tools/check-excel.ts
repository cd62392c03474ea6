/**
 * `npm run check:excel`: another program, Python's openpyxl out of Debian, reads a workbook of the export of people. Texts that begin like a
 * formula stay texts, days and moments are dates, hours are numbers. Installs the package where it can; says so where it cannot.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { makeWorkbook } from '#api/customers/people-export.actions.ts';
import { columnsFor, type ExportedPerson } from '#api/customers/people-export.rules.ts';

/** How each cell of the second and later rows reads: type, and value as text. */
const READER = `
import json, sys, openpyxl
sheet = openpyxl.load_workbook(sys.argv[1]).active
print(json.dumps([[[c.data_type, str(c.value), c.number_format] for c in row] for row in sheet.iter_rows()]))
`;

const dangerous = ['=1+1', '+44 20', '-5', '@SUM(A1)', '\t=1+1'];
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
  owed: 5,
  counted: 2,
});

type Cell = [type: string, value: string, format: string];

// Debian's packages are for Debian's Python, which another one may stand before.
const PYTHONS = ['/usr/bin/python3', 'python3'];
const findReader = () => PYTHONS.find((python) => spawnSync(python, ['-c', 'import openpyxl']).status === 0);

function install(): boolean {
  if (process.getuid?.() !== 0) return false;
  console.log('Installing a reader of workbooks (apt-get install python3-openpyxl) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'python3-openpyxl'],
  ].every((words) => spawnSync('apt-get', words, { env, stdio: 'ignore' }).status === 0);
}

async function readBack(python: string, content: Buffer): Promise<Cell[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'livery-excel-'));
  try {
    const file = join(folder, 'people.xlsx');
    await writeFile(file, content);
    const read = spawnSync(python, ['-c', READER, file], { encoding: 'utf8' });
    if (read.status !== 0) throw new Error(read.stderr);
    return JSON.parse(read.stdout) as Cell[][];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const python = findReader() ?? (install() ? findReader() : undefined);
if (!python) {
  console.log('Not checked: there is no other reader of workbooks here. Install it: `sudo apt-get install python3-openpyxl`.');
  console.log('0 passed, 0 failed');
} else {
  const columns = columnsFor(undefined);
  const rows = await readBack(python, await buffer(makeWorkbook(columns, dangerous.map(person))));
  const at = (row: number, header: string) => rows[row]?.[columns.findIndex((column) => column.header === header)];
  const checks: [what: string, seen: unknown, wanted: unknown][] = [
    ['the headings', rows[0]?.map(([, value]) => value), columns.map(({ header }) => header)],
    ...dangerous.map((text, index): [string, unknown, unknown] => [
      `${JSON.stringify(text)} stays a text`,
      at(index + 1, 'Last name')?.slice(0, 2),
      ['s', text],
    ]),
    ['a number with zeros in front stays a text', at(1, 'Employee number')?.slice(0, 2), ['s', '007']],
    ['a day is a date', at(1, 'First day of work'), ['d', '2026-03-01 00:00:00', 'dd/mm/yyyy']],
    ['a moment is a date', at(1, 'Last log-in (UTC)'), ['d', '2026-03-02 10:20:00', 'dd/mm/yyyy hh:mm']],
    ['hours are a number', at(1, 'Weekly hours')?.slice(0, 2), ['n', '37.5']],
    ['pieces are a number', at(1, 'Pieces owed')?.slice(0, 2), ['n', '5']],
  ];
  const failed = checks.filter(([, seen, wanted]) => JSON.stringify(seen) !== JSON.stringify(wanted));
  for (const [what, seen, wanted] of failed)
    console.log(`FAILED  ${what}: ${JSON.stringify(seen)} instead of ${JSON.stringify(wanted)}`);
  console.log(`${checks.length - failed.length} passed, ${failed.length} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}
