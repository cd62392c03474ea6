import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '#api/config.ts';
import { DataFolderInUse, lockDataFolder } from '#api/db/data-lock.ts';
import { startEmbeddedPostgres } from '#api/db/embedded.ts';
import { migrate } from '#api/db/migrate.ts';
import { findRunningPostgres } from '#api/db/running-postgres.ts';
import { isEmpty } from './demo.ts';
import { note, step } from './say.ts';

export interface CommandDatabase {
  url: string;
  close(): Promise<void>;
}

/**
 * The portal's database for a command beside the portal: that of DATABASE_URL, that of the portal which runs on the data
 * folder, or the data folder's own, started for the time of the command. It is migrated, and holds the demonstration
 * data as after `npm start`.
 */
export async function openCommandDatabase(environment: NodeJS.ProcessEnv): Promise<CommandDatabase> {
  const config = loadConfig(environment);
  const database = config.databaseUrl ? { url: config.databaseUrl, close: async () => {} } : await openDataFolder(config.dataDir);
  try {
    const applied = await migrate(database.url, note);
    if (applied > 0) console.log(`  database schema: ${applied} migrations applied`);
    if (config.demo && (await isEmpty(database.url))) {
      const { seedDemo } = await import('#api/db/seed/seed.ts');
      await step('demonstration data', () => seedDemo(database.url, { log: note }));
    }
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openDataFolder(dataDir: string): Promise<CommandDatabase> {
  // A portal that starts at this moment holds the folder before its PostgreSQL answers.
  for (let attempt = 1; ; attempt++) {
    const running = await findRunningPostgres(dataDir);
    if (running) {
      console.log('  using the database of the portal that runs on this data folder');
      return { url: running, close: async () => {} };
    }
    try {
      return await startOwn(dataDir);
    } catch (error) {
      if (!(error instanceof DataFolderInUse) || attempt === 20) throw error;
      await delay(500);
    }
  }
}

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
