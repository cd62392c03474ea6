import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anItem, aStockedProduct, NORTH, orderItems, type StockedProduct, setProductPrice } from '#api/testing/builders.ts';
import {
  cancel,
  changeLine,
  eventsOf,
  lineOf,
  mailsOf,
  orderOf,
  pick,
  reservedOf,
  setApprovalRules,
  sizeOf,
} from '#api/testing/order-changes.ts';
import { findOrderFaults } from '#api/testing/order-faults.ts';
import type { TestClient, TestServer } from '#api/testing/portal.ts';
import { unlockedOrders } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

// What several people do with one order at the same moment. Each race is run several times, and once on a server on which changes do not lock the
// order, so that others act between their reading and their writing: there it must go wrong.

const portal = usePortal();
type Named = SignedIn & { name: string };
const ROUNDS = 2;
let shirt: StockedProduct;
let buyer: SignedIn;
/** Admins of the buyer's group who can also approve, each with another name. */
let people: Named[];
let withoutLock: TestServer;

beforeAll(async () => {
  await setApprovalRules(portal, { kind: 'above_amount', amountMinor: 5000 });
  shirt = await aStockedProduct(portal.db, { stock: [5000, 5000] });
  buyer = await signInAs(portal, { firstName: 'Bea' });
  const admin = { role: 'Admin' as const, adminableGroupIds: [NORTH.groupId], approver: true };
  people = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const firstName = `Person${String.fromCharCode(65 + index)}`;
      return Object.assign(await signInAs(portal, { ...admin, firstName }), { name: `${firstName} Forthetest` });
    }),
  );
  withoutLock = await portal.openSecondServer({
    logTo: { write: () => undefined },
    faults: [unlockedOrders, { statement: /as "isFirst",.* as ended,/s, afterwards: () => gate.pass() }],
  });
});

/** Where changes without a lock wait after they have read the order. */
const gate = {
  isOpen: true,
  waiting: [] as (() => void)[],
  pass: () => (gate.isOpen ? undefined : new Promise<void>((resume) => gate.waiting.push(resume))),
  open: () => {
    gate.isOpen = true;
    for (const resume of gate.waiting.splice(0)) resume();
  },
};

/**
 * Changes of an order and other acts at the same moment. On the server without the lock, at least two of the changes, or the only one, read the order
 * before the others act, and write after them.
 */
async function atOnce<Change, Other>(
  server: TestServer,
  changes: readonly (() => Promise<Change>)[],
  others: readonly (() => Promise<Other>)[],
): Promise<[Change[], Other[]]> {
  const start = <T>(acts: readonly (() => Promise<T>)[]) => Promise.all(acts.map((act) => act()));
  if (server !== withoutLock) return Promise.all([start(changes), start(others)]);
  gate.isOpen = false;
  const changing = start(changes);
  try {
    await vi.waitUntil(() => gate.waiting.length >= Math.min(2, changes.length), { interval: 5, timeout: 10_000 });
    const answers = await start(others);
    gate.open();
    return [await changing, answers];
  } finally {
    gate.open();
  }
}

interface Answer {
  status: number;
  errors: Record<string, string[]>;
  body: unknown;
}
type Act = (client: TestClient, orderId: number) => Promise<Answer>;

const decide =
  (action: string): Act =>
  (client, id) =>
    client.post('/api/orders/approvereject', { id, action, ...(action === 'approve' ? {} : { rejectReason: 'No.' }) });
const ACTS: Record<string, Act> = {
  approve: decide('approve'),
  reject: decide('reject'),
  'send back': decide('amend'),
  cancel: (client, orderId) => cancel(client, orderId),
};

/** An order of six pieces, which waits, or of three, which does not. */
const anOrder = (pieces: 3 | 6) => orderItems(portal.db, buyer, anItem(shirt, pieces));

