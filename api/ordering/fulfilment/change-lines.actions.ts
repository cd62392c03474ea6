import type { Tx } from '#api/platform/db/database.ts';
import { conflict, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { formatDay, getLocalDay } from '#api/platform/local-day.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { NO_CARD_CHANGE } from '../card-payments/changes/card-change.rules.ts';
import { settleCardChange } from '../card-payments/changes/settle-card-change.actions.ts';
import { readOrderForMail } from '../mails/mailed-order.queries.ts';
import { toMailedOrder } from '../mails/mailed-order.rules.ts';
import { type Acting, actAsSupplier, recordAct } from '../order-acts/record-act.actions.ts';
import { orderCancelledMail, orderChangedMail } from '../order-changes/order-change-mails.ts';
import { readAccountUse, readChangedOrder } from '../order-changes/order-changes.queries.ts';
import { describeOutcome, narrowOutcome, type Outcome } from '../order-changes/order-changes.rules.ts';
import { cancelPieces } from '../order-lines/cancel-pieces.queries.ts';
import { moveDueDays } from '../order-lines/change-line.queries.ts';
import { advanceOrder } from '../order-states/advance-order.actions.ts';
import { takeStep } from '../order-states/order-steps.queries.ts';
import { dateMovedMail } from './fulfilment-mails.ts';
import { openOrder } from './open-order.actions.ts';
import type { OpenLine, OpenOrder } from './open-order.rules.ts';
import { explainDecorationBegun, explainEnded, explainTooMany } from './shipments/shipping.rules.ts';

/** The lines of the items, each once. Throws 404 for a line of another order and 422 for one that is named twice. */
function findLines<Item extends { id: number }>(
  items: readonly Item[],
  lines: readonly OpenLine[],
): { item: Item; line: OpenLine; field: string }[] {
  return items.map((item, index) => {
    const line = lines.find(({ id }) => id === item.id);
    if (!line) throw notFound('orderItem');
    const field = `items[${index}]`;
    if (items.findIndex(({ id }) => id === item.id) !== index) throw invalid(`${field}.id`, 'This line is named twice.');
    return { item, line, field };
  });
}

/** Records within the caller's transaction that the warehouse has started to pick an order. Repeating it changes nothing. Throws 404 and 409. */
export async function beginPicking(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  orderId: number,
  requestId: string,
): Promise<void> {
  const { order } = await openOrder(tx, operator, orderId);
  const ended = explainEnded(order);
  if (ended) throw conflict('order', ended);
  if (!(await takeStep(tx, order, 'startPicking', { actor: operator }))) return;
  await recordAct(tx, actAsSupplier(operator, dependencies, requestId), order, {
    events: [{ kind: 'picking_started' }],
    audits: [{ action: 'order.picking-started', subjectId: String(orderId) }],
  });
}

/**
 * Cancels pending pieces of an order for the supplier, within the caller's transaction: stock, entitlement, amounts, state, events and mails. Throws
 * 404, 409 when the order has ended or the decoration of a line has begun, and 422 for more pieces than are pending.
 */
export async function cancelLines(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  { orderId, items, reason }: BodyOf<'POST /api/operator/orders/:id/lines/cancel'> & { orderId: number },
  requestId: string,
): Promise<void> {
  const { order, lines } = await openOrder(tx, operator, orderId);
  const found = findLines(items, lines);
  const ended = explainEnded(order);
  if (ended) throw conflict('order', ended);
  for (const { item, line, field } of found) {
    if (item.quantity > line.pending) throw invalid(`${field}.quantity`, explainTooMany(line));
    if (line.decorationStartedAt !== null) throw conflict('decoration', explainDecorationBegun(line, order.timeZone));
  }

  const before = await readChangedOrder(tx, order);
  const accountsBefore = await readAccountUse(tx, order);
  const pieces = found.map(({ item, line }) => ({ lineId: line.id, quantity: item.quantity }));
  if (!(await cancelPieces(tx, order, pieces, operator)))
    throw new Error(`The pending pieces of order ${orderId} have changed although it was locked.`);
  const isEmpty = (await advanceOrder(tx, order, operator)).includes('cancelUnshipped');
  const after = await readChangedOrder(tx, order);
  const card = await settleCardChange(tx, dependencies, order, before.card, { actor: operator, reason: reason.trim() });
  const cancelled = found.map(({ item, line }) => ({ name: line.name, quantity: item.quantity, wearerId: line.wearerId }));
  const details = { lines: cancelled.map(({ name, quantity }) => ({ name, quantity })), reason: reason.trim() };
  const outcome: Outcome = {
    cancelled,
    changed: null,
    accountsBefore,
    accountsAfter: await readAccountUse(tx, order),
    pendingBefore: before.pendingMinor,
    pendingAfter: after.pendingMinor,
    remainder: null,
    card: card ?? NO_CARD_CHANGE,
    isEmpty,
    waited: false,
    waits: false,
    reasons: [],
  };
  const now = isEmpty ? undefined : await readOrderForMail(tx, order);
  await recordAct(tx, actAsSupplier(operator, dependencies, requestId), order, {
    events: [{ kind: isEmpty ? 'cancelled' : 'lines_cancelled', data: details }],
    audits: [{ action: isEmpty ? 'order.cancelled' : 'order.pieces-cancelled', subjectId: String(orderId), after: details }],
    mail: {
      definition: isEmpty ? orderCancelledMail : orderChangedMail,
      people: order,
      lines: cancelled,
      occasion: requestId,
      toData: (recipient) => ({
        changedBy: order.brandName,
        reason: details.reason,
        outcome: describeOutcome(narrowOutcome(outcome, recipient), before.currencyCode, recipient),
        ...(now && { order: toMailedOrder(now, recipient) }),
      }),
    },
  });
}

/**
 * Promises pending pieces for other days, within the caller's transaction, and tells the order's people. Throws 404, 409 when the order has ended, and
 * 422 for days that are past in the organisation's time zone and lines of which nothing is pending.
 */
export async function moveDates(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  { orderId, items, reason, now }: BodyOf<'PUT /api/operator/orders/:id/lines/due'> & { orderId: number; now: number },
  requestId: string,
): Promise<void> {
  const { order, lines } = await openOrder(tx, operator, orderId);
  const found = findLines(items, lines);
  const ended = explainEnded(order);
  if (ended) throw conflict('order', ended);
  const today = getLocalDay(now, order.timeZone);
  for (const { item, line, field } of found) {
    if (line.pending === 0) throw invalid(`${field}.id`, explainTooMany(line));
    if (item.dueOn < today) throw invalid(`${field}.dueOn`, 'Please enter a day that is not in the past.');
  }
  await promiseDays(tx, actAsSupplier(operator, dependencies, requestId), order, {
    promises: found.map(({ item, line }) => ({ line, dueOn: item.dueOn })),
    reason: reason?.trim() || null,
    occasion: requestId,
  });
}

/**
 * Promises pending pieces of a locked order for other days, and tells the order's people once for each `occasion`, unless all have that day already.
 */
export async function promiseDays(
  tx: Tx,
  acting: Acting,
  order: OpenOrder,
  {
    promises,
    reason,
    occasion,
  }: { promises: readonly { line: OpenLine; dueOn: string }[]; reason: string | null; occasion: string },
): Promise<void> {
  const moved = promises.filter(({ line, dueOn }) => dueOn !== line.dueOn);
  if (moved.length === 0) return;
  await moveDueDays(
    tx,
    order.organisationId,
    moved.map(({ line, dueOn }) => ({ id: line.id, dueOn })),
  );
  const details = {
    lines: moved.map(({ line, dueOn }) => ({ name: line.name, quantity: line.pending, dueOn, before: line.dueOn })),
    ...(reason === null ? {} : { reason }),
  };
  await recordAct(tx, acting, order, {
    events: [{ kind: 'date_moved', data: details }],
    audits: [{ action: 'order.date-moved', subjectId: String(order.orderId), after: details }],
    mail: {
      definition: dateMovedMail,
      people: order,
      lines: moved.map(({ line }) => line),
      occasion,
      toData: ({ select }) => ({
        reason,
        lines: select(moved.map(({ line, dueOn }) => ({ ...line, due: dueOn }))).map(({ name, pending, due, dueOn: before }) => ({
          name,
          quantity: pending,
          due: formatDay(due),
          before: before && formatDay(before),
        })),
      }),
    },
  });
}
