/** `npm run order -- start-picking ORDER …`: records that the warehouse has started to pick orders, by number. They can no longer be changed then. */
import { parseArgs } from 'node:util';
import { startPicking } from '#api/ordering/order-changes/picking.actions.ts';
import { openDatabase, runInTransaction } from '#api/platform/db/database.ts';
import { formatError } from './console.ts';
import { openCommandDatabase } from './database.ts';

const usage = 'Usage: npm run order -- start-picking ORDER …';

/** The numbers of the orders. @throws an error with the usage when the arguments are not valid */
function readOrderIds(args: string[]): number[] {
  const [name, ...numbers] = parseArgs({ args, allowPositionals: true }).positionals;
  if (name !== 'start-picking' || numbers.length === 0 || !numbers.every((number) => /^[1-9]\d{0,9}$/.test(number)))
    throw new Error(usage);
  return numbers.map(Number);
}

const RESULTS = {
  started: 'picking has started.',
  unknown: 'there is no such order.',
  refused: 'not possible. It is being picked already, waits for approval, or has ended.',
} as const;

async function run(orderIds: readonly number[]): Promise<void> {
  const database = await openCommandDatabase(process.env);
  const { db, close } = openDatabase(database.url, { poolSize: 1 });
  try {
    for (const orderId of orderIds) {
      const result = await runInTransaction(db, (tx) => startPicking(tx, orderId));
      console.log(`Order ${orderId}: ${RESULTS[result]}`);
      if (result !== 'started') process.exitCode = 1;
    }
  } finally {
    await close();
    await database.close();
  }
}

try {
  await run(readOrderIds(process.argv.slice(2)));
} catch (error) {
  const isUnknownOption = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isUnknownOption ? usage : formatError(error));
  process.exitCode = 1;
}
