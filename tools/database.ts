import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '#api/platform/config.ts';
import { DataFolderInUseError, lockDataFolder } from '#api/platform/db/embedded/data-lock.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { openVaultOf } from '#api/platform/encryption/open-vault.ts';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import { checkSchema } from '#api/platform/setup/check-schema.ts';
import { type DatabaseUrls, prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { printDetail, runStep } from './console.ts';
import { isEmptyDatabase } from './demo.ts';

export interface CommandDatabase extends DatabaseUrls {
  close(): Promise<void>;
}

/**
 * Opens the portal's database for a command: the one of DATABASE_URL, the one of a portal running on the data folder, or the data folder's own, started
 * for the duration of the command. The latter two are migrated; that of DATABASE_URL must have been (`npm run migrate`), since a command may lack the
 * rights of its owner. It contains the demonstration data if `npm start` with the same environment would fill it in.
 */
export async function openCommandDatabase(environment: NodeJS.ProcessEnv): Promise<CommandDatabase> {
  const config = loadConfig(environment);
  const { databaseUrl, databaseOwnerUrl, dataDir, demo } = config;
  const database = databaseUrl
    ? { url: databaseUrl, ownerUrl: databaseOwnerUrl, close: async () => {} }
    : await openEmbeddedDatabase(dataDir);
  try {
    if (databaseUrl) await checkSchema(database.url);
    else await prepareDatabase(database, printDetail);
    if (demo && (await isEmptyDatabase(database.url))) {
      const { seedDemo } = await import('#demo/seed.ts');
      const vault = await openVaultOf(config, database.url);
      const files = createBlobStore(config.fileStorage);
      await runStep('demonstration data', () => seedDemo(database.ownerUrl, { log: printDetail, vault, files }));
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The server of a data folder, which the superuser can connect to as well. */
export interface EmbeddedDatabase extends CommandDatabase {
  adminUrl: string;
}

/**
 * Opens the server of a data folder as it is: that of a portal running there, or its own, started for the duration of the command. Nothing is migrated. A folder
 * without a cluster gets a new one, so the caller checks that first.
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOwn(dataDir);
    } catch (error) {
      if (!(error instanceof DataFolderInUseError)) throw error;
      const urls = findEmbeddedPostgres(dataDir);
      if (urls !== undefined) {
        console.log('  using the database of the portal that runs on this data folder');
        return { ...urls, close: async () => {} };
      }
      // A portal that is just starting locks the folder before its PostgreSQL responds.
      if (attempt === 20) throw error;
      await delay(500);
    }
  }
}

/** Locks the folder as a portal does, so that no portal starts and stops the database during the command. */
async function startOwn(dataDir: string): Promise<EmbeddedDatabase> {
  const lock = await lockDataFolder(dataDir);
  try {
    const server = await runStep('PostgreSQL 18, for this command', () => startEmbeddedPostgres({ dataDir, log: printDetail }));
    return {
      url: server.url,
      ownerUrl: server.ownerUrl,
      adminUrl: server.adminUrl,
      close: async () => {
        await server.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
