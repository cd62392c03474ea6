import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Tx } from '#api/platform/db/database.ts';
import { all, nth, STEPS_OF_DESIGNS, STEPS_OF_PEOPLE, STEPS_OF_SUPPLIER } from '#api/testing/every-order-step.ts';
import { createUnlockedWarehouse } from '#api/testing/fulfilment.ts';
import { ALLOCATIONS, type AllocationName } from '#api/testing/order-accounts.ts';
import { pay, runBilling } from '#api/testing/order-billing-commands.ts';
import { checkSequence, findNewestOrder, recompute } from '#api/testing/order-checks.ts';
import type { OrderCommand } from '#api/testing/order-command.ts';
import { cancel, change, decide, orderAgain, place, sell, togglePrice } from '#api/testing/order-commands.ts';
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
import { FAULT_NAMES, type FaultName, injectFault } from '#api/testing/order-injected-faults.ts';
import { createModel, type OrderModel, type Wearer } from '#api/testing/order-model.ts';
import { askToReturn, cancelReturn, decideReturn, receiveReturn } from '#api/testing/order-return-commands.ts';
import { orderSequence } from '#api/testing/order-sequences.ts';
import { placeSheet } from '#api/testing/order-sheet-commands.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { escalateApprovals, expireApprovals, remindApprovers } from '../approval/approval-deadlines.actions.ts';
import { creditReturns } from '../invoices/credit-notes.actions.ts';
import { billShipments } from '../invoices/issue-invoices.actions.ts';
import { mailInvoice } from '../invoices/mail-invoice.actions.ts';
import { expireExchanges, remindAboutExchanges } from '../returns/exchange-deadlines.actions.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);

/**
 * 25 short sequences, always the same, or as many long ones as `ORDER_MODEL_RUNS` says, each time others unless `ORDER_MODEL_SEED` says which. With
 * `ORDER_MODEL_PATH`, the path of a failure, only that sequence of the seed is run again.
 */
const LONG_RUNS = Number(process.env.ORDER_MODEL_RUNS ?? 0);
const isLong = LONG_RUNS > 0;
const seed = isLong ? Number(process.env.ORDER_MODEL_SEED ?? Date.now() % 2 ** 31) : 20_261_123;
const path = process.env.ORDER_MODEL_PATH;
const [runs, length] = isLong ? [path === undefined ? LONG_RUNS : 1, 30] : [25, 16];

const FIRST_MONDAY = Date.parse('2027-01-04T12:00Z');
const DAY = 86_400_000;

afterAll(async () => {
  if (isLong) await writeFile(join(import.meta.dirname, '../../../.cache/order-model.txt'), describeRun());
});

