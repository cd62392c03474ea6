import { beforeAll, inject } from 'vitest';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { seedDemo } from './seed.ts';

/** Seeding takes 16 s when nothing else runs. */
const SEEDING_TIMEOUT_MS = 180_000;

/**
 * A database for tests of what the demonstration shows today, which its test closes. A run that goes on past midnight (UTC) has a template of yesterday, in
 * which orders that were to leave on time are late; the demonstration is seeded again then.
 */
export function useDatabaseOfToday(): { readonly database: TestDatabase } {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    const isOfToday = inject('testTemplateDay') === new Date().toISOString().slice(0, 10);
    database = isOfToday ? await createTestDatabase() : await createEmptyDatabase();
    if (!isOfToday) await seedDemo(database.ownerUrl, { vault: createVaultFromKeys(TEST_KEY) });
  }, SEEDING_TIMEOUT_MS);
  return {
    get database() {
      if (database === undefined) throw new Error('The database is created before the first test');
      return database;
    },
  };
}
