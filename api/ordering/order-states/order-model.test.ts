import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#api/platform/db/database.ts';
import { pick } from '#api/testing/order-changes.ts';
import { checkSequence, findNewestOrder, recompute } from '#api/testing/order-checks.ts';
import {
  cancel,
  change,
  decide,
  letDaysPass,
  mark,
  type OrderCommand,
  orderAgain,
  place,
  startPicking,
  togglePrice,
} from '#api/testing/order-commands.ts';
import { FAULT_NAMES, injectFault } from '#api/testing/order-faults.ts';
import { createOrderFixture, createOrderStage, type OrderPortal, type OrderStage } from '#api/testing/order-fixture.ts';
import { ALLOCATIONS, type AllocationName, createModel, type OrderModel } from '#api/testing/order-model.ts';
import { orderSequence } from '#api/testing/order-sequences.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { escalateApprovals, expireApprovals, remindApprovers } from '../approval/approval-deadlines.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);

/** 100 short sequences, always the same, or as many long ones as `ORDER_MODEL_RUNS` says, each time others unless `ORDER_MODEL_SEED` says which. */
const LONG_RUNS = Number(process.env.ORDER_MODEL_RUNS ?? 0);
const isLong = LONG_RUNS > 0;
const seed = isLong ? Number(process.env.ORDER_MODEL_SEED ?? Date.now() % 2 ** 31) : 20_261_123;
const [runs, length] = isLong ? [LONG_RUNS, 30] : [100, 7];

const FIRST_MONDAY = Date.parse('2027-01-04T12:00Z');
const DAY = 86_400_000;

let stage: OrderStage;
let previous: OrderModel | undefined;
beforeAll(async () => {
  const orderPortal: OrderPortal = {
    db: portal.db,
    as: portal.as,
    reminds: true,
    startPicking: async (orderId) => {
      const { rows } = await sql`select from orders where id = ${orderId} and picking_started_at is null`.execute(portal.db);
      return rows.length > 0 && (await pick(portal, orderId)) === 'started';
    },
    dayToTime: (day) => new Date(FIRST_MONDAY + day * DAY),
    runDeadlineJobs: async (at) => {
      const dependencies = { ...mailJobs, log: pino({ level: 'silent' }), clock: { now: () => at.getTime() } };
      for (const run of [remindApprovers, escalateApprovals, expireApprovals]) await run(portal.db, dependencies);
    },
  };
  stage = await createOrderStage(orderPortal);
});

/** Runs a sequence and compares with the model after each step, and everything at the end. */
async function run(allocation: AllocationName, commands: Iterable<OrderCommand>): Promise<OrderModel> {
  const fixture = await createOrderFixture(stage, allocation, previous);
  const model = createModel(allocation);
  previous = model;
  await fc.asyncModelRun(() => ({ model, real: fixture }), commands);
  await checkSequence(model, fixture);
  return model;
}

it(`orders, money, stock, entitlement, statuses and mails are as a model says after any of ${runs} sequences of steps`, {
  timeout: 7_200_000,
}, async () => {
  const newest = await findNewestOrder(portal.db);
  let placed = 0;
  const allocation = fc.constantFrom(...(Object.keys(ALLOCATIONS) as AllocationName[]));

  await fc.assert(
    fc.asyncProperty(allocation, orderSequence(length, isLong ? 'exactly' : 'at most'), async (name, commands) => {
      placed += (await run(name, commands)).orders.length;
    }),
    { numRuns: runs, seed, endOnFailure: isLong },
  );

  expect(placed).toBeGreaterThanOrEqual(runs);
  expect(await recompute(portal.db, newest)).toEqual([]);
  if (isLong) await writeFile(join(import.meta.dirname, '../../../.cache/order-model.txt'), describeRun());
});

/** Every kind of step once. */
const EVERY_STEP: readonly OrderCommand[] = [
  place('wearer', [
    { size: 0, quantity: 2 },
    { size: 2, quantity: 1 },
  ]),
  togglePrice(1),
  cancel(0, 'wearer', { line: 0, quantity: 1 }),
  change(0, 'admin', { line: 1, size: 3, quantity: undefined }),
  place('sales', [{ size: 2, quantity: 3 }]),
  decide(1, 'approver', 'return first'),
  orderAgain(0, 'wearer', 'repeat'),
  place('wearer', [
    { size: 2, quantity: 2 },
    { size: 0, quantity: 1 },
  ]),
  togglePrice(1),
  cancel(2, 'wearer', undefined),
  place('wearer', [{ size: 2, quantity: 2 }]),
  mark(1),
  change(3, 'wearer', { line: 0, size: 3, quantity: 1 }),
  letDaysPass(31),
  startPicking(0),
  cancel(0, 'wearer', undefined),
];

describe('a fault', () => {
  it('is not found where there is none', () => run('quantity', EVERY_STEP));

  it.each(FAULT_NAMES)('is found: %s', async (name) => {
    const owner = openDatabase(portal.ownerUrl, { poolSize: 1 });
    const takeOut = await injectFault(owner.db, name);
    try {
      await expect(run('quantity', EVERY_STEP)).rejects.toThrow(/ instead of /);
    } finally {
      await takeOut();
      await owner.close();
    }
  });
});

/** The seed, and how often each command got which status. */
const describeRun = () =>
  `seed ${seed}\n${[...stage.counts]
    .map(([key, count]) => `${key}: ${count}\n`)
    .toSorted()
    .join('')}`;
