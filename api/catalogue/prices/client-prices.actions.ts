import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import { describeReason } from '#api/platform/reasons.ts';
import { MAX_PRICE_CHANGE_PRODUCTS } from '#contract/catalogue/prices/prices.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/index.ts';
import { isRoundedByPercent, RANGE_SKIP_WORDING } from '../range/range.rules.ts';
import { listPlannedPrices } from '../range/range-price-preview.queries.ts';
import { summarisePrices } from '../range/range-price-preview.rules.ts';
import { findPriceClient, hasScheduledPrice, listClientPrices, listOwnPrices, undoPriceChange } from './client-prices.queries.ts';
import { type ClientPricePlan, explainClientRefusal, type PriceClient, planClientPrices } from './client-prices.rules.ts';
import { getLastDay, type PriceDays, parseDays } from './price-days.rules.ts';
import { toClientPrice } from './prices.mapper.ts';
import { revokePrices, savePriceChange } from './scheduled-prices.actions.ts';
import { listScheduledPrices, lockPriceOwner, restoreReplacedPrices } from './scheduled-prices.queries.ts';

type Change = BodyOf<'POST /api/operator/organisations/:id/prices'>;
type PriceChange = ReplyOf<'POST /api/operator/organisations/:id/prices'>['priceChange'];

/** What an operator's command needs. */
export interface PriceCommand {
  tx: Tx;
  operator: OperatorScope;
  clock: Clock;
  requestId: string;
}

/** The client whose prices are meant. Throws 404. */
export async function getPriceClient(db: Db | Tx, operator: OperatorScope, id: number): Promise<PriceClient> {
  const client = await findPriceClient(db, operator, id);
  if (!client) throw notFound('organisation');
  return client;
}

/** A page of the prices of a client. Throws 404. */
export async function readClientPrices(
  db: Db,
  operator: OperatorScope,
  clock: Clock,
  id: number,
  query: QueryOf<'GET /api/operator/organisations/:id/prices'>,
): Promise<ReplyOf<'GET /api/operator/organisations/:id/prices'>> {
  const client = await getPriceClient(db, operator, id);
  const { rows, totalCount } = await listClientPrices(db, client, query, toOffsetAndLimit(query));
  const scheduled = Map.groupBy(
    await listScheduledPrices(
      db,
      id,
      rows.map(({ productId }) => productId),
    ),
    ({ productId }) => productId,
  );
  return {
    prices: rows.map((row) => toClientPrice(row, scheduled.get(row.productId) ?? [])),
    totalCount,
    organisationName: client.name,
    currencyCode: client.currencyCode,
    catalogueCurrencyCode: client.catalogueCurrencyCode,
    today: getLocalDay(clock.now(), client.timeZone),
    refusal: explainClientRefusal(client),
  };
}

/** The rows that a change is about. Throws 404 for an unknown product, 409 where their number differs from what was shown, 422 for too many or none. */
async function listChangedRows(tx: Tx, client: PriceClient, { ids, matching, expectedCount }: Change) {
  if ((ids === undefined) === (matching === undefined)) throw invalid('ids', 'Choose products, or all that match.');
  const rows = await listOwnPrices(tx, client, ids === undefined ? (matching ?? {}) : { ids }, MAX_PRICE_CHANGE_PRODUCTS + 1);
  if (rows.length > MAX_PRICE_CHANGE_PRODUCTS) throw invalid('ids', `Choose at most ${MAX_PRICE_CHANGE_PRODUCTS} products.`);
  if (ids !== undefined && rows.length < new Set(ids).size) throw notFound('productOrganisation');
  if (ids === undefined && expectedCount !== undefined && expectedCount !== rows.length)
    throw conflict('prices', `${rows.length} products now match, not ${expectedCount}. Please check them and try again.`);
  if (rows.length === 0) throw invalid('ids', 'Choose at least one product.');
  return rows;
}

interface Planned {
  client: PriceClient;
  today: string;
  days: PriceDays;
  plan: ClientPricePlan;
  total: number;
}

async function planChange(
  { tx, operator, clock }: Omit<PriceCommand, 'requestId'>,
  id: number,
  change: Change,
): Promise<Planned> {
  const client = await getPriceClient(tx, operator, id);
  const refusal = explainClientRefusal(client);
  if (refusal) throw conflict('prices', refusal);
  const today = getLocalDay(clock.now(), client.timeZone);
  const days = parseDays(change, today);
  await lockPriceOwner(tx, id, []);
  const rows = await listChangedRows(tx, client, change);
  const scheduled = await listScheduledPrices(
    tx,
    id,
    rows.map(({ productId }) => productId),
  );
  return {
    client,
    today,
    days,
    total: rows.length,
    plan: planClientPrices(rows, change.price, { client, days, today, scheduled }),
  };
}

