import { sql } from 'kysely';
import { deleteInBatches } from '#api/platform/db/batches.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';

/** A stored body; its content is encrypted. */
export interface SealedBody {
  id: number;
  sealed: Buffer;
  isDefault: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** The wearer's consent to storing body data, with the version of the text. */
export interface BodyConsent {
  version: number;
  givenAt: Date;
}

const columns = sql`id, sealed, is_default as "isDefault", created_at as "createdAt", updated_at as "updatedAt"`;
const own = (wearer: Scope) => sql`organisation_id = ${wearer.organisationId} and customer_id = ${wearer.customerId}`;

/** One of the wearer's own bodies, or without an id the default one; undefined for anyone else's. */
export async function findSealedBody(db: Db, wearer: Scope, id?: number): Promise<SealedBody | undefined> {
  const meant = id === undefined ? sql`is_default` : sql`id = ${id}`;
  const found = await sql<SealedBody>`select ${columns} from body where ${own(wearer)} and ${meant}`.execute(db);
  return found.rows[0];
}

/** The default bodies of people of the organisation, by person, in one statement. */
export async function listDefaultBodies(
  db: Db,
  { organisationId }: Pick<Scope, 'organisationId'>,
  customerIds: readonly number[],
): Promise<Map<number, SealedBody>> {
  const { rows } = await sql<SealedBody & { customerId: number }>`
    select customer_id as "customerId", ${columns} from body
    where organisation_id = ${organisationId} and customer_id = any (${[...customerIds]}::bigint[]) and is_default`.execute(db);
  return new Map(rows.map(({ customerId, ...body }) => [customerId, body]));
}

/** All of the wearer's bodies, oldest first. */
export async function listSealedBodies(db: Db, wearer: Scope): Promise<SealedBody[]> {
  return (await sql<SealedBody>`select ${columns} from body where ${own(wearer)} order by id`.execute(db)).rows;
}

/** The wearer's consent, if given. With `lock` it cannot be withdrawn until the transaction ends. */
export async function findBodyConsent(db: Db, wearer: Scope, lock?: 'lock'): Promise<BodyConsent | undefined> {
  const found = await sql<BodyConsent>`
    select text_version as version, given_at as "givenAt" from body_consent where ${own(wearer)} ${lock ? sql`for update` : sql``}`.execute(
    db,
  );
  return found.rows[0];
}

/** Saves the consent. Repeating it for the same text keeps the first time. */
export async function saveBodyConsent(tx: Tx, wearer: Scope, version: number): Promise<void> {
  await sql`
    insert into body_consent (organisation_id, customer_id, text_version) values (${wearer.organisationId}, ${wearer.customerId}, ${version})
    on conflict (organisation_id, customer_id) do update set text_version = excluded.text_version, given_at = now()
      where body_consent.text_version <> excluded.text_version`.execute(tx);
}

/** Inserts a body, which becomes the wearer's default. */
export async function insertSealedBody(tx: Tx, wearer: Scope, sealed: Buffer): Promise<SealedBody> {
  await sql`update body set is_default = false where ${own(wearer)} and is_default`.execute(tx);
  const made = await sql<SealedBody>`
    insert into body (organisation_id, customer_id, sealed) values (${wearer.organisationId}, ${wearer.customerId}, ${sealed})
    returning ${columns}`.execute(tx);
  return made.rows[0] as SealedBody;
}

/** Replaces a body's content and deletes the size suggestions that were based on it. */
export async function updateSealedBody(
  tx: Tx,
  wearer: Scope,
  id: number,
  sealed: Buffer,
  makeDefault: boolean,
): Promise<SealedBody> {
  if (makeDefault) await sql`update body set is_default = false where ${own(wearer)} and is_default and id <> ${id}`.execute(tx);
  await sql`delete from size_suggestion where ${own(wearer)} and body_id = ${id}`.execute(tx);
  const made = await sql<SealedBody>`
    update body set sealed = ${sealed}, updated_at = now(), is_default = is_default or ${makeDefault}
    where ${own(wearer)} and id = ${id} returning ${columns}`.execute(tx);
  return made.rows[0] as SealedBody;
}

/** Deletes a body with its suggestions; the newest remaining body becomes the default if it was. */
export async function deleteSealedBody(tx: Tx, wearer: Scope, id: number): Promise<void> {
  await sql`delete from body where ${own(wearer)} and id = ${id}`.execute(tx);
  await sql`
    update body set is_default = true where ${own(wearer)} and id = (select max(id) from body where ${own(wearer)})
      and not exists (select from body where ${own(wearer)} and is_default)`.execute(tx);
}

/** Deletes the consent with all bodies and their suggestions. */
export async function deleteAllBodies(tx: Tx, wearer: Scope): Promise<void> {
  await sql`delete from body_consent where ${own(wearer)}`.execute(tx);
  await sql`
    update customer set bodime_customer_id = null, bodime_used_body_blocks = '{}', measured_at = null
    where organisation_id = ${wearer.organisationId} and id = ${wearer.customerId}`.execute(tx);
}

/** Marks the wearer as measured, or not, in the portal's list of people. No other body data is stored there. */
export async function markMeasured(tx: Tx, wearer: Scope, isMeasured: boolean): Promise<void> {
  await sql`
    update customer set measured_at = ${isMeasured ? sql`now()` : sql`null`}
    where organisation_id = ${wearer.organisationId} and id = ${wearer.customerId}`.execute(tx);
}

/** Deletes the body data of people who were removed more than 30 days ago; by then removal can no longer be undone. */
export const deleteExpiredBodies = (db: Db): Promise<number> =>
  deleteInBatches(
    db,
    'body_consent',
    sql`exists (select from customer c where c.organisation_id = body_consent.organisation_id and c.id = body_consent.customer_id
      and c.deleted_at < now() - interval '30 days')`,
  );

/** Deletes size suggestions after 30 days. */
const deleteExpiredSuggestions = (db: Db): Promise<number> =>
  deleteInBatches(db, 'size_suggestion', sql`created_at < now() - interval '30 days'`);

export const retention: RetentionTask[] = [
  { name: 'bodies', run: ({ db }) => deleteExpiredBodies(db) },
  { name: 'size-suggestions', run: ({ db }) => deleteExpiredSuggestions(db) },
];
