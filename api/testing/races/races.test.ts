import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, fillCart, requestSummary, submitOrder } from '../builders.ts';
import { untilSomeoneWaits } from '../lock-waits.ts';
import { cancel } from '../order-changes.ts';
import type { TestServer } from '../portal.ts';
import { type StatementFault, unlockedOrders } from '../statement-faults.ts';
import { usePortal } from '../use-portal.ts';
import { aWearer } from '../wearers.ts';
import { createOrderCast, findRaceFaults, placeOrder, type RacedOrder, summariseOrder } from './order-races.ts';
import { countDeadlocks, createRaces, type RaceCommand, type RacePortal, type RacesOfKind } from './race.ts';
import { createAllRaces } from './races.ts';

// A few pairs of each kind. `npm run race` runs all of them, in two processes.

const SAMPLE: readonly (readonly [kind: string, first: string, second: string])[] = [
  ['an order that waits for approval', 'approve', 'change the size'],
  ['an order that can be picked', 'cancel a piece', 'ship all'],
  ['an order of which two of three pieces were sent', 'ask to return a piece', 'ask to return both pieces'],
  ['an invoice', 'pay what is open', 'credit a piece'],
  ['a return that is waited for', 'receive', 'cancel the request'],
  ['an order that waits for its card', 'hear that it is paid', 'cancel'],
  ['an order that a card has paid', 'refund a part', 'refund all'],
  ['a cart with wearers', 'add the sheet', 'add the sheet'],
  ['a cart with wearers', 'add the sheet', 'order'],
  ['a saved design', 'change its text', 'add pieces with it'],
  ['a saved design', 'delete it', 'order'],
  ['a saved design', 'take its logo out of use', 'order'],
  ['a person', 'order', 'take two pieces'],
  ['a wardrobe', 'order from it', 'lower the number'],
  ['a wardrobe', 'give it to someone else', 'lower the number'],
  ['an answered quote', 'accept all', 'send a newer answer'],
  ['an answered quote', 'accept seven pieces', 'accept four pieces'],
  ['a quote that is partly in the cart', 'accept the rest', 'order'],
];

const portal = usePortal();
let servers: [TestServer, TestServer];
let kinds: RacesOfKind[];

/** Two servers as the races use them. */
const toRacePortal = ([first, second]: readonly [TestServer, TestServer]): RacePortal => ({
  db: portal.db,
  as: first.as,
  asOperator: first.asOperator,
  atSecond: (client) => {
    const { get, post, put, delete: remove } = second.withSession({ customerId: 0, organisationId: 0, ...client });
    return { ...client, get, post, put, delete: remove };
  },
  settle: () => portal.settled(),
});

beforeAll(async () => {
  servers = [await portal.openSecondServer(), await portal.openSecondServer()];
  kinds = await createAllRaces(toRacePortal(servers));
});

describe('two commands at the same moment', () => {
  it.each(SAMPLE)('%s: %s, %s', async (kind, first, second) => {
    const pair = kinds.find(({ name }) => name === kind)?.pairs.find((each) => each.first === first && each.second === second);
    if (!pair) throw new Error('There is no such pair.');
    expect(await pair.run()).toEqual([]);
  });

  it('never block each other for good', async () => {
    // Connections count their deadlocks when they end.
    await Promise.all(servers.map((server) => server.close()));
    expect(await countDeadlocks(portal.db)).toBe(0);
  });
});

it('an order waits for no one who changes its wearer: they would wait for the accounts that it has locked', async () => {
  const shirt = await aStockedProduct(portal.db);
  const { id, client } = await aWearer(portal, [shirt]);
  await fillCart(client, anItem(shirt));
  await requestSummary(portal.db, client);
  const statuses: number[] = [];
  const afterLock: StatementFault = {
    statement: /select from customer where .* order by id for (no key )?update/s,
    afterwards: async () => statuses.push((await submitOrder(client)).status),
  };
  const changing = await portal.openSecondServer({ faults: [afterLock] });
  const admin = changing.withSession(await portal.as('admin@meridian.example'));
  const { status } = await admin.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, {
    customer: { organisationCollections: [] },
  });
  expect([status, statuses]).toEqual([200, [200]]);
});

it('are found out when orders are not locked', async () => {
  let sent = 0;
  let isHeld = false;
  // Whoever cancels first keeps what it has written to itself until the other, which has read the same order, waits for the line.
  const holdFirst: StatementFault = {
    statement: /with cancelled as \(\s+update order_line/,
    afterwards: async () => {
      if (sent < 2 || isHeld) return;
      isHeld = true;
      await untilSomeoneWaits(portal.db);
    },
  };
  const faulty = { faults: [unlockedOrders, holdFirst], logTo: { write: () => undefined } };
  const unlocked = toRacePortal([await portal.openSecondServer(faulty), await portal.openSecondServer(faulty)]);
  const cast = await createOrderCast(unlocked);
  // Only one of the two can cancel two of three pieces.
  const cancelPieces: RaceCommand<RacedOrder> = async ({ id, line, buyer }, at) => {
    sent += 1;
    try {
      return await cancel(at(buyer), id, { items: [{ id: line, quantity: 2 }] });
    } finally {
      sent -= 1;
      if (sent === 0) isHeld = false;
    }
  };
  const [pair] = createRaces<RacedOrder>(
    {
      name: 'an order that no one locks',
      prepare: () => placeOrder(unlocked, cast, 3),
      summarise: (order) => summariseOrder(unlocked, order),
      findFaults: (order) => findRaceFaults(unlocked, order),
      commands: { 'cancel two pieces': cancelPieces },
    },
    unlocked,
  ).pairs;
  expect(await pair?.run()).not.toEqual([]);
});
