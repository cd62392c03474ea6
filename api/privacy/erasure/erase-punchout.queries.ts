import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { ErasedPerson } from './erase-mentions.queries.ts';
import { isNamedIn } from './mentions.queries.ts';

/**
 * What procurement systems have sent about a person, and what was returned to them: visits stay as numbers, orders keep their lines and prices. Documents that name the person
 * elsewhere lose the name with the other texts (`searched-columns.ts`).
 */
export async function eraseFromPunchout(
  tx: Tx,
  organisationId: number,
  { id, patterns }: Pick<ErasedPerson, 'id' | 'patterns'>,
): Promise<void> {
  await sql`
    update punchout_line l set garment = '{}', description = l.sku from punchout_trip t
    where l.organisation_id = ${organisationId} and t.organisation_id = l.organisation_id and t.id = l.trip_id and t.customer_id = ${id}`.execute(
    tx,
  );
  // Whoever shops for others names them in the garment by their id alone, which stays; what is on it can be their name.
  await sql`
    update punchout_trip set ended_at = coalesce(ended_at, now()), outcome = coalesce(outcome, 'cancelled'), buyer_cookie = '', buyer_identity = null, return_url = '',
      return_target = null, return_fields = '[]', charset = null, oci_version = null, selected_sku = null, ship_to = null, address_id = null, edited_items = '[]',
      missing_items = '[]', return_form = null
    where organisation_id = ${organisationId} and customer_id = ${id}`.execute(tx);
  const isOwn = sql`p.organisation_id = ${organisationId}
    and p.order_id in (select o.id from orders o where o.organisation_id = p.organisation_id and o.customer_id = ${id})`;
  await sql`
    update purchase_order p set reason = null, findings = '[]', replaced = null, document = (p.document - 'shipTo' - 'billTo') || jsonb_build_object(
      'contact', '{}'::jsonb, 'comments', '[]'::jsonb, 'extrinsics', '{}'::jsonb, 'lines', (
        select coalesce(jsonb_agg((e.line - 'shipTo') || '{"comments": []}' order by e.place), '[]')
        from jsonb_array_elements(p.document -> 'lines') with ordinality as e (line, place)))
    where ${isOwn}`.execute(tx);
  // What was not sent yet is not sent any more.
  await sql`
    update punchout_message p set body = '', answer = null, decided_text = null, findings = '[]', failure = null, last_error = null,
      failed_at = case when p.direction = 'out' and p.sent_at is null then coalesce(p.failed_at, now()) else p.failed_at end
    where ${isOwn}`.execute(tx);
  await sql`delete from punchout_attempt where organisation_id = ${organisationId} and ${isNamedIn(sql`outcome`, patterns)}`.execute(
    tx,
  );
}
