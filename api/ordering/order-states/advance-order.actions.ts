import type { Tx } from '#api/platform/db/database.ts';
import { lockOrderFacts } from './advance-order.queries.ts';
import { planAdvance, planReversal } from './advance-order.rules.ts';
import type { StepName } from './order-states.rules.ts';
import { type OrderRef, recordOrderEvent, type StepTaker, takeStep } from './order-steps.queries.ts';

/**
 * Moves shipping, payment and the order itself as far as lines, parcels and payments say. Call it in the transaction that ships, delivers, cancels
 * lines or records a payment, after its changes. Returns the steps that were taken.
 */
export async function advanceOrder(tx: Tx, order: OrderRef, actor: StepTaker): Promise<StepName[]> {
  const facts = await lockOrderFacts(tx, order);
  const steps = facts ? planAdvance(facts) : [];
  await takeSteps(tx, order, steps, actor);
  if (steps.includes('complete')) await recordOrderEvent(tx, order, { kind: 'completed' }, actor);
  return steps;
}

/**
 * Moves an order back after the reversal of a payment that covered one of its invoices: its payment is pending again, and a complete order is in
 * process again. Call it in the transaction that reverses the payment, after its changes. Returns the steps that were taken.
 */
export async function reverseOrderPayment(tx: Tx, order: OrderRef, actor: StepTaker): Promise<StepName[]> {
  const facts = await lockOrderFacts(tx, order);
  const steps = facts ? planReversal(facts) : [];
  await takeSteps(tx, order, steps, actor);
  if (steps.length > 0) await recordOrderEvent(tx, order, { kind: 'payment_reversed' }, actor);
  return steps;
}

async function takeSteps(tx: Tx, order: OrderRef, steps: readonly StepName[], actor: StepTaker): Promise<void> {
  for (const step of steps)
    if (!(await takeStep(tx, order, step, { actor }))) throw new Error(`Order ${order.orderId} cannot take the step ${step}.`);
}
