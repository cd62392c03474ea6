import { sql } from 'kysely';
import type { ActorRow } from '#api/identity/sessions/access.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { orderForMail } from '../mails/mailed-order.queries.ts';
import type { OrderForMail } from '../mails/mailed-order.rules.ts';
import { lineName } from '../order-states/line-names.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import type { ApprovalReason } from './approval-reasons.rules.ts';
import { selectDeciders } from './approvers.queries.ts';

/** An order that waits for approval, for the mail about it. */
export interface RequestedOrder {
  approvalId: number;
  reasons: ApprovalReason[];
  expiresOn: string;
  /** What the person says of pieces beyond the entitlement, with the names of the lines. */
  explanations: string[];
  order: OrderForMail;
  deciders: ActorRow[];
}

/** What the mail about an order that waits for approval says, and those who can decide on it. */
export async function findWaitingOrder(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  at: Date,
): Promise<RequestedOrder | undefined> {
  const { rows } = await sql<RequestedOrder>`
    select a.id as "approvalId", a.reasons, ((a.expires_at at time zone own.time_zone)::date)::text as "expiresOn", ${orderForMail()} as "order",
      array(select ${lineName('l')} || ': ' || l.reason from order_line l
        where l.organisation_id = o.organisation_id and l.order_id = o.id and l.reason is not null order by l.id) as explanations,
      (select coalesce(json_agg(d), '[]') from (${selectDeciders({ organisationId, orderIds: [orderId], at })}) d) as deciders
    from approval a
    join orders o on o.organisation_id = a.organisation_id and o.id = a.order_id
    join organisation own on own.id = o.organisation_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    where a.organisation_id = ${organisationId} and a.order_id = ${orderId} and a.status = 'requested'`.execute(tx);
  return rows[0];
}
