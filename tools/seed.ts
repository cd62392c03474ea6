/**
 * `npm run seed`: fills a database with the demonstration, `--scale 10` with ten times as much for load tests. The database
 * is the one whose URL is given as an argument, else DATABASE_URL, else the private one in the data folder.
 */
import { parseArgs } from 'node:util';
import { loadConfig } from '#api/config.ts';
import { lockDataFolder } from '#api/db/data-lock.ts';
import { startEmbeddedPostgres } from '#api/db/embedded.ts';
import { migrate } from '#api/db/migrate.ts';
import { seedDemo } from '#api/db/seed/seed.ts';
import { explain, note, step } from './say.ts';

function readArguments(): { url: string | undefined; scale: number } {
  const { values, positionals } = parseArgs({ options: { scale: { type: 'string', default: '1' } }, allowPositionals: true });
  const scale = Number(values.scale);
  if (!(scale >= 1 && scale <= 1000)) throw new Error('--scale must be a number from 1 to 1000.');
  return { url: positionals[0], scale };
}

async function fill(url: string, scale: number): Promise<void> {
  await step('database schema', () => migrate(url, note));
  await step(scale > 1 ? `demonstration data × ${scale}` : 'demonstration data', () => seedDemo(url, { scale, log: note }));
}

/** Starts the private database for as long as it takes; a portal that runs on the same folder must be stopped first. */
async function fillDataFolder(dataDir: string, scale: number): Promise<void> {
  const lock = await lockDataFolder(dataDir);
  try {
    const server = await startEmbeddedPostgres({ dataDir, log: note });
    await fill(server.url, scale).finally(() => server.stop());
  } finally {
    await lock.release();
  }
}

try {
  const { url, scale } = readArguments();
  const config = loadConfig(process.env);
  const database = url ?? config.databaseUrl;
  await (database ? fill(database, scale) : fillDataFolder(config.dataDir, scale));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
