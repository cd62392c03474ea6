import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import {
  DATE_FORMAT,
  formatDatedFileName,
  moneyFormat,
  readInBatches,
  type WorkbookColumn,
  type WorkbookFile,
} from '#api/platform/workbook/workbook.ts';
import type { QueryOf } from '#contract/index.ts';
import { getPriceView } from '../pricing/pricing.mapper.ts';
import type { PriceView } from '../pricing/pricing.rules.ts';
import { type EnquiredStockItem, toEnquiredStockItem } from './stock.mapper.ts';
import { listStockByIds, listStockIds } from './stock-enquiry.queries.ts';

const createColumns = (currencyCode: string, view: PriceView): WorkbookColumn<EnquiredStockItem>[] => [
  { header: 'Product', width: 36, value: ({ name }) => name },
  { header: 'Choice', width: 28, value: ({ attributeDescription }) => attributeDescription },
  { header: 'Colour', width: 18, value: ({ colour }) => colour },
  { header: 'Size', width: 10, value: ({ size }) => size },
  { header: 'Fit', width: 14, value: ({ fit }) => fit },
  { header: 'SKU', width: 22, value: ({ sku }) => sku },
  { header: 'GTIN', width: 16, value: ({ gtin }) => gtin },
  { header: 'Availability', width: 26, value: ({ stockMessage }) => stockMessage },
  { header: 'In stock', width: 10, value: ({ stockQuantity }) => stockQuantity },
  {
    header: 'Next delivery',
    width: 14,
    numFmt: DATE_FORMAT,
    value: ({ dueDateUtc }) => (dueDateUtc === null ? null : new Date(dueDateUtc)),
  },
  { header: 'Pieces due', width: 11, value: ({ dueQuantity }) => dueQuantity },
  ...(view.pricesVisible
    ? [
        {
          header: view.taxDisplayType === 0 ? 'Price incl. tax' : 'Price excl. tax',
          width: 15,
          numFmt: moneyFormat(currencyCode),
          value: ({ price }: EnquiredStockItem) => price,
        },
      ]
    : []),
];

/**
 * Exports all pages of the stock enquiry as a workbook and records it in the audit log. The ids are read first, so that changes during the export do not
 * move rows between batches.
 */
export async function exportStock(
  db: Db,
  scope: Scope,
  query: QueryOf<'GET /api/stock/exporttoexcel'>,
  requestId: string,
): Promise<WorkbookFile> {
  const ids = await listStockIds(db, scope, query);
  // The audit log is never deleted, and what was searched for may be anything.
  const { filters = [], businessAreaId = 0 } = query;
  await runInTransaction(db, (tx) =>
    recordAuditEvent(
      tx,
      { caller: scope, effective: scope },
      { action: 'stock.exported', after: { combinations: ids.length, filters: filters.length, businessAreaId }, requestId },
    ),
  );
  const view = getPriceView(scope, query.taxId);
  const rows = readInBatches(ids, async (batch) =>
    (await listStockByIds(db, scope, batch)).map((item) => toEnquiredStockItem(item, view)),
  );
  return {
    name: formatDatedFileName('stock'),
    sheets: [{ name: 'Stock', columns: createColumns(scope.currencyCode, view), rows }],
  };
}
