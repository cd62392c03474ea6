import { lineAmounts, quantityWarnings, unitPrice } from '#api/catalogue/pricing/pricing.rules.ts';
import { formatAmount } from '#api/entitlement/coverage.rules.ts';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { badRequest, conflict, forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { grantScope, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { type ApprovalReason, listApprovalReasons } from '../approval/approval-reasons.rules.ts';
import { type GarmentDetails, readGarmentDetails } from '../cart/cart.queries.ts';
import { selectTiers } from '../cart/cart-lines.actions.ts';
import { lockCreditTerms } from '../credit/credit.queries.ts';
import { explainChangeRefusal } from '../credit/credit.rules.ts';
import { actAsPerson } from '../order-acts/record-act.actions.ts';
import { cancelPieces, listPendingPieces } from '../order-lines/cancel-pieces.queries.ts';
import { type LineReplacement, recordStockSwap, replaceLine, splitLine, swapStock } from '../order-lines/change-line.queries.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import { lockOrder } from '../order-states/lock-orders.queries.ts';
import { ORDER } from '../order-states/order-states.rules.ts';
import { type OrderRef, takeStep } from '../order-states/order-steps.queries.ts';
import { openableOrders } from '../orders/order-filters.queries.ts';
import { approvalRequestedAgainMail, approvalWithdrawnMail } from './order-change-mails.ts';
import {
  type ChangedLine,
  type ChangedOrder,
  findOffer,
  insertApproval,
  lockBudget,
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
} from './record-change.actions.ts';

/** What was changed: sentences for the caller, and whether the order was cancelled as a whole. */
export interface ChangeResult {
  outcome: string[];
  isCancelled: boolean;
}

/**
 * Locks and reads an order that the person may change. Throws 404 for an order that they cannot see, and 403 for one that is neither theirs nor
 * placed by them, unless they are an Admin.
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
  if (!(await lockOrder(tx, ref, openableOrders(effective)))) throw notFound('order');
  const order = await readChangedOrder(tx, ref);
  if (order.customerId !== effective.customerId && order.placedById !== effective.customerId && !isAdmin(effective))
    throw forbidden('Only the person of the order, the person who placed it and administrators can change or cancel it.');
  return { context, acting: actAsPerson(context, dependencies, requestId), ref, order };
}

const countBeyond = ({ collectionGroupId, coveredQuantity, quantity, cancelledQuantity, returnedQuantity }: ChangedLine) =>
  collectionGroupId === null ? 0 : Math.max(0, quantity - cancelledQuantity - returnedQuantity - coveredQuantity);

/** Why the order as it is needs approval. */
const listReasons = (order: ChangedOrder): ApprovalReason[] =>
  listApprovalReasons(order.rules, {
    goodsMinor: order.goodsMinor - order.cancelledMinor,
    isFirst: order.isFirst,
    lines: order.lines
      .filter(({ quantity, cancelledQuantity }) => quantity > cancelledQuantity)
      .map((line) => ({ productId: line.productId, productName: line.productName, beyond: countBeyond(line) })),
  });

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
  const goods = {
    goodsBefore: order.goodsMinor - order.cancelledMinor,
    goodsAfter: after.goodsMinor - after.cancelledMinor,
  };
  if (!needsNewApproval(reasons, order.reasons ?? [], goods)) return [];
  if (!(await takeStep(tx, ref, 'requestApproval', { actor })))
    throw conflict('order', 'The warehouse has just started to pick this order, so it can no longer be changed.');
  await insertApproval(tx, ref, reasons);
  return reasons;
}

/**
 * The outcome of a change that has been written, with approval asked for where needed. Cancelling pieces never asks for it: nothing is added to what
 * was approved, or needed no approval.
 */
async function completeChange(
  tx: Tx,
  change: OrderChange,
  { before, cancelled, changed }: Pick<Outcome, 'cancelled' | 'changed'> & { before: Outcome['accountsBefore'] },
): Promise<Outcome> {
  const { ref, order } = change;
  const after = await readChangedOrder(tx, ref);
  const isEmpty = after.stateId === ORDER.cancelled;
  const waited = order.stateId === ORDER.awaitingApproval;
  const reasons = !isEmpty && (waited || changed !== null) ? await reviewApproval(change, tx, after) : [];
  return {
    cancelled,
    changed,
    accountsBefore: before,
    accountsAfter: await readAccountUse(tx, ref),
    pendingBefore: order.pendingMinor,
    pendingAfter: after.pendingMinor,
    isEmpty,
    waited,
    waits: !isEmpty && (waited || reasons.length > 0),
    reasons,
  };
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
  input: Omit<BodyOf<'POST /api/orders/:id/cancel'>, 'preview'> & { orderId: number },
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
  if (!(await cancelPieces(tx, ref, pieces, actor)))
    throw new Error(`The pending pieces of order ${ref.orderId} have changed although it was locked.`);
  const isEmpty = (await listPendingPieces(tx, ref)).length === 0;
  // While the request is open: once it is closed, those to whom it was escalated can no longer decide.
  const deciders = isEmpty && order.stateId === ORDER.awaitingApproval ? await listDecidersOf(tx, dependencies, change) : [];
  if (isEmpty && !(await takeStep(tx, ref, 'cancel', { actor, reason })))
    throw conflict('order', 'Someone else has just changed this order. Please reload the page.');
  const cancelled = pieces.map(({ lineId, quantity }) => ({
    name: nameLine(order.lines.find(({ id }) => id === lineId) as ChangedLine),
    quantity,
  }));
  const outcome = await completeChange(tx, change, { before, cancelled, changed: null });
  const details = { lines: cancelled, ...(reason === null ? {} : { reason }) };
  await recordChange(tx, change, {
    kind: isEmpty ? 'cancelled' : 'pieces_cancelled',
    data: details,
    audit: { action: isEmpty ? 'order.cancelled' : 'order.pieces-cancelled', after: details },
    outcome,
    reason,
  });
  await mailDeciders(tx, dependencies, change, { mail: approvalWithdrawnMail, deciders, reasons: [] });
  return { outcome: describeOutcome(outcome, order.currencyCode, context.effective.pricesVisible), isCancelled: isEmpty };
}

/** The scope in which the order's person orders. Throws 409 when they no longer can. */
async function getOrderingScope(tx: Tx, { context: { effective }, ref, order }: OrderChange): Promise<Scope> {
  if (order.customerId === effective.customerId) return effective;
  const person = await findActor(tx, ref.organisationId, order.customerId);
  if (!person) throw conflict('order', 'The person of this order can no longer order. Lines can only be cancelled.');
  return grantScope(person, { canOrderUnpriced: isAdmin(effective), isImpersonated: false });
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
    callForPrice: details.callForPrice && !scope.canOrderUnpriced,
  };
  // Stock is checked when it is reserved.
  const warnings = quantityWarnings(product, quantity, Number.POSITIVE_INFINITY);
  if (warnings.length > 0) throw badRequest('orderItem', ...warnings);
  const unitMinor = unitPrice({ priceMinor: details.priceMinor, tiers: selectTiers(details.tiers, scope, offer.now) }, quantity);
  const { sku, gtin, description, attributes, imageSrc } = details;
  return { combinationId, sku, gtin, description, attributes, imageSrc, ...lineAmounts(unitMinor, quantity, line.taxRate) };
}

