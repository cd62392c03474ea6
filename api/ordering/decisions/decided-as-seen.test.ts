import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anItem, aStockedProduct, NORTH, orderItems, type StockedProduct, setProductPrice } from '#api/testing/builders.ts';
import { aDecoratedProduct, EMBROIDERY } from '#api/testing/designs.ts';
import { cancel, changeLine, eventsOf, lineOf, orderOf, setApprovalRules, sizeOf } from '#api/testing/order-changes.ts';
import type { TestClient, TestServer } from '#api/testing/portal.ts';
import { unlockedOrders } from '#api/testing/statement-faults.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

// A decision counts for what was seen: the fingerprint of what the approver was shown is compared under the order's lock.

const portal = usePortal();
let shirt: StockedProduct;
let buyer: SignedIn;
let approver: SignedIn;
/** Approves orders, and sees no prices. */
let approvingWearer: SignedIn;

beforeAll(async () => {
  await setApprovalRules(portal, { kind: 'always' });
  shirt = await aStockedProduct(portal.db, { stock: [5000, 5000, 5000] });
  approver = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId], approver: true });
  approvingWearer = await signInAs(portal, { role: 'Staff', approver: true });
});

// What is sent back goes to the cart, so each test has a buyer of its own.
beforeEach(async () => {
  buyer = await signInAs(portal, { firstName: 'Bea' });
});

const anOrder = (pieces = 3) => orderItems(portal.db, buyer, anItem(shirt, pieces));
const decide = (client: TestClient, id: number, decision: object = {}) =>
  client.post<'POST /api/orders/approvereject'>('/api/orders/approvereject', {
    id,
    action: 'approve',
    rejectReason: 'Not now.',
    ...decision,
  });
const cardOf = async (client: TestClient, id: number) =>
  (await client.get<'GET /api/orders/:id/approval'>(`/api/orders/${id}/approval`)).body.approval;
const seenBy = async (client: TestClient, id: number) => (await cardOf(client, id)).fingerprint as string;

/** Gives all pieces, or some, another size at a price in pence. */
async function change(
  client: TestClient,
  id: number,
  { price = 1000, size = 1, quantity }: { price?: number; size?: number; quantity?: number } = {},
) {
  await setProductPrice(portal.db, shirt.id, price);
  try {
    return await changeLine(client, id, await lineOf(buyer, id), { combinationId: sizeOf(shirt, size), quantity });
  } finally {
    await setProductPrice(portal.db, shirt.id, 1000);
  }
}

describe('the fingerprint of an order that waits', () => {
  it('is the same in the order, its list, the queue and the card, for those who can decide', async () => {
    const id = await anOrder();
    const seen = await seenBy(approver, id);

    expect(seen).toMatch(/^[0-9a-f]{32}$/);
    expect((await orderOf(approver, id)).fingerprint).toBe(seen);
    const list = await approver.get<'GET /api/orders'>(`/api/orders?searchTerm=${id}`);
    expect(list.body.orders.map(({ fingerprint }) => fingerprint)).toEqual([seen]);
    const queue = await approver.get<'GET /api/approvals'>('/api/approvals?limit=250');
    expect(queue.body.approvals.find(({ orderId }) => orderId === id)?.fingerprint).toBe(seen);
    expect(await seenBy(approvingWearer, id)).toBe(seen);
    expect((await orderOf(buyer, id)).fingerprint).toBeNull();
  });

  it('is another one for each order', async () => {
    expect(await seenBy(approver, await anOrder())).not.toBe(await seenBy(approver, await anOrder()));
  });

  it('is another one when the total alone has changed, such as by the cost of delivery', async () => {
    const id = await anOrder();
    const seen = await seenBy(approver, id);
    await sql`update orders set total_minor = total_minor + 100, shipping_minor = shipping_minor + 100 where id = ${id}`.execute(
      portal.db,
    );
    expect(await seenBy(approver, id)).not.toBe(seen);
  });

  it('is another one when the size alone has changed', async () => {
    const id = await anOrder();
    const seen = await seenBy(approver, id);
    expect((await change(buyer, id)).status).toBe(200);
    expect(await seenBy(approver, id)).not.toBe(seen);
  });

  it('is another one when a text on a garment is another, which the card shows', async () => {
    const polo = await aDecoratedProduct(portal.db);
    const name = { methodId: EMBROIDERY, positionId: polo.positions['left-chest'], text: 'Niamh' };
    const id = await orderItems(portal.db, buyer, { ...anItem(polo), customisations: [name] });
    const seen = await seenBy(approver, id);
    expect((await cardOf(approver, id)).items[0]?.customisations).toMatchObject([{ text: 'Niamh', price: 2.4 }]);
    expect((await cardOf(approvingWearer, id)).items[0]?.customisations).toMatchObject([{ text: 'Niamh', price: null }]);
    await sql`update order_line_customisation set text = 'Neve' where order_line_id in (select id from order_line where order_id = ${id})`.execute(
      portal.db,
    );
    expect(await seenBy(approver, id)).not.toBe(seen);
  });

  it('depends on a secret of the request, so that prices cannot be found by trying', async () => {
    const id = await anOrder();
    const seen = await seenBy(approver, id);
    await sql`update approval set fingerprint_salt = gen_random_uuid() where order_id = ${id}`.execute(portal.db);
    expect(await seenBy(approver, id)).not.toBe(seen);
  });

  it('is null once the order no longer waits', async () => {
    const id = await anOrder();

    const { status, body } = await decide(approver, id, { fingerprint: await seenBy(approver, id) });

    expect([status, body.orders[0]?.fingerprint, await seenBy(approver, id)]).toEqual([200, null, null]);
  });
});

