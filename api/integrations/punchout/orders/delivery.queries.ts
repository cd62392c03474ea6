import { sql } from 'kysely';
import {
  type Address,
  type AddressWithCountryRow,
  addressColumns,
  addressTables,
  toAddress,
} from '#api/identity/addresses/addresses.queries.ts';
import type { ShippingRate } from '#api/ordering/checkout/checkout.rules.ts';
import { offeredDelivery } from '#api/ordering/delivery-options/offered-delivery.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { Connection } from '../connections/connection.queries.ts';

type ConnectionRef = Pick<Connection, 'organisationId' | 'id'>;

/** The address of the organisation that a code of the buyer's system stands for; undefined for a code without one. */
export async function readMappedAddress(
  db: Db,
  { organisationId, id }: ConnectionRef,
  code: string,
): Promise<Address | undefined> {
  const { rows } = await sql<AddressWithCountryRow>`
    select ${addressColumns} from ${addressTables} join punchout_ship_to m on m.organisation_id = a.organisation_id and m.address_id = a.id
    where m.organisation_id = ${organisationId} and m.connection_id = ${id} and lower(m.code) = lower(${code}) and a.deleted_at is null`.execute(
    db,
  );
  return rows[0] && toAddress(rows[0]);
}

/** Where a trip delivered to, as long as the address exists; undefined when there is none. */
export async function findAddressOfTrip(db: Db, organisationId: number, tripId: string): Promise<Address | undefined> {
  const { rows } = await sql<AddressWithCountryRow>`
    select ${addressColumns} from ${addressTables} join punchout_trip t on t.organisation_id = a.organisation_id and t.address_id = a.id
    where t.organisation_id = ${organisationId} and t.id = ${tripId} and a.deleted_at is null`.execute(db);
  return rows[0] && toAddress(rows[0]);
}

/** A country that goods are sent to, by its two letters; undefined for any other. */
export async function findCountry(db: Db, code: string): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from country where two_letter_iso_code = ${code} and allows_shipping`.execute(db);
  return rows[0];
}

/** The way of delivery that applies by itself for the person and the country; undefined where none is offered. */
export async function findUsualDelivery(
  tx: Tx,
  { organisationId, roleIds }: Scope,
  countryId: number,
): Promise<ShippingRate | undefined> {
  const { rows } = await sql<ShippingRate>`
    select s.name, s.description, s.rate_minor as "rateMinor", s.free_from_minor as "freeFromMinor", s.transit_days as "transitDays", s.kind,
      left(s.cut_off::text, 5) as "cutOff", s.collect_from as "collectFrom", s.opening_hours as "openingHours"
    from (${offeredDelivery({
      organisationId: sql`${organisationId}::bigint`,
      roleIds: sql`${[...roleIds]}::bigint[]`,
      countryId: sql`${countryId}::bigint`,
    })} limit 1) s`.execute(tx);
  return rows[0];
}

/** What paying on account is called in the organisation, whichever roles may choose it; undefined where it does not buy on account. */
export async function findAccountOption(
  db: Db,
  organisationId: number,
): Promise<{ name: string; description: string | null } | undefined> {
  const { rows } = await sql<{ name: string; description: string | null }>`
    select name, description from payment_option
    where organisation_id = ${organisationId} and system_name = 'Payments.OnAccount' and active and for_organisation`.execute(db);
  return rows[0];
}

/** The id of the person of the organisation with an email address; undefined for none. */
export async function findCustomerByEmail(db: Db, organisationId: number, email: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from customer where organisation_id = ${organisationId} and lower(email) = ${email.toLowerCase()} and deleted_at is null`.execute(
    db,
  );
  return rows[0]?.id;
}
