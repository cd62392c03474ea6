import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '#api/config.ts';
import { DataFolderInUse } from '#api/db/data-lock.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#api/db/embedded.ts';
import { migrate } from '#api/db/migrate.ts';

export interface OpenDatabase {
  url: string;
  close(): Promise<void>;
}

/**
 * The portal's database for a command such as an import: the one that DATABASE_URL names, the one that a running portal
 * keeps, or else the embedded one, started for as long as the command takes. It is migrated.
 */
export async function openPortalDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: (line: string) => void = () => {},
): Promise<OpenDatabase> {
  const database = databaseUrl ? { url: databaseUrl, close: async () => {} } : await joinOrStart(dataDir, log);
  try {
    await migrate(database.url, log);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function joinOrStart(dataDir: string, log: (line: string) => void): Promise<OpenDatabase> {
  for (let attempt = 1; ; attempt++) {
    try {
      const server = await startEmbeddedPostgres({ dataDir, log });
      return { url: server.url, close: server.stop };
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const url = findEmbeddedPostgres(dataDir);
      if (url) return { url, close: async () => {} };
      // A portal that is just starting or stopping.
      if (attempt === 30) throw error;
      await delay(200);
    }
  }
}
