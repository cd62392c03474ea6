import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { FITS } from '#contract/ordering/returns/returns.ts';

export type Fit = (typeof FITS)[number];

/** A shipped line that the person wears: they are named as its wearer, or it names none and they own the order. */
const worn = (wearer: Scope, orderId: number, lineId: number) => sql`
  from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
  where l.organisation_id = ${wearer.organisationId} and l.id = ${lineId} and l.order_id = ${orderId}
    and coalesce(l.wearer_id, o.customer_id) = ${wearer.customerId} and l.shipped_quantity > 0`;

/** Saves the wearer's feedback on the fit of a line, replacing any earlier feedback; false when they have no such line. */
export async function saveFit(tx: Tx, wearer: Scope, orderId: number, lineId: number, fit: Fit): Promise<boolean> {
  const saved = await sql`
    insert into fit_feedback (organisation_id, order_line_id, customer_id, fit)
    select l.organisation_id, l.id, ${wearer.customerId}, ${fit} ${worn(wearer, orderId, lineId)}
    on conflict (organisation_id, order_line_id) do update set fit = excluded.fit, customer_id = excluded.customer_id, updated_at = now()
    returning order_line_id`.execute(tx);
  return saved.rows.length > 0;
}

/** Deletes the wearer's feedback on a line; false when they have no such line. */
export async function deleteFit(tx: Tx, wearer: Scope, orderId: number, lineId: number): Promise<boolean> {
  const found = await sql`select l.id ${worn(wearer, orderId, lineId)}`.execute(tx);
  await sql`
    delete from fit_feedback where organisation_id = ${wearer.organisationId} and order_line_id = ${lineId}
      and customer_id = ${wearer.customerId}`.execute(tx);
  return found.rows.length > 0;
}