/** What a change would make of a client's prices; changes nothing. Throws as `setClientPrices` does. */
export async function previewClientPrices(
  command: Omit<PriceCommand, 'requestId'>,
  id: number,
  change: Change,
): Promise<ReplyOf<'POST /api/operator/organisations/:id/prices/preview'>> {
  const { client, plan, total } = await planChange(command, id, change);
  const { raise } = change.price;
  const roundedIds = plan.prices.flatMap(({ row }) =>
    raise !== undefined && row.overriddenPriceMinor !== null && isRoundedByPercent(row.overriddenPriceMinor, raise) ? row.id : [],
  );
  const rows = await listPlannedPrices(
    command.tx,
    client,
    plan.prices.map(({ row, priceMinor, percent }) => ({ id: row.id, priceMinor, percent })),
  );
  const { currencyCode } = client;
  return {
    pricePreview: summarisePrices(rows, { total, reasons: plan.reasons, roundedIds: new Set(roundedIds), currencyCode }),
  };
}

const countReasons = (reasons: ClientPricePlan['reasons']) =>
  [...Map.groupBy(reasons, (reason) => describeReason(RANGE_SKIP_WORDING, reason))].map(([reason, each]) => ({
    reason,
    count: each.length,
  }));

/**
 * Sets prices of a client from a day, at once where that is today. Throws 404, 409 `prices` where the client keeps its own prices, 422 for days and
 * prices that cannot be. Products that cannot have the price are left alone and counted.
 */
export async function setClientPrices(command: PriceCommand, id: number, change: Change): Promise<{ priceChange: PriceChange }> {
  const { tx, operator, clock, requestId } = command;
  const { client, today, days, plan, total } = await planChange(command, id, change);
  const refusals = countReasons(plan.reasons);
  const unchanged = total - plan.prices.length - plan.reasons.length;
  if (plan.prices.length === 0) return { priceChange: { id: null, changed: 0, unchanged, refusals } };
  const planned = plan.prices.map(({ row: { productId }, priceMinor, percent }) => ({
    ...{ productId, combinationId: null, priceMinor, percent, ...days },
  }));
  const changeId = await savePriceChange(tx, operator, id, planned, { now: clock.now(), today });
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: id, brandId: client.brandId },
    {
      action: 'prices.changed',
      subjectId: String(changeId),
      before: {
        prices: plan.prices.map(({ row }) => ({
          ...{ productId: row.productId, priceMinor: row.overriddenPriceMinor, percent: row.pricePercent },
        })),
      },
      after: {
        ...{ startsOn: days.startsOn, lastOn: getLastDay(days) },
        prices: planned.map(({ productId, priceMinor, percent }) => ({ productId, priceMinor, percent })),
      },
      requestId,
    },
  );
  return { priceChange: { id: changeId, changed: planned.length, unchanged, refusals } };
}

/** Undoes a change of a client's prices, except where they have been changed again. Throws 404 and 409. */
export async function undoClientPrices(
  command: PriceCommand,
  id: number,
  changeId: number,
): Promise<{ priceChange: PriceChange }> {
  const { tx, operator, clock, requestId } = command;
  const client = await getPriceClient(tx, operator, id);
  const refusal = explainClientRefusal(client);
  if (refusal) throw conflict('prices', refusal);
  await lockPriceOwner(tx, id, []);
  const ids = await undoPriceChange(tx, { organisationId: id }, changeId, clock.now());
  if (!ids) throw notFound('priceChange');
  const undone = await revokePrices(tx, ids, 'cancelled');
  await restoreReplacedPrices(tx, changeId);
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: id, brandId: client.brandId },
    { action: 'prices.undone', subjectId: String(changeId), after: { scheduledPrices: undone }, requestId },
  );
  return { priceChange: { id: changeId, changed: undone.length, unchanged: ids.length - undone.length, refusals: [] } };
}

/** Cancels a coming price of a client, or ends one that has begun. Throws 404 and 409. */
export async function cancelClientPrice(command: PriceCommand, id: number, scheduledId: number): Promise<void> {
  const { tx, operator, requestId } = command;
  const client = await getPriceClient(tx, operator, id);
  const refusal = explainClientRefusal(client);
  if (refusal) throw conflict('prices', refusal);
  await lockPriceOwner(tx, id, []);
  if (!(await hasScheduledPrice(tx, { organisationId: id }, scheduledId))) throw notFound('scheduledPrice');
  await revokePrices(tx, [scheduledId], 'cancelled');
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: id, brandId: client.brandId },
    { action: 'prices.cancelled', subjectId: String(scheduledId), requestId },
  );
}
