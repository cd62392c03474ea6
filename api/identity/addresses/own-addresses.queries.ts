import { type RawBuilder, sql } from 'kysely';
import { repeatInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import type { AddressCountry, AddressValues } from './addresses.rules.ts';

/** The rules for addresses in a country; undefined when the country is unknown or allows neither billing nor shipping. */
export async function findAddressCountry(db: Db, countryId: number): Promise<AddressCountry | undefined> {
  const found = await sql<AddressCountry>`
    select array(select s.id from state_province s where s.country_id = country.id) as "stateIds", has_postcodes as "hasPostcodes"
    from country where id = ${countryId} and (allows_shipping or allows_billing)`.execute(db);
  return found.rows[0];
}

/** The columns of an address. */
export const toAddressColumns = (values: AddressValues) => ({
  first_name: values.firstName,
  last_name: values.lastName,
  email: values.email,
  company: values.company,
  country_id: values.countryId,
  state_province_id: values.stateProvinceId,
  county: values.county,
  city: values.city,
  address1: values.address1,
  address2: values.address2,
  zip_postal_code: values.zipPostalCode,
  phone_number: values.phoneNumber,
  fax_number: values.faxNumber,
  is_default: values.isDefault,
});

const updateOwn = (tx: Tx, scope: Scope, addressId: number) =>
  tx
    .updateTable('address')
    .where('organisation_id', '=', scope.organisationId)
    .where('customer_id', '=', scope.customerId)
    .where('id', '=', addressId);

/** The inverse of `toAddressColumns`: the stored values of an address. */
export const toAddressValues = (row: ReturnType<typeof toAddressColumns>): AddressValues => ({
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  company: row.company,
  countryId: row.country_id,
  stateProvinceId: row.state_province_id,
  county: row.county,
  city: row.city,
  address1: row.address1,
  address2: row.address2,
  zipPostalCode: row.zip_postal_code,
  phoneNumber: row.phone_number,
  faxNumber: row.fax_number,
  isDefault: row.is_default,
});

/** Unsets the default on the person's other addresses. */
async function clearOtherDefaults(tx: Tx, scope: Scope, addressId: number): Promise<void> {
  await sql`
    update address set is_default = false
    where organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId} and id <> ${addressId} and is_default`.execute(
    tx,
  );
}

/** Saves a new address of the person, or one for their next order only; returns its id. */
export async function insertOwnAddress(
  tx: Tx,
  scope: Scope,
  values: AddressValues,
  { forOrderOnly = false } = {},
): Promise<number> {
  const { id } = await tx
    .insertInto('address')
    .values({
      organisation_id: scope.organisationId,
      customer_id: scope.customerId,
      for_order_only: forOrderOnly,
      ...toAddressColumns(values),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (values.isDefault) await clearOtherDefaults(tx, scope, id);
  return id;
}

const ADDRESS_BATCH = 1000;

/** Deletes one-time addresses that match a condition, and clears them from carts. Returns how many were deleted. */
async function deleteOneTimeAddresses(db: Db, condition: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with expired as (select organisation_id, id from address where for_order_only and ${condition} limit ${ADDRESS_BATCH}),
    cleared as (
      update cart set shipping_address_id = null from expired
      where cart.organisation_id = expired.organisation_id and cart.shipping_address_id = expired.id)
    delete from address using expired where address.organisation_id = expired.organisation_id and address.id = expired.id`.execute(
    db,
  );
  return Number(numAffectedRows);
}

/** Deletes the address that was entered for one order of the person, once that order is placed or abandoned. */
export async function deleteOneTimeAddress(db: Db, { organisationId, customerId }: Scope): Promise<void> {
  await deleteOneTimeAddresses(db, sql`organisation_id = ${organisationId} and customer_id = ${customerId}`);
}

/** Deletes one-time addresses whose order has not been placed within a day. */
export const deleteExpiredOneTimeAddresses = (db: Db): Promise<number> =>
  repeatInBatches(ADDRESS_BATCH, () => deleteOneTimeAddresses(db, sql`created_at < now() - interval '1 day'`));

export const retention: RetentionTask[] = [{ name: 'one-time-addresses', run: ({ db }) => deleteExpiredOneTimeAddresses(db) }];

/** How many saved addresses a person has. */
export async function countOwnAddresses(db: Db, scope: Scope): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from address
    where organisation_id = ${scope.organisationId} and customer_id = ${scope.customerId} and deleted_at is null`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/** Overwrites one of the person's own addresses. */
export async function updateOwnAddress(tx: Tx, scope: Scope, addressId: number, values: AddressValues): Promise<void> {
  await updateOwn(tx, scope, addressId).set(toAddressColumns(values)).execute();
  if (values.isDefault) await clearOtherDefaults(tx, scope, addressId);
}

/** One of the person's own addresses as stored, locked until the transaction ends; undefined when it is not theirs. */
export async function lockOwnAddress(tx: Tx, scope: Scope, addressId: number): Promise<AddressValues | undefined> {
  const row = await tx
    .selectFrom('address')
    .selectAll()
    .where('organisation_id', '=', scope.organisationId)
    .where('customer_id', '=', scope.customerId)
    .where('id', '=', addressId)
    .where('deleted_at', 'is', null)
    .where('for_order_only', '=', false)
    .forUpdate()
    .executeTakeFirst();
  return row && toAddressValues(row);
}

/** Deletes one of the person's own addresses; returns whether there was one. Placed orders keep their own copy. */
export async function deleteOwnAddress(tx: Tx, scope: Scope, addressId: number): Promise<boolean> {
  const deleted = await updateOwn(tx, scope, addressId)
    .set({ deleted_at: sql`now()` })
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return deleted.numUpdatedRows > 0n;
}

/** Restores an address that was deleted less than a day ago; returns whether there was one. It is no longer the default. */
export async function restoreOwnAddress(tx: Tx, scope: Scope, addressId: number): Promise<boolean> {
  const restored = await updateOwn(tx, scope, addressId)
    .set({
      deleted_at: null,
      is_default: sql<boolean>`is_default and not exists (
        select from address other where other.organisation_id = address.organisation_id and other.customer_id = address.customer_id
          and other.id <> address.id and other.is_default and other.deleted_at is null)`,
    })
    .where('deleted_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirst();
  return restored.numUpdatedRows > 0n;
}
