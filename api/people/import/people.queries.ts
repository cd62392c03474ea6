import { sql } from 'kysely';
import { readAllocationLimits } from '#api/entitlement/permitted-types.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { isCostCentreOpen } from '../person/cost-centres.queries.ts';
import { readPersonReferenceNames } from '../person/history.queries.ts';
import { lockPeople, readPeople } from '../person/person-updates.queries.ts';
import type { PendingImportRow, RowMatches } from './find-person.rules.ts';
import { createNameLookup, type KnownCostCentre, type NameLookup } from './name-lookup.rules.ts';

/** The names that a file of this organisation can use. */
export async function readNameLookup(db: Db, scope: Scope): Promise<NameLookup> {
  const [names, departments, season, allocation, costCentres] = await Promise.all([
    readPersonReferenceNames(db, scope),
    sql<{ id: number; name: string; resort_id: number }>`
      select id, name, resort_id from department where organisation_id = ${scope.organisationId}`.execute(db),
    sql<{ id: number }>`select id from season where organisation_id = ${scope.organisationId} and is_current`.execute(db),
    readAllocationLimits(db, scope),
    sql<KnownCostCentre>`
      select k.id, k.code, k.name, ${isCostCentreOpen} as "isOpen" from cost_centre k join organisation o on o.id = k.organisation_id
      where k.organisation_id = ${scope.organisationId} order by k.id`.execute(db),
  ]);
  return createNameLookup(names, departments.rows, season.rows[0]?.id, allocation, costCentres.rows);
}

/** The people whom these rows match. Email addresses are unique in a brand, so they are looked up in all of its organisations. */
export async function matchRowsToPeople(
  tx: Tx,
  scope: Scope,
  rows: readonly PendingImportRow[],
  options: { lock: boolean },
): Promise<Omit<RowMatches, 'changedTooOften'>> {
  const numbers = rows.flatMap(({ number_key }) => number_key ?? []);
  const emails = rows.flatMap(({ email_key }) => email_key ?? []);
  const [withNumber, withEmail] = await Promise.all([
    sql<{ id: number; key: string }>`
      select c.id, employee_key(c.employee_number) as key from customer c
      where c.organisation_id = ${scope.organisationId} and c.deleted_at is null and c.employee_number is not null
        and employee_key(c.employee_number) = any (${numbers}::text[])`.execute(tx),
    sql<{ id: number; email: string }>`
      select c.id, lower(c.email) as email from customer c
      where c.brand_id = ${scope.brandId} and lower(c.email) = any (${emails}::text[]) and c.deleted_at is null`.execute(tx),
  ]);
  const byNumber = new Map<string, number[]>();
  for (const { id, key } of withNumber.rows) byNumber.set(key, [...(byNumber.get(key) ?? []), id]);
  const ids = [...withNumber.rows, ...withEmail.rows, ...rows.map(({ customer_id }) => ({ id: customer_id ?? 0 }))].map(
    ({ id }) => id,
  );
  const people = await (options.lock ? lockPeople : readPeople)(tx, scope, [...new Set(ids)]);
  const waiting = await sql<{ id: number; email: string }>`
    select e.customer_id as id, lower(e.email) as email from email_change e
    where e.organisation_id = ${scope.organisationId} and e.customer_id = any (${[...new Set(ids)]}::bigint[]) and e.expires_at > now()`.execute(
    tx,
  );
  return {
    people: new Map(people.map((person) => [person.actor.customerId, person])),
    byNumber,
    byEmail: new Map(withEmail.rows.map(({ id, email }) => [email, id])),
    waitingEmails: new Map(waiting.rows.map(({ id, email }) => [id, email])),
  };
}

/** The people of the brand who have one of these email addresses: ids by lower-case address. */
export async function findEmailOwners(tx: Tx, scope: Scope, emails: readonly string[]): Promise<Map<string, number>> {
  const found = await sql<{ id: number; email: string }>`
    select c.id, lower(c.email) as email from customer c
    where c.brand_id = ${scope.brandId} and lower(c.email) = any (${emails.map((email) => email.toLowerCase())}::text[]) and c.deleted_at is null`.execute(
    tx,
  );
  return new Map(found.rows.map(({ id, email }) => [email, id]));
}

/** Which of these people have placed an order, or had something ordered for them. */
export async function findPeopleWithOrders(tx: Tx, scope: Scope, ids: readonly number[]): Promise<Set<number>> {
  const found = await sql<{ id: number }>`
    select o.customer_id as id from orders o where o.organisation_id = ${scope.organisationId} and o.customer_id = any (${[...ids]}::bigint[])
    union select o.placed_by_id from orders o where o.organisation_id = ${scope.organisationId} and o.placed_by_id = any (${[...ids]}::bigint[])
    union select l.wearer_id from order_line l where l.organisation_id = ${scope.organisationId} and l.wearer_id = any (${[...ids]}::bigint[])`.execute(
    tx,
  );
  return new Set(found.rows.map(({ id }) => id));
}
