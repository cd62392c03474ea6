import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { expireApprovals } from '#api/ordering/approval/approval-deadlines.actions.ts';
import { creditReturns } from '#api/ordering/invoices/credit-notes.actions.ts';
import { billShipments } from '#api/ordering/invoices/issue-invoices.actions.ts';
import { expireExchanges } from '#api/ordering/returns/exchange-deadlines.actions.ts';
import { STEPS_OF_COLLECTING, STEPS_OF_PEOPLE, STEPS_OF_SUPPLIER } from '#api/testing/every-order-step.ts';
import { ALLOCATIONS, type AllocationName } from '#api/testing/order-accounts.ts';
import { findNewestOrder } from '#api/testing/order-checks.ts';
import type { OrderCommand } from '#api/testing/order-command.ts';
import { decide, place } from '#api/testing/order-commands.ts';
import { createOrderFixture, createOrderStage, type OrderStage } from '#api/testing/order-fixture.ts';
import { createModel, type OrderModel } from '#api/testing/order-model.ts';
import {
  type CursorCopies,
  compareCopies,
  compareWithFreshCopies,
  copyFromEvents,
  createCursorCopies,
  type OrderCopies,
  ordersOfCursor,
  type ReceivedEvent,
  readTruth,
} from '#api/testing/order-receiver.ts';
import { orderSequence } from '#api/testing/order-sequences.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { anEndpoint } from '#api/testing/webhooks.ts';
import { ORGANISATION_EVENT_TYPES } from '#contract/integrations/webhooks/webhook-events.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);

/**
 * Every kind of step and 60 random ones, always the same; or as many random ones as `ORDER_COPIES_STEPS` says, each time others unless `ORDER_COPIES_SEED` says
 * which.
 */
const LONG_STEPS = Number(process.env.ORDER_COPIES_STEPS ?? 0);
const isLong = LONG_STEPS > 0;
const seed = isLong ? Number(process.env.ORDER_COPIES_SEED ?? Date.now() % 2 ** 31) : 20_261_129;
const STEPS_OF_SEQUENCE = 30;
const randomSteps = isLong ? LONG_STEPS : 60;
/** More than are needed: a step with which there is nothing to do is left out. */
const sequences = Math.ceil(randomSteps / STEPS_OF_SEQUENCE) * 3;
/** Steps of the sequences that are always the same, at most. */
const FIXED_STEPS = STEPS_OF_PEOPLE.length + STEPS_OF_SUPPLIER.length + STEPS_OF_COLLECTING.length + 2;

const FIRST_MONDAY = Date.parse('2027-01-04T12:00Z');
const DAY = 86_400_000;
/** What earlier tests and the demonstration have left is not compared. */
const start = { afterOrder: 0, afterDocument: 0 };

let stage: OrderStage;
let key: TestOperatorClient;
let cursorCopies: CursorCopies;
let endpointId: number;
const events: ReceivedEvent[] = [];
/** What was stored after each step, and how many events had been written by then. */
const moments: { step: string; events: number; truth: OrderCopies }[] = [];
let steps = 0;

/**
 * Reads the events about what is compared that were written since, as a receiver gets them: some twice, and those of one step in any order. Earlier
 * orders are paid and complete when the invoices of the demonstration are settled.
 */
async function receive(random: () => number): Promise<void> {
  const { rows } = await sql<ReceivedEvent & { place: number }>`
    select id as place, event_id as id, event_type as type, sequence, data from webhook_delivery
    where endpoint_id = ${endpointId} and sequence > ${Math.max(0, ...events.map(({ sequence }) => sequence))}
      and coalesce((data ->> 'orderId')::bigint > ${start.afterOrder}, true)
    order by id`.execute(portal.db);
  const repeated = rows.filter(() => random() < 0.2);
  events.push(...[...rows, ...repeated].toSorted(() => random() - 0.5));
}

/** A generator of numbers from 0 to 1, always the same ones. */
function createRandom(from: number): () => number {
  let state = from;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}
const random = createRandom(seed);

async function observe(step: string): Promise<void> {
  await receive(random);
  moments.push({ step, events: events.length, truth: await readTruth(portal.db, start) });
  // The list is not read after every step, and not always to its end.
  if (random() < 0.4) await cursorCopies.pull(1 + Math.floor(random() * 5));
}

