import type { ClientBase } from 'pg';
import { issueCreditNotes } from '#api/ordering/invoices/credit-notes.actions.ts';
import { issueInvoice } from '#api/ordering/invoices/issue-invoices.actions.ts';
import { advanceOrder } from '#api/ordering/order-states/advance-order.actions.ts';
import type { StepTaker } from '#api/ordering/order-states/order-steps.queries.ts';
import { type Calendar, formatIsoDate } from './calendar.ts';
import { asTransaction } from './connection.ts';

/** The organisations of the demonstration: one is invoiced monthly, the others for each shipment. */
const [MERIDIAN, MONTHLY, CORVANE] = [1, 2, 3];
const MONTHS = 3;
/** How many days of those that are invoiced for each shipment have documents. */
const DAYS = new Map([
  [MERIDIAN, 40],
  [CORVANE, 45],
]);
const SYSTEM: StepTaker = { kind: 'system', id: null };

/** What was shipped earlier was billed before the portal: it counts as invoiced, and has no documents. */
const COUNT_AS_INVOICED_SQL = `
  update orders o set invoiced_minor = sent.total + o.shipping_minor + o.shipping_tax_minor + o.fee_minor
  from (
    select l.organisation_id, l.order_id, sum(l.unit_price_minor * l.shipped_quantity + round(l.unit_price_minor * l.shipped_quantity * l.tax_rate)) as total
    from order_line l where l.shipped_quantity > 0 group by 1, 2) sent
  where o.organisation_id = sent.organisation_id and o.id = sent.order_id and exists (
    select from shipment s where s.organisation_id = o.organisation_id and s.order_id = o.id and s.billed_at is not null)`;

/** Orders of which everything was shipped in the time that is invoiced, and their shipments. Others stay billed before the portal. */
const UNBILL_SQL = `
  with shown as (
    select s.order_id from shipment s where s.organisation_id = $1 group by 1 having min(s.shipped_at) >= $2)
  update shipment s set billed_at = null from shown where s.organisation_id = $1 and s.order_id = shown.order_id`;

interface UnbilledShipment {
  id: number;
  shipped_at: Date;
}

const listUnbilled = async (client: ClientBase, organisationId: number): Promise<UnbilledShipment[]> =>
  (
    await client.query<UnbilledShipment>(
      'select id, shipped_at from shipment where organisation_id = $1 and billed_at is null order by shipped_at, id',
      [organisationId],
    )
  ).rows;

/** Pays invoices in full on the day on which they were due, or today. */
const PAY_SQL = `
  with paid as (
    insert into payment_record (organisation_id, kind, amount_minor, currency_code, received_on, reference, actor_kind)
    select organisation_id, 'payment', total_minor - settled_minor, currency_code, least(due_on, current_date), 'BACS ' || number, 'system'
    from invoice where organisation_id = $1 and kind = 'invoice' and id = any ($2) and settled_minor < total_minor
    returning id, amount_minor, reference)
  insert into payment_allocation (organisation_id, payment_id, invoice_id, amount_minor)
  select $1, paid.id, i.id, paid.amount_minor from paid join invoice i on i.organisation_id = $1 and paid.reference = 'BACS ' || i.number`;

/** Orders on an invoice that is still open are not paid. */
const REOPEN_SQL = `
  update orders o set order_state_id = 20, payment_state_id = 20, paid_at = null
  where o.organisation_id = $1 and o.order_state_id = 30 and o.payment_state_id in (30, 35, 40) and exists (
    select from invoice_line l join invoice i on i.organisation_id = l.organisation_id and i.id = l.invoice_id
    where l.organisation_id = o.organisation_id and l.order_id = o.id and i.kind = 'invoice' and i.settled_minor < i.total_minor)`;

/** A limit in whole thousands, of which at least £50,000 is left. */
const LIMIT_CREDIT_SQL = `
  update organisation set credit_limit_minor = ceil((open_amount(id) + 5000000) / 1000000.0) * 1000000 where id = $1`;

/**
 * Issues the invoices of the last months by the portal's own functions, pays the older ones, and credits what was returned. The orders follow: those
 * that are paid are complete, those on an open invoice are not.
 */
