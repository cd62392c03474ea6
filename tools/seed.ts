/** `npm run seed -- --scale 10`: the demonstration data, multiplied for load tests, into an empty database. */
import { parseArgs } from 'node:util';
import { seedDemo } from '#api/db/seed/seed.ts';
import { openCommandDatabase } from './database.ts';
import { isEmpty } from './demo.ts';
import { explain, note, step } from './say.ts';

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { scale: { type: 'string', default: '1' } } });
  const scale = Number(values.scale);
  if (!Number.isInteger(scale) || scale < 1) throw new Error(`--scale must be a whole number from 1, not "${values.scale}".`);
  const database = await openCommandDatabase({ ...process.env, LIVERY_DEMO: 'off' });
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
