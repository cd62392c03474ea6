import { sql } from 'kysely';
import {
  type Address,
  type AddressWithCountryRow,
  addressColumns,
  toAddress,
} from '#api/identity/addresses/addresses.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** Whether a person of the brand other than `exceptId` uses the email address. */
export async function isEmailTaken(tx: Tx, brandId: number, email: string, exceptId: number): Promise<boolean> {
  const found = await sql`
    select from customer where brand_id = ${brandId} and lower(email) = lower(${email}) and id <> ${exceptId} and deleted_at is null`.execute(
    tx,
  );
  return found.rows.length > 0;
}

/** The current season of the organisation, which new people join; undefined when there is none. */
export async function findCurrentSeasonId(tx: Tx, scope: Pick<Scope, 'organisationId'>): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    select id from season where organisation_id = ${scope.organisationId} and is_current`.execute(tx);
  return found.rows[0]?.id;
}

/** Adds a person to the organisation and returns the id. */
export async function insertPersonRecord(
  tx: Tx,
  scope: Pick<Scope, 'organisationId' | 'brandId'>,
  person: { email: string; firstName: string; lastName: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('customer')
    .values({
      organisation_id: scope.organisationId,
      brand_id: scope.brandId,
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Marks a person as deleted, which hides them everywhere; a trigger ends their sessions. They can be restored for 30 days. */
export async function markPersonDeleted(tx: Tx, scope: Scope, customerId: number): Promise<void> {
  await sql`
    update customer set deleted_at = now()
    where organisation_id = ${scope.organisationId} and id = ${customerId} and deleted_at is null`.execute(tx);
}

/** Restores a person who was deleted less than 30 days ago and has not been erased. Returns false when there is no such person. */
export async function markPersonRestored(tx: Tx, scope: Scope, customerId: number): Promise<boolean> {
  const restored = await sql`
    update customer set deleted_at = null
    where organisation_id = ${scope.organisationId} and id = ${customerId} and erased_at is null
      and deleted_at > now() - interval '30 days' returning id`.execute(tx);
  return restored.rows.length > 0;
}

/** A person's own addresses, the default first. The caller of this function checks that the scope may see the person. */
export async function listPersonAddresses(db: Db, scope: Scope, customerId: number): Promise<Address[]> {
  const found = await sql<AddressWithCountryRow>`
    select ${addressColumns} from address a join country on country.id = a.country_id left join state_province on state_province.id = a.state_province_id
    where a.organisation_id = ${scope.organisationId} and a.customer_id = ${customerId} and a.deleted_at is null
    order by a.is_default desc, a.id desc`.execute(db);
  return found.rows.map(toAddress);
}