/** Throws 400 when the budget that covers pieces of the line does not cover them at the new price. */
async function assertAffordable(
  tx: Tx,
  { ref, order, context }: OrderChange,
  line: ChangedLine,
  { unitMinor, covered }: { unitMinor: number; covered: number },
): Promise<void> {
  if (line.budgetAccountId === null || unitMinor <= line.unitMinor || covered === 0) return;
  const { label, unit, left } = await lockBudget(tx, ref, line.budgetAccountId);
  if (unit !== 'money' || left === null || (unitMinor - line.unitMinor) * covered <= left) return;
  throw badRequest(
    'orderItem',
    context.effective.pricesVisible
      ? `This size costs more, and only ${formatAmount(left, unit, order.currencyCode)} is left in ${label}.`
      : `This size costs more than is left in ${label}.`,
  );
}

/**
 * Throws 400 when the organisation buys on account and its terms refuse an order that becomes dearer, as they refuse a new order. Like placing an order, it
 * locks the open amount before the stock.
 */
async function assertWithinCredit(
  tx: Tx,
  { order, context: { effective } }: OrderChange,
  line: ChangedLine,
  replacement: LineReplacement,
  quantity: number,
): Promise<void> {
  if (!order.isOnAccount) return;
  const { unitMinor, taxRate } = line;
  const increaseMinor = replacement.exclTaxMinor + replacement.taxMinor - lineAmounts(unitMinor, quantity, taxRate).inclTaxMinor;
  if (increaseMinor <= 0) return;
  const refusal = explainChangeRefusal(await lockCreditTerms(tx, effective), increaseMinor, effective);
  if (refusal) throw badRequest('orderItem', refusal);
}

