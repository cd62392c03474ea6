import type { Tx } from '#api/platform/db/database.ts';
import { badRequest } from '#api/platform/http/errors.ts';
import { type CardChange, explainPaidPart, NO_CARD_CHANGE } from '../card-payments/changes/card-change.rules.ts';
import { settleCardChange } from '../card-payments/changes/settle-card-change.actions.ts';
import type { Outcome } from './order-changes.rules.ts';
import type { ChangeDependencies, OrderChange } from './record-change.actions.ts';

/** Settles a change with the card that pays for the order. Throws 400 where it makes dearer what the card has paid. */
export async function settleCard(
  tx: Tx,
  dependencies: ChangeDependencies,
  { ref, acting: { actor }, order: { card: before } }: OrderChange,
  changed: Outcome['changed'],
): Promise<CardChange> {
  if (before.payer === null) return NO_CARD_CHANGE;
  const reason = changed ? 'A cheaper size or colour' : 'Cancelled';
  const settled = await settleCardChange(tx, dependencies, ref, before, { actor, reason });
  if (settled) return settled;
  const isSize = changed !== null && changed.unitAfter > changed.unitBefore;
  throw badRequest(changed ? 'orderItem' : 'cancellation', explainPaidPart(before.payer, isSize ? 'This size' : 'What remains'));
}
