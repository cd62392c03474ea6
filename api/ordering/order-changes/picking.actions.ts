import type { Tx } from '#api/platform/db/database.ts';
import { recordOrderEvent, type StepTaker, takeStep } from '../order-states/order-steps.queries.ts';
import { findOrganisationOfOrder } from './picking.queries.ts';

const SYSTEM: StepTaker = { kind: 'system', id: null };

/**
 * Records that the warehouse has started to pick an order, of any organisation, so that it can no longer be changed. `refused` when the order is
 * being picked already, was not released, or has ended. Only for the operator's command line.
 */
export async function startPicking(tx: Tx, orderId: number): Promise<'started' | 'unknown' | 'refused'> {
  const organisationId = await findOrganisationOfOrder(tx, orderId);
  if (organisationId === undefined) return 'unknown';
  const ref = { organisationId, orderId };
  if (!(await takeStep(tx, ref, 'startPicking', { actor: SYSTEM }))) return 'refused';
  await recordOrderEvent(tx, ref, { kind: 'picking_started' }, SYSTEM);
  return 'started';
}
