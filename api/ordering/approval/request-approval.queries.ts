import { sql } from 'kysely';
import type { ActorRow } from '#api/identity/sessions/access.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { lineName } from '../order-states/line-names.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import type { ApprovalReason } from './approval-reasons.rules.ts';
import { selectDeciders } from './approvers.queries.ts';

/** An order that waits for approval, for the mail about it. */
export interface RequestedOrder {
  approvalId: number;
  reasons: ApprovalReason[];
  expiresOn: string;
  currencyCode: string;
  totalMinor: number;
  personName: string;
  placedBy: string | null;
  lines: { quantity: number; name: string; sku: string; inclTaxMinor: number; reason: string | null }[];
  deciders: ActorRow[];
}

/** What the mail about an order that waits for approval says, and those who can decide on it. */
export async function findWaitingOrder(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  at: Date,
): Promise<RequestedOrder | undefined> {
  const { rows } = await sql<RequestedOrder>`
    select a.id as "approvalId", a.reasons, ((a.expires_at at time zone own.time_zone)::date)::text as "expiresOn", o.currency_code as "currencyCode",
      o.total_minor as "totalMinor", c.first_name || ' ' || c.last_name as "personName",
      case when o.placed_by_id <> o.customer_id then p.first_name || ' ' || p.last_name end as "placedBy",
      (select json_agg(json_build_object('quantity', l.quantity, 'name', ${lineName('l')}, 'sku', l.sku,
          'inclTaxMinor', l.price_minor + l.tax_minor, 'reason', l.reason) order by l.id)
        from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id) as lines,
      (select coalesce(json_agg(d), '[]') from (${selectDeciders({ organisationId, orderIds: [orderId], at })}) d) as deciders
    from approval a
    join orders o on o.organisation_id = a.organisation_id and o.id = a.order_id
    join organisation own on own.id = o.organisation_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    join customer p on p.organisation_id = o.organisation_id and p.id = o.placed_by_id
    where a.organisation_id = ${organisationId} and a.order_id = ${orderId} and a.status = 'requested'`.execute(tx);
  return rows[0];
}
