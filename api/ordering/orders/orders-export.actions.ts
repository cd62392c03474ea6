import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { formatDatedFileName, readInBatches, type WorkbookFile } from '#api/platform/workbook/workbook.ts';
import type { QueryOf } from '#contract/index.ts';
import { toOrderListItem, toVisibleAmount } from './orders.queries.ts';
import { listOrderIds, readLinesForExport, readOrdersForExport } from './orders-export.queries.ts';
import { type ExportedOrder, selectLineColumns, selectOrderColumns } from './orders-export.rules.ts';

/**
 * Exports all orders that match the filters as a workbook, with their lines on a second sheet, and records it in the audit log. The ids are
 * read first, so that changes during the export do not shift the rows. Throws 400 as the list does.
 */
export async function exportOrders(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/orders/exporttoexcel'>,
  requestId: string,
): Promise<WorkbookFile> {
  const ids = await listOrderIds(db, scope, query);
  // The search term may contain a person's name, and the audit log is never deleted.
  const { fields, page, limit, searchTerm, ...filters } = query;
  await runInTransaction(db, (tx) =>
    recordAuditEvent(
      tx,
      { caller: scope, effective: scope },
      {
        action: 'orders.exported',
        after: { orders: ids.length, ...(searchTerm ? { searchTerm: '(not kept)' } : {}), ...filters },
        requestId,
      },
    ),
  );
  const orders = readInBatches(ids, (batch) => readOrders(db, scope, batch));
  const lines = readInBatches(ids, (batch) => readLinesForExport(db, scope, batch));
  return {
    name: formatDatedFileName('orders'),
    sheets: [
      { name: 'Orders', columns: selectOrderColumns(fields, scope), rows: orders },
      { name: 'Lines', columns: selectLineColumns(scope), rows: lines },
    ],
  };
}

async function readOrders(db: Db, scope: Scope, ids: readonly number[]): Promise<ExportedOrder[]> {
  const rows = await readOrdersForExport(db, scope, ids);
  return rows.map((row) => ({
    ...toOrderListItem(row, scope),
    groupName: row.group_name,
    resortName: row.resort_name,
    businessAreaName: row.business_area_name,
    collectionName: row.collection_name,
    seasonName: row.season_name,
    byCard: row.card_minor === null ? null : toVisibleAmount(row.card_minor, scope),
    onAccount: row.account_minor === null ? null : toVisibleAmount(row.account_minor, scope),
    answers: row.answers,
  }));
}