/**
 * Gives pieces of a line another size or colour within the caller's transaction, as `cancelOrder` cancels. A whole line changes in place; some of its
 * pieces become a line of their own. Returns an empty outcome when the whole line has that size already. Throws 404, 403, 409 and 422 as
 * `cancelOrder` does, and 400 when the new size cannot be ordered.
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
  if (line.combinationId === input.combinationId) return { outcome: [], isCancelled: false };
  const quantity = planChange(line, input.quantity);
  if (typeof quantity !== 'number') throw invalid(quantity.field, quantity.message);

  const scope = await getOrderingScope(tx, change);
  const replacement = await findReplacement(tx, scope, line, { combinationId: input.combinationId, quantity });
  await assertWithinCredit(tx, change, line, replacement, quantity);
  const before = await readAccountUse(tx, ref);
  const swap = { from: line.combinationId, to: replacement.combinationId, quantity };
  if (!(await swapStock(tx, swap)))
    throw badRequest('orderItem', `There is not enough stock of ${nameLine({ ...line, ...replacement })}.`);
  const covered = countCovered(line, quantity);
  await assertAffordable(tx, change, line, { unitMinor: replacement.unitMinor, covered });
  let newLineId = line.id;
  if (quantity === line.quantity) await replaceLine(tx, ref, line.id, replacement);
  else
    newLineId = await splitLine(
      tx,
      ref,
      { lineId: line.id, quantity, covered },
      lineAmounts(line.unitMinor, line.quantity - quantity, line.taxRate),
      replacement,
    );
  await recordStockSwap(tx, ref, { ...swap, lineId: line.id, newLineId, sku: replacement.sku }, actor);
  const details = { name: line.productName, from: line.description, to: replacement.description, quantity };
  const outcome = await completeChange(tx, change, {
    before,
    cancelled: [],
    changed: { ...details, unitBefore: line.unitMinor, unitAfter: replacement.unitMinor },
  });
  const isApprovalRequested = outcome.waits && !outcome.waited;
  await recordChange(tx, change, {
    kind: 'line_changed',
    data: details,
    events: isApprovalRequested ? [{ kind: 'approval_requested' }] : [],
    audit: {
      action: 'order.line-changed',
      before: { combinationId: line.combinationId },
      after: { combinationId: replacement.combinationId, quantity },
    },
    outcome,
    reason: null,
  });
  if (isApprovalRequested) {
    const deciders = await listDecidersOf(tx, dependencies, change);
    if (deciders.length === 0)
      throw conflict('order', 'This change needs approval, and no one else in your organisation can approve it.');
    await mailDeciders(tx, dependencies, change, { mail: approvalRequestedAgainMail, deciders, reasons: outcome.reasons });
  }
  return { outcome: describeOutcome(outcome, order.currencyCode, context.effective.pricesVisible), isCancelled: false };
}
