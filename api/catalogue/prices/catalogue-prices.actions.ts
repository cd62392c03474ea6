import { recordOperatorAuditEvent, recordOperatorAuditEvents } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { toMajorUnits } from '../pricing/pricing.rules.ts';
import {
  type CatalogueSettings,
  deleteTier,
  findPricedProduct,
  insertTier,
  isRoleOf,
  listCommonRoles,
  listProductsOfChange,
  listTiers,
  type PricedProduct,
  readCatalogueSettings,
  refreshProductListings,
} from './catalogue-prices.queries.ts';
import type { PriceCommand } from './client-prices.actions.ts';
import { findPriceClient, hasScheduledPrice, undoPriceChange } from './client-prices.queries.ts';
import { explainClientRefusal } from './client-prices.rules.ts';
import { doDaysOverlap, getLastDay, isImmediate, parseDays } from './price-days.rules.ts';
import { toScheduledDays } from './prices.mapper.ts';
import { revokePrices, savePriceChange } from './scheduled-prices.actions.ts';
import { listScheduledPrices, lockPriceOwner, restoreReplacedPrices } from './scheduled-prices.queries.ts';

type Reply = ReplyOf<'GET /api/operator/products/:id/prices'>;

/** Why the operator cannot change the catalogue prices of a product; null when they can. */
export const explainPriceRefusal = ({ foreignOrganisations }: Pick<PricedProduct, 'foreignOrganisations'>): string | null =>
  foreignOrganisations === 0
    ? null
    : 'Organisations of brands that you do not work for buy this product too. An operator of all these brands can change its prices.';

/** The catalogue prices and quantity tiers of a product. Throws 404. */
export async function readProductPrices(db: Db | Tx, operator: OperatorScope, clock: Clock, id: number): Promise<Reply> {
  const product = await findPricedProduct(db, operator, id);
  if (!product) throw notFound('product');
  const [{ currencyCode, timeZone }, scheduled, tiers, roles] = await Promise.all([
    readCatalogueSettings(db),
    listScheduledPrices(db, null, [id]),
    listTiers(db, operator, id, clock.now()),
    listCommonRoles(db),
  ]);
  const { name, sku, callForPrice } = product;
  return {
    productPrices: {
      ...{ productId: id, name, sku, callForPrice, currencyCode, roles },
      price: toMajorUnits(product.priceMinor),
      priceSince: product.priceSince,
      today: getLocalDay(clock.now(), timeZone),
      refusal: explainPriceRefusal(product),
      combinations: product.combinations.map(({ priceMinor, overriddenPriceMinor, ...combination }) => ({
        ...combination,
        overriddenPrice: overriddenPriceMinor === null ? null : toMajorUnits(overriddenPriceMinor),
        price: toMajorUnits(priceMinor),
      })),
      scheduled: scheduled.map((each) => ({
        ...toScheduledDays(each),
        combinationId: each.combinationId,
        price: each.priceMinor === null ? null : toMajorUnits(each.priceMinor),
      })),
      tiers: tiers.map(({ priceMinor, endsOn, ...tier }) => ({
        ...tier,
        price: toMajorUnits(priceMinor),
        lastOn: getLastDay({ endsOn }),
      })),
    },
  };
}

/** Locks a product whose catalogue prices the operator may change. Throws 403 and 404. */
async function lockKeptProduct({ tx, operator }: PriceCommand, id: number): Promise<PricedProduct> {
  const product = await findPricedProduct(tx, operator, id, { lock: true });
  if (!product) throw notFound('product');
  const refusal = explainPriceRefusal(product);
  if (refusal) throw new HttpError(403, { product: [refusal] });
  return product;
}

const record = (
  { tx, operator, requestId }: PriceCommand,
  organisationId: number | null,
  event: { action: string; subjectId: string; after: object },
) =>
  recordOperatorAuditEvent(tx, operator, { organisationId, brandId: null }, { ...event, after: { ...event.after }, requestId });

/** Sets the catalogue price of a product or of one of its combinations from a day, at once where that is today. Throws 403, 404, 409 and 422. */
export async function setProductPrice(
  command: PriceCommand,
  id: number,
  { price, combinationId = null, ...body }: BodyOf<'POST /api/operator/products/:id/prices'>,
): Promise<ReplyOf<'POST /api/operator/products/:id/prices'>> {
  const { tx, operator, clock } = command;
  const product = await lockKeptProduct(command, id);
  if (combinationId !== null && product.combinations.every((combination) => combination.id !== combinationId))
    throw notFound('combination');
  if (price === null && combinationId === null) throw invalid('price', 'Enter a price.');
  const { timeZone } = await readCatalogueSettings(tx);
  const today = getLocalDay(clock.now(), timeZone);
  const days = parseDays(body, today);
  const others = (await listScheduledPrices(tx, null, [id])).filter((other) => other.combinationId === combinationId);
  const isNow = isImmediate(days, today);
  if (others.some((other) => doDaysOverlap(days, other) && !(isNow && other.state === 'active')))
    throw conflict('price', 'Another price applies on these days. Cancel it first, or choose other days.');
  const planned = { productId: id, combinationId, priceMinor: price === null ? null : Math.round(price * 100), percent: null };
  const changeId = await savePriceChange(tx, operator, null, [{ ...planned, ...days }], { now: clock.now(), today });
  await record(command, null, {
    action: 'product.price-changed',
    subjectId: String(id),
    after: { changeId, combinationId, price, startsOn: days.startsOn, lastOn: getLastDay(days) },
  });
  return { ...(await readProductPrices(tx, operator, clock, id)), priceChangeId: changeId };
}