describe('a decision about an order that has changed', () => {
  it.each([
    ['approve', {}],
    ['reduce', { items: 'fewer' }],
    ['reject', { action: 'reject' }],
    ['send back', { action: 'amend' }],
  ])('is refused with what has changed: %s', async (_, decision) => {
    const id = await anOrder();
    const itemId = await lineOf(buyer, id);
    const fingerprint = await seenBy(approver, id);
    const sent = 'items' in decision ? { items: [{ id: itemId, quantity: 1 }] } : decision;
    expect((await change(buyer, id, { price: 1500 })).status).toBe(200);

    const refused = await decide(approver, id, { ...sent, fingerprint });

    expect([refused.status, refused.errors]).toEqual([
      409,
      {
        order: [
          `Order ${id} has changed since you opened it.`,
          `3 × ${shirt.name}, Size 1 instead of 3 × ${shirt.name}, Size 0.`,
          `Price of ${shirt.name}, Size 1: £15.00 instead of £10.00 each, excluding tax.`,
          'Goods to approve £45.00 instead of £30.00, excluding tax.',
        ],
      },
    ]);
    expect((await orderOf(buyer, id)).orderStatus).toBe('AwaitingApproval');
    expect((await decide(approver, id, { ...sent, fingerprint: await seenBy(approver, id) })).status).toBe(200);
  });

  it('is told of all changes since, and names no amounts to people who see no prices', async () => {
    const id = await anOrder(6);
    const fingerprint = await seenBy(approver, id);
    await change(buyer, id, { price: 1500, quantity: 2 });
    await cancel(buyer, id, { items: [{ id: await lineOf(buyer, id), quantity: 1 }] });

    const [toApprover, toWearer] = [
      await decide(approver, id, { fingerprint }),
      await decide(approvingWearer, id, { fingerprint }),
    ];

    expect(toWearer.errors.order).toEqual([
      `Order ${id} has changed since you opened it.`,
      `${shirt.name}, Size 0: 3 instead of 6.`,
      `Added: 2 × ${shirt.name}, Size 1.`,
    ]);
    expect(toApprover.errors.order?.slice(0, 3)).toEqual(toWearer.errors.order);
    expect(toApprover.errors.order?.[3]).toMatch(/^Total £\d+\.\d\d instead of £\d+\.\d\d\.$/);
  });

  it('is refused in general words with a fingerprint that no one was given', async () => {
    const id = await anOrder();

    const refused = await decide(approver, id, { fingerprint: 'ab'.repeat(16) });

    expect([refused.status, refused.errors]).toEqual([
      409,
      { order: [`Order ${id} has changed since you opened it.`, 'Please check it again.'] },
    ]);
  });

  it('counts as before from callers who send no fingerprint', async () => {
    for (const fingerprint of [undefined, null, '']) {
      const id = await anOrder();
      await change(buyer, id);
      expect((await decide(approver, id, { fingerprint })).status).toBe(200);
    }
  });

  it('is answered as the first time when it is repeated', async () => {
    const id = await anOrder();
    const decision = { fingerprint: await seenBy(approver, id) };

    const first = await decide(approver, id, decision);

    expect((await decide(approver, id, decision)).body).toEqual(first.body);
  });
});

