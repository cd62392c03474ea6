import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseHandle, openDatabase, type Tx } from '#api/platform/db/database.ts';
import { createHosts } from '#api/platform/http/hosts.ts';
import { all, nth, STEPS_OF_DESIGNS, STEPS_OF_SUPPLIER } from '#api/testing/every-order-step.ts';
import { createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { createUnlockedWarehouse } from '#api/testing/fulfilment.ts';
import { ALLOCATIONS, type AllocationName } from '#api/testing/order-accounts.ts';
import { pay, runBilling } from '#api/testing/order-billing-commands.ts';
import { payAtProvider, refundToCards } from '#api/testing/order-card-commands.ts';
import { checkSequence, findNewestOrder, recompute } from '#api/testing/order-checks.ts';
import type { OrderCommand } from '#api/testing/order-command.ts';
import { change, place, togglePrice } from '#api/testing/order-commands.ts';
import { FAULT_RUNS } from '#api/testing/order-fault-runs.ts';
import { createOrderFixture, createOrderStage, type OrderPortal, type OrderStage } from '#api/testing/order-fixture.ts';
import {
  cancelForSupplier,
  deliver,
  handOver,
  makeReady,
  moveDate,
  ship,
  shipAtOnce,
  startPicking,
} from '#api/testing/order-fulfilment-commands.ts';
import { injectFault } from '#api/testing/order-injected-faults.ts';
import { createModel, type ModelOptions, type OrderModel } from '#api/testing/order-model.ts';
import { askToReturn, cancelReturn, decideReturn, receiveReturn } from '#api/testing/order-return-commands.ts';
import { orderSequence } from '#api/testing/order-sequences.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { escalateApprovals, expireApprovals, remindApprovers } from '../approval/approval-deadlines.actions.ts';
import { applyPaymentEvent } from '../card-payments/apply-event.actions.ts';
import { endStaleAttempts, expirePayments } from '../card-payments/payment-deadlines.actions.ts';
import type { PaymentDependencies } from '../card-payments/payment-dependencies.ts';
import { sendRefunds } from '../card-payments/refunds/send-refunds.actions.ts';
import { creditReturns } from '../invoices/credit-notes.actions.ts';
import { billShipments } from '../invoices/issue-invoices.actions.ts';
import { mailInvoice } from '../invoices/mail-invoice.actions.ts';
import { expireExchanges, remindAboutExchanges } from '../returns/exchange-deadlines.actions.ts';

const provider = createFakePaymentProvider();
const portal = usePortal({ findPaymentProvider: provider.find });
const mailJobs = useMailJobs(portal);

/**
 * 18 short sequences, always the same, or as many long ones as `ORDER_MODEL_RUNS` says, each time others unless `ORDER_MODEL_SEED` says which. With
 * `ORDER_MODEL_PATH`, the path of a failure, only that sequence of the seed is run again.
 */
const LONG_RUNS = Number(process.env.ORDER_MODEL_RUNS ?? 0);
const isLong = LONG_RUNS > 0;
const seed = isLong ? Number(process.env.ORDER_MODEL_SEED ?? Date.now() % 2 ** 31) : 20_261_123;
const path = process.env.ORDER_MODEL_PATH;
const [runs, length] = isLong ? [path === undefined ? LONG_RUNS : 1, 30] : [18, 16];

/** Of these, sequences of someone who pays by card for what they order beyond their entitlement. */
const CARD_RUNS = isLong ? runs : 10;
const allocations = fc.constantFrom(...(Object.keys(ALLOCATIONS) as AllocationName[]));

const FIRST_MONDAY = Date.parse('2027-01-04T12:00Z');
const DAY = 86_400_000;

afterAll(async () => {
  if (isLong) await writeFile(join(import.meta.dirname, '../../../.cache/order-model.txt'), describeRun());
});

let stage: OrderStage;
let previous: OrderModel | undefined;
beforeAll(async () => {
  const payments: PaymentDependencies = {
    ...mailJobs,
    db: portal.db,
    hosts: createHosts(portal.db),
    clock: { now: () => Date.now() + 1000 },
    log: { warn: () => undefined, error: ({ err }: { err?: unknown }) => Promise.reject(err) },
    findPaymentProvider: provider.find,
  };
  const jobs = { expire: expirePayments, 'end stale attempts': endStaleAttempts, 'send refunds': sendRefunds };
  const orderPortal: OrderPortal = {
    cards: {
      provider,
      apply: (event) => applyPaymentEvent(payments, 1, 'simulated', event),
      run: async (job) => {
        await jobs[job](payments);
      },
    },
    db: portal.db,
    as: portal.as,
    asOperator: portal.asOperator,
    reminds: true,
    dayToTime: (day) => new Date(FIRST_MONDAY + day * DAY),
    runDeadlineJobs: async (at) => {
      const dependencies = { ...mailJobs, log: pino({ level: 'silent' }), clock: { now: () => at.getTime() } };
      for (const run of [remindApprovers, escalateApprovals, expireApprovals, remindAboutExchanges, expireExchanges])
        await run(portal.db, dependencies);
    },
    runBillingJobs: async () => {
      const dependencies = {
        log: pino({ level: 'silent' }),
        clock: { now: () => Date.now() },
        afterIssue: (tx: Tx, document: { id: number; organisationId: number }) => mailInvoice(tx, mailJobs, document),
      };
      await billShipments(portal.db, dependencies);
      await creditReturns(portal.db, dependencies);
    },
  };
  stage = await createOrderStage(orderPortal);
});

/** Runs a sequence and compares with the model after each step, and everything at the end; with `checksEachStep` then, too. */
async function run(
  allocation: AllocationName,
  commands: Iterable<OrderCommand>,
  { checksEachStep = false, ...options }: ModelOptions & { checksEachStep?: boolean } = {},
): Promise<OrderModel> {
  const model = createModel(allocation, options);
  const fixture = await createOrderFixture(stage, model, previous);
  previous = model;
  for (const command of commands) {
    if (!(await command.check(model))) continue;
    await command.run(model, fixture);
    if (checksEachStep) await checkSequence(model, fixture);
  }
  if (!checksEachStep) await checkSequence(model, fixture);
  return model;
}

it(`what is paid by card, and all else, is as a model says after any of ${CARD_RUNS} sequences of steps`, {
  timeout: 7_200_000,
}, async () => {
  const newest = await findNewestOrder(portal.db);
  const sequence = orderSequence(length + 4, isLong ? 'exactly' : 'at most', { withCards: true });
  await fc.assert(
    fc.asyncProperty(allocations, sequence, async (name, commands) => {
      await run(name, commands, { paysOwn: true });
    }),
    { numRuns: CARD_RUNS, seed, endOnFailure: isLong, ...(path !== undefined && { path }) },
  );
  expect(await recompute(portal.db, newest)).toEqual([]);
});

it(`orders, money, stock, entitlement, statuses and mails are as a model says after any of ${runs} sequences of steps`, {
  timeout: 7_200_000,
}, async () => {
  const newest = await findNewestOrder(portal.db);
  let placed = 0;

  await fc.assert(
    fc.asyncProperty(
      allocations,
      fc.constantFrom(true, true, false),
      orderSequence(length, isLong ? 'exactly' : 'at most'),
      async (name, ordersForOthers, commands) => {
        placed += (await run(name, commands, { ordersForOthers })).orders.length;
      },
    ),
    { numRuns: runs, seed, endOnFailure: isLong, ...(path !== undefined && { path }) },
  );

  expect(placed).toBeGreaterThanOrEqual(runs);
  expect(stage.counts.get('place a sheet 200') ?? 0).toBeGreaterThanOrEqual(runs / 10);
  expect(await recompute(portal.db, newest)).toEqual([]);
});

/** Orders that are collected, one of which competes with one that is sent. */
const STEPS_OF_COLLECTING: readonly OrderCommand[] = [
  place('wearer', [{ size: 4, quantity: 2 }], true, true),
  place('wearer', [{ size: 4, quantity: 1 }]),
  ship([[all(0, 0)]]),
  makeReady([{ order: nth(0), line: nth(0), quantity: 1 }]),
  ship([[all(1, 0)]]),
  makeReady([{ order: nth(0), line: nth(0), quantity: 2 }]),
  makeReady([all(0, 0)]),
  cancelForSupplier({ order: nth(0), line: nth(0) }, 1),
  ship([[all(1, 0)]]),
  handOver({ order: nth(0), line: nth(0), quantity: 2 }),
  handOver({ order: nth(0), line: nth(0), quantity: undefined }),
  handOver({ order: 7, line: nth(0), quantity: undefined }),
  askToReturn(nth(0), 'wearer', 'exchange', [{ line: nth(0), quantity: 1, newSize: 'other size' }]),
  receiveReturn(nth(0), undefined, 'asNew'),
  makeReady([all(0, 0)]),
  handOver({ order: nth(0), line: nth(0), quantity: 1 }),
  runBilling(),
  pay(nth(0), 'whole'),
];

it('every step of the supplier, and of garments with logos and texts, is as the model says', async () => {
  for (const steps of [STEPS_OF_SUPPLIER, STEPS_OF_DESIGNS]) await run('quantity', steps);
});

it('an order that is collected is as the model says after each of its steps', async () => {
  await run('quantity', STEPS_OF_COLLECTING);
});

const STEPS_AT_ONCE: readonly OrderCommand[] = [place('wearer', [{ size: 0, quantity: 2 }]), shipAtOnce(nth(0))];

const exchangeFirst = (quantity: number) =>
  askToReturn(nth(0), 'wearer', 'exchange', [{ line: nth(0), quantity, newSize: 'other size' }]);
/** Shirts that were delivered. */
const deliverShirts = (quantity: number) => [place('wearer', [{ size: 0, quantity }]), ship([[all(0, 0)]]), deliver(nth(0))];

/** Sequences that once went wrong, under a budget in money. The exchange is the second order. */
const REGRESSIONS: Record<string, readonly OrderCommand[]> = {
  'an exchange that was sent in advance and rejected no longer awaits the entitlement': [
    ...deliverShirts(1),
    togglePrice(0),
    exchangeFirst(1),
    decideReturn(nth(0), 'sendInAdvance'),
    ship([[all(0, 0)]]),
    decideReturn(nth(0), 'reject'),
    exchangeFirst(1),
    receiveReturn(nth(1), undefined, 'asNew'),
  ],
  'an exchange can be cancelled once the supplier has cancelled the new size': [
    ...deliverShirts(1),
    exchangeFirst(1),
    decideReturn(nth(0), 'sendInAdvance'),
    startPicking(1),
    cancelForSupplier({ order: nth(0), line: nth(0) }, undefined),
    cancelReturn(nth(0), 'wearer'),
  ],
  'a piece that comes back is exchanged although the supplier has cancelled another': [
    ...deliverShirts(2),
    exchangeFirst(2),
    decideReturn(nth(0), 'sendInAdvance'),
    cancelForSupplier({ order: nth(0), line: nth(0) }, 1),
    receiveReturn(nth(0), 1, 'asNew'),
  ],
  'another size is not promised for the day of the first': [
    place('wearer', [{ size: 0, quantity: 2 }]),
    moveDate({ order: nth(0), line: nth(0) }, 3),
    change(0, 'wearer', { line: 0, size: 1, quantity: 1 }),
    change(0, 'wearer', { line: 0, size: 1, quantity: undefined }),
  ],
};

/** The same of someone who pays for more than two pieces of each garment. */
const CARD_REGRESSIONS: Record<string, readonly OrderCommand[]> = {
  'a piece that a card paid, and that alone was exchanged of two, is refunded to the card': [
    place('wearer', [{ size: 0, quantity: 4 }]),
    payAtProvider(nth(0), nth(0), 'paid'),
    ship([[all(0, 0)]]),
    deliver(nth(0)),
    exchangeFirst(2),
    receiveReturn(nth(0), 1, 'asNew'),
    ship([[all(0, 0)]]),
    deliver(nth(1)),
    askToReturn(nth(1), 'wearer', 'credit', [{ line: nth(0), quantity: 1, newSize: 'other size' }]),
    receiveReturn(nth(0), undefined, 'asNew'),
    decideReturn(nth(0), 'refund'),
    refundToCards(),
  ],
  'a piece whose cheaper new size was cancelled is refunded without the difference that has gone back': [
    togglePrice(0),
    place('wearer', [{ size: 0, quantity: 4 }]),
    payAtProvider(nth(0), nth(0), 'paid'),
    ship([[all(0, 0)]]),
    deliver(nth(0)),
    togglePrice(0),
    exchangeFirst(1),
    receiveReturn(nth(0), undefined, 'asNew'),
    cancelForSupplier({ order: nth(0), line: nth(0) }, undefined),
    decideReturn(7, 'refund'),
    refundToCards(),
  ],
};

it.each(Object.entries(CARD_REGRESSIONS))('%s', async (_, steps) => {
  await run('fixed', steps, { paysOwn: true });
});

it.each(Object.entries(REGRESSIONS))('%s', async (_, steps) => {
  await run('money', steps);
});

describe('a fault', () => {
  let owner: DatabaseHandle;
  beforeAll(() => {
    owner = openDatabase(portal.ownerUrl, { poolSize: 1 });
  });
  afterAll(() => owner.close());

  it('is not found where there is none', async () => {
    for (const { allocation, steps, options } of FAULT_RUNS) await run(allocation, steps, options);
  });

  it.each(FAULT_RUNS.flatMap(({ faults, ...found }) => faults.map((name) => ({ name, ...found }))))(
    'is found: $name',
    async ({ name, allocation, steps, options }) => {
      const takeOut = await injectFault(owner.db, name);
      try {
        await expect(run(allocation, steps, { ...options, checksEachStep: true })).rejects.toThrow(/ instead of /);
      } finally {
        await takeOut();
      }
    },
  );

  it('is found: orders are not locked when pieces are sent', async () => {
    const withoutLock = await portal.openSecondServer({
      logTo: { write: () => undefined },
      faults: createUnlockedWarehouse(),
    });
    const { operator } = stage;
    stage.operator = await withoutLock.asOperator({ brandIds: [1] });
    try {
      await expect(run('quantity', STEPS_AT_ONCE)).rejects.toThrow('500 instead of 422');
    } finally {
      stage.operator = operator;
    }
  });
});

/** The seed, and how often each command got which status. */
const describeRun = () =>
  `seed ${seed}\n${[...stage.counts]
    .map(([key, count]) => `${key}: ${count}\n`)
    .toSorted()
    .join('')}`;