beforeAll(async () => {
  stage = await createOrderStage({
    db: portal.db,
    as: portal.as,
    asOperator: portal.asOperator,
    reminds: false,
    dayToTime: (day) => new Date(FIRST_MONDAY + day * DAY),
    runDeadlineJobs: async (at) => {
      const dependencies = { ...mailJobs, log: pino({ level: 'silent' }), clock: { now: () => at.getTime() } };
      for (const run of [expireApprovals, expireExchanges]) await run(portal.db, dependencies);
    },
    runBillingJobs: async () => {
      const dependencies = {
        log: pino({ level: 'silent' }),
        clock: { now: () => Date.now() },
        afterIssue: async () => {},
      };
      await billShipments(portal.db, dependencies);
      await creditReturns(portal.db, dependencies);
    },
  });
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from invoice`.execute(portal.db);
  start.afterDocument = rows[0]?.id ?? 0;
  start.afterOrder = await findNewestOrder(portal.db);
  endpointId = (
    await anEndpoint(portal, { url: 'https://erp.example/hooks', brandId: 1, eventTypes: [...ORGANISATION_EVENT_TYPES] })
  ).id;
  key = await portal.asApiKey(['orders:read', 'shipments:read', 'returns:read', 'invoices:read', 'stock:read'], [1]);
  cursorCopies = createCursorCopies(key);
  const random60 = fc.sample(
    fc.record({
      allocation: fc.constantFrom(...(Object.keys(ALLOCATIONS) as AllocationName[])),
      ordersForOthers: fc.boolean(),
      commands: orderSequence(STEPS_OF_SEQUENCE, 'exactly'),
    }),
    { numRuns: sequences, seed },
  );
  const all: { allocation: AllocationName; ordersForOthers: boolean; commands: readonly OrderCommand[] }[] = [
    { allocation: 'quantity', ordersForOthers: false, commands: STEPS_OF_PEOPLE },
    { allocation: 'quantity', ordersForOthers: false, commands: STEPS_OF_SUPPLIER },
    { allocation: 'quantity', ordersForOthers: false, commands: STEPS_OF_COLLECTING },
    {
      allocation: 'quantity',
      ordersForOthers: false,
      commands: [place('sales', [{ size: 2, quantity: 3 }]), decide(0, 'approver', 'reject')],
    },
    ...random60,
  ];
  let previous: OrderModel | undefined;
  for (const { allocation, ordersForOthers, commands } of all) {
    const model = createModel(allocation, { ordersForOthers });
    const fixture = await createOrderFixture(stage, model, previous);
    previous = model;
    for (const command of commands) {
      if (steps >= FIXED_STEPS + randomSteps || !command.check(model)) continue;
      await command.run(model, fixture);
      steps += 1;
      await observe(String(command));
    }
  }
}, 7_200_000);

it('a receiver that keeps its own copies has what the portal has, after each step from events alone', () => {
  const wrong = moments.flatMap(({ step, events: count, truth }, index) =>
    compareCopies(copyFromEvents(events.slice(0, count)), truth).map(
      (difference) => `after step ${index + 1}, ${step}: ${difference}`,
    ),
  );

  expect(wrong).toEqual([]);
  expect(steps).toBe(FIXED_STEPS + randomSteps);
});

it('and by asking what has changed since a cursor, once it has read all', { timeout: 120_000 }, async () => {
  await cursorCopies.pullAll();

  const { orders } = await readTruth(portal.db, start);
  const stored = Object.entries(orders).map(([id, { told: _told, ...order }]) => [id, order] as const);
  const copied = ordersOfCursor(cursorCopies);
  for (const [id, order] of stored)
    expect([id, copied[Number(id)]]).toEqual([
      id,
      { ...order, lines: order.lines.map((line) => ({ ...line, dueOn: line.pendingQuantity > 0 ? line.dueOn : null })) },
    ]);
  expect(await compareWithFreshCopies(cursorCopies, key)).toEqual([]);
  if (isLong)
    await writeFile(
      join(import.meta.dirname, '../../../.cache/order-copies.txt'),
      `seed ${seed}, ${steps} steps, ${stored.length} orders, ${events.length} events received\n`,
    );
});

describe('a receiver that is not told', () => {
  it.each(ORGANISATION_EVENT_TYPES)('%s has something else', (type) => {
    const isTold = moments.every(
      ({ events: count, truth }) =>
        compareCopies(copyFromEvents(events.slice(0, count).filter((event) => event.type !== type)), truth).length === 0,
    );

    expect(isTold).toBe(false);
  });
});

it('a receiver of the event kinds of before has something else', () => {
  const before = ['order.placed', 'order.approved', 'order.shipped', 'return.received', 'return.decided'];
  const known = events.filter(({ type }) => before.includes(type));

  expect(compareCopies(copyFromEvents(known), moments.at(-1)?.truth as OrderCopies)).not.toEqual([]);
});
