import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { formatDatedFileName, moneyFormat, type WorkbookColumn, type WorkbookFile } from '#api/platform/workbook/workbook.ts';
import type { ReplyOf } from '#contract/index.ts';
import { findPriceClient, listClientPrices, type PriceFilter } from '../client-prices.queries.ts';
import { toClientPrice } from '../prices.mapper.ts';
import { listScheduledPrices } from '../scheduled-prices.queries.ts';

type ClientPrice = ReplyOf<'GET /api/operator/organisations/:id/prices'>['prices'][number];
/** A row of the price list: today's price, or one that is to come or ends on a day. */
interface PriceListRow {
  product: ClientPrice;
  scheduled: ClientPrice['scheduled'][number] | undefined;
}

/** Products that are read at a time. */
const BATCH = 500;

/** The columns of the price list of a client, with prices excluding tax. */
function createPriceListColumns(currencyCode: string): WorkbookColumn<PriceListRow>[] {
  const money = { width: 14, numFmt: moneyFormat(currencyCode) };
  const percent = (value: number | null) => (value === null ? null : value / 100);
  return [
    { header: 'SKU', width: 16, value: ({ product }) => product.sku },
    { header: 'Product', width: 36, value: ({ product }) => product.ownName ?? product.name },
    { header: 'Name in the catalogue', width: 36, value: ({ product }) => product.name },
    { header: 'Catalogue from', ...money, value: ({ product }) => product.cataloguePrice },
    { header: 'Catalogue to', ...money, value: ({ product }) => product.cataloguePriceHighest ?? product.cataloguePrice },
    {
      header: 'Own price',
      ...money,
      // A period of the catalogue's price says so, because an empty cell changes nothing.
      value: ({ product, scheduled }) =>
        scheduled ? (scheduled.price ?? (scheduled.percent === null ? 'Catalogue' : null)) : product.overriddenPrice,
    },
    {
      header: 'On the catalogue',
      width: 16,
      numFmt: '0.00%',
      value: ({ product, scheduled }) => percent(scheduled ? scheduled.percent : product.pricePercent),
    },
    { header: 'First day', width: 12, value: ({ scheduled }) => scheduled?.startsOn ?? null },
    { header: 'Last day', width: 12, value: ({ scheduled }) => scheduled?.lastOn ?? null },
  ];
}

/** Exports the price list of a client as a workbook: a row for each product, and one for each of its prices with days. Throws 404. */
export async function exportPriceList(
  db: Db,
  operator: OperatorScope,
  id: number,
  filter: PriceFilter,
  requestId: string,
): Promise<WorkbookFile> {
  const client = await findPriceClient(db, operator, id);
  if (!client) throw notFound('organisation');
  await runInTransaction(db, (tx) =>
    recordOperatorAuditEvent(
      tx,
      operator,
      { organisationId: id, brandId: client.brandId },
      { action: 'prices.exported', after: { ...filter }, requestId },
    ),
  );
  async function* readRows(): AsyncGenerator<PriceListRow> {
    for (let offset = 0; ; offset += BATCH) {
      const { rows } = await listClientPrices(db, client as NonNullable<typeof client>, filter, { offset, limit: BATCH });
      const scheduled = Map.groupBy(
        await listScheduledPrices(
          db,
          id,
          rows.map(({ productId }) => productId),
        ),
        ({ productId }) => productId,
      );
      for (const row of rows) {
        const product = toClientPrice(row, scheduled.get(row.productId) ?? []);
        yield { product, scheduled: undefined };
        for (const each of product.scheduled) yield { product, scheduled: each };
      }
      if (rows.length < BATCH) return;
    }
  }
  return {
    name: formatDatedFileName('prices'),
    sheets: [{ name: 'Prices', columns: createPriceListColumns(client.currencyCode), rows: readRows() }],
  };
}
