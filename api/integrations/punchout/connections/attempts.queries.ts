import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';

/** So many attempts are kept of each connection. */
const KEPT_ATTEMPTS = 20;
const MAX_OUTCOME_LENGTH = 500;

/** A request of a connection and what became of it, in words for the supplier. Neither has secrets. */
export interface ConnectionAttempt {
  /** What was asked for: `PunchOutSetupRequest`, `call-up`. */
  kind: string;
  /** The status of cXML, or the HTTP status of an answer of OCI. */
  statusCode: number;
  outcome: string;
}

/** Records a request of a connection. The last 20 are kept. */
export async function recordAttempt(
  db: Db | Tx,
  {
    organisationId,
    connectionId,
    kind,
    statusCode,
    outcome,
  }: ConnectionAttempt & { organisationId: number; connectionId: number },
): Promise<void> {
  const kept = Array.from(outcome).slice(0, MAX_OUTCOME_LENGTH).join('');
  // The statement does not see the row that it adds. A connection that is deleted meanwhile gets none.
  await sql`
    with connection as (
      select organisation_id, id from punchout_connection where organisation_id = ${organisationId} and id = ${connectionId} for key share),
    added as (
      insert into punchout_attempt (organisation_id, connection_id, kind, status_code, outcome)
      select organisation_id, id, ${kind}, ${statusCode}, ${kept} from connection)
    delete from punchout_attempt where id in (
      select id from punchout_attempt where organisation_id = ${organisationId} and connection_id = ${connectionId}
      order by id desc offset ${KEPT_ATTEMPTS - 1})`.execute(db);
}

/** The last requests of a connection, the newest first. */
export async function listAttempts(
  db: Db,
  organisationId: number,
  connectionId: number,
): Promise<(ConnectionAttempt & { id: number; createdAt: Date })[]> {
  const { rows } = await sql<ConnectionAttempt & { id: number; createdAt: Date }>`
    select id, kind, status_code as "statusCode", outcome, created_at as "createdAt" from punchout_attempt
    where organisation_id = ${organisationId} and connection_id = ${connectionId} order by id desc limit ${KEPT_ATTEMPTS}`.execute(
    db,
  );
  return rows;
}
