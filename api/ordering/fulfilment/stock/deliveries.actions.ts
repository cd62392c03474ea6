import { skuKey } from '#api/catalogue/stock/stock.queries.ts';
import { findCodes } from '#api/catalogue/stock/stock-receipts.queries.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { HttpError, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { createStaleError } from '#api/platform/http/optimistic-concurrency.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { describeScan } from '#contract/scanned-codes.ts';
import { deleteDelivery, insertDeliveries, type LockedDelivery, lockDelivery, updateDelivery } from './deliveries.queries.ts';
import { lockLevels } from './level-changes.queries.ts';
import { explainStockRefusal } from './levels.mapper.ts';
import { keepPromises } from './promises.actions.ts';

const NOWHERE = { organisationId: null, brandId: null };

/** The garment of each code. Throws 422 for codes of no garment, of several, and of garments whose stock the operator may not change. */
export async function resolveCodes(tx: Tx, operator: OperatorScope, codes: readonly string[]): Promise<number[]> {
  const found = await findCodes(tx, operator, codes);
  const levels = new Map(
    (
      await lockLevels(
        tx,
        operator,
        found.map(({ combinationId }) => combinationId),
      )
    ).map((level) => [level.combinationId, level]),
  );
  const errors: Record<string, string[]> = {};
  const ids = codes.map((code, index) => {
    const matches = found.filter((each) => each.code === skuKey(code) && levels.has(each.combinationId));
    const level = matches.length === 1 ? levels.get(matches[0]?.combinationId as number) : undefined;
    const problem = level
      ? explainStockRefusal(level)
      : matches.length > 1
        ? `Several garments have the code ${describeScan(code)}. Please enter the SKU.`
        : `No garment has the code ${describeScan(code)}.`;
    if (problem !== null) errors[`items[${index}].code`] = [problem];
    return level?.combinationId ?? 0;
  });
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
  return ids;
}

/** Enters expected deliveries. Throws 422 for codes that cannot be used. */
export async function addDeliveries(
  tx: Tx,
  operator: OperatorScope,
  { items }: BodyOf<'POST /api/operator/stock/deliveries'>,
  requestId: string,
): Promise<ReplyOf<'POST /api/operator/stock/deliveries'>> {
  const ids = await resolveCodes(
    tx,
    operator,
    items.map(({ code }) => code),
  );
  const deliveries = await insertDeliveries(
    tx,
    items.map(({ dueOn, quantity, reference }, index) => ({
      combinationId: ids[index] as number,
      dueOn,
      quantity,
      reference: reference?.trim() || null,
    })),
  );
  await recordOperatorAuditEvent(tx, operator, NOWHERE, {
    action: 'stock.deliveries-entered',
    after: { deliveries: deliveries.map(({ id, dueOn, quantity }) => ({ id, dueOn, quantity })) },
    requestId,
  });
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return { success: true, msg: `${pieces} pieces are expected.`, deliveries };
}

async function lockOwnDelivery(tx: Tx, operator: OperatorScope, id: number): Promise<LockedDelivery> {
  const delivery = await lockDelivery(tx, operator, id);
  if (!delivery) throw notFound('expectedDelivery');
  const refusal = explainStockRefusal(delivery);
  if (refusal !== null) throw new HttpError(403, { stock: [refusal] });
  return delivery;
}

const LABELS: Readonly<Record<string, string>> = { dueOn: 'Day', quantity: 'Pieces', reference: 'Reference' };

/**
 * Changes an expected delivery, and promises orders the day on which their pieces now arrive. Throws 403, 404, and 409 when it has been changed since.
 */
export async function changeDelivery(
  tx: Tx,
  jobs: JobQueue,
  operator: OperatorScope,
  id: number,
  { version, tellsWaiting = true, ...input }: BodyOf<'PUT /api/operator/stock/deliveries/:id'>,
  { now, requestId }: { now: number; requestId: string },
): Promise<ReplyOf<'PUT /api/operator/stock/deliveries/:id'>> {
  const { combinationId, isSharedBeyond: _, ...before } = await lockOwnDelivery(tx, operator, id);
  const after = {
    id,
    dueOn: input.dueOn ?? before.dueOn,
    quantity: input.quantity ?? before.quantity,
    reference: input.reference === undefined ? before.reference : input.reference?.trim() || null,
  };
  const changed = (['dueOn', 'quantity', 'reference'] as const).filter((field) => after[field] !== before[field]);
  // It may be pieces of it that have arrived since, without anyone changing it.
  if (version != null && version !== before.version)
    throw createStaleError('delivery', changed, (field) => LABELS[field] ?? field, { ...before });
  if (changed.length === 0) return { delivery: before, promisedOrders: 0 };
  const delivery = await updateDelivery(tx, after);
  await recordOperatorAuditEvent(tx, operator, NOWHERE, {
    action: 'stock.delivery-changed',
    subjectId: String(id),
    before: { ...before },
    after,
    requestId,
  });
  const move = { combinationId, movedFrom: before.dueOn };
  return { delivery, promisedOrders: tellsWaiting ? await keepPromises(tx, jobs, operator, move, { now, requestId }) : 0 };
}

/** Cancels an expected delivery, and promises orders the day of another one that brings their pieces. Throws 403 and 404. */
export async function cancelDelivery(
  tx: Tx,
  jobs: JobQueue,
  operator: OperatorScope,
  id: number,
  { now, requestId }: { now: number; requestId: string },
): Promise<ReplyOf<'DELETE /api/operator/stock/deliveries/:id'>> {
  const { combinationId, dueOn, quantity } = await lockOwnDelivery(tx, operator, id);
  await deleteDelivery(tx, id);
  await recordOperatorAuditEvent(tx, operator, NOWHERE, {
    action: 'stock.delivery-cancelled',
    subjectId: String(id),
    before: { combinationId, dueOn, quantity },
    requestId,
  });
  return { promisedOrders: await keepPromises(tx, jobs, operator, { combinationId, movedFrom: dueOn }, { now, requestId }) };
}