describe('a change and a decision at the same moment', () => {
  /** A decision that has read the order, and a change that is made before it goes on. Answers the decision's status and what is charged. */
  async function race(server: TestServer, barrier: Barrier) {
    const id = await anOrder();
    const fingerprint = await seenBy(approver, id);
    barrier.close();
    const decided = decide(server.withSession(approver), id, { fingerprint });
    await barrier.reached();
    const changed = change(buyer, id, { price: 1500 });
    // With the lock, the change waits for the decision; without it, it is made before the decision goes on.
    if (!barrier.isLocking) await changed;
    barrier.open();
    const [decision, { status }] = await Promise.all([decided, changed]);
    const { orderStatus, orderTotal } = await orderOf(buyer, id);
    return { decided: decision.status, changed: status, orderStatus, orderTotal };
  }

  interface Barrier {
    isLocking: boolean;
    close(): void;
    open(): void;
    reached(): Promise<void>;
    pass(): Promise<void> | undefined;
  }

  function createBarrier(isLocking: boolean): Barrier {
    let isClosed = false;
    let waiting: (() => void) | undefined;
    return {
      isLocking,
      close: () => {
        isClosed = true;
        waiting = undefined;
      },
      open: () => {
        isClosed = false;
        waiting?.();
      },
      reached: () => vi.waitUntil(() => waiting !== undefined, { interval: 5, timeout: 10_000 }).then(() => undefined),
      pass: () => (isClosed ? new Promise<void>((resume) => (waiting = resume)) : undefined),
    };
  }

  const openServer = (barrier: Barrier) =>
    portal.openSecondServer({
      logTo: { write: () => undefined },
      faults: [...(barrier.isLocking ? [] : [unlockedOrders]), { statement: /as "isWaiting"/, afterwards: () => barrier.pass() }],
    });

  it('never approve what was not seen: the change of an approved order asks for approval again', async () => {
    const barrier = createBarrier(true);

    expect(await race(await openServer(barrier), barrier)).toEqual({
      decided: 200,
      changed: 200,
      orderStatus: 'AwaitingApproval',
      orderTotal: 59.94,
    });
  });

  it('would approve it if the order were compared before it is locked', async () => {
    const barrier = createBarrier(false);

    expect(await race(await openServer(barrier), barrier)).toEqual({
      decided: 200,
      changed: 200,
      orderStatus: 'Pending',
      orderTotal: 59.94,
    });
  });
});

describe('an order that waits and becomes dearer', () => {
  const mails = useMailJobs(portal);
  const isAbout = (id: number) => (mail: { subject: string }) =>
    mail.subject.startsWith(`Order ${id} of`) && mail.subject.endsWith('costs more');
  const mailsAbout = async (id: number, { email }: SignedIn) => (await mails.renderMails(email)).filter(isAbout(id));

  it('is told to those who can decide, once for each change, with the amounts that they may see', async () => {
    const id = await anOrder();

    expect((await change(buyer, id, { price: 1500 })).status).toBe(200);

    const [toApprover, ...more] = await mailsAbout(id, approver);
    expect([toApprover?.text.includes('Goods to approve £45.00 instead of £30.00, excluding tax.'), more]).toEqual([true, []]);
    const toWearer = await mailsAbout(id, approvingWearer);
    expect(toWearer.map(({ text }) => [text.includes(`3 × ${shirt.name}, Size 1 instead of 3`), text.includes('£')])).toEqual([
      [true, false],
    ]);
    expect(await mailsAbout(id, buyer)).toEqual([]);
    expect(await eventsOf(portal, id)).toEqual(['line_changed', 'approvers_told']);
    expect((await orderOf(buyer, id)).orderNotes.map(({ note }) => note)).toContain(
      'The order now costs more. Its approvers have been emailed.',
    );
  });

  it('is not told to whoever changes it, nor when it becomes cheaper', async () => {
    const id = await anOrder();
    expect((await change(approver, id, { price: 1500 })).status).toBe(200);
    expect((await change(approver, id, { price: 900, size: 2 })).status).toBe(200);

    expect(await mailsAbout(id, approver)).toEqual([]);
    expect(await mailsAbout(id, approvingWearer)).toHaveLength(1);
    expect(await eventsOf(portal, id)).toEqual(['line_changed', 'approvers_told', 'line_changed']);
  });
});
