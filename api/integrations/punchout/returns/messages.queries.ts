import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/** A message that the user's browser takes to the buyer's system, for the log of the connection. */
export interface CarriedMessage {
  organisationId: number;
  connectionId: number;
  kind: 'PunchOutOrderMessage' | 'OCI';
  payloadId: string;
  body: string;
  isTest: boolean;
  /** Why it was not sent; empty when it was. */
  findings: readonly string[];
}

/** Records a message that has been handed to the browser, or, with findings, could not be. */
export async function insertCarriedMessage(db: Db, message: CarriedMessage): Promise<void> {
  const isSent = message.findings.length === 0;
  await sql`
    insert into punchout_message (organisation_id, connection_id, direction, kind, payload_id, body, is_test, findings, attempts, sent_at, failed_at)
    values (${message.organisationId}, ${message.connectionId}, 'out', ${message.kind}, ${message.payloadId}, ${message.body}, ${message.isTest},
      ${JSON.stringify(message.findings)}::jsonb, 1, case when ${isSent}::boolean then now() end, case when ${isSent}::boolean then null else now() end)`.execute(
    db,
  );
}
