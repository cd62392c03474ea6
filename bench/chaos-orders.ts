/**
 * `npm run chaos:orders`: sequences of steps of the model of ordering (place, decide, cancel, change, order again, ship, deliver, receive stock, return,
 * exchange, invoice, pay, let days pass) against a portal that is killed between every two steps and in the middle of requests. Each interrupted request
 * is repeated with its key, if it has one. Afterwards money, stock, entitlement, invoices, statuses and mails must be as the model says.
 *   npm run chaos:orders
 *   npm run chaos:orders -- --sequences 2 --steps 10 --seed 1    fewer and shorter ones
 *   npm run chaos:orders -- --inject-fault                       answers to requests are lost: the script must fail
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { ALLOCATIONS, type AllocationName } from '#api/testing/order-accounts.ts';
import { checkSequence, findNewestOrder, recompute } from '#api/testing/order-checks.ts';
import { createOrderFixture, createOrderStage } from '#api/testing/order-fixture.ts';
import { injectFault } from '#api/testing/order-injected-faults.ts';
import { createModel, type OrderModel } from '#api/testing/order-model.ts';
import { orderSequence } from '#api/testing/order-sequences.ts';
import { seedDemo } from '#demo/seed.ts';
import { startKilledPortal } from './killed-portal.ts';

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '10' },
    steps: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    'inject-fault': { type: 'boolean', default: false },
  },
});
const [sequences, steps, seed] = [Number(values.sequences), Number(values.steps), Number(values.seed)];

/** Numbers from 0 to 1 that depend on the seed only. */
function createRandom(): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const dataDir = join(import.meta.dirname, '../.cache/chaos-orders');
await rm(dataDir, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres({ dataDir });
const startedAt = performance.now();
let failures = 0;
try {
  await migrate(postgres.adminUrl);
  await seedDemo(postgres.adminUrl);
  const portal = await startKilledPortal(postgres.adminUrl, createRandom());
  try {
    const stage = await createOrderStage(portal);
    if (values['inject-fault']) await injectFault(portal.db, 'answers are not found again');
    const newest = await findNewestOrder(portal.db);
    const allocation = fc.constantFrom(...(Object.keys(ALLOCATIONS) as AllocationName[]));
    let previous: OrderModel | undefined;
    for (const [index, [name, ordersForOthers, sequence]] of fc
      .sample(fc.tuple(allocation, fc.constantFrom(true, true, false), orderSequence(steps, 'exactly')), {
        numRuns: sequences,
        seed,
      })
      .entries()) {
      const model = createModel(name, { ordersForOthers });
      try {
        const fixture = await createOrderFixture(stage, model, previous);
        previous = model;
        await fc.asyncModelRun(() => ({ model, real: fixture }), sequence);
        await checkSequence(model, fixture);
        console.log(`passed  sequence ${index + 1} (${name}): ${model.orders.length} orders, ${model.mails.length} mails`);
      } catch (error) {
        failures += 1;
        console.log(
          `FAILED  sequence ${index + 1} (${name}): ${(error as Error).message}\n        ${sequence.join('\n        ')}`,
        );
        break;
      }
    }
    const faults = await recompute(portal.db, newest);
    if (faults.length > 0) failures += 1;
    console.log(
      `${faults.length > 0 ? 'FAILED' : 'passed'}  ${faults.length} faults when everything is computed anew ${JSON.stringify(faults.slice(0, 5))}`,
    );
    const { betweenSteps, duringRequests, duringJobs, repeatedRequests } = portal.counts;
    console.log(
      `Killed ${betweenSteps} times between steps, ${duringRequests} during requests and ${duringJobs} during jobs; ` +
        `${repeatedRequests} requests were repeated. Seed ${seed}, ${Math.round((performance.now() - startedAt) / 1000)} s.`,
    );
    console.log(
      [...stage.counts]
        .map(([key, count]) => `  ${key}: ${count}`)
        .toSorted()
        .join('\n'),
    );
  } finally {
    await portal.close();
  }
} finally {
  await postgres.stop();
}
console.log(failures > 0 ? 'failed' : 'passed');
process.exitCode = failures > 0 ? 1 : 0;
