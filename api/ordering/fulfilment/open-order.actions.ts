import type { Tx } from '#api/platform/db/database.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { findOrganisationOfReleasedOrder, lockOpenOrders, readOpenLines } from './open-order.queries.ts';
import type { OpenLine, OpenOrder } from './open-order.rules.ts';

/** Locks and reads an order; throws 404 when the operator may not see it. */
export async function openOrder(
  tx: Tx,
  operator: OperatorScope,
  orderId: number,
): Promise<{ order: OpenOrder; lines: OpenLine[] }> {
  const organisationId = await findOrganisationOfReleasedOrder(tx, operator, orderId);
  if (organisationId === undefined) throw notFound('order');
  const [order] = await lockOpenOrders(tx, organisationId, [orderId]);
  if (!order) throw notFound('order');
  return { order, lines: await readOpenLines(tx, organisationId, [orderId]) };
}
