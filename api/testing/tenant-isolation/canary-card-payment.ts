import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** A payment by card of an order, with a refund, its events and its receipt. */
export async function insertCanaryCardPayment(
  db: Db,
  { organisation, brandId, order, canary }: { organisation: number; brandId: number; order: number; canary: string },
): Promise<{ cardPayment: number; cardRefund: number; receipt: number }> {
  const { rows } = await sql<{ cardPayment: number; cardRefund: number; receipt: number }>`
    with payment as (
      insert into card_payment (organisation_id, brand_id, order_id, attempt, provider, state, amount_minor, currency_code, session_reference, payment_reference,
        received_minor, refund_claimed_minor, problem, expires_at)
      values (${organisation}, ${brandId}, ${order}, 1, 'simulated', 'paid', 1200, 'GBP', ${`cs_${canary}`}, ${`pay_${canary}`}, 1200, 500, ${canary}, now())
      returning id),
    refund as (
      insert into card_refund (organisation_id, payment_id, order_id, refund_key, amount_minor, reason, state, last_error, actor_kind)
      select ${organisation}, id, ${order}, ${canary}, 500, ${canary}, 'refused', ${canary}, 'system' from payment returning id),
    dispute as (
      insert into card_dispute (organisation_id, payment_id, dispute_reference, amount_minor, reason, state, opened_at)
      select ${organisation}, id, ${`dp_${canary}`}, 1200, ${canary}, 'open', now() from payment),
    event as (
      insert into card_payment_event (brand_id, provider, event_id, kind, organisation_id, payment_id, outcome, occurred_at)
      select ${brandId}, 'simulated', ${`evt_${canary}`}, 'paid', ${organisation}, id, 'applied', now() from payment),
    receipt as (
      insert into receipt (organisation_id, brand_id, kind, serial, receipt_number, order_id, payment_id, currency_code, issued_on, seller, buyer, lines, net_minor, tax_minor, total_minor)
      select ${organisation}, ${brandId}, 'payment', 900000 + ${organisation}, ${`RCP-${canary}`}, ${order}, id, 'GBP', current_date,
        '{"name": "Seller", "address": [], "companyNumber": null, "vatNumber": "GB1"}', ${JSON.stringify({ name: canary, address: [canary], vatNumber: null })}::jsonb,
        ${JSON.stringify([{ name: canary, sku: null, description: '', quantity: 1, unitPriceMinor: 1000, netMinor: 1000, taxRate: 0.2, taxMinor: 200 }])}::jsonb,
        1000, 200, 1200 from payment returning id)
    select (select id from payment) as "cardPayment", (select id from refund) as "cardRefund", (select id from receipt) as receipt`.execute(
    db,
  );
  return rows[0] as (typeof rows)[number];
}
