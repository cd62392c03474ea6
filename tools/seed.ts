/**
 * `npm run seed -- --scale 10`: multiplies the demonstration data for load tests, in the portal's database. Existing data stays: a larger scale adds to
 * it, and an interrupted run continues.
 */
import { parseArgs } from 'node:util';
import { loadConfig } from '#api/platform/config.ts';
import { openVaultOf } from '#api/platform/encryption/open-vault.ts';
import { seedDemo } from '#demo/seed.ts';
import { formatError, printDetail, runStep } from './console.ts';
import { openCommandDatabase } from './database.ts';

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { scale: { type: 'string', default: '1' } }, allowPositionals: true });
  const scale = Number(values.scale);
  if (!(scale >= 1 && scale <= 1000)) throw new Error(`--scale must be a number from 1 to 1000, not "${values.scale}".`);
  const given = positionals[0] ? { DATABASE_URL: positionals[0], DATABASE_OWNER_URL: undefined } : {};
  const database = await openCommandDatabase({ ...process.env, ...given, LIVERY_DEMO: 'off' });
  try {
    const vault = await openVaultOf(loadConfig(process.env), database.url);
    await runStep(`demonstration data, scale ${scale}`, () => seedDemo(database.ownerUrl, { log: printDetail, scale, vault }));
  } finally {
    await database.close();
  }
}

try {
  await run();
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}
