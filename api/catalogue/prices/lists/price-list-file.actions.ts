import { setImmediate } from 'node:timers/promises';
import { recordOperatorAuditEvent, recordOperatorAuditEvents } from '#api/platform/audit/audit.queries.ts';
import { foldCase } from '#api/platform/fold-case.ts';
import { conflict, invalid } from '#api/platform/http/errors.ts';
import { assertAsSeen, createFingerprint } from '#api/platform/http/fingerprint.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import { describeReason } from '#api/platform/reasons.ts';
import type { SheetFileReader } from '#api/platform/sheet-file/sheet-file-reader.ts';
import type { SheetLimits } from '#api/platform/sheet-file/sheet-lines.ts';
import { SHEET_ROW_WORDING, type SheetRowReason } from '#api/platform/sheet-file/sheet-row-reasons.rules.ts';
import { MAX_PRICE_LIST_CHANGES, MAX_PRICE_LIST_ROWS } from '#contract/catalogue/prices/price-lists.ts';
import type { ReplyOf } from '#contract/index.ts';
import { explainPriceRefusal } from '../catalogue-prices.actions.ts';
import { readCatalogueSettings } from '../catalogue-prices.queries.ts';
import { getPriceClient, type PriceCommand } from '../client-prices.actions.ts';
import { explainClientRefusal } from '../client-prices.rules.ts';
import { getLastDay } from '../price-days.rules.ts';
import { savePriceChange } from '../scheduled-prices.actions.ts';
import { cancelComingPrices, listScheduledPrices, lockPriceOwner, noteReplacedPrices } from '../scheduled-prices.queries.ts';
import { type PlannedListPrice, type PriceListPlan, planPriceList } from './price-list-plan.rules.ts';
import {
  findPriceListColumns,
  type ListedPrice,
  type PriceListKind,
  type PriceListRow,
  parsePriceListRow,
} from './price-list-rows.rules.ts';
import { listCatalogueItems, listClientItems, lockListedProducts } from './price-lists.queries.ts';

type Preview = ReplyOf<'POST /api/operator/organisations/:id/prices/file/preview'>['priceListPreview'];
type PriceChange = ReplyOf<'POST /api/operator/organisations/:id/prices'>['priceChange'];

/** What the file of a price list may contain at most. */
export const PRICE_LIST_SHEET: SheetLimits = {
  rows: MAX_PRICE_LIST_ROWS,
  columns: 60,
  characters: 8_000_000,
  unpackedBytes: 100_000_000,
};
/** Changes and refused rows that a preview shows. */
const MAX_SHOWN = 200;

/** A file as it was read: its headings and rows. */
export interface PriceListFile {
  headings: string[];
  batches: string[];
}

/** Reads an accepted file. Throws 422 `file` where it is no price list. */
export async function readPriceListFile(
  reader: Pick<SheetFileReader, 'read'>,
  fileName: string,
  bytes: unknown,
): Promise<PriceListFile> {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw invalid('file', 'The file is empty.');
  const { columns, batches } = await reader.read(bytes, fileName, undefined, { hiddenRows: 'import' });
  const headings = columns.map(({ header }) => header);
  const { sku, price, percent } = findPriceListColumns(headings);
  if (sku === undefined)
    throw invalid('file', 'The file has no column “SKU”. Its first line must have the headings of the columns.');
  if (price === undefined && percent === undefined) throw invalid('file', 'The file has no column “Price”.');
  return { headings, batches };
}

async function parseRows({ headings, batches }: PriceListFile, kind: PriceListKind): Promise<PriceListRow[]> {
  const columns = findPriceListColumns(headings);
  const rows: PriceListRow[] = [];
  for (const batch of batches) {
    for (const { line, cells, problem } of JSON.parse(batch) as {
      line: number;
      cells: string[];
      problem: SheetRowReason | null;
    }[]) {
      const row = parsePriceListRow(
        { line, cells, problem: problem === null ? undefined : describeReason(SHEET_ROW_WORDING, problem) },
        columns,
        kind,
      );
      if (row) rows.push(row);
    }
    // Other requests are answered in between.
    await setImmediate();
  }
  return rows;
}

/** A price list that has been compared with the prices of its owner, who is locked. */
export interface PlannedPriceList {
  /** Null: the catalogue. */
  organisationId: number | null;
  brandId: number | null;
  currencyCode: string;
  today: string;
  plan: PriceListPlan;
}

type PlanCommand = Omit<PriceCommand, 'requestId'>;

const skusOf = (rows: readonly PriceListRow[]) => [...new Set(rows.map(({ sku }) => foldCase(sku)))];
const productsOf = (items: readonly { productId: number }[]) => [...new Set(items.map(({ productId }) => productId))];

/** Compares a price list with the prices of a client. Throws 404, and 409 `prices` where it sets its own. */
export async function planClientList(
  { tx, operator, clock }: PlanCommand,
  id: number,
  file: PriceListFile,
): Promise<PlannedPriceList> {
  const client = await getPriceClient(tx, operator, id);
  const refusal = explainClientRefusal(client);
  if (refusal) throw conflict('prices', refusal);
  const { currencyCode, catalogueCurrencyCode, name, brandId } = client;
  const rows = await parseRows(file, {
    currencyCode,
    client: { name, catalogueCurrencyCode, hasPercents: currencyCode === catalogueCurrencyCode },
  });
  await lockPriceOwner(tx, id, []);
  const items = await listClientItems(tx, client, skusOf(rows));
  const scheduled = await listScheduledPrices(tx, id, productsOf(items));
  const today = getLocalDay(clock.now(), client.timeZone);
  return { organisationId: id, brandId, currencyCode, today, plan: planPriceList(rows, { items, scheduled, today }) };
}

