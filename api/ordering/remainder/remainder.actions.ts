import { findReachedTier } from '#api/catalogue/pricing/pricing.rules.ts';
import { formatAmount } from '#api/entitlement/coverage.rules.ts';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { grantScope, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { selectTiers } from '../cart/cart-lines.actions.ts';
import { readGarmentDetails } from '../cart/garment-details.queries.ts';
import { lockCreditTerms } from '../credit/credit.queries.ts';
import { explainChangeRefusal } from '../credit/credit.rules.ts';
import { lockStock } from '../order-lines/return-pieces.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import { lockBudget, readShrinkingOrder } from './remainder.queries.ts';
import {
  type AddedPieces,
  type LeavingPieces,
  type PriceToday,
  planRemainder,
  type Remainder,
  type RemainderRefusal,
  type ShrinkingOrder,
} from './remainder.rules.ts';

/** Pieces that are to leave an order, with what remains of it. */
export interface Shrinking {
  order: ShrinkingOrder;
  remainder: Remainder;
}

/** The scope in which a person orders; undefined when they no longer can. `effective` is the caller's. */
export async function findOrderingScope(tx: Tx, effective: Scope, customerId: number): Promise<Scope | undefined> {
  if (customerId === effective.customerId) return effective;
  const person = await findActor(tx, effective.organisationId, customerId);
  return person && grantScope(person, { canOrderUnpriced: isAdmin(effective), isImpersonated: false });
}

/**
 * Plans what remains of an order when pieces leave it: the one plan for cancelling, approving fewer and changing lines, and for their previews. Changes
 * nothing. The order must be locked. Prices are those of today for its person; one who can no longer order, and a product whose price is on request by
 * now, keep the price. A refusal when the rest of a line would be fewer pieces than its product is sold in.
 */
export async function planShrinking(
  tx: Tx,
  effective: Scope,
  ref: OrderRef,
  leaving: readonly LeavingPieces[],
  added?: AddedPieces,
): Promise<Shrinking | RemainderRefusal> {
  const order = await readShrinkingOrder(tx, ref);
  const asked = new Set<number>();
  const keepPrice: PriceToday = ({ combinationId }) => {
    asked.add(combinationId);
    return undefined;
  };
  const unpriced = planRemainder(order, leaving, keepPrice, added);
  if ('message' in unpriced) return unpriced;
  const scope = asked.size > 0 ? await findOrderingScope(tx, effective, order.customerId) : undefined;
  if (!scope) return { order, remainder: unpriced };
  const garments = await readGarmentDetails(tx, scope, [...asked]);
  const priceToday: PriceToday = ({ combinationId, decorationMinor }, quantity) => {
    const garment = garments.get(combinationId);
    if (!garment || garment.callForPrice) return undefined;
    const tier = findReachedTier(selectTiers(garment.tiers, scope, order.now), quantity);
    return { unitMinor: (tier?.priceMinor ?? garment.priceMinor) + decorationMinor, tierQuantity: tier?.quantity ?? null };
  };
  const remainder = planRemainder(order, leaving, priceToday, added);
  return 'message' in remainder ? remainder : { order, remainder };
}

/** Who is told that an order cannot become dearer, and what is said to cost more. */
interface Reader {
  effective: Scope;
  what: 'This size' | 'What remains';
}

/**
 * Why the terms of an organisation that buys on account refuse an order that becomes dearer, as they refuse a new order; undefined when they do not. Like
 * placing an order, it locks the open amount before the stock.
 */
export async function explainCreditOfRemainder(
  tx: Tx,
  { order, remainder: { before, after } }: Shrinking,
  { effective, what }: Reader,
): Promise<string | undefined> {
  const increaseMinor = after.accountMinor - before.accountMinor;
  if (!order.isOnAccount || increaseMinor <= 0) return undefined;
  return explainChangeRefusal(await lockCreditTerms(tx, effective), increaseMinor, effective, what);
}

/** Why a budget in money does not cover what remains at its new price; undefined when all do. Call it with the stock locked. */
export async function explainBudgetOfRemainder(
  tx: Tx,
  ref: OrderRef,
  { order, remainder }: Shrinking,
  { effective, what }: Reader,
): Promise<string | undefined> {
  for (const [accountId, increaseMinor] of listIncreases(remainder)) {
    const { label, unit, left } = await lockBudget(tx, ref, accountId);
    if (unit !== 'money' || left === null || increaseMinor <= left) continue;
    return effective.pricesVisible
      ? `${what} costs more, and only ${formatAmount(left, unit, order.currencyCode)} is left in ${label}.`
      : `${what} costs more than is left in ${label}.`;
  }
  return undefined;
}

/**
 * Why what remains cannot be charged at its new price, by the credit limit or a budget; undefined when it can. Locks what may refuse it, in the order of
 * placing an order: open amount, stock, entitlement.
 */
export async function explainUnaffordable(
  tx: Tx,
  effective: Scope,
  ref: OrderRef,
  shrinking: Shrinking,
): Promise<string | undefined> {
  const reader: Reader = { effective, what: 'What remains' };
  const refusal = await explainCreditOfRemainder(tx, shrinking, reader);
  if (refusal !== undefined || listIncreases(shrinking.remainder).length === 0) return refusal;
  const shrunk = new Set(shrinking.remainder.prices.map(({ lineId }) => lineId));
  await lockStock(
    tx,
    shrinking.order.lines.filter(({ id }) => shrunk.has(id)).map(({ combinationId }) => combinationId),
  );
  return explainBudgetOfRemainder(tx, ref, shrinking, reader);
}

/** The budgets that are used more, by account, sorted as they are locked. */
const listIncreases = ({ budgetIncreases }: Remainder) =>
  [...budgetIncreases].filter(([, increase]) => increase > 0).sort(([a], [b]) => a - b);
