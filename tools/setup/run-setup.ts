import pino from 'pino';
import { importPictures } from '#api/catalogue/import/pictures/import-pictures.actions.ts';
import { jobDefinitions } from '#api/jobs.ts';
import { type Config, loadConfig } from '#api/platform/config.ts';
import { type Db, openDatabase, type Tx } from '#api/platform/db/database.ts';
import { openVault } from '#api/platform/encryption/open-vault.ts';
import { createBlobStore } from '#api/platform/files/blob-store.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { type CommandDatabase, openCommandDatabase } from '../database.ts';
import { isDemoDatabase } from '../demo.ts';
import { applySetup } from './apply-setup.ts';
import { checkSetup } from './check-setup.ts';
import type { SetupOptions, SetupReport } from './setup-context.ts';
import type { Setup } from './setup-schema.ts';

const MAX_SETUP_MS = 3_600_000;

const IS_DEMONSTRATION = `The database contains the demonstration. A setup needs a database of its own: set DATA_DIR to another folder, or DATABASE_URL to
another database, also for the portal.`;

/** Carries out setups in the portal's database. */
export interface SetupRunner {
  config: Config;
  /** What a setup would do. Nothing is written. Throws a SetupError. */
  preview(setup: Setup, options: SetupOptions): Promise<SetupReport>;
  /** Carries out a setup in one transaction. Throws a SetupError. */
  run(setup: Setup, options: SetupOptions): Promise<SetupReport>;
  /** Stores the pictures of the products, which are files and therefore not part of the transaction. Returns a line about it. */
  storePictures(setup: Setup, organisationId: number): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Thrown to roll back what was only a preview. */
class Rollback extends Error {}

/**
 * Opens the portal's database for setups, whether the portal runs or not. It is never filled with the demonstration.
 *
 * @throws an error when it contains the demonstration
 */
export async function openSetup(environment: NodeJS.ProcessEnv): Promise<SetupRunner> {
  const withoutDemo = { ...environment, LIVERY_DEMO: 'off' };
  const config = loadConfig(withoutDemo);
  const database = await openCommandDatabase(withoutDemo);
  try {
    if (await isDemoDatabase(database.url)) throw new Error(IS_DEMONSTRATION);
    return await createRunner(config, database);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function createRunner(config: Config, database: CommandDatabase): Promise<SetupRunner> {
  // The owner, who may do what the import of products does.
  const { db, close } = openDatabase(database.ownerUrl, { poolSize: 1, statementTimeoutMs: MAX_SETUP_MS });
  const vault = await openVault(config, db);
  const jobs = openJobQueue(database.url, pino({ level: 'silent' }));
  await jobs.createQueues(jobDefinitions);
  const apply = (tx: Tx, setup: Setup, options: SetupOptions) => {
    checkSetup(setup);
    return applySetup(tx, { jobs, vault }, setup, options);
  };
  return {
    config,
    preview: (setup, options) => rollBack(db, (tx) => apply(tx, setup, options)),
    run: (setup, options) => db.transaction().execute((tx) => apply(tx, setup, options)),
    storePictures: async ({ products }, organisationId) => {
      if (products?.pictures === undefined) return undefined;
      const refusals: string[] = [];
      const blobs = createBlobStore(config.fileStorage);
      const onRefused = (text: string) => refusals.push(text);
      const { named, stored, unchanged, missing } = await importPictures(db, blobs, {
        organisationId,
        folder: products.pictures,
        onRefused,
      });
      const refused = refusals.length > 0 ? `, refused: ${refusals.join('; ')}` : '';
      return `${named} pictures: ${stored} stored, ${unchanged} unchanged, ${missing} without a file${refused}`;
    },
    close: async () => {
      await jobs.close();
      await close();
      await database.close();
    },
  };
}

async function rollBack<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let result: { value: T } | undefined;
  try {
    await db.transaction().execute(async (tx) => {
      result = { value: await work(tx) };
      throw new Rollback();
    });
  } catch (error) {
    if (!(error instanceof Rollback) || !result) throw error;
  }
  return (result as { value: T }).value;
}
