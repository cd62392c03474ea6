import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { StoredFile } from '#api/platform/files/stored-files.queries.ts';
import { deciderIds } from './proof-access.queries.ts';
import { type DesignName, MAX_REMINDERS, REMINDER_WORKING_DAYS } from './proofs.rules.ts';

/** The design of a request `q` for its name, as it was ordered first. */
const namedDesign = sql`(
  select json_build_object('position', d.position, 'methodId', d.method_id, 'method', d.method, 'logoName', d.logo_name, 'text', d.text, 'designName', t.name, 'isForNames', t.name_form is not null)
  from order_line_customisation d left join garment_design t on t.organisation_id = d.organisation_id and t.id = d.garment_design_id
  where d.organisation_id = q.organisation_id and d.proof_request_id = q.id order by d.id limit 1)`;

/** Before this hour no one is reminded. */
const FIRST_HOUR = '08:00';

/** A request for mails about it. */
export interface MailedRequest {
  organisationId: number;
  requestId: number;
  brandId: number;
  organisationName: string;
  design: DesignName;
}

/** Someone's proof that waits, of which they are reminded. */
export interface RemindedProof extends MailedRequest {
  proofId: number;
  reminders: number;
  /** Day in the organisation's time zone. */
  shownOn: string;
  deciderIds: number[];
}

/** Who decides on the proofs of a request, at most 50. */
export async function listProofDeciders(tx: Tx, organisationId: number, requestId: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select (${deciderIds}) as ids from proof_request q where q.organisation_id = ${organisationId} and q.id = ${requestId}`.execute(
    tx,
  );
  return rows[0]?.ids ?? [];
}

/**
 * Marks the requests of which those who may decide are to be reminded, and returns them: a version waits for them, orders wait for it, and two working days
 * (Monday to Friday, in the organisation's time zone) have passed since it was shown, or since the last of at most three reminders.
 */
export async function markProofReminders(tx: Tx, { at, limit }: { at: Date; limit: number }): Promise<RemindedProof[]> {
  const dayOf = (moment: ReturnType<typeof sql>) => sql`(${moment} at time zone g.time_zone)::date`;
  const today = dayOf(sql`${at}::timestamptz`);
  const { rows } = await sql<RemindedProof>`
    with due as (
      select q.organisation_id, q.id, v.id as proof_id, ${dayOf(sql`v.created_at`)} as shown_on
      from proof_request q join organisation g on g.id = q.organisation_id
      cross join lateral (
        select p.id, p.status, p.created_at from proof p where p.organisation_id = q.organisation_id and p.request_id = q.id order by p.version desc limit 1) v
      where q.approved_at is null and v.status = 'waiting' and q.reminders < ${sql.lit(MAX_REMINDERS)}
        and extract(isodow from ${today}) < 6 and (${at}::timestamptz at time zone g.time_zone)::time >= ${FIRST_HOUR}::time
        and (select count(*) from generate_series(${dayOf(sql`coalesce(q.reminded_at, v.created_at)`)} + 1, ${today}, '1 day') as d (day) where extract(isodow from d.day) < 6)
          >= ${sql.lit(REMINDER_WORKING_DAYS)}
        and exists (
          select from order_line_customisation d
          join order_line l on l.organisation_id = d.organisation_id and l.id = d.order_line_id
          join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
          where d.organisation_id = q.organisation_id and d.proof_request_id = q.id and o.released_at is null and o.order_state_id in (10, 20, 50)
            and l.quantity > l.shipped_quantity + l.cancelled_quantity)
      order by q.organisation_id, q.id limit ${limit} for no key update of q skip locked),
    marked as (
      update proof_request q set reminded_at = ${at}, reminders = q.reminders + 1 from due
      where q.organisation_id = due.organisation_id and q.id = due.id
      returning q.*, due.proof_id, due.shown_on)
    select q.organisation_id as "organisationId", q.id as "requestId", q.proof_id as "proofId", q.reminders, q.shown_on::text as "shownOn", g.brand_id as "brandId",
      g.name as "organisationName", ${namedDesign} as design, (${deciderIds}) as "deciderIds"
    from marked q join organisation g on g.id = q.organisation_id order by q.organisation_id, q.id`.execute(tx);
  return rows;
}

/** Locks the requests of which the supplier has not been told, oldest first. Those of brands without anyone in customer service stay. */
export async function lockUntoldProofRequests(tx: Tx, limit: number): Promise<(MailedRequest & { orders: number })[]> {
  const { rows } = await sql<MailedRequest & { orders: number }>`
    select q.organisation_id as "organisationId", q.id as "requestId", g.brand_id as "brandId", g.name as "organisationName", ${namedDesign} as design,
      (select count(distinct l.order_id)::int from order_line_customisation d join order_line l on l.organisation_id = d.organisation_id and l.id = d.order_line_id
        where d.organisation_id = q.organisation_id and d.proof_request_id = q.id) as orders
    from proof_request q join organisation g on g.id = q.organisation_id
    where q.told_at is null and q.approved_at is null
      and exists (select from order_line_customisation d where d.organisation_id = q.organisation_id and d.proof_request_id = q.id)
      and exists (select from operator m join operator_brand b on b.operator_id = m.id
        where b.brand_id = g.brand_id and m.disabled_at is null and m.password_hash is not null and 'customerService' = any (m.rights))
    order by q.organisation_id, q.id limit ${limit} for no key update of q skip locked`.execute(tx);
  return rows;
}

/** Notes that the supplier has been told of these requests. */
export async function markTold(tx: Tx, requests: readonly Pick<MailedRequest, 'organisationId' | 'requestId'>[]): Promise<void> {
  await sql`
    update proof_request q set told_at = now()
    from unnest(${requests.map(({ organisationId }) => organisationId)}::bigint[], ${requests.map(({ requestId }) => requestId)}::bigint[]) as t (organisation_id, id)
    where q.organisation_id = t.organisation_id and q.id = t.id`.execute(tx);
}

/** The picture of a proof by the key in its address; undefined when there is none. */
export async function findProofPicture(db: Db, key: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select f.id, f.organisation_id, f.storage_key, f.file_name, f.content_type, f.size_bytes, f.created_at
    from stored_file f where f.storage_key = ${key}::uuid and f.purpose = 'proof' and f.stored_at is not null and f.expires_at is null`.execute(
    db,
  );
  return rows[0];
}