/** Twenty people, each with one of the acts, at the same moment. */
async function actAtOnce(server: TestServer, orderId: number, names: readonly string[]) {
  const acts = people.map((person, index) => {
    const act = names[index % names.length] as string;
    const client = act === 'cancel' ? server.withSession(person) : person;
    return { act, run: async () => ({ act, name: person.name, ...(await (ACTS[act] as Act)(client, orderId)) }) };
  });
  const runsOf = (isCancelling: boolean) => acts.filter(({ act }) => (act === 'cancel') === isCancelling).map(({ run }) => run);
  return (await atOnce(server, runsOf(true), runsOf(false))).flat();
}

/** A change of the line's size by the buyer, and what someone else does, at the same moment. */
async function changeAtOnce<T>(server: TestServer, orderId: number, act: () => Promise<T>) {
  const itemId = await lineOf(buyer, orderId);
  const change = () => changeLine(server.withSession(buyer), orderId, itemId, { combinationId: sizeOf(shirt, 1) });
  const [[changed], [other]] = await atOnce(server, [change], [act]);
  return [changed, other] as [Awaited<ReturnType<typeof change>>, T];
}

const hasNoFaults = async (orderId: number) => expect(await findOrderFaults(portal.db, orderId)).toEqual([]);

/** What happens at the same moment, and what must be true of it. Throws when it is not. */
const RACES: Record<string, (server: TestServer) => Promise<void>> = {
  'approve, reject, send back and cancel, twenty people': async (server) => {
    const id = await anOrder(6);
    const answers = await actAtOnce(server, id, ['approve', 'reject', 'send back', 'cancel']);

    const winners = answers.filter(({ status }) => status === 200);
    // Someone may cancel what was approved.
    const acts = winners.map(({ act }) => act).sort();
    expect([['approve', 'cancel'], ['reject'], ['send back'], ['cancel']]).toContainEqual(acts);
    for (const { status, errors, name } of answers) {
      if (winners.some((winner) => winner.name === name)) continue;
      expect([status, winners.some((winner) => errors.order?.[0]?.includes(winner.name))]).toEqual([409, true]);
    }
    expect((await mailsOf(portal, id)).filter(({ recipient }) => recipient === buyer.email)).toHaveLength(acts.length);
    await hasNoFaults(id);
  },
  'reject, send back and cancel, twenty people': async (server) => {
    const id = await anOrder(6);
    const answers = await actAtOnce(server, id, ['cancel', 'reject', 'cancel', 'send back']);

    const [winner, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    for (const { errors } of answers.filter(({ status }) => status === 409)) expect(errors.order?.[0]).toContain(winner?.name);
    expect(await reservedOf(portal, shirt)).toEqual([0, 0]);
    await hasNoFaults(id);
  },
  'cancel, twenty people': async (server) => {
    const id = await anOrder(3);
    const answers = await actAtOnce(server, id, ['cancel']);

    const [winner] = answers.filter(({ status }) => status === 200);
    const messages = answers.flatMap(({ status, errors }) => (status === 409 ? (errors.order ?? []) : []));
    expect(messages).toHaveLength(19);
    for (const message of messages) expect(message).toMatch(new RegExp(`^This order was cancelled by ${winner?.name} on `));
    expect(await eventsOf(portal, id)).toEqual(['cancelled']);
    await hasNoFaults(id);
  },
  'change a line to the same size, twenty people': async (server) => {
    const id = await anOrder(3);
    const itemId = await lineOf(buyer, id);
    const change = { combinationId: sizeOf(shirt, 1) };
    const changes = people.map((person) => () => changeLine(server.withSession(person), id, itemId, change));
    const [answers] = await atOnce(server, changes, []);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
    expect(answers.flatMap(({ errors }) => errors.combinationId ?? [])).toEqual(
      Array.from({ length: 19 }, () => 'This line already has this size and colour. Please choose another.'),
    );
    expect(await eventsOf(portal, id)).toEqual(['line_changed']);
    await hasNoFaults(id);
  },
  'cancel the same pieces, twenty people': async (server) => {
    const id = await orderItems(portal.db, buyer, anItem(shirt, 1), anItem(shirt, 2, 1));
    const items = [{ id: await lineOf(buyer, id), quantity: 1 }];
    const changes = people.map((person) => () => cancel(server.withSession(person), id, { items }));
    const [answers] = await atOnce(server, changes, []);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 422)]);
    expect((await orderOf(buyer, id)).orderItems.map(({ pendingQuantity }) => pendingQuantity)).toEqual([0, 2]);
    await hasNoFaults(id);
  },
  'change the size and approve: what costs more after it was approved needs approval again': async (server) => {
    const id = await anOrder(6);
    await setProductPrice(portal.db, shirt.id, 1200);
    const [approver] = people as [Named];
    const [changed, approved] = await changeAtOnce(server, id, () => decide('approve')(approver, id));
    expect([changed.status, approved.status]).toEqual([200, 200]);
    expect([
      ['line_changed', 'approvers_told', 'approved', 'Pending'],
      ['approved', 'line_changed', 'approval_requested', 'AwaitingApproval'],
    ]).toContainEqual([...(await eventsOf(portal, id)), (await orderOf(buyer, id)).orderStatus]);
    await hasNoFaults(id);
  },
  'change the size and start picking': async (server) => {
    const id = await anOrder(3);
    const [changed, picked] = await changeAtOnce(server, id, () => pick(portal, id));

    expect(picked).toBe('started');
    expect([
      [200, 'line_changed', 'picking_started'],
      [409, 'picking_started'],
    ]).toContainEqual([changed.status, ...(await eventsOf(portal, id))]);
    if (changed.status === 409) expect(changed.errors.order?.[0]).toMatch(/^The warehouse started to pick this order on /);
    await hasNoFaults(id);
  },
  'cancel a piece and start picking': async (server) => {
    const id = await anOrder(3);
    const items = [{ id: await lineOf(buyer, id), quantity: 1 }];
    const client = server.withSession(buyer);
    const [[cancelled], [picked]] = await atOnce(server, [() => cancel(client, id, { items })], [() => pick(portal, id)]);

    expect(picked).toBe('started');
    expect([
      [200, 'pieces_cancelled', 'picking_started'],
      [409, 'picking_started'],
    ]).toContainEqual([cancelled?.status, ...(await eventsOf(portal, id))]);
    await hasNoFaults(id);
  },
  'change the size and cancel': async (server) => {
    const id = await anOrder(3);
    const [admin] = people as [Named];
    const [changed, cancelled] = await changeAtOnce(server, id, () => cancel(admin, id));

    expect(cancelled.status).toBe(200);
    expect([
      [200, 'line_changed', 'cancelled'],
      [409, 'cancelled'],
    ]).toContainEqual([changed.status, ...(await eventsOf(portal, id))]);
    if (changed.status === 409) expect(changed.errors.order?.[0]).toContain(`was cancelled by ${admin.name} on `);
    await hasNoFaults(id);
  },
};

