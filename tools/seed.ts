/**
 * `npm run seed -- --scale 10`: multiplies the demonstration data for load tests, in the portal's database; `--people 50` multiplies the people alone, as
 * often as is said, whatever the scale. Existing data stays: a larger scale adds to it, and an interrupted run continues.
 */
import { parseArgs } from 'node:util';
import { loadConfig } from '#api/platform/config.ts';
import { openVaultOf } from '#api/platform/encryption/open-vault.ts';
import { seedDemo } from '#demo/seed.ts';
import { formatError, printDetail, runStep } from './console.ts';
import { openCommandDatabase } from './database.ts';

const MAX_FACTOR = 1000;

const DEMO_IS_OFF = `Nothing was loaded. The demonstration, whose password is published, is off: by LIVERY_DEMO=off, or because DATABASE_URL, TRUSTED_PROXIES
or a HOST that other machines can reach is set. Set LIVERY_DEMO=on to load it nevertheless.`;

/** @throws when the value of an option is not a number from 1 to 1000 */
function readFactor(option: string, value: string): number {
  const factor = Number(value);
  if (!(factor >= 1 && factor <= MAX_FACTOR))
    throw new Error(`--${option} must be a number from 1 to ${MAX_FACTOR}, not "${value}".`);
  return factor;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { scale: { type: 'string', default: '1' }, people: { type: 'string' } },
    allowPositionals: true,
  });
  const scale = readFactor('scale', values.scale);
  const people = values.people === undefined ? scale : readFactor('people', values.people);
  const given = positionals[0] ? { DATABASE_URL: positionals[0], DATABASE_OWNER_URL: undefined } : {};
  if (!loadConfig({ ...process.env, ...given }).demo) throw new Error(DEMO_IS_OFF);
  const database = await openCommandDatabase({ ...process.env, ...given, LIVERY_DEMO: 'off' });
  try {
    const vault = await openVaultOf(loadConfig(process.env), database.url);
    const size = `scale ${scale}${people === scale ? '' : `, people ${people}`}`;
    await runStep(`demonstration data, ${size}`, () => seedDemo(database.ownerUrl, { log: printDetail, scale, people, vault }));
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