export async function insertInvoices(client: ClientBase, calendar: Calendar): Promise<void> {
  const tx = asTransaction(client);
  const at = Date.now();
  await client.query(UNBILL_SQL, [MONTHLY, calendar.monthStart(-MONTHS)]);
  for (const [organisationId, days] of DAYS) await client.query(UNBILL_SQL, [organisationId, calendar.at(-days)]);
  await client.query(COUNT_AS_INVOICED_SQL);

  const ofMonths = Map.groupBy(await listUnbilled(client, MONTHLY), ({ shipped_at }) => formatIsoDate(shipped_at).slice(0, 7));
  const thisMonth = formatIsoDate(calendar.monthStart(0)).slice(0, 7);
  const monthly: number[] = [];
  for (const [month, shipments] of ofMonths) {
    if (month === thisMonth) continue;
    const periodOn = `${month}-01`;
    const [year = 0, number = 0] = month.split('-').map(Number);
    const invoice = await issueInvoice(
      tx,
      { organisationId: MONTHLY, shipmentIds: shipments.map(({ id }) => id), periodOn },
      { at, issuedOn: formatIsoDate(new Date(Date.UTC(year, number, 1))) },
    );
    if (invoice) monthly.push(invoice.id);
  }
  // The last month is open.
  await client.query(PAY_SQL, [MONTHLY, monthly.slice(0, -1)]);

  for (const organisationId of DAYS.keys()) {
    for (const { id, shipped_at } of await listUnbilled(client, organisationId))
      await issueInvoice(tx, { organisationId, shipmentIds: [id], periodOn: null }, { at, issuedOn: formatIsoDate(shipped_at) });
    await client.query(PAY_SQL, [organisationId, await listPaidInvoices(client, organisationId)]);
  }
  await creditReturns(client, calendar);
  for (const organisationId of [MERIDIAN, MONTHLY, CORVANE]) {
    await client.query(REOPEN_SQL, [organisationId]);
    const { rows } = await client.query<{ id: number }>(
      `select distinct o.id from orders o join invoice_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
       where o.organisation_id = $1 and o.order_state_id = 20 and o.shipping_state_id in (30, 40) order by 1`,
      [organisationId],
    );
    for (const { id } of rows) await advanceOrder(tx, { organisationId, orderId: id }, SYSTEM);
  }
  await client.query(LIMIT_CREDIT_SQL, [CORVANE]);
}

/** The invoices of complete orders; of the others the oldest, but not the very oldest, which is overdue. */
async function listPaidInvoices(client: ClientBase, organisationId: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number; complete: boolean }>(
    `select i.id, bool_and(o.order_state_id = 30) as complete
     from invoice i join invoice_line l on l.organisation_id = i.organisation_id and l.invoice_id = i.id
     join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
     where i.organisation_id = $1 and i.kind = 'invoice' group by i.id, i.issued_on order by i.issued_on, i.id`,
    [organisationId],
  );
  const unfinished = rows.filter(({ complete }) => !complete).map(({ id }) => id);
  return [
    ...rows.filter(({ complete }) => complete).map(({ id }) => id),
    ...unfinished.slice(1, 1 + Math.floor(unfinished.length / 3)),
  ];
}

/** Credit notes for what has been returned, and one for a price that was wrong. */
async function creditReturns(client: ClientBase, calendar: Calendar): Promise<void> {
  const tx = asTransaction(client);
  const { rows: returned } = await client.query<{ id: number; organisation_id: number; quantity: number }>(
    `select l.id, l.organisation_id, l.returned_quantity as quantity from order_line l
     where l.organisation_id = any ($1) and l.returned_quantity > 0 and exists (
       select from invoice_line i where i.organisation_id = l.organisation_id and i.order_line_id = l.id) order by l.id`,
    [[MERIDIAN, MONTHLY, CORVANE]],
  );
  const options = { at: Date.now(), issuedOn: calendar.date(-2) };
  for (const { id, organisation_id: organisationId, quantity } of returned)
    await issueCreditNotes(
      tx,
      { organisationId, key: `demonstration:${id}`, reason: 'Returned goods', lines: [{ orderLineId: id, quantity }] },
      options,
    );
  const { rows: overcharged } = await client.query<{ id: number; organisation_id: number; unit_price_minor: number }>(
    `select distinct on (l.organisation_id) l.id, l.organisation_id, l.unit_price_minor from invoice_line l
     join invoice i on i.organisation_id = l.organisation_id and i.id = l.invoice_id
     where l.organisation_id = any ($1) and l.kind = 'goods' and l.credited_line_id is null and i.settled_minor = 0 and l.unit_price_minor > 1000
     order by l.organisation_id, i.issued_on desc, l.id`,
    [[MERIDIAN, MONTHLY, CORVANE]],
  );
  for (const { id, organisation_id: organisationId, unit_price_minor: price } of overcharged)
    await issueCreditNotes(
      tx,
      {
        organisationId,
        key: `demonstration:price:${id}`,
        reason: 'Agreed price not applied',
        lines: [{ invoiceLineId: id, quantity: 1, unitPriceMinor: Math.floor(price / 10) }],
      },
      options,
    );
}