/**
 * Undoes a change of a catalogue price: one that is to come does not begin, and after one that has begun the price before it returns. Throws 403, 404 for a
 * change that is not one of the product or was undone already, and 409 `price` where the price has been changed again since.
 */
export async function undoProductPrice(command: PriceCommand, id: number, changeId: number): Promise<Reply> {
  const { tx, operator, clock } = command;
  await lockKeptProduct(command, id);
  const ids = await undoPriceChange(tx, { productId: id }, changeId, clock.now());
  if (!ids) throw notFound('priceChange');
  const undone = await revokePrices(tx, ids, 'cancelled');
  if (undone.length === 0) throw conflict('price', 'The price has been changed again since. Nothing was undone.');
  await restoreReplacedPrices(tx, changeId);
  await record(command, null, { action: 'product.price-undone', subjectId: String(id), after: { changeId } });
  return readProductPrices(tx, operator, clock, id);
}

/** Cancels a coming catalogue price, or ends one that has begun. Throws 403 and 404. */
export async function cancelProductPrice(command: PriceCommand, id: number, scheduledId: number): Promise<Reply> {
  const { tx, operator, clock } = command;
  await lockKeptProduct(command, id);
  if (!(await hasScheduledPrice(tx, { productId: id }, scheduledId))) throw notFound('scheduledPrice');
  await revokePrices(tx, [scheduledId], 'cancelled');
  await record(command, null, { action: 'product.price-cancelled', subjectId: String(id), after: { scheduledId } });
  return readProductPrices(tx, operator, clock, id);
}

/** Undoes a change of catalogue prices, except where they have been changed again. Throws 403 and 404. */
export async function undoCataloguePrices(
  command: PriceCommand,
  changeId: number,
): Promise<ReplyOf<'POST /api/operator/prices/changes/:changeId/undo'>> {
  const { tx, operator, clock } = command;
  const ids = await undoPriceChange(tx, 'catalogue', changeId, clock.now());
  if (!ids) throw notFound('priceChange');
  await lockPriceOwner(tx, null, ids);
  const products = await listProductsOfChange(tx, operator, changeId);
  if (products.some(({ isVisible }) => !isVisible)) throw notFound('priceChange');
  const refusal = products.map(explainPriceRefusal).find((each) => each !== null);
  if (refusal) throw new HttpError(403, { product: [refusal] });
  const undone = await revokePrices(tx, ids, 'cancelled');
  await restoreReplacedPrices(tx, changeId);
  await recordOperatorAuditEvents(
    tx,
    operator,
    products.map(({ id }) => ({
      ...{ organisationId: null, brandId: null },
      action: 'product.price-undone',
      subjectId: String(id),
      after: { changeId },
      requestId: command.requestId,
    })),
  );
  return { priceChange: { id: changeId, changed: undone.length, unchanged: ids.length - undone.length, refusals: [] } };
}

/** Locks the product of a tier: for everyone as for any catalogue price, for one client where it is of the operator's brands. */
async function lockTierProduct(command: PriceCommand, id: number, organisationId: number | null): Promise<CatalogueSettings> {
  const { tx, operator } = command;
  if (organisationId === null) {
    await lockKeptProduct(command, id);
    return readCatalogueSettings(tx);
  }
  const client = await findPriceClient(tx, operator, organisationId);
  if (!client) throw notFound('organisation');
  const refusal = explainClientRefusal(client);
  if (refusal) throw conflict('organisationId', refusal);
  if (!(await findPricedProduct(tx, operator, id, { lock: true }))) throw notFound('product');
  return client;
}

/** Adds a quantity tier to a product. Throws 403, 404, 409 `quantity` where there is one on the same days, 422. */
export async function addTier(
  command: PriceCommand,
  id: number,
  { quantity, price, organisationId = null, roleId = null, ...body }: BodyOf<'POST /api/operator/products/:id/tiers'>,
): Promise<Reply> {
  const { tx, operator, clock } = command;
  const { timeZone } = await lockTierProduct(command, id, organisationId);
  if (roleId !== null && !(await isRoleOf(tx, organisationId, roleId))) throw notFound('role');
  const days = parseDays(body, getLocalDay(clock.now(), timeZone));
  const { endsOn } = days;
  const startsOn = body.startsOn == null ? null : days.startsOn;
  const tierId = await insertTier(tx, {
    ...{ productId: id, organisationId, roleId, quantity, timeZone, startsOn, endsOn },
    priceMinor: Math.round(price * 100),
  });
  if (tierId === undefined)
    throw conflict('quantity', 'There is a tier for this quantity on these days already. Delete it first, or choose other days.');
  await refreshProductListings(tx, id);
  await record(command, organisationId, {
    action: 'product.tier-added',
    subjectId: String(id),
    after: { tierId, quantity, price, organisationId, roleId, startsOn, lastOn: getLastDay({ endsOn }) },
  });
  return readProductPrices(tx, operator, clock, id);
}

/** Deletes a quantity tier. Throws 403, 404 and 409. */
export async function removeTier(command: PriceCommand, id: number, tierId: number): Promise<Reply> {
  const { tx, operator, clock } = command;
  const tier = (await listTiers(tx, operator, id, clock.now())).find((each) => each.id === tierId);
  if (!tier) throw notFound('quantityTier');
  await lockTierProduct(command, id, tier.organisationId);
  await deleteTier(tx, id, tierId);
  await refreshProductListings(tx, id);
  await record(command, tier.organisationId, {
    action: 'product.tier-deleted',
    subjectId: String(id),
    after: { tierId, quantity: tier.quantity, price: toMajorUnits(tier.priceMinor), organisationId: tier.organisationId },
  });
  return readProductPrices(tx, operator, clock, id);
}
