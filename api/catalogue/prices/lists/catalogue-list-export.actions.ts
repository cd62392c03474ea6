import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { formatDatedFileName, moneyFormat, type WorkbookColumn, type WorkbookFile } from '#api/platform/workbook/workbook.ts';
import { toMajorUnits } from '../../pricing/pricing.rules.ts';
import { readCatalogueSettings } from '../catalogue-prices.queries.ts';
import { getLastDay, type ScheduledPrice } from '../price-days.rules.ts';
import { listScheduledPrices } from '../scheduled-prices.queries.ts';
import { type CatalogueListRow, listCataloguePrices } from './price-lists.queries.ts';

/** A row: today's price, or one that is to come or ends on a day. */
interface ExportedRow {
  row: CatalogueListRow;
  scheduled: ScheduledPrice | undefined;
}

/** Products that are read at a time, each with its combinations. */
const BATCH = 200;

const toAmount = (minor: number | null) => (minor === null ? null : toMajorUnits(minor));

function createColumns(currencyCode: string): WorkbookColumn<ExportedRow>[] {
  const money = { width: 14, numFmt: moneyFormat(currencyCode) };
  return [
    { header: 'SKU', width: 20, value: ({ row }) => row.sku },
    { header: 'Product', width: 36, value: ({ row }) => row.name },
    { header: 'For', width: 10, value: ({ row }) => (row.combinationId === null ? 'Product' : 'Variant') },
    { header: 'Variant', width: 24, value: ({ row }) => row.description },
    { header: 'Costs today', ...money, value: ({ row }) => toMajorUnits(row.costsMinor) },
    {
      header: 'Price',
      ...money,
      value: ({ row, scheduled }) => (scheduled ? (toAmount(scheduled.priceMinor) ?? 'Product') : toAmount(row.priceMinor)),
    },
    { header: 'First day', width: 12, value: ({ scheduled }) => scheduled?.startsOn ?? null },
    { header: 'Last day', width: 12, value: ({ scheduled }) => (scheduled ? getLastDay(scheduled) : null) },
  ];
}

/** Exports the catalogue's prices as a workbook: a row for each product and for each of its variants, and one for each price with days. */
export async function exportCataloguePrices(db: Db, operator: OperatorScope, requestId: string): Promise<WorkbookFile> {
  const { currencyCode } = await readCatalogueSettings(db);
  await runInTransaction(db, (tx) =>
    recordOperatorAuditEvent(tx, operator, { organisationId: null, brandId: null }, { action: 'prices.exported', requestId }),
  );
  async function* readRows(): AsyncGenerator<ExportedRow> {
    for (let after = 0; ; ) {
      const rows = await listCataloguePrices(db, operator, after, BATCH);
      const productIds = [...new Set(rows.map(({ productId }) => productId))];
      const scheduled = Map.groupBy(
        await listScheduledPrices(db, null, productIds),
        ({ productId, combinationId }) => `${productId} ${combinationId ?? ''}`,
      );
      for (const row of rows) {
        yield { row, scheduled: undefined };
        for (const each of scheduled.get(`${row.productId} ${row.combinationId ?? ''}`) ?? []) yield { row, scheduled: each };
      }
      if (productIds.length < BATCH) return;
      after = productIds.at(-1) ?? after;
    }
  }
  return {
    name: formatDatedFileName('catalogue-prices'),
    sheets: [{ name: 'Catalogue prices', columns: createColumns(currencyCode), rows: readRows() }],
  };
}
