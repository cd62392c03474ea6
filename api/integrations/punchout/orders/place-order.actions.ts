import { findActor } from '#api/identity/sessions/access.queries.ts';
import {
  type CheckoutDependencies,
  insertCheckedOrder,
  type PlacedOrder,
} from '#api/ordering/checkout/insert-checked-order.actions.ts';
import { cancelOrder } from '#api/ordering/order-changes/order-changes.actions.ts';
import type { ChangeDependencies } from '#api/ordering/order-changes/record-change.actions.ts';
import { ORDER } from '#api/ordering/order-states/order-states.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { grantScope, type Scope } from '#api/platform/http/scope.ts';
import { type DraftedOrder, type DraftInput, draftPurchaseOrder } from './draft-order.actions.ts';
import { dropWorkingTrip, findPlacedOrder } from './purchase-orders.queries.ts';

/** Why an order that another one replaces is cancelled. */
export const REPLACED = 'The purchasing system has changed the order.';

/** A context in which a buyer's system acts for the person of an order. No session is involved. */
const actAs = (scope: Scope): RequestContext => ({ sessionId: '', caller: scope, effective: scope });

/** An order that has been compared and priced. */
export interface PreparedOrder extends Pick<DraftedOrder, 'findings' | 'obstacles'> {
  /**
   * Places it; undefined when there are obstacles. Sentences where stock, entitlement or credit do not suffice after all: the caller then rolls back, since the
   * transaction has written a part of it.
   */
  place: ((options: { exceedsCredit: boolean }) => Promise<PlacedOrder | { refusals: string[] }>) | undefined;
}

/** Compares and prices an order of a buyer's system within the caller's transaction, which either places it or rolls back. */
export async function preparePurchaseOrder(
  tx: Tx,
  dependencies: CheckoutDependencies,
  { requestId, replacesOrderId, ...input }: DraftInput & { requestId: string; replacesOrderId: number | null },
): Promise<PreparedOrder> {
  const { findings, obstacles, ready, workingTripId } = await draftPurchaseOrder(tx, dependencies, input);
  if (!ready || workingTripId === undefined) return { findings, obstacles, place: undefined };
  const { scope, draft, newOrder } = ready;
  const place: PreparedOrder['place'] = async ({ exceedsCredit }) => {
    const replacing = { ...newOrder, replacesOrderIds: replacesOrderId === null ? [] : [replacesOrderId] };
    // The buyer's system tells the person.
    const options = { requestId, tellsPerson: false, exceedsCredit };
    try {
      const placed = await insertCheckedOrder(tx, dependencies, actAs(scope), draft, replacing, options);
      await dropWorkingTrip(tx, scope.organisationId, workingTripId);
      return placed;
    } catch (error) {
      if (error instanceof HttpError) return { refusals: Object.values(error.errors).flat() };
      throw error;
    }
  };
  return { findings, obstacles, place };
}

/**
 * Cancels the order of the portal that an order of a buyer's system has become, as its person could: until picking starts. A sentence when it is too late;
 * undefined when it is cancelled.
 */
export async function cancelPlacedOrder(
  tx: Tx,
  dependencies: ChangeDependencies,
  { organisationId, orderId, reason, requestId }: { organisationId: number; orderId: number; reason: string; requestId: string },
): Promise<string | undefined> {
  const order = await findPlacedOrder(tx, organisationId, orderId);
  if (!order || order.stateId === ORDER.cancelled) return undefined;
  const actor = await findActor(tx, organisationId, order.customerId);
  if (!actor) return 'The person of this order has left. Please contact the supplier to change it.';
  try {
    await cancelOrder(tx, dependencies, actAs(grantScope(actor)), { orderId, reason }, requestId);
    return undefined;
  } catch (error) {
    if (error instanceof HttpError) return Object.values(error.errors).flat().join(' ');
    throw error;
  }
}
