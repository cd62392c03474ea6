import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '#api/config.ts';
import { DataFolderInUse, lockDataFolder } from '#api/db/data-lock.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#api/db/embedded.ts';
import { migrate } from '#api/db/migrate.ts';
import { openVault } from '#api/secrets/vault.ts';
import { isEmpty } from './demo.ts';
import { note, step } from './say.ts';

export interface CommandDatabase {
  url: string;
  close(): Promise<void>;
}

/**
 * The portal's database for a command beside the portal: that of DATABASE_URL, that of the portal which runs on the data
 * folder, or the data folder's own, started for the time of the command. It is migrated, and holds the demonstration
 * data as after `npm start`, unless LIVERY_DEMO=off.
 */
export async function openCommandDatabase(environment: NodeJS.ProcessEnv): Promise<CommandDatabase> {
  const config = loadConfig(environment);
  const { databaseUrl, dataDir, demo } = config;
  const database = databaseUrl ? { url: databaseUrl, close: async () => {} } : await startOrJoin(dataDir);
  try {
    const applied = await migrate(database.url, note);
    if (applied > 0) console.log(`  database schema: ${applied} migrations applied`);
    if (demo && (await isEmpty(database.url))) {
      const { seedDemo } = await import('#api/db/seed/seed.ts');
      const vault = await openVault(config);
      await step('demonstration data', () => seedDemo(database.url, { log: note, vault }));
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startOrJoin(dataDir: string): Promise<CommandDatabase> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOwn(dataDir);
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const url = findEmbeddedPostgres(dataDir);
      if (url !== undefined) {
        console.log('  using the database of the portal that runs on this data folder');
        return { url, close: async () => {} };
      }
      // A portal that starts at this moment holds the folder before its PostgreSQL answers.
      if (attempt === 20) throw error;
      await delay(500);
    }
  }
}

/** Holds the folder like a portal would, so that none starts and ends the database under the command. */
async function startOwn(dataDir: string): Promise<CommandDatabase> {
  const lock = await lockDataFolder(dataDir);
  try {
    const server = await step('PostgreSQL 18, for this command', () => startEmbeddedPostgres({ dataDir, log: note }));
    return {
      url: server.url,
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
