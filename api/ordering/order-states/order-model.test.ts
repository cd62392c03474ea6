import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import { checkTotals, createCallers, createFixture, type OrderModel, orderCommands } from '#api/testing/order-model.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

/** 100 short sequences, always the same, or as many long ones as `ORDER_MODEL_RUNS` says, each time others. */
const LONG_RUNS = Number(process.env.ORDER_MODEL_RUNS ?? 0);
const [runs, length] = LONG_RUNS > 0 ? [LONG_RUNS, 30] : [100, 8];

it(`orders, stock and entitlement are as a model says after any of ${runs} sequences of steps`, {
  timeout: 3_600_000,
}, async () => {
  const callers = await createCallers(portal);
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from orders`.execute(portal.db);
  const since = (rows[0]?.id ?? 0) + 1;
  let placed = 0;

  await fc.assert(
    fc.asyncProperty(fc.commands(orderCommands, { maxCommands: length, size: 'max' }), async (commands) => {
      const fixture = await createFixture(portal, callers);
      const model: OrderModel = { orders: [] };
      await fc.asyncModelRun(() => ({ model, real: fixture }), commands);
      await checkTotals(model, fixture);
      placed += model.orders.length;
    }),
    { numRuns: runs, ...(LONG_RUNS > 0 ? {} : { seed: 20_261_123 }) },
  );

  expect(placed).toBeGreaterThan(runs);
  expect(await findOrderFaults(portal.db, since)).toEqual([]);
});
