import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { awaitsPayment } from './awaits-payment.queries.ts';
import { awaitsProof, isHeldForProof } from './awaits-proof.queries.ts';
import { lockedOrders } from './lock-orders.queries.ts';

/**
 * Releases those of the orders that wait for nothing more, with an entry in their timelines: no proof is missing any more, or what a card was to pay has been
 * cancelled. Returns their numbers. The orders are locked, the oldest first.
 */
export async function releaseProvedOrders(tx: Tx, organisationId: number, orderIds: readonly number[]): Promise<number[]> {
  if (orderIds.length === 0) return [];
  await sql`with locked as materialized (${lockedOrders(organisationId, orderIds)}) select count(*) from locked`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    with released as (
      update orders o set released_at = now(), payment_due_at = null
      from (select id, payment_due_at is not null as "wasToBePaid" from orders where organisation_id = ${organisationId} and id = any (${[...orderIds]}::bigint[])) before
      where o.organisation_id = ${organisationId} and o.id = before.id and ${isHeldForProof} and not ${awaitsProof} and not ${awaitsPayment}
      returning o.id, before."wasToBePaid"),
    told as (
      insert into order_event (organisation_id, order_id, kind, data, visible_to_customer, actor_kind)
      select ${organisationId}::bigint, id, case when "wasToBePaid" then 'payment_not_needed' else 'proofs_approved' end, '{}', true, 'system' from released order by id)
    select id from released order by id`.execute(tx);
  return rows.map(({ id }) => id);
}
