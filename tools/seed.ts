/** `npm run seed -- --scale 10`: the demonstration data, multiplied for load tests, into an empty database. */
import { parseArgs } from 'node:util';
import { loadConfig } from '#api/config.ts';
import { seedDemo } from '#api/db/seed/seed.ts';
import { isEmpty } from './demo.ts';
import { openPortalDatabase } from './open-database.ts';
import { explain, note, step } from './say.ts';

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
  const scale = Number(values.scale);
  if (!Number.isInteger(scale) || scale < 1) throw new Error(`--scale must be a whole number from 1, not "${values.scale}".`);
  const config = loadConfig(process.env);
  const database = await openPortalDatabase(config, note);
  try {
    if (!(await isEmpty(database.url))) {
      throw new Error('The database holds data already. The demonstration is for an empty one: choose another DATA_DIR.');
    }
    await step(`demonstration data, scale ${scale}`, () => seedDemo(database.url, { log: note, scale }));
  } finally {
    await database.close();
  }
}

try {
  await run();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
