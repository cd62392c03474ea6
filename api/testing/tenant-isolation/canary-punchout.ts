import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** A connection of PunchOut with an address, a request, a visit, a returned line, a document and an order. */
export async function insertCanaryPunchout(
  db: Db,
  {
    organisation,
    customer,
    resortAddress,
    product,
    combination,
    canary,
  }: { organisation: number; customer: number; resortAddress: number; product: number; combination: number; canary: string },
) {
  const key = canary.slice(0, 40).padEnd(8, '0');
  const { rows } = await sql<{ punchoutConnection: number; purchaseOrder: number }>`
    with connection as (
      insert into punchout_connection (organisation_id, name, protocol, key, currency_code, buyer_identities, user_policy, shared_customer_id)
      values (${organisation}, ${canary}, 'cxml', ${key}, 'GBP', ${JSON.stringify([{ domain: 'DUNS', identity: canary }])}::jsonb, 'shared', ${customer})
      returning organisation_id, id),
    ship_to as (
      insert into punchout_ship_to (organisation_id, connection_id, code, address_id) select organisation_id, id, ${canary}, ${resortAddress} from connection),
    attempt as (
      insert into punchout_attempt (organisation_id, connection_id, kind, status_code, outcome) select organisation_id, id, 'ProfileRequest', 200, ${canary} from connection),
    trip as (
      insert into punchout_trip (organisation_id, connection_id, customer_id, operation, is_test, return_url, buyer_cookie, ends_at, ended_at, outcome)
      select organisation_id, id, ${customer}, 'create', false, ${`https://${canary}.example/`}, ${canary}, now(), now(), 'returned' from connection
      returning organisation_id, connection_id, id),
    line as (
      insert into punchout_line (organisation_id, trip_id, auxiliary_id, connection_id, place, product_id, combination_id, quantity, sku, description, unit,
        classification, unit_price_minor)
      select organisation_id, id, '0123456789ABCDEFGHJK', connection_id, 1, ${product}::bigint, ${combination}::bigint, 1, ${canary}, ${canary}, 'EA', '53102700', 100 from trip),
    message as (
      insert into punchout_message (organisation_id, connection_id, direction, kind, payload_id, body, is_test)
      select organisation_id, id, 'in', 'OrderRequest', ${canary}, ${canary}, false from connection),
    purchase as (
      insert into purchase_order (organisation_id, connection_id, number, payload_id, fingerprint, is_test, state, document)
      select organisation_id, id, ${canary}, ${canary}, '\\x00', false, 'waiting', ${JSON.stringify({ orderId: canary, contact: {}, comments: [canary], extrinsics: {}, attachments: [], lines: [] })}::jsonb from connection
      returning id)
    select connection.id as "punchoutConnection", purchase.id as "purchaseOrder" from connection, purchase`.execute(db);
  return rows[0] as { punchoutConnection: number; purchaseOrder: number };
}
