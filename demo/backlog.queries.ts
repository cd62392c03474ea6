import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { deliveryOf, dispatchDay } from '#api/ordering/delivery-options/dispatch-day.queries.ts';
import { allocatedLines } from '#api/ordering/fulfilment/allocation.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { asTransaction } from './connection.ts';
import { sendParcels } from './sent-parcels.ts';

/** One order of so many stays late. */
const LATE_ONE_IN = 12;
/** For how many days an order can be late, before someone would have looked for it. */
const LATE_DAYS = 6;

/** Orders that should have left before today, with the pieces that are on hand and the days since each left. */
interface Overdue {
  organisationId: number;
  orderId: number;
  sentDaysAgo: number;
  isLongAgo: boolean;
  pieces: { lineId: number; quantity: number }[];
}

const listOverdue = async (tx: Tx, exceptOrderId: number): Promise<Overdue[]> => {
  const { rows } = await sql<Overdue>`
    select o.organisation_id as "organisationId", o.id as "orderId",
      -- A day after the release, or after the parcel before; at the earliest this morning.
      greatest(0.1, extract(epoch from now() - greatest(o.released_at, o.picking_started_at, o.shipped_at)) / 86400 - 1)::float8 as "sentDaysAgo",
      o.released_at < now() - interval '40 days' as "isLongAgo",
      jsonb_agg(jsonb_build_object('lineId', a.line_id, 'quantity', a.ready) order by a.line_id) as pieces
    from ${allocatedLines} a
    join orders o on o.organisation_id = a.organisation_id and o.id = a.order_id
    join organisation g on g.id = o.organisation_id
    left join lateral ${deliveryOf('o')} so on true
    where a.ready > 0 and o.delivery_kind = 'sent' and o.id <> ${exceptOrderId}
      and ${dispatchDay(sql`g.time_zone`)} < (now() at time zone g.time_zone)::date
      and not (o.id % ${sql.lit(LATE_ONE_IN)} = 0 and o.released_at > now() - ${sql.lit(LATE_DAYS)} * interval '1 day')
    group by o.organisation_id, o.id
    order by o.organisation_id, o.id`.execute(tx);
  return rows;
};

/**
 * Sends what should have left before today and is on hand, so that the warehouse has the work of a day: orders that leave today or tomorrow, back orders, and
 * few that are late. What is collected, and one order of the buyer, stay as they are.
 */
export async function clearBacklog(client: ClientBase, exceptOrderId: number): Promise<void> {
  const byOrganisation = Map.groupBy(
    await listOverdue(asTransaction(client), exceptOrderId),
    ({ organisationId }) => organisationId,
  );
  for (const [organisationId, orders] of byOrganisation)
    await sendParcels(
      client,
      organisationId,
      orders.map(({ orderId, sentDaysAgo, isLongAgo, pieces }) => ({
        orderId,
        carrier: 'Northline Parcels',
        number: `NL471${orderId}GB`,
        url: 'https://track.northline.example/parcel/',
        sentDaysAgo,
        delivered: sentDaysAgo > 2,
        paid: isLongAgo,
        pieces,
      })),
    );
}
