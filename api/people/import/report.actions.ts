import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { WorkbookColumn, WorkbookFile } from '#api/platform/workbook/workbook.ts';
import type { ImportField, ImportKind, ImportOutcome } from '#contract/people/import.ts';
import type { ImportRecord } from './imports.queries.ts';
import { readNameLookup } from './people.queries.ts';
import { describeUndo, getUndoResult, listRowChanges, listRowReasons } from './people-import.mapper.ts';
import { type ImportRowView, listReportRows, type RowFilter } from './rows.queries.ts';

const BATCH_SIZE = 500;
const SHEET_NAMES: Record<ImportKind, string> = { people: 'Import of people', balances: 'Opening balances', range: 'Range' };

const OUTCOME_LABELS: Record<ImportOutcome, [planned: string, processed: string]> = {
  create: ['Will be created', 'Created'],
  change: ['Will be changed', 'Changed'],
  move: ['Will be moved', 'Moved'],
  close: ['Account will be closed', 'Account closed'],
  unchanged: ['No change', 'No change'],
  refuse: ['Not imported', 'Not imported'],
};
const UNDO_LABELS = { restored: 'Undone', partly: 'Partly undone', kept: 'Not undone' } as const;

const formatChange = ({ field, before, after }: ReturnType<typeof listRowChanges>[number]) =>
  before === '' ? `${field}: ${after}` : `${field}: ${before} → ${after || '(empty)'}`;

const formatOutcome = ({ outcome, processed_at }: ImportRowView) =>
  outcome ? OUTCOME_LABELS[outcome][processed_at ? 1 : 0] : '';

function formatUndo(row: ImportRowView): string {
  const result = getUndoResult(row);
  return result ? [UNDO_LABELS[result], describeUndo(row)].filter(Boolean).join('. ') : '';
}

/** A workbook of the rows of an import with what each does or did, beside the columns of the file. */
export function createImportReport(db: Db, scope: Scope, peopleImport: ImportRecord, filter: RowFilter): WorkbookFile {
  const columns: WorkbookColumn<ImportRowView>[] = [
    { header: 'Line', width: 8, value: ({ line }) => line ?? 'not in the file' },
    { header: 'Result', width: 22, value: formatOutcome },
    { header: 'Reason', width: 60, value: (row) => listRowReasons(row).join(' ') },
    { header: peopleImport.kind === 'range' ? 'Product' : 'Person', width: 26, value: ({ person }) => person },
    { header: 'Changes', width: 60, value: (row) => listRowChanges(row).map(formatChange).join('; ') },
    ...(peopleImport.undone_at ? [{ header: 'Undo', width: 40, value: formatUndo }] : []),
    ...peopleImport.columns.map(({ header }, index) => ({
      header,
      width: 18,
      value: ({ cells }: ImportRowView) => cells[index] ?? '',
    })),
  ];
  async function* readRows() {
    for (let afterRow = 0; ; ) {
      const batch = await listReportRows(db, scope, peopleImport.id, filter, afterRow, BATCH_SIZE);
      yield* batch;
      const last = batch.at(-1);
      if (!last) return;
      afterRow = last.row_no;
    }
  }
  const name = `${['import', peopleImport.id, filter.outcome, filter.finding, filter.attention].filter(Boolean).join('-')}.xlsx`;
  return { name, sheets: [{ name: SHEET_NAMES[peopleImport.kind], columns, rows: readRows() }] };
}

const HEADINGS: readonly [field: ImportField, header: string][] = [
  ['employeeNumber', 'Employee number'],
  ['email', 'Email'],
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['roleIds', 'Role'],
  ['organisationGroupIds', 'Group'],
  ['organisationResortId', 'Destination'],
  ['departments', 'Departments'],
  ['organisationBusinessAreaId', 'Business area'],
  ['jobRoleId', 'Job role'],
  ['costCentreId', 'Cost centre'],
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

/** An empty workbook with the columns that an import understands and, on a second sheet, the names that they can hold. */
export async function createImportTemplate(db: Db, scope: Scope): Promise<WorkbookFile> {
  const { names, costCentres } = await readNameLookup(db, scope);
  const codes = [...new Set(costCentres.values())].flatMap(({ code, isOpen }) => (isOpen ? code : []));
  const headings = HEADINGS.filter(([field]) => field !== 'costCentreId' || costCentres.size > 0);
  const roles = [...(names.role ?? [])].filter(([id]) => id >= 33 && id !== 33 && id !== 36).map(([, name]) => name);
  const groups = [...(names.organisation_group ?? [])].filter(
    ([id]) => scope.adminableGroupIds.length === 0 || scope.adminableGroupIds.includes(id),
  );
  const listNames = (table: string) => [...(names[table]?.values() ?? [])];
  const lists: [string, string[]][] = [
    ['Role', roles],
    ['Group', groups.map(([, name]) => name)],
    ['Destination', listNames('resort')],
    ['Departments', [...new Set(listNames('department'))]],
    ['Business area', listNames('business_area')],
    ['Job role', listNames('job_role')],
    ...(costCentres.size > 0 ? [['Cost centre', codes] satisfies [string, string[]]] : []),
    ['Wardrobe', listNames('collection')],
    ['Season', listNames('season')],
    ['Allocation', listNames('allocation_type')],
    ['Gender', ['male', 'female', 'prefer not to say']],
    ['Account', ['open', 'closed']],
  ];
  const rowCount = Math.max(...lists.map(([, list]) => list.length));
  const sheets = [
    { name: 'People', columns: headings.map(([, header]) => ({ header, width: 20, value: () => null })), rows: [] },
    {
      name: 'Names that can be used',
      columns: lists.map(([header, list]) => ({ header, width: 24, value: (index: number) => list[index] ?? null })),
      rows: Array.from({ length: rowCount }, (_, index) => index),
    },
  ];
  return { name: 'people-template.xlsx', sheets };
}
