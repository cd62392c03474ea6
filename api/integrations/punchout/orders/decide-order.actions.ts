import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { conflict, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { createStaleError } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { findConnection } from '../connections/connection.queries.ts';
import type { Finding } from './differences.rules.ts';
import { lockPurchaseOrderOfBrands, readPurchaseOrder } from './listed-orders.queries.ts';
import { cancelPlacedOrder, preparePurchaseOrder, REPLACED } from './place-order.actions.ts';
import { toWirePurchaseOrder } from './purchase-orders.mapper.ts';
import { lockPurchaseOrderByNumber, oweStatus, type PurchaseOrder, savePurchaseOrder } from './purchase-orders.queries.ts';
import type { PurchaseOrderDependencies } from './receive-order.actions.ts';
import { findReturnedLines } from './returned-lines.queries.ts';
import type { SentOrder } from './sent-order.rules.ts';

type WirePurchaseOrder = ReplyOf<'GET /api/operator/punchout/orders/:id'>['purchaseOrder'];

/** Who decides on which order. */
export interface Deciding {
  operator: OperatorScope;
  id: number;
  requestId: string;
}

/** An order of the operator's brands beside what was returned. Throws 404. */
export async function getPurchaseOrder(db: Db | Tx, operator: OperatorScope, id: number): Promise<WirePurchaseOrder> {
  const read = await readPurchaseOrder(db, operator, id);
  if (!read) throw notFound('purchaseOrder');
  const auxiliaryIds = (read.document as SentOrder).lines.flatMap(({ auxiliaryId }) => auxiliaryId ?? []);
  const connection = { organisationId: read.organisationId, id: read.connectionId };
  return toWirePurchaseOrder(read, await findReturnedLines(db, connection, auxiliaryIds));
}

/** A waiting order, locked. Throws 404, and 409 when it no longer waits or has changed since `version`. */
async function openWaiting(
  tx: Tx,
  { operator, id }: Deciding,
  version: number | null | undefined,
): Promise<PurchaseOrder & { brandId: number }> {
  const found = await lockPurchaseOrderOfBrands(tx, operator, id);
  if (!found) throw notFound('purchaseOrder');
  const { organisationId, connectionId, brandId, number } = found;
  const order = await lockPurchaseOrderByNumber(tx, { organisationId, id: connectionId }, number);
  if (order?.state !== 'waiting')
    throw conflict('purchaseOrder', `Order ${number} no longer waits for a decision. Please reload the page.`);
  if (version != null && version !== order.version) throw createStaleError('purchaseOrder', [], () => '');
  return { ...order, brandId };
}

const isAbout = (finding: Finding, lineNumbers: ReadonlyMap<number, string>, hasEmail: boolean) =>
  (finding.kind === 'unknownProduct' && finding.lineNumber !== null && lineNumbers.has(finding.lineNumber)) ||
  (finding.kind === 'person' && hasEmail);

/**
 * Places a waiting order as it was ordered, in place of the one that it changes, within the caller's transaction. Throws 409 with sentences where it cannot be placed,
 * and 404 and 409 as `openWaiting` does.
 */
export async function acceptPurchaseOrder(
  tx: Tx,
  dependencies: PurchaseOrderDependencies,
  deciding: Deciding,
  { version, lines = [], personEmail }: BodyOf<'POST /api/operator/punchout/orders/:id/accept'>,
): Promise<WirePurchaseOrder> {
  const { operator, requestId } = deciding;
  const order = await openWaiting(tx, deciding, version);
  const { organisationId, orderId, isTest } = order;
  const connection = await findConnection(tx, organisationId, order.connectionId);
  if (!connection) throw notFound('purchaseOrder');
  if (orderId !== null) {
    const refusal = await cancelPlacedOrder(tx, dependencies, { organisationId, orderId, reason: REPLACED, requestId });
    if (refusal !== undefined)
      throw conflict('purchaseOrder', `The order that this one changes can no longer be cancelled. ${refusal}`);
  }
  const skus = new Map(lines.map(({ lineNumber, sku }) => [lineNumber, sku.trim()]));
  const email = personEmail?.trim() || undefined;
  const { findings, obstacles, place } = await preparePurchaseOrder(tx, dependencies, {
    ...{ connection, order: order.document, isTest, requestId, replacesOrderId: orderId, additions: { skus, email } },
  });
  if (!place) throw conflict('purchaseOrder', ...obstacles);
  const placed = await place({ exceedsCredit: true });
  if ('refusals' in placed) throw conflict('purchaseOrder', ...placed.refusals);
  // What was said of its files, and of what the supplier has filled in, stays to be read.
  const earlier = order.findings.filter((finding) => finding.kind === 'file' || isAbout(finding, skus, email !== undefined));
  await savePurchaseOrder(tx, {
    ...order,
    state: 'accepted',
    orderId: placed.orderId,
    replaced: null,
    findings: [...findings, ...earlier],
    reason: null,
  });
  await oweStatus(tx, order, { code: 200, text: `Order ${order.number} has been accepted as order ${placed.orderId}.` });
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId, brandId: order.brandId },
    {
      action: 'purchase-order.accepted',
      subjectId: String(order.id),
      after: { number: order.number, orderId: placed.orderId },
      requestId,
    },
  );
  return getPurchaseOrder(tx, operator, order.id);
}

/**
 * Rejects a waiting order within the caller's transaction; where it is a change, the order that it changes stays as it is. Throws 404 and 409 as `openWaiting` does.
 */
export async function rejectPurchaseOrder(
  tx: Tx,
  deciding: Deciding,
  { version, reason }: BodyOf<'POST /api/operator/punchout/orders/:id/reject'>,
): Promise<WirePurchaseOrder> {
  const { operator, requestId } = deciding;
  const order = await openWaiting(tx, deciding, version);
  const { replaced, organisationId, brandId } = order;
  const said = reason.trim();
  const before = replaced && { ...replaced, fingerprint: Buffer.from(replaced.fingerprint, 'hex'), state: 'accepted' as const };
  await savePurchaseOrder(tx, { ...order, state: 'rejected', ...before, replaced: null, reason: said });
  await oweStatus(tx, order, { code: 409, text: `Order ${order.number} was rejected: ${said}` });
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId, brandId },
    { action: 'purchase-order.rejected', subjectId: String(order.id), after: { number: order.number, reason: said }, requestId },
  );
  return getPurchaseOrder(tx, operator, order.id);
}
