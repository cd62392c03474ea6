import type { Readable } from 'node:stream';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { streamWorkbook, type WorkbookColumn } from '#api/platform/workbook/workbook.ts';
import type { ImportField, ImportOutcome } from '#contract/people/people-import.ts';
import type { ImportRow } from './imports.queries.ts';
import { readNameLookup } from './people.queries.ts';
import { type ImportRowView, readReportRows } from './rows.queries.ts';

const BATCH_SIZE = 500;

const OUTCOME_WORDS: Record<ImportOutcome, [planned: string, done: string]> = {
  create: ['Will be created', 'Created'],
  change: ['Will be changed', 'Changed'],
  move: ['Will be moved', 'Moved'],
  same: ['Stays as it is', 'Stayed as it was'],
  leave: ['Account will be closed', 'Account closed'],
  refuse: ['Refused', 'Refused'],
};
const UNDO_WORDS: Record<string, string> = { undone: 'Taken back', partly: 'Taken back in part', kept: 'Not taken back' };

const changeInWords = ({ field, before, after }: ImportRowView['changes'][number]) =>
  before === '' ? `${field}: ${after}` : `${field}: ${before} → ${after || '(empty)'}`;

const undoInWords = ({ undo, undo_reasons }: ImportRowView) =>
  [UNDO_WORDS[undo ?? ''] ?? '', ...undo_reasons].filter(Boolean).join('. ');

/** What becomes, or became, of every line as a workbook, with the cells of the file beside it. */
export function createImportReport(
  db: Db,
  scope: Scope,
  peopleImport: ImportRow,
  outcome: ImportOutcome | undefined,
): { name: string; content: Readable } {
  // Rows of an import that broke off say what would have become of them; those that need nothing are done with the rest.
  const tense = ({ done_at }: ImportRowView) =>
    done_at || peopleImport.state === 'done' || peopleImport.state === 'undone' ? 1 : 0;
  const columns: WorkbookColumn<ImportRowView>[] = [
    { header: 'Line', width: 8, value: ({ line }) => line ?? 'not in the file' },
    { header: 'What', width: 22, value: (row) => (row.outcome ? OUTCOME_WORDS[row.outcome][tense(row)] : '') },
    { header: 'Why', width: 60, value: ({ reasons }) => reasons.join(' ') },
    { header: 'Person', width: 26, value: ({ person }) => person },
    { header: 'Changes', width: 60, value: ({ changes }) => changes.map(changeInWords).join('; ') },
    ...(peopleImport.undone_at ? [{ header: 'Undo', width: 40, value: undoInWords }] : []),
    ...peopleImport.columns.map(({ header }, at) => ({
      header,
      width: 18,
      value: ({ cells }: ImportRowView) => cells[at] ?? '',
    })),
  ];
  async function* rows() {
    for (let after = 0; ; ) {
      const read = await readReportRows(db, scope, peopleImport.id, outcome, after, BATCH_SIZE);
      yield* read;
      const last = read.at(-1);
      if (!last) return;
      after = last.row_no;
    }
  }
  const name = `import-${peopleImport.id}${outcome ? `-${outcome}` : ''}.xlsx`;
  return { name, content: streamWorkbook({ name: 'Import of people', columns, rows: rows() }) };
}

const HEADINGS: readonly [field: ImportField, header: string][] = [
  ['employeeNumber', 'Employee number'],
  ['email', 'E-mail'],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['roleIds', 'Role'],
  ['organisationGroupIds', 'Group'],
  ['organisationResortId', 'Destination'],
  ['departments', 'Departments'],
  ['organisationBusinessAreaId', 'Business area'],
  ['jobRoleId', 'Job role'],
  ['organisationCollections', 'Wardrobe'],
  ['organisationSeasons', 'Season'],
  ['allocationTypeId', 'Allocation'],
  ['startDateUtc', 'First day of work'],
  ['endDateUtc', 'Last day of work'],
  ['weeklyHours', 'Weekly hours'],
  ['gender', 'Gender'],
  ['poNumber', 'PO number'],
  ['active', 'Account'],
];

/** A workbook to be filled: the columns that are understood, and on a second sheet the names that they can hold. */
export async function createImportTemplate(db: Db, scope: Scope): Promise<Readable> {
  const { names } = await readNameLookup(db, scope);
  const roles = [...(names.role ?? [])].filter(([id]) => id >= 33 && id !== 33 && id !== 36).map(([, name]) => name);
  const groups = [...(names.organisation_group ?? [])].filter(
    ([id]) => scope.adminableGroupIds.length === 0 || scope.adminableGroupIds.includes(id),
  );
  const of = (table: string) => [...(names[table]?.values() ?? [])];
  const lists: [string, string[]][] = [
    ['Role', roles],
    ['Group', groups.map(([, name]) => name)],
    ['Destination', of('resort')],
    ['Departments', [...new Set(of('department'))]],
    ['Business area', of('business_area')],
    ['Job role', of('job_role')],
    ['Wardrobe', of('collection')],
    ['Season', of('season')],
    ['Allocation', of('allocation_type')],
    ['Gender', ['male', 'female', 'not said']],
    ['Account', ['open', 'closed']],
  ];
  const longest = Math.max(...lists.map(([, list]) => list.length));
  return streamWorkbook(
    { name: 'People', columns: HEADINGS.map(([, header]) => ({ header, width: 20, value: () => null })), rows: [] },
    {
      name: 'Names that can be used',
      columns: lists.map(([header, list]) => ({ header, width: 24, value: (place: number) => list[place] ?? null })),
      rows: Array.from({ length: longest }, (_, place) => place),
    },
  );
}
