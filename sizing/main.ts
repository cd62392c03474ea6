import { openSessions } from '#api/access/sessions.ts';
import type { Config } from '#api/config.ts';
import { openDatabase } from '#api/db/database.ts';
import { answerUnknownPath } from '#api/http/error-handler.ts';
import { serveHealth } from '#api/http/health.ts';
import { openServer } from '#api/http/server.ts';
import { openVault } from '#api/secrets/vault.ts';
import { sizingService } from './app.ts';
import { openSizingGate } from './gate.ts';

/** Longest time that requests under way are waited for when the service closes. */
const DRAIN_MS = 10_000;

/** Opens the body and size service alone, on a port of its own. Migrations are the caller's business. */
export async function startSizing(config: Config, port: number): Promise<{ address: string; close(): Promise<void> }> {
  const database = openDatabase(config.databaseUrl, { poolSize: config.databasePoolSize });
  const { db } = database;
  const app = openServer(config);
  const sessions = openSessions(db, config.databaseListenUrl, app.log);
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onClose', () => sessions.close());
  app.setNotFoundHandler((_request, reply) => answerUnknownPath(reply));
  serveHealth(app, db, () => closing);
  const vault = await openVault(config);
  await app.register(sizingService, { config, db, vault, gate: openSizingGate(db, sessions) });
  const address = await app.listen({ port, host: config.host || 'localhost' });
  return {
    address,
    close: async () => {
      const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      await app.close();
      clearTimeout(late);
      await database.close();
    },
  };
}
