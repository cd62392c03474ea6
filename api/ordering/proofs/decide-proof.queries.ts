import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { awaitsProof, isHeldForProof } from '../order-states/awaits-proof.queries.ts';
import type { StoredStatus } from './proofs.rules.ts';

/** A version with what decides whether it can be decided on. */
export interface LockedProof {
  requestId: number;
  status: StoredStatus;
  isLatest: boolean;
  isApproved: boolean;
  decidedBy: string | null;
}

/** Locks a request until the transaction ends: of decisions and new versions at the same moment, one comes after the other. False when there is none. */
export async function lockRequest(
  tx: Tx,
  organisationId: number,
  requestId: number,
): Promise<{ isApproved: boolean } | undefined> {
  const { rows } = await sql<{ isApproved: boolean }>`
    select q.approved_at is not null as "isApproved" from proof_request q
    where q.organisation_id = ${organisationId} and q.id = ${requestId} for no key update`.execute(tx);
  return rows[0];
}

/** Reads a version. Its request must be locked. */
export async function readLockedProof(tx: Tx, organisationId: number, proofId: number): Promise<LockedProof | undefined> {
  const { rows } = await sql<LockedProof>`
    select p.request_id as "requestId", p.status, q.approved_at is not null as "isApproved",
      not exists (select from proof n where n.organisation_id = p.organisation_id and n.request_id = p.request_id and n.version > p.version) as "isLatest",
      (select c.first_name || ' ' || c.last_name from customer c where c.organisation_id = p.organisation_id and c.id = p.decided_by_id) as "decidedBy"
    from proof p join proof_request q on q.organisation_id = p.organisation_id and q.id = p.request_id
    where p.organisation_id = ${organisationId} and p.id = ${proofId}`.execute(tx);
  return rows[0];
}

/** Writes a decision on a version that waits, and that its design is approved. False when it waits no longer. */
export async function writeDecision(
  tx: Tx,
  organisationId: number,
  proofId: number,
  { approve, comment, deciderId }: { approve: boolean; comment: string | null; deciderId: number },
): Promise<boolean> {
  const { rows } = await sql`
    with decided as (
      update proof p set status = ${approve ? 'approved' : 'changeAsked'}, comment = ${comment}, decided_by_id = ${deciderId}, decided_at = now()
      where p.organisation_id = ${organisationId} and p.id = ${proofId} and p.status = 'waiting'
      returning p.request_id),
    approved as (
      update proof_request q set approved_at = now() from decided
      where ${approve}::boolean and q.organisation_id = ${organisationId} and q.id = decided.request_id and q.approved_at is null)
    select from decided`.execute(tx);
  return rows.length > 0;
}

/** Adds a version to a request that is locked, and begins to count its reminders. Returns its id. */
export async function insertVersion(
  tx: Tx,
  organisationId: number,
  requestId: number,
  version: { fileId: number; widthMm: number; heightMm: number; colours: readonly string[]; operatorId: number | null },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with counted as (
      update proof_request set reminded_at = null, reminders = 0 where organisation_id = ${organisationId} and id = ${requestId})
    insert into proof (organisation_id, request_id, version, file_id, width_mm, height_mm, colours, operator_id)
    select ${organisationId}::bigint, ${requestId}::bigint, coalesce(max(version), 0) + 1, ${version.fileId}::bigint, ${version.widthMm}::numeric, ${version.heightMm}::numeric,
      ${[...version.colours]}::text[], ${version.operatorId}::bigint
    from proof where organisation_id = ${organisationId} and request_id = ${requestId}
    returning id`.execute(tx);
  return rows[0]?.id as number;
}

/** The orders that wait for a request and need no approval any more, oldest first. */
export async function listHeldOrders(tx: Tx, organisationId: number, requestId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o
    where o.organisation_id = ${organisationId} and o.released_at is null and o.order_state_id in (10, 20, 50) and o.id in (
      select l.order_id from order_line_customisation d join order_line l on l.organisation_id = d.organisation_id and l.id = d.order_line_id
      where d.organisation_id = ${organisationId} and d.proof_request_id = ${requestId})
    order by o.id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Orders of all organisations that wait for nothing more and were not released, after one of them. */
export async function listForgottenOrders(
  db: Db,
  { after, limit }: { after: { organisationId: number; orderId: number }; limit: number },
): Promise<{ organisationId: number; orderId: number }[]> {
  const { rows } = await sql<{ organisationId: number; orderId: number }>`
    select o.organisation_id as "organisationId", o.id as "orderId" from orders o
    where (o.organisation_id, o.id) > (${after.organisationId}::bigint, ${after.orderId}::bigint) and ${isHeldForProof} and not ${awaitsProof} and exists (
      select from order_line l join order_line_customisation d on d.organisation_id = l.organisation_id and d.order_line_id = l.id
      where l.organisation_id = o.organisation_id and l.order_id = o.id and d.proof_request_id is not null)
    order by o.organisation_id, o.id limit ${limit}`.execute(db);
  return rows;
}

/** The organisation of a request of the operator's brands; undefined when there is none. */
export async function findOrganisationOfRequest(
  db: Db | Tx,
  { brandIds }: OperatorScope,
  requestId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select g.id from organisation g join proof_request q on q.organisation_id = g.id
    where g.brand_id = any (${[...brandIds]}::bigint[]) and q.id = ${requestId}`.execute(db);
  return rows[0]?.id;
}
