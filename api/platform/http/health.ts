import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** `/livez` reports that the process runs, `/readyz` that it should receive requests. */
export function registerHealthRoutes(app: FastifyInstance, db: Db, isClosing: () => boolean): void {
  app.get('/livez', { schema: { hide: true } }, async () => ({ alive: true }));

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isClosing()) return reply.code(503).send({ ready: false, because: 'closing' });
    try {
      const { rows } = await sql<{ unsent: number }>`
        select count(*)::int as unsent from mail_outbox where sent_at is null and failed_at is null and due_at < now() - interval '15 minutes'`.execute(
        db,
      );
      return { ready: true, mailsWaiting: rows[0]?.unsent ?? 0 };
    } catch {
      return reply.code(503).send({ ready: false, because: 'database' });
    }
  });
}
