import { createSessions } from '#api/identity/sessions/sessions.ts';
import type { Config } from '#api/platform/config.ts';
import { openDatabase } from '#api/platform/db/database.ts';
import { openVault } from '#api/platform/encryption/open-vault.ts';
import { sendPathNotFound } from '#api/platform/http/error-handler.ts';
import { registerHealthRoutes } from '#api/platform/http/health.ts';
import { createHttpServer } from '#api/platform/http/server.ts';
import { collectMethods } from '#api/platform/http/unsupported-methods.ts';
import { createSizingAuthenticator } from './authenticator.ts';
import { sizingPlugin } from './plugin.ts';

/** How long isClosing waits for requests in progress. */
const DRAIN_MS = 10_000;

/** Starts the body and size service as its own process, on its own port. The caller must have run the migrations. */
export async function startSizingServer(config: Config, port: number): Promise<{ address: string; close(): Promise<void> }> {
  const database = openDatabase(config.databaseUrl, { poolSize: config.databasePoolSize });
  const { db } = database;
  const app = createHttpServer(config);
  const refuseUnsupportedMethods = collectMethods(app);
  const sessions = createSessions(db, config.databaseListenUrl, app.log);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onClose', () => sessions.close());
  app.setNotFoundHandler((_request, reply) => sendPathNotFound(reply));
  registerHealthRoutes(app, db, () => isClosing);
  const vault = await openVault(config, db);
  await app.register(sizingPlugin, { config, db, vault, authenticator: createSizingAuthenticator(db, sessions) });
  refuseUnsupportedMethods();
  const address = await app.listen({ port, host: config.host });
  return {
    address,
    close: async () => {
      const drainTimer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
      await app.close();
      clearTimeout(drainTimer);
      await database.close();
    },
  };
}
