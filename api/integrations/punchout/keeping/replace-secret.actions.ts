import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { conflict } from '#api/platform/http/errors.ts';
import type { ReplyOf } from '#contract/index.ts';
import { createSecret, hashSecret } from '../connections/secrets.ts';
import {
  type KeepingContext,
  lockOwnConnection,
  readConnection,
  readWireConnection,
  recordConnectionChange,
} from './keep-connections.actions.ts';
import { addSecret, endPreviousSecrets } from './secrets.queries.ts';

/** How long the previous secret is accepted unless someone says: a week. */
const USUAL_HOURS = 168;

/**
 * Gives a connection another secret, one that the buyer's network gave or a new one, which is returned. The previous one is accepted for some hours. Throws 404,
 * and 429 when too many passwords are being hashed. An operator has been confirmed.
 */
export async function replaceConnectionSecret(
  db: Db,
  context: KeepingContext,
  id: number,
  { secret: given, previousHours = USUAL_HOURS }: { secret?: string | null | undefined; previousHours?: number | undefined },
): Promise<ReplyOf<'POST /api/operator/punchout/connections/:id/secret'>> {
  const { operator } = context;
  await readConnection(db, operator, id);
  const secret = given ?? createSecret();
  // Hashing takes its time, in which the connection is not locked.
  const hash = await hashSecret(secret);
  return runInTransaction(db, async (tx) => {
    const connection = await lockOwnConnection(tx, operator, id);
    await addSecret(tx, { organisationId: connection.organisationId, connectionId: id, hash, previousHours });
    await recordConnectionChange(tx, context, connection, {
      action: 'punchout-connection.secret-replaced',
      after: { isGiven: given != null, previousHours },
    });
    return { connection: await readWireConnection(tx, operator, id), secret: given == null ? secret : null };
  });
}

/** Ends the previous secret of a connection at once. Throws 404, and 409 when there is none. */
export async function endPreviousSecret(
  tx: Tx,
  context: KeepingContext,
  id: number,
): Promise<ReplyOf<'DELETE /api/operator/punchout/connections/:id/secret'>> {
  const connection = await lockOwnConnection(tx, context.operator, id);
  if (!(await endPreviousSecrets(tx, connection.organisationId, id)))
    throw conflict('secret', 'There is no previous secret any more. Reload the page.');
  await recordConnectionChange(tx, context, connection, { action: 'punchout-connection.secret-ended' });
  return { connection: await readWireConnection(tx, context.operator, id) };
}
