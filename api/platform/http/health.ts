import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../db/database.ts';
import { watchDisk } from '../db/disk-space.ts';
import { readSchemaFiles, type SchemaFiles } from '../db/schema-files.ts';
import { APPLIED_SCHEMA, type AppliedSchema, compareSchema, IncompatibleSchemaError } from '../db/schema-history.ts';

/** What the health of a process depends on. */
export interface HealthDependencies {
  /**
   * Connections apart from those of requests: a process whose connections are all in use is busy, not unable to serve. Taking it out of service would
   * give its requests to the next process, which would then be as busy.
   */
  monitor: Pick<DatabaseHandle, 'db' | 'discardConnections'>;
  /** Whether changes of access are announced to this process. */
  isListening(): boolean;
}

/** Why a process should not receive requests. Each word is explained in docs/operations/operation.md. */
type NotReadyBecause = 'closing' | 'database' | 'read-only' | 'migrations';

type DatabaseState = { because: NotReadyBecause } | { because?: never; mailsWaiting: number; isDiskFull: boolean };

/** What is wrong with a process that should receive requests all the same. Each word is explained in docs/operations/operation.md. */
type HealthWarning = 'listener' | 'disk';

/** A table or a column does not exist: a dump is being restored, or it is of another version. */
const isMissing = (error: unknown) => ['42P01', '42703', '3F000'].includes((error as { code?: string }).code ?? '');

/** Looks at the database with one statement, and sometimes at its disk. */
async function checkDatabase(
  { db, discardConnections }: HealthDependencies['monitor'],
  schema: SchemaFiles,
  isDiskFull: () => Promise<boolean>,
): Promise<DatabaseState> {
  try {
    const { rows } = await sql<{ isReadOnly: boolean; unsent: number } & AppliedSchema>`
      select current_setting('transaction_read_only') = 'on' as "isReadOnly", applied.*,
        (select count(*)::int from mail_outbox
          where sent_at is null and failed_at is null and due_at < now() - interval '15 minutes') as unsent
      from (${sql.raw(APPLIED_SCHEMA)}) applied`.execute(db);
    const [found] = rows;
    if (!found) return { because: 'database' };
    if (found.isReadOnly) {
      // A new connection may lead to the primary.
      discardConnections();
      return { because: 'read-only' };
    }
    const { pending, pendingFiles } = compareSchema(schema, found);
    if (pending.length + pendingFiles.length > 0) return { because: 'migrations' };
    return { mailsWaiting: found.unsent, isDiskFull: await isDiskFull() };
  } catch (error) {
    return { because: isMissing(error) || error instanceof IncompatibleSchemaError ? 'migrations' : 'database' };
  }
}

/** `/livez` reports that the process runs, `/readyz` that it should receive requests. */
export function registerHealthRoutes(app: FastifyInstance, { monitor, isListening }: HealthDependencies): void {
  const schema = readSchemaFiles();
  const isDiskFull = watchDisk(monitor.db);
  let checking: Promise<DatabaseState> | undefined;
  /** One check at a time, whose result is for everyone who asks meanwhile. */
  const check = () => {
    checking ??= schema
      .then((known) => checkDatabase(monitor, known, isDiskFull))
      .finally(() => {
        checking = undefined;
      });
    return checking;
  };

  app.get('/livez', async () => ({ alive: true }));

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const state: DatabaseState = app.isDraining() ? { because: 'closing' } : await check();
    if (state.because) return reply.code(503).send({ ready: false, because: state.because });
    // All processes are usually affected at once, and none would be left to serve: without announcements they are only slower, since sessions are then not
    // cached, and on a full disk they still answer everything that writes nothing.
    const warnings: HealthWarning[] = [
      ...(isListening() ? [] : ['listener' as const]),
      ...(state.isDiskFull ? ['disk' as const] : []),
    ];
    return { ready: true, warnings, mailsWaiting: state.mailsWaiting };
  });
}
