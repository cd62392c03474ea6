import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import {
  DATE_TIME_FORMAT,
  formatDatedFileName,
  moneyFormat,
  readInBatches,
  type WorkbookColumn,
  type WorkbookFile,
} from '#api/platform/workbook/workbook.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { getReturnStatusLabel } from '#contract/ordering/returns/return-states.ts';
import { toReturnRequest } from '../returns/returns.mapper.ts';
import { listManagedReturnIds, type ManagedReturnRow, readManagedReturns } from './managed-returns.queries.ts';

type ManagedReturn = ReplyOf<'GET /api/returns'>['returns'][number];
type ExportedReturn = ManagedReturn & { groupName: string | null };

/** A return request on the wire, for an administrator. */
export const toManagedReturn = (row: ManagedReturnRow, scope: Scope): ManagedReturn => ({
  ...toReturnRequest(row, scope),
  person: row.person,
  organisationGroupId: row.groupId,
});

const DAY_MS = 86_400_000;

function listColumns({ currencyCode, pricesVisible }: Scope, now: Date): WorkbookColumn<ExportedReturn>[] {
  const columns: (WorkbookColumn<ExportedReturn> & { isAmount?: true })[] = [
    { header: 'Return', width: 12, value: ({ customNumber }) => customNumber },
    { header: 'Status', width: 22, value: getReturnStatusLabel },
    {
      header: 'Requested (UTC)',
      width: 18,
      numFmt: DATE_TIME_FORMAT,
      value: ({ createdOnUtc }) => new Date(createdOnUtc),
    },
    {
      header: 'Days ago',
      width: 10,
      value: ({ createdOnUtc }) => Math.floor((now.getTime() - Date.parse(createdOnUtc)) / DAY_MS),
    },
    { header: 'Order', width: 10, value: ({ orderId }) => orderId },
    { header: 'Person', width: 24, value: ({ person }) => `${person.firstName} ${person.lastName}`.trim() },
    { header: 'Email', width: 34, value: ({ person }) => person.email },
    { header: 'Employee number', width: 16, value: ({ person }) => person.employeeNumber },
    { header: 'Group', width: 18, value: ({ groupName }) => groupName },
    { header: 'Product', width: 34, value: ({ productName }) => productName },
    { header: 'SKU', width: 18, value: ({ sku }) => sku },
    { header: 'Colour and size', width: 20, value: ({ attributeDescription }) => attributeDescription },
    { header: 'Pieces', width: 10, value: ({ quantity }) => quantity },
    { header: 'Wants', width: 26, value: ({ returnAction }) => returnAction },
    { header: 'New size or colour', width: 20, value: ({ exchangeDescription }) => exchangeDescription },
    { header: 'Reason', width: 26, value: ({ returnReason }) => returnReason },
    { header: 'Received', width: 10, value: ({ receivedQuantity }) => receivedQuantity },
    {
      header: 'Credited incl. tax',
      width: 16,
      numFmt: moneyFormat(currencyCode),
      isAmount: true,
      value: ({ refundedAmount }) => refundedAmount,
    },
  ];
  return columns.filter(({ isAmount }) => pricesVisible || !isAmount);
}

/** Exports all returns that match the filters as a workbook, in the order of the list, and records it in the audit log. */
export async function exportManagedReturns(
  db: Db,
  scope: Scope,
  { page: _, limit: __, ...filters }: QueryOf<'GET /api/returns/exporttoexcel'>,
  { at, requestId }: { at: Date; requestId: string },
): Promise<WorkbookFile> {
  const ids = await listManagedReturnIds(db, scope, filters, at);
  await runInTransaction(db, (tx) =>
    recordAuditEvent(
      tx,
      { caller: scope, effective: scope },
      {
        action: 'returns.exported',
        // A name that was searched for is not kept beyond the person's own data.
        after: { returns: ids.length, ...filters, ...(filters.searchTerm && { searchTerm: '(not kept)' }) },
        requestId,
      },
    ),
  );
  const rows = readInBatches(ids, async (batch) =>
    (await readManagedReturns(db, scope, batch)).map((row) => ({ ...toManagedReturn(row, scope), groupName: row.groupName })),
  );
  return {
    name: formatDatedFileName('returns'),
    sheets: [{ name: 'Returns', columns: listColumns(scope, at), rows }],
  };
}
