import { parseCellNumber } from '#api/catalogue/range/range-cells.rules.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { parseImportDate } from '#api/platform/workbook/cell-dates.rules.ts';
import { normaliseHeading, normaliseName } from '#api/platform/workbook/cell-names.ts';

/** What is kept of a cost centre. Money in minor units, excluding tax; days such as `2026-04-01`. */
export interface CostCentreFields {
  code: string;
  name: string;
  groups: { id: number; name: string }[];
  active: boolean;
  validFrom: string | null;
  validUntil: string | null;
  seasonLimitMinor: number | null;
}

/** What a column of a file with cost centres can hold. */
const FIELDS = ['code', 'name', 'groups', 'active', 'validFrom', 'validUntil', 'seasonLimit'] as const;
type Field = (typeof FIELDS)[number];

/** Headings by which columns are recognised, normalised, the clearest first. */
const ALIASES: Readonly<Record<Field, readonly string[]>> = {
  code: ['code', 'costcentrecode', 'costcentre', 'costcenter', 'costcentrenumber', 'number', 'cc'],
  name: ['name', 'costcentrename', 'description', 'title'],
  groups: ['groups', 'group'],
  active: ['active', 'isactive', 'open', 'status'],
  validFrom: ['validfrom', 'firstday', 'from', 'start', 'startdate'],
  validUntil: ['validuntil', 'validto', 'lastday', 'until', 'to', 'end', 'enddate'],
  seasonLimit: ['amountperseason', 'seasonamount', 'seasonlimit', 'limit', 'budget', 'amount'],
};

/** The place of each column that a file has. */
export type CostCentreColumns = Readonly<Partial<Record<Field, number>>>;

/** Finds the columns of a file by their headings. */
export function findCostCentreColumns(headings: readonly string[]): CostCentreColumns {
  const keys = headings.map(normaliseHeading);
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const place = ALIASES[field].map((name) => keys.indexOf(name)).find((index) => index >= 0);
      return place === undefined ? [] : [[field, place]];
    }),
  );
}

/** A row of a file as it was read: what it says, and why it cannot be used. */
export interface CostCentreRow {
  line: number;
  code: string;
  /** Only of the columns that the file has. */
  fields: Partial<Omit<CostCentreFields, 'code'>>;
  problem: string | undefined;
}

const MAX_LIMIT_MINOR = 10_000_000_000;
const YES = new Set(['yes', 'y', 'true', '1', 'active', 'open', '']);
const NO = new Set(['no', 'n', 'false', '0', 'inactive', 'closed', 'withdrawn']);

type Parsed<Value> = { value: Value } | { problem: string };

function parseDay(cell: string, which: string): Parsed<string | null> {
  if (cell === '') return { value: null };
  const value = parseImportDate(cell, false);
  return value === undefined
    ? { problem: `“${cell.slice(0, 40)}” is no ${which} day. Enter one such as 2027-04-01.` }
    : { value };
}

function parseLimit(cell: string): Parsed<number | null> {
  if (cell === '') return { value: null };
  const number = parseCellNumber(cell);
  const minor = number === undefined ? undefined : Math.round(Number((number * 100).toPrecision(14)));
  return minor === undefined || minor < 0 || minor > MAX_LIMIT_MINOR
    ? { problem: `“${cell.slice(0, 40)}” is no amount. Enter one such as 2500.` }
    : { value: minor };
}

function parseGroups(cell: string, groups: CostCentreFields['groups']): Parsed<CostCentreFields['groups']> {
  const names = cell.split(/[;\n]/).map(normaliseName).filter(Boolean);
  const unknown = names.find((name) => !groups.some((group) => normaliseName(group.name) === name));
  if (unknown !== undefined) return { problem: `There is no group “${unknown.slice(0, 40)}”. Separate several by semicolons.` };
  return { value: groups.filter((group) => names.includes(normaliseName(group.name))) };
}

function parseActive(cell: string): Parsed<boolean> {
  const word = normaliseName(cell);
  if (YES.has(word)) return { value: true };
  return NO.has(word) ? { value: false } : { problem: `“${cell.slice(0, 40)}” is neither yes nor no.` };
}

