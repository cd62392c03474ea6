import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { formatDatedFileName, readInBatches, type WorkbookFile } from '#api/platform/workbook/workbook.ts';
import type { QueryOf } from '#contract/index.ts';
import { listKeptProductIds } from './products-list.queries.ts';
import { readWorkbookFacts, readWorkbookProducts } from './products-workbook.queries.ts';
import { createProductColumns, type ProductWorkbookRow, toCategoryPaths, toWorkbookRows } from './products-workbook.rules.ts';

/** Exports the products of the filtered list as a workbook, a row for each variant, and records it in the audit log. The ids are read first, so that changes meanwhile do not move products between batches. */
export async function exportProducts(
  db: Db,
  operator: OperatorScope,
  query: NonNullable<QueryOf<'GET /api/operator/products/exporttoexcel'>>,
  requestId: string,
): Promise<WorkbookFile> {
  const ids = await listKeptProductIds(db, operator, query);
  const { categories, ...facts } = await readWorkbookFacts(db, ids);
  await runInTransaction(db, (tx) =>
    recordOperatorAuditEvent(
      tx,
      operator,
      { organisationId: null, brandId: null },
      { action: 'catalogue.exported', after: { products: ids.length, ...query }, requestId },
    ),
  );
  async function* readRows(): AsyncGenerator<ProductWorkbookRow> {
    for await (const product of readInBatches(ids, (batch) => readWorkbookProducts(db, operator, batch)))
      yield* toWorkbookRows(product);
  }
  const columns = createProductColumns({ ...facts, categoryPaths: toCategoryPaths(categories) });
  return {
    name: formatDatedFileName('products'),
    sheets: [{ name: 'Products', columns, rows: readRows() }],
  };
}
