import { findCodes } from '#api/catalogue/stock/stock-receipts.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf } from '#contract/index.ts';
import { describeScan } from '#contract/scanned-codes.ts';
import { findOrdersOfLines, lockOpenOrders, readOpenLines } from '../fulfilment/open-order.queries.ts';
import type { OpenLine, OpenOrder } from '../fulfilment/open-order.rules.ts';
import { explainEnded } from '../fulfilment/shipments/shipping.rules.ts';
import { type Acting, actAsSupplier, recordAct } from '../order-acts/record-act.actions.ts';
import { beginDecoration, countDecorated, resetDecorated } from '../order-lines/decorate-pieces.queries.ts';
import { takeStep } from '../order-states/order-steps.queries.ts';
import { listCandidates } from './decoration.queries.ts';
import {
  chooseCandidate,
  type DecorationRefusal,
  explainNotToFinish,
  explainNotToReset,
  explainNotToStart,
  readLineCode,
} from './decoration.rules.ts';

const refuse = ({ status, field, message }: DecorationRefusal) => new HttpError(status, { [field]: [message] });

/** The orders of lines, locked: organisation by organisation, and in each the oldest first. Throws 404 for lines that the operator may not see. */
async function openLines(
  tx: Tx,
  operator: OperatorScope,
  lineIds: readonly number[],
): Promise<{ orders: OpenOrder[]; lines: OpenLine[] }> {
  const found = await findOrdersOfLines(tx, operator, lineIds);
  if (found.length < new Set(lineIds).size) throw notFound('orderItem');
  const orders: OpenOrder[] = [];
  const lines: OpenLine[] = [];
  for (const organisationId of [...new Set(found.map((line) => line.organisationId))].sort((a, b) => a - b)) {
    const own = found.filter((line) => line.organisationId === organisationId);
    const orderIds = [...new Set(own.map(({ orderId }) => orderId))];
    orders.push(...(await lockOpenOrders(tx, organisationId, orderIds)));
    const chosen = new Set(own.map(({ lineId }) => lineId));
    lines.push(...(await readOpenLines(tx, organisationId, orderIds)).filter(({ id }) => chosen.has(id)));
  }
  return { orders, lines };
}

/** A line with its order, locked. Throws 404 for one that the operator may not see, and 409 when the order has ended. */
async function openLine(tx: Tx, operator: OperatorScope, lineId: number): Promise<{ order: OpenOrder; line: OpenLine }> {
  const {
    orders: [order],
    lines: [line],
  } = await openLines(tx, operator, [lineId]);
  if (!order || !line) throw notFound('orderItem');
  const ended = explainEnded(order);
  if (ended) throw conflict('order', ended);
  return { order, line };
}

/** Begins the decoration of lines of a locked order that had not begun; its picking begins with it. */
async function begin(tx: Tx, acting: Acting, order: OpenOrder, lines: readonly OpenLine[]): Promise<void> {
  const begun = new Set(
    await beginDecoration(
      tx,
      order,
      lines.map(({ id }) => id),
    ),
  );
  if (begun.size === 0) return;
  const isPickingStarted =
    order.pickingStartedAt === null && (await takeStep(tx, order, 'startPicking', { actor: acting.actor }));
  const pieces = lines.filter(({ id }) => begun.has(id)).map(({ name, pending: quantity }) => ({ name, quantity }));
  await recordAct(tx, acting, order, {
    events: [...(isPickingStarted ? [{ kind: 'picking_started' }] : []), { kind: 'decoration_started', data: { lines: pieces } }],
    audits: [{ action: 'order.decoration-started', subjectId: String(order.orderId), after: { lines: pieces } }],
  });
}

/**
 * Begins the decoration of lines within the caller's transaction: from now on they can be neither cancelled nor changed. Those that have begun stay as they
 * are. Throws 404 for lines that the operator may not see, 409 when an order has ended or nothing of a line is left to make, and 422 for a line that is not
 * personalised.
 */
