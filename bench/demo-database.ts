import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { columnTypes } from '#api/platform/db/database.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { seedDemo } from '#demo/seed.ts';

/** A database with the demonstration, in a temporary folder. */
export interface DemoDatabase {
  url: string;
  client: Client;
}

/**
 * Starts a PostgreSQL with the demonstration and these settings, measures on it, and deletes it, also if measuring fails. Only with a vault is there an operator.
 */
export async function withDemoDatabase(
  measure: (database: DemoDatabase) => Promise<void>,
  settings: Record<string, string> = {},
  vault?: Vault,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'livery-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  const client = new Client({ connectionString: postgres.adminUrl, types: columnTypes });
  try {
    await migrate(postgres.adminUrl);
    await seedDemo(postgres.adminUrl, vault && { vault });
    await client.connect();
    await measure({ url: postgres.adminUrl, client });
  } finally {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
