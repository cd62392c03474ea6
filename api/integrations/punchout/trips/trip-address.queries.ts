import { sql } from 'kysely';
import type { AddressValues } from '#api/identity/addresses/addresses.rules.ts';
import { toAddressColumns } from '#api/identity/addresses/own-addresses.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';

/** The address that a code of the buyer's system stands for; undefined when it is none of the connection's, or no longer there. */
export async function findMappedAddress(
  db: Db | Tx,
  organisationId: number,
  connectionId: number,
  code: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select a.id from punchout_ship_to s join address a on a.organisation_id = s.organisation_id and a.id = s.address_id
    where s.organisation_id = ${organisationId} and s.connection_id = ${connectionId} and lower(s.code) = lower(${code}) and a.deleted_at is null`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Where a person's orders are delivered unless they choose: their destination's address, else their own. */
export async function findDefaultAddress(db: Db | Tx, organisationId: number, customerId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select a.id from customer c
    join address a on a.organisation_id = c.organisation_id and (a.customer_id = c.id and not a.for_order_only or a.resort_id = c.resort_id)
    join country on country.id = a.country_id and country.allows_shipping
    where c.organisation_id = ${organisationId} and c.id = ${customerId} and a.deleted_at is null
    order by (a.customer_id is null) desc, a.is_default desc, a.id limit 1`.execute(db);
  return rows[0]?.id;
}

/** The country with a code of two letters to which goods are delivered; undefined for any other. */
export async function findShippingCountry(db: Db | Tx, code: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from country where two_letter_iso_code = ${code.toUpperCase()} and allows_shipping`.execute(db);
  return rows[0]?.id;
}

/** Saves an address of no one, for one order: no list has it, and it is deleted after a day. Returns its id. */
export async function insertSentAddress(tx: Tx, organisationId: number, values: AddressValues): Promise<number> {
  const { id } = await tx
    .insertInto('address')
    .values({
      organisation_id: organisationId,
      for_order_only: true,
      for_billing: false,
      ...toAddressColumns({ ...values, isDefault: false }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
