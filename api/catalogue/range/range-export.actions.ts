import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { formatDatedFileName, readInBatches, type WorkbookFile } from '#api/platform/workbook/workbook.ts';
import type { QueryOf } from '#contract/index.ts';
import { listAudienceItemNames } from './range.queries.ts';
import { createRangeExportColumns } from './range-export.rules.ts';
import { listRangeByIds, listRangeIds } from './range-list.queries.ts';

/** Exports all pages of the filtered range as a workbook and records it in the audit log. The ids are read first, so that changes during the export do not move products between batches. */
export async function exportRange(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/productsorganisation/exportToExcel'>,
  requestId: string,
): Promise<WorkbookFile> {
  const [ids, names] = await Promise.all([listRangeIds(db, scope, query), listAudienceItemNames(db, scope)]);
  const { page, limit, ...filters } = query;
  await runInTransaction(db, (tx) =>
    recordAuditEvent(
      tx,
      { caller: scope, effective: scope },
      { action: 'productOrganisation.exported', after: { products: ids.length, ...filters }, requestId },
    ),
  );
  const columns = createRangeExportColumns(scope.currencyCode, names);
  const products = readInBatches(ids, (batch) => listRangeByIds(db, scope, batch));
  return { name: formatDatedFileName('range'), sheets: [{ name: 'Range', columns, rows: products }] };
}
