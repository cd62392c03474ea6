import { type RawBuilder, sql } from 'kysely';

/**
 * The rule of release: the warehouse gets an order once it is approved, where that is needed, and every design of its pending pieces is. It is asked when an
 * order is placed and approved, when a proof is, and when pieces are cancelled. All of these lock the order first and ask in a later statement, so that of
 * several at the same moment the last one sees what the others have written.
 */

/** Condition that pieces of an order `o` are to be sent whose design has not been approved. */
export const awaitsProof = sql<boolean>`exists (
  select from order_line w
  join order_line_customisation d on d.organisation_id = w.organisation_id and d.order_line_id = w.id
  join proof_request q on q.organisation_id = d.organisation_id and q.id = d.proof_request_id
  where w.organisation_id = o.organisation_id and w.order_id = o.id and q.approved_at is null and w.quantity > w.shipped_quantity + w.cancelled_quantity)`;

/** Condition that an order `o` that was not released is one of those that proofs withhold. */
export const canAwaitProof = sql<boolean>`(o.released_at is null and o.order_state_id in (10, 20, 50) and o.origin <> 'exchange')`;

/** Condition that pieces of a line `l` are to be sent whose design has not been approved; of an organisation, whose few requests are read once. */
export const isUnprovedLine = (organisationId: number): RawBuilder<boolean> => sql<boolean>`(
  l.quantity > l.shipped_quantity + l.cancelled_quantity and l.id = any (array(
    select d.order_line_id from proof_request q
    join order_line_customisation d on d.organisation_id = q.organisation_id and d.proof_request_id = q.id
    where q.organisation_id = ${organisationId} and q.approved_at is null)))`;

/** Condition that an order `o` has pieces to send and is withheld for a proof alone: neither for its approval, nor as an exchange for what comes back. */
export const isHeldForProof = sql<boolean>`(o.released_at is null and o.order_state_id in (10, 20) and o.origin <> 'exchange' and exists (
  select from order_line w where w.organisation_id = o.organisation_id and w.order_id = o.id and w.quantity > w.shipped_quantity + w.cancelled_quantity))`;