describe.each(Object.entries(RACES))('%s', (_name, race) => {
  it('leaves one result, and everyone else gets an explanation', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      shirt = await aStockedProduct(portal.db, { stock: [5000, 5000] });
      await race(portal);
    }
  });

  it('would go wrong without the lock', async () => {
    shirt = await aStockedProduct(portal.db, { stock: [5000, 5000] });
    await expect(race(withoutLock)).rejects.toThrow(/^expected /);
  });
});

it('cancelling a whole order and starting to pick it exclude each other', async () => {
  shirt = await aStockedProduct(portal.db);
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await anOrder(3);
    const [picked, cancelled] = await Promise.all([pick(portal, id), cancel(buyer, id)]);
    expect([picked, cancelled.status]).toEqual(picked === 'started' ? ['started', 409] : ['refused', 200]);
  }
});

it('two changes to the last piece of a size: one succeeds', async () => {
  shirt = await aStockedProduct(portal.db, { stock: [50, 1] });
  const clients = [buyer, await signInAs(portal, {})];
  const orders = await Promise.all(clients.map((client) => orderItems(portal.db, client, anItem(shirt, 1))));
  const items = await Promise.all(clients.map((client, index) => lineOf(client, orders[index] as number)));

  const results = await Promise.all(
    clients.map((client, index) =>
      changeLine(client, orders[index] as number, items[index] as number, { combinationId: sizeOf(shirt, 1) }),
    ),
  );

  expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await reservedOf(portal, shirt)).toEqual([1, 1]);
});
