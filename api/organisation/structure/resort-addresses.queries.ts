import { sql } from 'kysely';
import {
  type Address,
  type AddressWithCountryRow,
  addressColumns,
  toAddress,
} from '#api/identity/addresses/addresses.queries.ts';
import type { AddressValues } from '#api/identity/addresses/addresses.rules.ts';
import { toAddressColumns, toAddressValues } from '#api/identity/addresses/own-addresses.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

const atResort = (scope: Scope) => sql`a.organisation_id = ${scope.organisationId} and a.resort_id is not null`;

/** An address of a destination; undefined when none has the id. */
export async function findResortAddress(db: Db, scope: Scope, addressId: number): Promise<Address | undefined> {
  const found = await sql<AddressWithCountryRow>`
    select ${addressColumns} from address a join country on country.id = a.country_id left join state_province on state_province.id = a.state_province_id
    where ${atResort(scope)} and a.id = ${addressId} and a.deleted_at is null`.execute(db);
  return found.rows[0] && toAddress(found.rows[0]);
}

/** How many addresses a destination has. */
export async function countResortAddresses(db: Db, scope: Scope, resortId: number): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from address a where ${atResort(scope)} and a.resort_id = ${resortId} and a.deleted_at is null`.execute(
    db,
  );
  return found.rows[0]?.n ?? 0;
}

/** An address of a destination as stored, locked; undefined when there is none. */
export async function lockResortAddress(
  tx: Tx,
  scope: Scope,
  addressId: number,
): Promise<{ resortId: number; values: AddressValues } | undefined> {
  const row = await tx
    .selectFrom('address')
    .selectAll()
    .where('organisation_id', '=', scope.organisationId)
    .where('resort_id', 'is not', null)
    .where('id', '=', addressId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row && { resortId: row.resort_id ?? 0, values: toAddressValues(row) };
}

async function clearOtherDefaults(
  tx: Tx,
  scope: Pick<Scope, 'organisationId'>,
  resortId: number,
  addressId: number,
): Promise<void> {
  await sql`
    update address set is_default = false
    where organisation_id = ${scope.organisationId} and resort_id = ${resortId} and id <> ${addressId} and is_default`.execute(
    tx,
  );
}

/** Saves a new address of a destination; returns its id. */
export async function insertResortAddress(
  tx: Tx,
  scope: Pick<Scope, 'organisationId'>,
  resortId: number,
  values: AddressValues,
): Promise<number> {
  const { id } = await tx
    .insertInto('address')
    .values({ organisation_id: scope.organisationId, resort_id: resortId, ...toAddressColumns(values) })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (values.isDefault) await clearOtherDefaults(tx, scope, resortId, id);
  return id;
}

/** Overwrites an address of a destination. */
export async function updateResortAddress(
  tx: Tx,
  scope: Scope,
  target: { addressId: number; resortId: number },
  values: AddressValues,
): Promise<void> {
  await tx
    .updateTable('address')
    .set(toAddressColumns(values))
    .where('organisation_id', '=', scope.organisationId)
    .where('resort_id', '=', target.resortId)
    .where('id', '=', target.addressId)
    .execute();
  if (values.isDefault) await clearOtherDefaults(tx, scope, target.resortId, target.addressId);
}

/** Marks an address of a destination as deleted; returns whether there was one. Carts lose the selection, orders have a copy. */
export async function softDeleteResortAddress(tx: Tx, scope: Scope, addressId: number): Promise<boolean> {
  const deleted = await sql`
    update address a set deleted_at = now() where ${atResort(scope)} and a.id = ${addressId} and a.deleted_at is null returning a.id`.execute(
    tx,
  );
  return deleted.rows.length > 0;
}

/** Restores an address of a destination within a day; returns whether one was restored. It does not replace another default. */
export async function undeleteResortAddress(tx: Tx, scope: Scope, addressId: number): Promise<boolean> {
  const restored = await sql`
    update address a set deleted_at = null, is_default = a.is_default and not exists (
      select from address other where other.organisation_id = a.organisation_id and other.resort_id = a.resort_id and other.is_default and other.deleted_at is null)
    where ${atResort(scope)} and a.id = ${addressId} and a.deleted_at > now() - interval '1 day' returning a.id`.execute(tx);
  return restored.rows.length > 0;
}
