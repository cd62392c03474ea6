import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aReleasedOrder } from '#api/testing/fulfilment.ts';
import { cancel, setApprovalRules } from '#api/testing/order-changes.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { awaitProof, decideOnProof, showProof } from '#api/testing/proofs.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor, type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let admin: SignedIn;
let buyer: SignedIn;
let operator: TestOperatorClient;
let shirt: StockedProduct;

beforeAll(async () => {
  await setApprovalRules(portal);
  admin = await signInAs(portal, { role: 'Admin', groupIds: [] });
  buyer = await signInAs(portal, { role: 'Buyer' });
  operator = await portal.asOperator({ brandIds: [1], rights: ['customerService'] });
  shirt = await aStockedProduct(portal.db, { stock: [900, 900] });
});

let keys = 0;
const anAwaitingOrder = async (person: TestClient, design: Partial<Parameters<typeof awaitProof>[2]> = {}) => {
  const { id } = await aReleasedOrder(portal, person, [shirt, 1]);
  return { id, requestId: await awaitProof(portal.db, id, { proofKey: `notice:${keys++}`, ...design }) };
};

/** The orders of a person's list that wait for a proof, by the filter, and by their mark. */
async function waitingOrders(person: TestClient): Promise<number[]> {
  const list = async (query: string) => (await person.get<'GET /api/orders'>(`/api/orders?limit=250${query}`)).body;
  const [all, waiting] = [await list(''), await list('&waitsForProofOnly=1')];
  const ids = waiting.orders.map(({ id }) => id).sort((a, b) => a - b);
  expect(
    all.orders
      .filter(({ waitsForProof }) => waitsForProof)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
  ).toEqual(ids);
  expect(waiting.totalCount).toBe(ids.length);
  return ids;
}

const worklistOf = async (person: TestClient) =>
  (await person.get<'GET /api/organisations/worklist'>('/api/organisations/worklist')).body;
const underWayOf = async (person: TestClient) => (await person.get<'GET /api/orders/underway'>('/api/orders/underway')).body;
const proofsToApprove = async (person: TestClient) =>
  (await person.get<'GET /api/proofs'>('/api/proofs?status=waiting')).body.totalCount;

describe('an order that waits for a proof', () => {
  it('is marked in the list, until the proof is approved or the order is cancelled', async () => {
    const [one, two] = [await anAwaitingOrder(buyer), await anAwaitingOrder(buyer)];
    const plain = await aReleasedOrder(portal, buyer, [shirt, 1]);
    expect(await waitingOrders(buyer)).toEqual([one.id, two.id]);
    expect(await waitingOrders(admin)).toEqual([one.id, two.id]);
    const own = (await underWayOf(buyer)).orders;
    expect(own.filter(({ waitsForProof }) => waitsForProof).map(({ orderId }) => orderId)).toEqual([two.id, one.id]);
    expect(own.map(({ orderId }) => orderId)).toContain(plain.id);

    const { body } = await showProof(portal, operator, one.requestId);
    await decideOnProof(admin, body.request.versions[0]?.id as number, { approve: true });
    await cancel(buyer, two.id);
    expect(await waitingOrders(buyer)).toEqual([]);
  });

  it('is marked for the wearer of the line that waits, and not for that of another line', async () => {
    const [worn, other] = [await signInAs(portal, { role: 'Staff' }), await signInAs(portal, { role: 'Staff' })];
    const { id, lines } = await aReleasedOrder(portal, buyer, [shirt, 1], [shirt, 2, 1]);
    for (const [at, { customerId }] of [worn, other].entries())
      await sql`update order_line set wearer_id = ${customerId} where id = ${lines[at]}`.execute(portal.db);
    await awaitProof(portal.db, id, { proofKey: 'notice:worn' });
    expect((await other.get<'GET /api/orders'>('/api/orders')).body.totalCount).toBe(1);
    expect(await waitingOrders(worn)).toEqual([id]);
    expect(await waitingOrders(other)).toEqual([]);
  });
});

describe('the number of proofs to approve', () => {
  it('is on Home what the list of proofs has, with the oldest', async () => {
    const before = await worklistOf(admin);
    expect(before.proofsToApprove).toBe(await proofsToApprove(admin));
    const { requestId } = await anAwaitingOrder(buyer);
    expect((await worklistOf(admin)).proofsToApprove).toBe(before.proofsToApprove);
    await showProof(portal, operator, requestId);
    const after = await worklistOf(admin);
    expect(after.proofsToApprove).toBe(before.proofsToApprove + 1);
    expect([after.proofsToApprove, (await underWayOf(admin)).proofsToApprove]).toEqual(
      Array(2).fill(await proofsToApprove(admin)),
    );
    expect(Date.parse(after.oldestProofOnUtc as string)).toBeLessThanOrEqual(Date.now());
  });

  it('is said to those who ordered a text, and not while someone acts for them', async () => {
    const { requestId } = await anAwaitingOrder(buyer, { text: 'Bea', requestedById: buyer.customerId });
    await showProof(portal, operator, requestId);
    expect([(await underWayOf(buyer)).proofsToApprove, await proofsToApprove(buyer)]).toEqual([1, 1]);
    expect((await underWayOf(await orderFor(portal, buyer.customerId))).proofsToApprove).toBe(0);
  });
});