let stage: OrderStage;
let previous: OrderModel | undefined;
beforeAll(async () => {
  const orderPortal: OrderPortal = {
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

/** Runs a sequence and compares with the model after each step, and everything at the end. */
async function run(
  allocation: AllocationName,
  commands: Iterable<OrderCommand>,
  { ordersForOthers = false } = {},
): Promise<OrderModel> {
  const model = createModel(allocation, ordersForOthers);
  const fixture = await createOrderFixture(stage, model, previous);
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
    fc.asyncProperty(
      allocation,
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

/** Orders that shrink below a tier, below the value from which delivery is free, and below the numbers in which a garment is sold. */
const SHRINKING_STEPS: readonly OrderCommand[] = [
  place('wearer', [{ size: 4, quantity: 3 }]),
  place('wearer', [{ size: 0, quantity: 3 }]),
  cancel(1, 'wearer', { line: 0, quantity: 1 }, true),
  cancel(1, 'wearer', { line: 0, quantity: 1 }),
  // The supplier has no second shirt; the wearer keeps the price of two.
  cancelForSupplier({ order: 1, line: 0 }, 1),
  place('wearer', [{ size: 0, quantity: 3 }]),
  change(2, 'wearer', { line: 0, size: 1, quantity: 2 }),
  sell(2, 'one or three'),
  cancel(0, 'wearer', { line: 0, quantity: 1 }),
  cancel(0, 'wearer', { line: 0, quantity: 2 }),
  sell(2, 'any'),
  place('wearer', [{ size: 4, quantity: 4 }]),
  cancelForSupplier({ order: nth(3), line: 0 }, 1),
  cancel(3, 'wearer', { line: 0, quantity: 1 }),
  cancel(3, 'wearer', { line: 0, quantity: 1 }),
];

const rowFor = (wearer: Wearer, size: number, quantity: number) => ({ wearer, size, quantity, hasReason: true });

/** Sheets of someone who orders for a colleague too; both are owed four pieces. */
const STEPS_WITH_SHEETS: readonly OrderCommand[] = [
  // Three coats in L are in stock; the shirts of two rows are one line.
  placeSheet('wearer', [rowFor(0, 0, 1), rowFor(1, 1, 1), rowFor(1, 3, 4), rowFor(1, 1, 1)], 'an empty cart'),
  placeSheet('wearer', [rowFor(1, 4, 3), rowFor(0, 4, 1)], 'an empty cart'),
  decide(0, 'approver', 'return first'),
  placeSheet('wearer', [rowFor(1, 5, 1)], 'the cart'),
  cancel(0, 'wearer', { line: 1, quantity: 1 }),
  placeSheet('sales', [rowFor(1, 0, 1)], 'an empty cart'),
  orderAgain(0, 'wearer', 'undo'),
];

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

it('an order that is collected is as the model says after each of its steps', async () => {
  await run('quantity', STEPS_OF_COLLECTING);
});

const STEPS_AT_ONCE: readonly OrderCommand[] = [place('wearer', [{ size: 0, quantity: 2 }]), shipAtOnce(nth(0))];

const runPeople = () => run('quantity', STEPS_OF_PEOPLE);
const runSupplier = () => run('quantity', STEPS_OF_SUPPLIER);
const runShrinking = () => run('money', SHRINKING_STEPS);
const runDesigns = () => run('quantity', STEPS_OF_DESIGNS);
const runSheets = () => run('quantity', STEPS_WITH_SHEETS, { ordersForOthers: true });

/** Faults in what remains of orders, which the shorter sequence finds. */
const SHRINKING_FAULTS: ReadonlySet<FaultName> = new Set([
  'what remains keeps the price of more pieces',
  'cancelled pieces get the price of what remains',
  'delivery stays free for what remains',
  'what the supplier cancels raises the price',
  'the tier of a line is forgotten',
  'fewer remain than are sold',
]);

/** Faults that only orders for others show. */
const SHEET_FAULTS: ReadonlySet<FaultName> = new Set([
  'a row of a sheet loses its reason',
  'what others order for someone is not counted',
]);

/** Faults that only personalised garments show. */
const DESIGN_FAULTS: ReadonlySet<FaultName> = new Set([
  'an order does not wait for the proof of its text',
  'an order is not released when its text is approved',
  'a set-up is not invoiced',
  'the set-up of a cancelled design is charged',
  'what is being decorated can be cancelled',
  'pieces count as decorated when the first one is',
  'an exchange loses its name',
]);

/** Faults that need the warehouse or invoices. */
const SUPPLIER_FAULTS: ReadonlySet<FaultName> = new Set([
  'what is sent is not used',
  'the entitlement does not move to a new size',
  'pieces that come back are not put into stock',
  'pieces go to the orders released last',
  'a promised date is lost',
  'a parcel is never delivered',
  'the number of an invoice is skipped',
  'a refund is credited without its tax',
  'a payment does not cover its invoice',
  'a paid and delivered order is not complete',
  'an order stays complete when its payment is reversed',
  'a mail about a parcel is lost',
]);

const RUNS_TO_FIND = [
  [SUPPLIER_FAULTS, runSupplier],
  [DESIGN_FAULTS, runDesigns],
  [SHEET_FAULTS, runSheets],
  [SHRINKING_FAULTS, runShrinking],
] as const;
const runToFind = (name: FaultName) => (RUNS_TO_FIND.find(([names]) => names.has(name))?.[1] ?? runPeople)();

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

it.each(Object.entries(REGRESSIONS))('%s', async (_, steps) => {
  await run('money', steps);
});

describe('a fault', () => {
  it('is not found where there is none', async () => {
    await runPeople();
    await runSupplier();
    await runShrinking();
    await runDesigns();
    await runSheets();
  });

  it.each(FAULT_NAMES)('is found: %s', async (name) => {
    const owner = openDatabase(portal.ownerUrl, { poolSize: 1 });
    const takeOut = await injectFault(owner.db, name);
    try {
      await expect(runToFind(name)).rejects.toThrow(/ instead of /);
    } finally {
      await takeOut();
      await owner.close();
    }
  });

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
