import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { assertAsSeen, createFingerprint } from '#api/platform/http/fingerprint.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { actAsSupplier } from '../../order-acts/record-act.actions.ts';
import { setPriority } from '../../order-lines/change-line.queries.ts';
import { promiseDays } from '../change-lines.actions.ts';
import { lockOpenOrders, readOpenLines } from '../open-order.queries.ts';
import type { OpenOrder } from '../open-order.rules.ts';
import { explainStockRefusal } from './levels.mapper.ts';
import { findLevel } from './levels.queries.ts';
import { listQueue, type QueueRow, readArrivingPieces } from './queue.queries.ts';
import { type ChangedReadiness, serveFirst } from './queue.rules.ts';

/** Orders that can lose pieces to one order at once: they are locked together. */
const MAX_LOSING_ORDERS = 100;

type Preview = ReplyOf<'GET /api/operator/stock/:combinationId/priority/:orderItemId'>;

interface Plan {
  line: QueueRow;
  changes: ChangedReadiness<QueueRow>[];
}

/** Throws 404 for a garment that the operator does not see, and 403 for one whose stock they may not change. */
async function assertMayChange(db: Db | Tx, operator: OperatorScope, combinationId: number): Promise<void> {
  const level = await findLevel(db, operator, combinationId);
  if (!level) throw notFound('combination');
  const refusal = explainStockRefusal(level);
  if (refusal !== null) throw new HttpError(403, { stock: [refusal] });
}

/** Which lines get more or fewer pieces when the line is served first. Throws 403, 404, and 409 when nothing would change. */
async function plan(db: Db | Tx, operator: OperatorScope, combinationId: number, lineId: number): Promise<Plan> {
  await assertMayChange(db, operator, combinationId);
  const queue = await listQueue(db, operator, combinationId);
  const line = queue.find((each) => each.lineId === lineId && each.organisationName !== null);
  if (!line) throw notFound('orderItem');
  const { onHand, managesStock } = await readArrivingPieces(db, combinationId);
  const changes = managesStock ? serveFirst(queue, lineId, onHand) : [];
  if (changes[0]?.line !== line)
    throw conflict(
      'orderItem',
      line.ready === line.pending ? 'All its pieces can be picked already.' : 'No other order has pieces that it could be given.',
    );
  if (changes.length - 1 > MAX_LOSING_ORDERS)
    throw conflict(
      'orderItem',
      `More than ${MAX_LOSING_ORDERS} orders would lose pieces. Cancel pieces, or wait for the next delivery.`,
    );
  return { line, changes };
}

function toPreview({ changes }: Plan): Preview {
  const shown = changes.flatMap(({ line: { organisationName, orderId, lineId, dueOn, isPicking }, before, after }) =>
    organisationName === null ? [] : [{ orderId, orderItemId: lineId, organisationName, before, after, dueOn, isPicking }],
  );
  return { changes: shown, fingerprint: createFingerprint(toFacts(changes)) };
}

const toFacts = (changes: Plan['changes']) => ({
  changes: changes.map(({ line: { lineId }, before, after }) => [lineId, before, after]),
});

/** Who would get and who would lose pieces if a line were served first. Throws 403, 404 and 409. */
export const previewPriority = async (db: Db, operator: OperatorScope, combinationId: number, lineId: number): Promise<Preview> =>
  toPreview(await plan(db, operator, combinationId, lineId));

/** Locks orders of several organisations, always in the same order, and returns those that exist. */
async function lockOrdersOf(tx: Tx, lines: readonly QueueRow[]): Promise<OpenOrder[]> {
  const orders: OpenOrder[] = [];
  const byOrganisation = Map.groupBy(lines, ({ organisationId }) => organisationId);
  for (const [organisationId, own] of [...byOrganisation].sort(([a], [b]) => a - b))
    orders.push(
      ...(await lockOpenOrders(
        tx,
        organisationId,
        own.map(({ orderId }) => orderId),
      )),
    );
  return orders;
}

/**
 * Gives pieces on hand to a line before all others. The orders that lose pieces are promised another day, if one is given, and their people told. Throws
 * 403, 404, 409 when nothing would change or it is no longer what was seen, and 422 for a day that is past.
 */
export async function giveFirst(
  tx: Tx,
  dependencies: MailDependencies,
  operator: OperatorScope,
  { combinationId, orderItemId }: { combinationId: number; orderItemId: number },
  { reason, dueOn, fingerprint, now }: BodyOf<'POST /api/operator/stock/:combinationId/priority/:orderItemId'> & { now: number },
  requestId: string,
): Promise<string> {
  const seen = await plan(tx, operator, combinationId, orderItemId);
  const orders = await lockOrdersOf(
    tx,
    seen.changes.map(({ line }) => line),
  );
  const { line, changes } = await plan(tx, operator, combinationId, orderItemId);
  const locked = new Set(orders.map(({ orderId }) => orderId));
  if (changes.some((each) => !locked.has(each.line.orderId)))
    throw conflict('orderItem', 'Orders have changed in the meantime. Nothing was saved. Please try again.');
  assertAsSeen(fingerprint, toFacts(changes), { key: 'orderItem', subject: 'Who would lose pieces', wording: {} });
  await setPriority(tx, line, true);
  const losing = changes.slice(1);
  for (const order of dueOn ? orders : []) {
    const own = losing.filter((each) => each.line.orderId === order.orderId).map((each) => each.line.lineId);
    if (own.length === 0) continue;
    if ((dueOn as string) < getLocalDay(now, order.timeZone))
      throw invalid('dueOn', 'Please enter a day that is not in the past.');
    const lines = await readOpenLines(tx, order.organisationId, [order.orderId]);
    await promiseDays(tx, actAsSupplier(operator, dependencies, requestId), order, {
      promises: lines.filter(({ id }) => own.includes(id)).map((each) => ({ line: each, dueOn: dueOn as string })),
      reason: null,
      occasion: requestId,
    });
  }
  for (const order of orders) {
    const change = changes.find((each) => each.line.orderId === order.orderId);
    if (!change) continue;
    await recordOperatorAuditEvent(tx, operator, order, {
      action: change.line === line ? 'order.served-first' : 'order.pieces-given-away',
      subjectId: String(order.orderId),
      before: { combinationId, ready: change.before },
      after: { combinationId, ready: change.after, reason: reason.trim() },
      requestId,
    });
  }
  const { after } = changes[0] as ChangedReadiness<QueueRow>;
  return `Order ${line.orderId} gets pieces first: ${after} of ${line.pending} can be picked now.`;
}

/** Puts a line that is served first back to its place in the queue. Throws 403 and 404; one that is there already stays. */
export async function giveInTurn(
  tx: Tx,
  operator: OperatorScope,
  { combinationId, orderItemId }: { combinationId: number; orderItemId: number },
  requestId: string,
): Promise<void> {
  await assertMayChange(tx, operator, combinationId);
  const find = async () =>
    (await listQueue(tx, operator, combinationId)).find((each) => each.lineId === orderItemId && each.organisationName !== null);
  const found = await find();
  if (!found) throw notFound('orderItem');
  const [order] = await lockOpenOrders(tx, found.organisationId, [found.orderId]);
  const line = await find();
  if (!order || !line || line.priority === 0) return;
  await setPriority(tx, line, false);
  await recordOperatorAuditEvent(tx, operator, order, {
    action: 'order.served-in-turn',
    subjectId: String(order.orderId),
    before: { combinationId, ready: line.ready },
    requestId,
  });
}
