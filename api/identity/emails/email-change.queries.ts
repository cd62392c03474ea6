import { sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';
import { mayBeLoggedIn } from '../sessions/access.queries.ts';

interface Person {
  organisationId: number;
  customerId: number;
}

/** A new address that has not been confirmed yet. */
export interface PendingEmail {
  email: string;
  requestedAt: Date;
  expiresAt: Date;
  /** Name of the person who requested the change. */
  requestedBy: string;
}

/** The person's new address that waits for confirmation; undefined when there is none. */
export async function findPendingEmail(db: Db, person: Person): Promise<PendingEmail | undefined> {
  const { rows } = await sql<PendingEmail>`
    select e.email, e.requested_at as "requestedAt", e.expires_at as "expiresAt", trim(r.first_name || ' ' || r.last_name) as "requestedBy"
    from email_change e join customer r on r.organisation_id = e.organisation_id and r.id = e.requested_by_id
    where e.organisation_id = ${person.organisationId} and e.customer_id = ${person.customerId} and e.expires_at > now()`.execute(
    db,
  );
  return rows[0];
}

/** Saves new addresses of people, each of which replaces one that was requested before: only the latest link can be used. */
export async function savePendingEmails(
  tx: Tx,
  changes: readonly (Person & { email: string; tokenHash: Buffer })[],
  { requestedById, validDays }: { requestedById: number; validDays: number },
): Promise<void> {
  const rows = changes.map(({ tokenHash, ...change }) => ({ ...change, tokenHash: tokenHash.toString('base64') }));
  await sql`
    insert into email_change (organisation_id, customer_id, email, token_hash, requested_by_id, expires_at)
    select n."organisationId", n."customerId", n.email, decode(n."tokenHash", 'base64'), ${requestedById}::bigint, now() + make_interval(days => ${validDays})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n ("organisationId" bigint, "customerId" bigint, email text, "tokenHash" text)
    on conflict (organisation_id, customer_id) do update set email = excluded.email, token_hash = excluded.token_hash,
      requested_by_id = excluded.requested_by_id, requested_at = now(), expires_at = excluded.expires_at`.execute(tx);
}

/** Deletes the new address that waits for confirmation and returns it; undefined when there is none. */
export async function deletePendingEmail(tx: Tx, person: Person): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    delete from email_change
    where organisation_id = ${person.organisationId} and customer_id = ${person.customerId} and expires_at > now() returning email`.execute(
    tx,
  );
  return rows[0]?.email;
}

/** A confirmation link as it was opened: the brand of the host and the hash of the secret. */
export interface OpenedEmailLink {
  brandId: number;
  hash: Buffer;
}

/** Whether the link of a change `e` of a person `c` of an organisation `o` can be used. */
const usable = ({ brandId, hash }: OpenedEmailLink) => sql`
  e.token_hash = ${hash} and e.expires_at > now() and c.organisation_id = e.organisation_id and c.id = e.customer_id
  and c.brand_id = ${brandId} and o.id = c.organisation_id and ${mayBeLoggedIn}`;

/** The new address that a link confirms; undefined for a link that cannot be used. Changes nothing. */
export async function findEmailByLink(db: Db, link: OpenedEmailLink): Promise<string | undefined> {
  const { rows } = await sql<{
    email: string;
  }>`select e.email from email_change e, customer c, organisation o where ${usable(link)}`.execute(db);
  return rows[0]?.email;
}

/** A person whose email address has changed. */
export interface ChangedEmail extends Person {
  brandId: number;
  firstName: string;
  oldEmail: string;
  newEmail: string;
}

/**
 * Uses up a link and changes the address in one conditional statement: of any number of concurrent attempts one succeeds, and the
 * others get undefined. Triggers end the person's sessions and cancel their other links. Throws a unique violation when someone
 * else of the brand has the address by now.
 */
export async function consumeEmailLink(tx: Tx, link: OpenedEmailLink): Promise<ChangedEmail | undefined> {
  const { rows } = await sql<ChangedEmail>`
    with change as (
      delete from email_change e using customer c, organisation o where ${usable(link)}
      returning e.organisation_id, e.customer_id, e.email, c.email as old_email)
    update customer c set email = change.email from change
    where c.organisation_id = change.organisation_id and c.id = change.customer_id
    returning c.organisation_id as "organisationId", c.id as "customerId", c.brand_id as "brandId", c.first_name as "firstName",
      change.old_email as "oldEmail", c.email as "newEmail"`.execute(tx);
  return rows[0];
}

/** Deletes addresses that were not confirmed in time. */
const deleteExpiredEmailChanges = (db: Db): Promise<number> => deleteInBatches(db, 'email_change', sql`expires_at < now()`);

export const retention: RetentionTask[] = [{ name: 'email-changes', run: ({ db }) => deleteExpiredEmailChanges(db) }];
