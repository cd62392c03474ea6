import { calculateTax, findReachedTier, lineAmounts, quantityWarnings } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { badRequest, conflict, forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import type { ApprovalReason } from '../approval/approval-reasons.rules.ts';
import { keepSeen } from '../approval/seen-order.rules.ts';
import { selectTiers } from '../cart/cart-lines.actions.ts';
import { type GarmentDetails, readGarmentDetails } from '../cart/garment-details.queries.ts';
import { lockCostCentreOfOrder } from '../checkout/cost-centre-use.queries.ts';
import { actAsPerson } from '../order-acts/record-act.actions.ts';
import { cancelPieces, listPendingPieces } from '../order-lines/cancel-pieces.queries.ts';
import { type LineReplacement, recordStockSwap, replaceLine, splitLine, swapStock } from '../order-lines/change-line.queries.ts';
import type { LinePrice } from '../order-lines/line-price.rules.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import { lockOrder } from '../order-states/lock-orders.queries.ts';
import { ORDER } from '../order-states/order-states.rules.ts';
import { type OrderRef, takeStep } from '../order-states/order-steps.queries.ts';
import { openableOrders, wholeOrders } from '../orders/order-filters.queries.ts';
import { countMovedCardPieces } from '../payment-parts/payment-parts.rules.ts';
import {
  explainBudgetOfRemainder,
  explainCreditOfRemainder,
  explainUnaffordable,
  findOrderingScope,
  planShrinking,
  type Shrinking,
} from '../remainder/remainder.actions.ts';
import { writeCharges } from '../remainder/remainder.queries.ts';
import type { LeavingPieces, Remainder } from '../remainder/remainder.rules.ts';
import { listReasons, sumAmounts } from './approval-amounts.rules.ts';
import { approvalRequestedAgainMail, approvalWithdrawnMail } from './order-change-mails.ts';
import {
  type ChangedLine,
  type ChangedOrder,
  findOffer,
  insertApproval,
  readAccountUse,
  readChangedOrder,
  renewReasons,
} from './order-changes.queries.ts';
import {
  countCovered,
  describeOutcome,
  explainTooLate,
  needsNewApproval,
  type Outcome,
  planCancellation,
  planChange,
} from './order-changes.rules.ts';
import {
  type ChangeDependencies,
  listDecidersOf,
  mailDeciders,
  type OrderChange,
  recordChange,
  toSeenOrder,
} from './record-change.actions.ts';
import { settleCard } from './settle-card.actions.ts';

/** What was changed: sentences for the caller, and whether the order was cancelled as a whole. */
export interface ChangeResult {
  outcome: string[];
  isCancelled: boolean;
}

/**
 * Locks and reads an order that the person may change. Throws 404 for an order that they cannot see, and 403 for one that is neither theirs nor
 * placed by them, such as one with a line for them, unless they are an Admin who sees all of it.
 */
async function openOrder(
  tx: Tx,
  dependencies: ChangeDependencies,
  context: RequestContext,
  orderId: number,
  requestId: string,
): Promise<OrderChange> {
  const { effective } = context;
  const ref: OrderRef = { organisationId: effective.organisationId, orderId };
  // Before the order, as when orders are placed.
  await lockCostCentreOfOrder(tx, ref);
  if (!(await lockOrder(tx, ref, openableOrders(effective)))) throw notFound('order');
  const order = await readChangedOrder(tx, ref);
  const isAdministered = isAdmin(effective) && (await lockOrder(tx, ref, wholeOrders(effective)));
  if (order.customerId !== effective.customerId && order.placedById !== effective.customerId && !isAdministered)
    throw forbidden('Only the person of the order, the person who placed it and administrators can change or cancel it.');
  return { context, acting: actAsPerson(context, dependencies, requestId), clock: dependencies.clock, ref, order };
}

/**
 * Asks for approval anew where the changed order needs it, and brings the reasons of an order that waits up to date. When no reason is left, an order
 * that waits keeps those it was stopped for: someone has been asked.
 */
async function reviewApproval(
  { ref, acting: { actor }, order }: OrderChange,
  tx: Tx,
  after: ChangedOrder,
): Promise<ApprovalReason[]> {
  const reasons = listReasons(after);
  if (order.stateId === ORDER.awaitingApproval) {
    if (reasons.length > 0) await renewReasons(tx, ref, reasons);
    return reasons;
  }
  const amounts = { amountBefore: sumAmounts(order), amountAfter: sumAmounts(after) };
  if (!needsNewApproval(reasons, order.reasons ?? [], amounts)) return [];
  if (!(await takeStep(tx, ref, 'requestApproval', { actor })))
    throw conflict('order', 'The warehouse has just started to pick this order, so it can no longer be changed.');
  await insertApproval(tx, ref, reasons);
  return reasons;
}

/**
 * The outcome of a change of which the lines have been written, with what delivery costs from now on, and approval asked for where needed. Cancelling
 * pieces asks for it only where what remains becomes dearer: otherwise nothing is added to what was approved, or needed no approval.
 */
async function completeChange(
  tx: Tx,
  dependencies: ChangeDependencies,
  change: OrderChange,
  {
    before,
    cancelled,
    changed,
    remainder,
  }: Pick<Outcome, 'cancelled' | 'changed'> & { before: Outcome['accountsBefore']; remainder: Remainder },
): Promise<Outcome> {
  const { ref, order } = change;
  if (remainder.charges) await writeCharges(tx, ref, remainder.charges);
  const card = await settleCard(tx, dependencies, change, changed);
  const after = await readChangedOrder(tx, ref);
  const isEmpty = after.stateId === ORDER.cancelled;
  const waited = order.stateId === ORDER.awaitingApproval;
  const isDearer = remainder.after.goodsMinor > remainder.before.goodsMinor;
  const reasons = !isEmpty && (waited || changed !== null || isDearer) ? await reviewApproval(change, tx, after) : [];
  return {
    cancelled,
    changed,
    accountsBefore: before,
    accountsAfter: await readAccountUse(tx, ref),
    pendingBefore: order.pendingMinor,
    pendingAfter: after.pendingMinor,
    remainder,
    card,
    isEmpty,
    waited,
    waits: !isEmpty && (waited || reasons.length > 0),
    reasons,
    shown:
      waited && !isEmpty
        ? {
            before: keepSeen({ ...toSeenOrder(order), fingerprint: order.fingerprint }, toSeenOrder(after)),
            now: toSeenOrder(after),
          }
        : undefined,
  };
}

/** The events of a change after which the order needs approval that it did not need before. */
const listApprovalEvents = ({ waits, waited }: Outcome) => (waits && !waited ? [{ kind: 'approval_requested' }] : []);

/** Asks those who can decide on an order that needs approval again. Throws 409 when there is no one. */
async function askDeciders(tx: Tx, dependencies: ChangeDependencies, change: OrderChange, outcome: Outcome): Promise<void> {
  if (listApprovalEvents(outcome).length === 0) return;
  const deciders = await listDecidersOf(tx, dependencies, change);
  if (deciders.length === 0)
    throw conflict('order', 'This change needs approval, and no one else in your organisation can approve it.');
  await mailDeciders(tx, dependencies, change, { mail: approvalRequestedAgainMail, deciders, reasons: outcome.reasons });
}

/**
 * Plans what remains when pieces are cancelled. Throws 422 where fewer would remain than the product is sold in, and 400 where what remains is dearer and
 * a credit limit or a budget does not cover it.
 */
async function planCancelled(
  tx: Tx,
  { context: { effective }, ref }: OrderChange,
  pieces: readonly LeavingPieces[],
): Promise<Shrinking> {
  const shrinking = await planShrinking(tx, effective, ref, pieces);
  if ('message' in shrinking) throw invalid(`items[${shrinking.index}].quantity`, shrinking.message);
  const refusal = await explainUnaffordable(tx, effective, ref, shrinking);
  if (refusal !== undefined) throw badRequest('cancellation', refusal);
  return shrinking;
}

/**
 * Cancels an order, lines or pieces within the caller's transaction: state, stock, entitlement, amounts, payment, approval, events and mails. When
 * nothing is left, the order is cancelled. Returns an empty outcome when the caller has cancelled the order before. Throws 404 and 403 as
 * `openOrder` does, 422 for the input, and 409 with what happened when it is too late.
 */
export async function cancelOrder(
  tx: Tx,
  dependencies: ChangeDependencies,
  context: RequestContext,
  input: Omit<BodyOf<'POST /api/orders/:id/cancel'>, 'preview' | 'outcomeFingerprint'> & { orderId: number },
  requestId: string,
): Promise<ChangeResult> {
  const change = await openOrder(tx, dependencies, context, input.orderId, requestId);
  const { ref, order } = change;
  const { actor } = change.acting;
  if (input.items?.some(({ id }) => !order.lines.some((line) => line.id === id))) throw notFound('orderItem');
  if (order.stateId === ORDER.cancelled && order.ended?.kind === 'cancelled' && order.ended.actorId === actor.id)
    return { outcome: [], isCancelled: true };
  const refusal = explainTooLate(order, context.effective.timeZone);
  if (refusal) throw conflict('order', refusal);
  const pieces = planCancellation(input.items, order.lines);
  if (!Array.isArray(pieces)) throw invalid(pieces.field, pieces.message);

  const reason = input.reason?.trim() || null;
  const before = await readAccountUse(tx, ref);
  const { remainder } = await planCancelled(tx, change, pieces);
  if (!(await cancelPieces(tx, ref, pieces, actor, remainder.prices)))
    throw new Error(`The pending pieces of order ${ref.orderId} have changed although it was locked.`);
  const isEmpty = (await listPendingPieces(tx, ref)).length === 0;
  // While the request is open: once it is closed, those to whom it was escalated can no longer decide.
  const deciders = isEmpty && order.stateId === ORDER.awaitingApproval ? await listDecidersOf(tx, dependencies, change) : [];
  if (isEmpty && !(await takeStep(tx, ref, 'cancel', { actor, reason })))
    throw conflict('order', 'Someone else has just changed this order. Please reload the page.');
  const cancelled = pieces.map(({ lineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === lineId) as ChangedLine;
    return { name: nameLine(line), quantity, wearerId: line.wearerId };
  });
  const outcome = await completeChange(tx, dependencies, change, { before, cancelled, changed: null, remainder });
  const details = { lines: cancelled.map(({ name, quantity }) => ({ name, quantity })), ...(reason === null ? {} : { reason }) };
  await recordChange(tx, change, {
    kind: isEmpty ? 'cancelled' : 'pieces_cancelled',
    data: details,
    events: listApprovalEvents(outcome),
    audit: { action: isEmpty ? 'order.cancelled' : 'order.pieces-cancelled', after: details },
    outcome,
    reason,
  });
  await mailDeciders(tx, dependencies, change, { mail: approvalWithdrawnMail, deciders, reasons: [] });
  await askDeciders(tx, dependencies, change, outcome);
  return { outcome: describeOutcome(outcome, order.currencyCode, context.effective), isCancelled: isEmpty };
}

/** The scope in which the order's person orders. Throws 409 when they no longer can. */
async function getOrderingScope(tx: Tx, { context: { effective }, order }: OrderChange): Promise<Scope> {
  const scope = await findOrderingScope(tx, effective, order.customerId);
  if (!scope) throw conflict('order', 'The person of this order can no longer order. Lines can only be cancelled.');
  return scope;
}

/** A combination of the line's product at today's price. Throws 422 for another product, 400 when it cannot be ordered. */
async function findReplacement(
  tx: Tx,
  scope: Scope,
  line: ChangedLine,
  { combinationId, quantity }: { combinationId: number; quantity: number },
): Promise<LineReplacement> {
  const offer = await findOffer(tx, scope, combinationId);
  if (offer?.productId !== line.productId) throw invalid('combinationId', 'Please choose a size or colour of the same product.');
  const details = (await readGarmentDetails(tx, scope, [combinationId])).get(combinationId) as GarmentDetails;
  const product = {
    ...details,
    onOffer: offer.onOffer && !details.discontinued,
    callForPrice: line.quoteItemId === null && (details.isWithoutPrice || (details.callForPrice && !scope.canOrderUnpriced)),
  };
  // What the supplier cancelled of the line was ordered all the same, where the rest of it changes as a whole.
  const counted = quantity === line.pending ? quantity + line.supplierCancelledQuantity : quantity;
  // Stock is checked when it is reserved.
  const warnings = quantityWarnings(product, counted, Number.POSITIVE_INFINITY);
  if (warnings.length > 0) throw badRequest('orderItem', ...warnings);
  const tier = line.quoteItemId === null ? findReachedTier(selectTiers(details.tiers, scope, offer.now), counted) : undefined;
  const { sku, gtin, description, attributes, imageSrc } = details;
  return {
    ...{ combinationId, sku, gtin, description, attributes, imageSrc },
    // Another size has the same logos and texts, at the price that they were ordered at. A quoted price is that of every size.
    ...lineAmounts(
      line.quoteItemId === null ? (tier?.priceMinor ?? details.priceMinor) + line.decorationMinor : line.unitMinor,
      quantity,
      line.taxRate,
    ),
    tierQuantity: tier?.quantity ?? null,
  };
}

/** Writes pieces of a line as another size: in place where all of its pieces change, otherwise as a line of their own. Returns the id of their line. */
async function writeReplacement(
  tx: Tx,
  ref: OrderRef,
  line: ChangedLine,
  {
    quantity,
    covered,
    card,
    replacement,
    shrinking: { remainder },
  }: { quantity: number; covered: number; card: number; replacement: LineReplacement; shrinking: Shrinking },
): Promise<number> {
  if (quantity === line.quantity) {
    await replaceLine(tx, ref, line.id, replacement);
    return line.id;
  }
  const rest = remainder.prices[0] as LinePrice;
  // Unlike cancelled pieces, those that leave are no longer part of the line.
  const priceMinor = rest.priceMinor - line.unitMinor * quantity;
  const price = { ...rest, priceMinor, taxMinor: calculateTax(priceMinor, line.taxRate) };
  return splitLine(tx, ref, { lineId: line.id, quantity, covered, card }, price, replacement);
}

/**
 * Gives pieces of a line another size or colour within the caller's transaction, as `cancelOrder` cancels. A whole line changes in place; some of its
 * pieces become a line of their own. Throws 404, 403, 409 and 422 as `cancelOrder` does,
 * 422 for the size that the line has, and 400 when the new size cannot be ordered.
 */
export async function changeOrderLine(
  tx: Tx,
  dependencies: ChangeDependencies,
  context: RequestContext,
  input: { orderId: number; lineId: number; combinationId: number; quantity?: number | undefined },
  requestId: string,
): Promise<ChangeResult> {
  const change = await openOrder(tx, dependencies, context, input.orderId, requestId);
  const { ref, order } = change;
  const { actor } = change.acting;
  const line = order.lines.find(({ id }) => id === input.lineId);
  if (!line) throw notFound('orderItem');
  const refusal = explainTooLate(order, context.effective.timeZone);
  if (refusal) throw conflict('order', refusal);
  // A test has reserved nothing that could be exchanged.
  if (!order.isOnAccount && !order.isExchange) throw conflict('order', 'A test order can only be cancelled.');
  if (line.combinationId === input.combinationId)
    throw invalid('combinationId', 'This line already has this size and colour. Please choose another.');
  if (line.isMadeToMeasure) throw conflict('orderItem', 'A garment made to measure has no other size. It can be cancelled.');
  const quantity = planChange(line, input.quantity);
  if (typeof quantity !== 'number') throw invalid(quantity.field, quantity.message);

  const scope = await getOrderingScope(tx, change);
  const replacement = await findReplacement(tx, scope, line, { combinationId: input.combinationId, quantity });
  const covered = countCovered(line, quantity);
  const moved = countMovedCardPieces(line, quantity);
  const { budgetAccountId, decorationOutsideBudgetMinor, taxRate } = line;
  const shrinking = await planShrinking(tx, context.effective, ref, [{ lineId: line.id, quantity, covered, card: moved }], {
    ...{ quantity, covered, card: moved, taxRate, budgetAccountId, decorationOutsideBudgetMinor },
    ...replacement,
  });
  if ('message' in shrinking) throw invalid('quantity', shrinking.message);
  const reader = {
    effective: context.effective,
    what: replacement.unitMinor > line.unitMinor ? 'This size' : 'What remains',
  } as const;
  const creditRefusal = await explainCreditOfRemainder(tx, shrinking, reader);
  if (creditRefusal !== undefined) throw badRequest('orderItem', creditRefusal);
  const before = await readAccountUse(tx, ref);
  const swap = { from: line.combinationId, to: replacement.combinationId, quantity };
  if (!(await swapStock(tx, swap)))
    throw badRequest('orderItem', `There is not enough stock of ${nameLine({ ...line, ...replacement })}.`);
  const budgetRefusal = await explainBudgetOfRemainder(tx, ref, shrinking, reader);
  if (budgetRefusal !== undefined) throw badRequest('orderItem', budgetRefusal);
  const newLineId = await writeReplacement(tx, ref, line, { quantity, covered, card: moved, replacement, shrinking });
  await recordStockSwap(tx, ref, { ...swap, lineId: line.id, newLineId, sku: replacement.sku }, actor);
  const details = { name: line.productName, from: line.description, to: replacement.description, quantity };
  const outcome = await completeChange(tx, dependencies, change, {
    before,
    cancelled: [],
    changed: { ...details, wearerId: line.wearerId, unitBefore: line.unitMinor, unitAfter: replacement.unitMinor },
    remainder: shrinking.remainder,
  });
  await recordChange(tx, change, {
    kind: 'line_changed',
    data: details,
    events: listApprovalEvents(outcome),
    audit: {
      action: 'order.line-changed',
      before: { combinationId: line.combinationId },
      after: { combinationId: replacement.combinationId, quantity },
    },
    outcome,
    reason: null,
  });
  await askDeciders(tx, dependencies, change, outcome);
  return { outcome: describeOutcome(outcome, order.currencyCode, context.effective), isCancelled: false };
}
