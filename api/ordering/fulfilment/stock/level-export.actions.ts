import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import {
  DATE_FORMAT,
  formatDatedFileName,
  moneyFormat,
  readInBatches,
  type WorkbookColumn,
  type WorkbookFile,
} from '#api/platform/workbook/workbook.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { toLevel } from './levels.mapper.ts';
import { findCatalogueCurrency, listLevelIds, listLevelsByIds } from './levels.queries.ts';

type Level = ReplyOf<'GET /api/operator/stock'>['stock'][number];

const createColumns = (currencyCode: string): WorkbookColumn<Level>[] => [
  { header: 'SKU', width: 22, value: ({ sku }) => sku },
  { header: 'GTIN', width: 16, value: ({ gtin }) => gtin },
  { header: 'Product', width: 36, value: ({ productName }) => productName },
  { header: 'Choice', width: 28, value: ({ attributeDescription }) => attributeDescription },
  { header: 'Shelf', width: 12, value: ({ shelf }) => shelf },
  { header: 'On hand', width: 10, value: ({ onHand }) => onHand },
  { header: 'Reserved', width: 10, value: ({ reserved }) => reserved },
  { header: 'Available', width: 10, value: ({ available }) => available },
  { header: 'Expected', width: 10, value: ({ expected }) => expected },
  {
    header: 'Next delivery',
    width: 14,
    numFmt: DATE_FORMAT,
    value: ({ expectedOn }) => (expectedOn === null ? null : new Date(`${expectedOn}T00:00:00Z`)),
  },
  { header: 'Low below', width: 10, value: ({ lowStockThreshold }) => lowStockThreshold },
  { header: 'Catalogue price', width: 14, numFmt: moneyFormat(currencyCode), value: ({ price }) => price },
  { header: 'Value', width: 14, numFmt: moneyFormat(currencyCode), value: ({ value }) => value },
];

/** Exports all pages of the stock as a workbook and records it. The ids are read first, so that movements meanwhile do not shift the rows. */
export async function exportLevels(
  db: Db,
  operator: OperatorScope,
  query: QueryOf<'GET /api/operator/stock/exporttoexcel'>,
  requestId: string,
): Promise<WorkbookFile> {
  const ids = await listLevelIds(db, operator, query);
  const currencyCode = await findCatalogueCurrency(db);
  await runInTransaction(db, (tx) =>
    // The audit log is never deleted, and what was searched for may be anything.
    recordOperatorAuditEvent(
      tx,
      operator,
      { organisationId: null, brandId: null },
      { action: 'stock.exported', after: { combinations: ids.length }, requestId },
    ),
  );
  const rows = readInBatches(ids, async (batch) => (await listLevelsByIds(db, operator, batch)).map(toLevel));
  return {
    name: formatDatedFileName('stock'),
    sheets: [{ name: 'Stock', columns: createColumns(currencyCode), rows }],
  };
}
