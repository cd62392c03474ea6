import { createSessions } from '#api/identity/sessions/sessions.ts';
import type { Config } from '#api/platform/config.ts';
import { openDatabase, openMonitor } from '#api/platform/db/database.ts';
import { openVault } from '#api/platform/encryption/open-vault.ts';
import { type CloseOptions, stopServing } from '#api/platform/http/drain.ts';
import { sendPathNotFound } from '#api/platform/http/error-handler.ts';
import { registerHealthRoutes } from '#api/platform/http/health.ts';
import { createHttpServer } from '#api/platform/http/server.ts';
import { collectMethods } from '#api/platform/http/unsupported-methods.ts';
import { createSizingAuthenticator } from './authenticator.ts';
import { sizingPlugin } from './plugin.ts';

/** Starts the body and size service as its own process, on its own port. The caller must have run the migrations. */
export async function startSizingServer(
  config: Config,
  port: number,
): Promise<{ address: string; close(options?: CloseOptions): Promise<void> }> {
  const database = openDatabase(config.databaseUrl, { poolSize: config.databasePoolSize });
  const { db } = database;
  const app = createHttpServer(config);
  const refuseUnsupportedMethods = collectMethods(app);
  const monitor = openMonitor(config.databaseUrl);
  const sessions = createSessions(db, { listenUrl: config.databaseListenUrl, monitor: monitor.db, log: app.log });
  app.addHook('onClose', async () => {
    await sessions.close();
    await monitor.close();
  });
  app.setNotFoundHandler((_request, reply) => sendPathNotFound(reply));
  registerHealthRoutes(app, { monitor, isListening: sessions.isListening });
  const vault = await openVault(config, db);
  await app.register(sizingPlugin, { config, db, vault, authenticator: createSizingAuthenticator(db, sessions) });
  refuseUnsupportedMethods();
  const address = await app.listen({ port, host: config.host });
  return {
    address,
    close: async (options) => {
      await stopServing(app, options?.drain ? config.drainSeconds : 0);
      await database.close();
    },
  };
}
