import type { Db } from '#api/platform/db/database.ts';
import type { WorkbookColumn, WorkbookFile } from '#api/platform/workbook/workbook.ts';
import type { ProductRowOutcome } from '#contract/catalogue/import.ts';
import { listProductReportRows, type ProductRowView } from './file-products.queries.ts';
import type { ProductImportRecord } from './product-imports.queries.ts';

const BATCH_SIZE = 500;

const LABELS: Record<ProductRowOutcome, [planned: string, processed: string]> = {
  created: ['Will be added', 'Added'],
  changed: ['Will be changed', 'Changed'],
  unchanged: ['No change', 'No change'],
  refused: ['Not imported', 'Not imported'],
  conflict: ['Changed since', 'Changed since'],
  ignored: ['Not imported', 'Not imported'],
  warning: ['Warning', 'Warning'],
};

/** A workbook of the rows of an import with what each does or did. */
export function createProductImportReport(
  db: Db,
  { id, finished_at }: ProductImportRecord,
  outcome: ProductRowOutcome | undefined,
): WorkbookFile {
  const columns: WorkbookColumn<ProductRowView>[] = [
    { header: 'Line', width: 8, value: ({ line }) => line },
    { header: 'Result', width: 18, value: (row) => LABELS[row.outcome][finished_at ? 1 : 0] },
    { header: 'Handle', width: 28, value: ({ handle }) => handle },
    { header: 'SKU', width: 20, value: ({ sku }) => sku },
    { header: 'What and why', width: 70, value: ({ text }) => text },
    {
      header: 'Changes',
      width: 70,
      value: ({ changes }) =>
        changes.map(({ field, before, after }) => `${field}: ${before || '(empty)'} → ${after || '(empty)'}`).join('; '),
    },
  ];
  async function* readRows() {
    for (let after = { product: -2, row: 0 }; ; ) {
      const rows = await listProductReportRows(db, id, outcome, after, BATCH_SIZE);
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      after = { product: last.product_position, row: last.row_no };
    }
  }
  const name = `products-${id}${outcome ? `-${outcome}` : ''}.xlsx`;
  return { name, sheets: [{ name: 'Import of products', columns, rows: readRows() }] };
}