/** Reads a row of a file. Undefined for one in which nothing of a cost centre is filled in. */
export function parseCostCentreRow(
  { line, cells, problem }: { line: number; cells: readonly string[]; problem?: string | undefined },
  columns: CostCentreColumns,
  groups: CostCentreFields['groups'],
): CostCentreRow | undefined {
  const read = (field: Field) => (columns[field] === undefined ? '' : (cells[columns[field]] ?? '').trim());
  if (FIELDS.every((field) => read(field) === '')) return undefined;
  const code = read('code');
  const name = read('name');
  const problems = [problem];
  if (code === '') problems.push('The code is missing.');
  if (code.length > 40) problems.push('The code has more than 40 characters.');
  if (columns.name !== undefined && name === '') problems.push('The name is missing.');
  if (name.length > 200) problems.push('The name has more than 200 characters.');
  const parsed = {
    groups: parseGroups(read('groups'), groups),
    active: parseActive(read('active')),
    validFrom: parseDay(read('validFrom'), 'first'),
    validUntil: parseDay(read('validUntil'), 'last'),
    seasonLimitMinor: parseLimit(read('seasonLimit')),
  };
  const hasColumn = (key: string) => columns[(key === 'seasonLimitMinor' ? 'seasonLimit' : key) as Field] !== undefined;
  const fields = Object.fromEntries(
    Object.entries(parsed).flatMap(([key, each]) => {
      if (!hasColumn(key)) return [];
      if ('problem' in each) problems.push(each.problem);
      return 'value' in each ? [[key, each.value]] : [];
    }),
  ) as CostCentreRow['fields'];
  return {
    line,
    code,
    fields: columns.name === undefined ? fields : { name, ...fields },
    problem: problems.find((each) => each !== undefined),
  };
}

/** A row that adds or changes a cost centre. */
export interface PlannedCostCentre {
  line: number;
  before: (CostCentreFields & { id: number }) | undefined;
  after: CostCentreFields;
  changes: string[];
}

/** What happens to the rows of a file. */
export interface CostCentrePlan {
  rows: number;
  planned: PlannedCostCentre[];
  unchanged: number;
  refused: { line: number; code: string; reason: string }[];
  leftAlone: number;
}

const words = {
  name: (value: unknown) => String(value),
  groups: (value: unknown) => (value as { name: string }[]).map(({ name }) => name).join(', ') || 'everyone',
  active: (value: unknown) => (value ? 'yes' : 'no'),
  validFrom: (value: unknown) => (value === null ? 'none' : formatDay(String(value))),
  validUntil: (value: unknown) => (value === null ? 'none' : formatDay(String(value))),
  seasonLimitMinor: (value: unknown) => (value === null ? 'none' : (Number(value) / 100).toFixed(2)),
};
const LABELS: Readonly<Record<keyof typeof words, string>> = {
  name: 'Name',
  groups: 'Groups',
  active: 'Active',
  validFrom: 'Valid from',
  validUntil: 'Valid until',
  seasonLimitMinor: 'Amount per season',
};

const describeDifferences = (before: CostCentreFields, after: CostCentreFields): string[] =>
  (Object.keys(words) as (keyof typeof words)[]).flatMap((field) => {
    const [was, is] = [words[field](before[field]), words[field](after[field])];
    return was === is ? [] : [`${LABELS[field]}: ${was} becomes ${is}`];
  });

/** Plans what the rows of a file add and change. Cost centres that it does not name stay. Of two rows with a code, neither is used. */
export function planCostCentres(
  rows: readonly CostCentreRow[],
  stored: readonly (CostCentreFields & { id: number })[],
  most: number,
): CostCentrePlan {
  const keyOf = (code: string) => code.toLowerCase();
  const byCode = new Map(stored.map((centre) => [keyOf(centre.code), centre]));
  const linesOf = Map.groupBy(rows, ({ code }) => keyOf(code));
  const plan: CostCentrePlan = { rows: rows.length, planned: [], unchanged: 0, refused: [], leftAlone: 0 };
  let count = stored.length;
  for (const { line, code, fields, problem } of rows) {
    const refuse = (reason: string) => plan.refused.push({ line, code, reason });
    const same = linesOf.get(keyOf(code)) ?? [];
    const before = byCode.get(keyOf(code));
    const empty = { name: '', groups: [], active: true, validFrom: null, validUntil: null, seasonLimitMinor: null };
    const after: CostCentreFields = { ...(before ?? empty), ...fields, code: before?.code ?? code };
    if (problem !== undefined) refuse(problem);
    else if (same.length > 1) refuse(`Line ${same.find((row) => row.line !== line)?.line} has the same code.`);
    else if (after.name === '') refuse('The name is missing.');
    else if (after.validFrom && after.validUntil && after.validUntil < after.validFrom)
      refuse('The last day is before the first.');
    else if (!before && count >= most) refuse(`An organisation can have at most ${most} cost centres.`);
    else {
      const changes = before ? describeDifferences(before, after) : [];
      if (before && changes.length === 0) plan.unchanged += 1;
      else plan.planned.push({ line, before, after, changes });
      if (!before) count += 1;
    }
  }
  plan.leftAlone = stored.filter(({ code }) => !linesOf.has(keyOf(code))).length;
  return plan;
}