/** Compares a price list with the prices of the catalogue. */
export async function planCatalogueList({ tx, operator, clock }: PlanCommand, file: PriceListFile): Promise<PlannedPriceList> {
  const { currencyCode, timeZone } = await readCatalogueSettings(tx);
  const rows = await parseRows(file, { currencyCode, client: null });
  const skus = skusOf(rows);
  // Read once to know what to lock, and again as it is under the lock.
  const refusal = explainPriceRefusal({ foreignOrganisations: 1 }) ?? '';
  await lockListedProducts(tx, productsOf(await listCatalogueItems(tx, operator, skus, refusal)));
  const items = await listCatalogueItems(tx, operator, skus, refusal);
  const scheduled = await listScheduledPrices(tx, null, productsOf(items));
  const today = getLocalDay(clock.now(), timeZone);
  return { organisationId: null, brandId: null, currencyCode, today, plan: planPriceList(rows, { items, scheduled, today }) };
}

const toAmount = ({ priceMinor, percent }: ListedPrice) => ({ price: priceMinor === null ? null : priceMinor / 100, percent });

const toFacts = ({ changes }: PriceListPlan) => ({
  changes: changes.map(({ item: { productId, combinationId }, before, after, startsOn, endsOn }) => [
    ...[productId, combinationId, before.priceMinor, before.percent, after.priceMinor, after.percent, startsOn, endsOn],
  ]),
});

const toChange = (change: PlannedListPrice): Preview['changes'][number] => ({
  line: change.line,
  sku: change.item.sku.toUpperCase(),
  name: change.item.names.at(-1) ?? '',
  before: toAmount(change.before),
  after: toAmount(change.after),
  startsOn: change.startsOn,
  lastOn: getLastDay(change),
  replaces: change.replaces !== undefined,
});

/** What a price list would change, for people to check. */
export const toPriceListPreview = ({ plan, currencyCode, today }: PlannedPriceList): { priceListPreview: Preview } => ({
  priceListPreview: {
    rows: plan.rows,
    changed: plan.changes.length,
    unchanged: plan.unchanged,
    empty: plan.empty,
    refused: plan.refused.length,
    changes: plan.changes.slice(0, MAX_SHOWN).map(toChange),
    refusals: plan.refused.slice(0, MAX_SHOWN),
    ...{ currencyCode, today, fingerprint: createFingerprint(toFacts(plan)) },
  },
});

/**
 * Saves what a price list changes. Throws 409 `prices` with the code `changed` when that is no longer what was shown, and 422 `file` for too many changes.
 */
export async function savePriceList(
  { tx, operator, clock, requestId }: PriceCommand,
  { organisationId, brandId, today, plan }: PlannedPriceList,
  fingerprint: string | null | undefined,
): Promise<{ priceChange: PriceChange }> {
  assertAsSeen(fingerprint, toFacts(plan), { key: 'prices', subject: 'What this price list changes', wording: {} });
  const { changes } = plan;
  if (changes.length > MAX_PRICE_LIST_CHANGES)
    throw invalid(
      'file',
      `The price list changes ${changes.length.toLocaleString('en-GB')} prices. At most ${MAX_PRICE_LIST_CHANGES.toLocaleString('en-GB')} can be changed at once. Please split it.`,
    );
  const refusals = [...Map.groupBy(plan.refused, ({ reason }) => reason)].map(([reason, each]) => ({
    reason,
    count: each.length,
  }));
  const unchanged = plan.unchanged + plan.empty;
  if (changes.length === 0) return { priceChange: { id: null, changed: 0, unchanged, refusals } };
  const replaced = await cancelComingPrices(
    tx,
    changes.flatMap(({ replaces }) => replaces?.id ?? []),
  );
  const planned = changes.map(({ item: { productId, combinationId }, after, startsOn, endsOn }) => ({
    ...{ productId, combinationId, startsOn, endsOn, priceMinor: after.priceMinor, percent: after.percent },
  }));
  const changeId = await savePriceChange(tx, operator, organisationId, planned, { now: clock.now(), today });
  await noteReplacedPrices(tx, replaced, changeId);
  const describe = (change: PlannedListPrice) => ({ startsOn: change.startsOn, lastOn: getLastDay(change) });
  if (organisationId === null)
    await recordOperatorAuditEvents(
      tx,
      operator,
      changes.map((change) => ({
        ...{ organisationId, brandId },
        action: 'product.price-changed',
        subjectId: String(change.item.productId),
        after: { changeId, combinationId: change.item.combinationId, price: toAmount(change.after).price, ...describe(change) },
        requestId,
      })),
    );
  else
    await recordOperatorAuditEvent(
      tx,
      operator,
      { organisationId, brandId },
      {
        action: 'prices.changed',
        subjectId: String(changeId),
        before: { prices: changes.map(({ item: { productId }, before }) => ({ productId, ...before })) },
        after: { prices: changes.map((change) => ({ productId: change.item.productId, ...change.after, ...describe(change) })) },
        requestId,
      },
    );
  return { priceChange: { id: changeId, changed: changes.length, unchanged, refusals } };
}
