import type { Tx } from '#api/platform/db/database.ts';
import { lockOrderFacts } from './advance-order.queries.ts';
import { planAdvance } from './advance-order.rules.ts';
import type { StepName } from './order-states.rules.ts';
import { type OrderRef, recordOrderEvent, type StepTaker, takeStep } from './order-steps.queries.ts';

/**
 * Moves shipping, payment and the order itself as far as lines, parcels and payments say. Call it in the transaction that ships, delivers, cancels
 * lines or records a payment, after its changes. Returns the steps that were taken.
 */
export async function advanceOrder(tx: Tx, order: OrderRef, actor: StepTaker): Promise<StepName[]> {
  const facts = await lockOrderFacts(tx, order);
  const steps = facts ? planAdvance(facts) : [];
  for (const step of steps)
    if (!(await takeStep(tx, order, step, { actor }))) throw new Error(`Order ${order.orderId} cannot take the step ${step}.`);
  if (steps.includes('complete')) await recordOrderEvent(tx, order, { kind: 'completed' }, actor);
  return steps;
}