export async function startDecoration(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  { orderItemIds }: BodyOf<'POST /api/operator/decoration/start'>,
  requestId: string,
): Promise<number[]> {
  const { orders, lines } = await openLines(tx, operator, orderItemIds);
  for (const order of orders) {
    const ended = explainEnded(order);
    if (ended) throw conflict('order', ended);
  }
  for (const line of lines) {
    const refusal = explainNotToStart(line, `orderItemIds[${orderItemIds.indexOf(line.id)}]`);
    if (refusal && line.decorationStartedAt === null) throw refuse(refusal);
  }
  const acting = actAsSupplier(operator, dependencies, requestId);
  for (const order of orders)
    await begin(
      tx,
      acting,
      order,
      lines.filter(({ orderId }) => orderId === order.orderId),
    );
  return [...new Set(orderItemIds)];
}

/** The line that a code stands for: its own barcode, or that of a garment. Throws 404 for an unknown code, and 409 where it can be for several lines. */
async function findLine(tx: Tx, operator: OperatorScope, code: string): Promise<number> {
  const lineId = readLineCode(code);
  if (lineId !== undefined && (await findOrdersOfLines(tx, operator, [lineId])).length > 0) return lineId;
  const combinations = (await findCodes(tx, operator, [code])).map(({ combinationId }) => combinationId);
  const chosen = combinations.length === 0 ? undefined : chooseCandidate(await listCandidates(tx, operator, combinations));
  if (chosen && 'message' in chosen) throw refuse(chosen);
  if (chosen) return chosen.lineId;
  throw refuse({
    status: 404,
    field: 'code',
    message:
      combinations.length > 0
        ? 'No line that is to be decorated needs this garment. Put it back, or scan the barcode on the work order.'
        : `Neither a line nor a garment has the code ${describeScan(code)}. Scan the barcode on the work order.`,
  });
}

/**
 * Records finished pieces of a line within the caller's transaction, or takes them back; returns the id of the line. The first ones begin its decoration.
 * Throws 404 and 409 as `findLine` does, 409 when the order has ended, or fewer pieces are left or can be taken back, and 422 for the input.
 */
export async function finishPieces(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  { code, orderItemId, quantity = 1 }: BodyOf<'POST /api/operator/decoration/finish'>,
  requestId: string,
): Promise<{ lineId: number; name: string }> {
  if ((code === undefined) === (orderItemId === undefined)) throw invalid('code', 'Please scan a code, or choose a line.');
  if (quantity === 0) throw invalid('quantity', 'Please enter a number of pieces other than 0.');
  const lineId = orderItemId ?? (await findLine(tx, operator, code as string));
  const { order, line } = await openLine(tx, operator, lineId);
  const refusal = explainNotToFinish(line, quantity);
  if (refusal) throw refuse(refusal);
  const acting = actAsSupplier(operator, dependencies, requestId);
  if (line.decorationStartedAt === null) await begin(tx, acting, order, [line]);
  if (!(await countDecorated(tx, { organisationId: order.organisationId, lineId }, quantity)))
    throw new Error(`The pieces of line ${lineId} have changed although its order was locked.`);
  await recordAct(tx, acting, order, {
    events: [],
    audits: [{ action: 'order.decorated', subjectId: String(order.orderId), after: { line: line.name, quantity } }],
  });
  return { lineId, name: line.name };
}

/**
 * Sets back a line that was started by mistake within the caller's transaction: the supplier can cancel and change it again. Its order stays in picking.
 * Throws 404 for a line that the operator may not see, and 409 when the order has ended, the line was not started or pieces of it are finished.
 */
export async function resetDecoration(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  { orderItemId, reason }: BodyOf<'POST /api/operator/decoration/reset'>,
  requestId: string,
): Promise<{ lineId: number; name: string }> {
  const { order, line } = await openLine(tx, operator, orderItemId);
  const refusal = explainNotToReset(line);
  if (refusal) throw refuse(refusal);
  if (!(await resetDecorated(tx, { organisationId: order.organisationId, lineId: line.id })))
    throw new Error(`Line ${line.id} has changed although its order was locked.`);
  const pieces = [{ name: line.name, quantity: line.pending }];
  await recordAct(tx, actAsSupplier(operator, dependencies, requestId), order, {
    events: [{ kind: 'decoration_reset', data: { lines: pieces } }],
    audits: [
      {
        action: 'order.decoration-reset',
        subjectId: String(order.orderId),
        before: { startedAt: line.decorationStartedAt?.toISOString() ?? null },
        after: { lines: pieces, reason: reason.trim() },
      },
    ],
  });
  return { lineId: line.id, name: line.name };
}
