import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** Adds an invoice for an order, with a serial number that no other has, and a payment. */
export async function insertCanaryInvoice(
  db: Db,
  {
    organisation,
    brandId,
    order,
    line,
    canary,
  }: { organisation: number; brandId: number; order: number; line: number; canary: string },
): Promise<{ invoice: number; invoiceLine: number; payment: number }> {
  const idOf = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(db)).rows[0]?.id as number;
  const shipmentLine = await idOf(sql`
    with parcel as (
      insert into shipment (organisation_id, order_id, carrier, billed_at) values (${organisation}, ${order}, ${canary}, now()) returning id)
    insert into shipment_line (organisation_id, shipment_id, order_line_id, quantity) select ${organisation}, id, ${line}, 1 from parcel returning id`);
  const party = JSON.stringify({
    name: canary,
    address: [canary],
    vatNumber: canary,
    companyNumber: null,
    bankName: null,
    bankIban: null,
    bankBic: null,
    paymentTermDays: 30,
  });
  const invoice = await idOf(sql`
    insert into invoice (organisation_id, brand_id, kind, serial, number, currency_code, issued_on, due_on, seller, buyer, net_minor, tax_minor, total_minor)
    values (${organisation}, ${brandId}, 'invoice', 1000000 + ${organisation}, ${canary}, 'GBP', current_date, current_date + 30, ${party}::jsonb, ${party}::jsonb,
      1000, 200, 1200) returning id`);
  const invoiceLine = await idOf(sql`
    insert into invoice_line (organisation_id, invoice_id, kind, order_id, order_line_id, shipment_line_id, name, quantity, unit_price_minor, net_minor, tax_rate, tax_minor)
    values (${organisation}, ${invoice}, 'goods', ${order}, ${line}, ${shipmentLine}, ${canary}, 1, 1000, 1000, 0.2, 200) returning id`);
  const payment = await idOf(sql`
    insert into payment_record (organisation_id, kind, amount_minor, currency_code, received_on, reference, actor_kind)
    values (${organisation}, 'payment', 500, 'GBP', current_date, ${canary}, 'system') returning id`);
  return { invoice, invoiceLine, payment };
}
