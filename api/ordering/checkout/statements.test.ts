import { beforeEach, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, createCheckoutChoices, type StockedProduct } from '#api/testing/builders.ts';
import { runAsOwner } from '#api/testing/database.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aHallamPerson, HALLAM } from '#api/testing/waiting-orders.ts';

// The last test provokes an error.
const portal = usePortal({ logTo: { write: () => {} } });

/** Garments that the servers of this file have not met yet. */
let garments: StockedProduct[];
beforeEach(async () => {
  const organisationIds = [1, HALLAM.organisationId];
  garments = await Promise.all([1, 2, 3].map(() => aStockedProduct(portal.db, { price: 1000, stock: [50], organisationIds })));
});

/** Orders the garments, each with a call of its own, as the web app does; returns the statements of each call, `begin` and `commit` among them. */
async function countStatements(person: TestClient): Promise<Record<string, number[]>> {
  const counts: Record<string, number[]> = {};
  const checkout = await createCheckoutChoices(portal.db, person);
  const count = async <Reply extends { status: number }>(name: string, send: () => Promise<Reply>): Promise<Reply> => {
    const before = portal.statementsSent();
    const reply = await send();
    counts[name] = [...(counts[name] ?? []), portal.statementsSent() - before];
    expect(reply.status, name).toBe(200);
    return reply;
  };
  // Sessions are kept in memory once the server listens for changes, and those of the new person have been announced.
  const countOfCheapCall = async () => {
    const before = portal.statementsSent();
    await person.get('/api/countries');
    return portal.statementsSent() - before;
  };
  await expect.poll(countOfCheapCall, { timeout: 10_000, interval: 5 }).toBe(1);
  for (const { id: productId, combinations } of garments) {
    const items = [{ productId, combinationId: combinations[0]?.id, quantity: 1 }];
    await count('add', () => person.post('/api/shopping_cart_items/multiple', { items }));
  }
  const { body } = await count('cart', () => person.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items'));
  await count('change', () => person.put(`/api/shopping_cart_items/${body.items[0]?.id}`, { shoppingCartItem: { quantity: 2 } }));
  await count('addresses', () => person.get('/api/shippingaddresses'));
  await count('delivery', () => person.get(`/api/shippingoptions/${checkout.shippingAddressId}`));
  await count('summary', () => person.post('/api/checkoutsummary', { checkout }));
  const headers = { 'idempotency-key': `of ${person.customerId}` };
  await count('order', () => person.post('/api/setpaymentform', { checkout: {} }, headers));
  return counts;
}

const aBuyer = async () => portal.as((await aPerson(portal.db)).email);

describe('the statements of an order of three lines', () => {
  it('are as few as they were measured to be', async () => {
    expect(await countStatements(await aBuyer())).toEqual({
      add: [4, 4, 4],
      cart: [1],
      change: [4],
      addresses: [1],
      delivery: [2],
      summary: [5],
      order: [10],
    });
  });

  it('are one more in the summary, and two in the order, where someone has to approve it', async () => {
    expect(await countStatements(await aHallamPerson(portal))).toMatchObject({ summary: [6], order: [12] });
  });

  it('do not look for approvers where no one has to approve it', async () => {
    const lookUp = 'function order_deciders';
    await runAsOwner(portal, `revoke execute on ${lookUp} from public`, `revoke execute on ${lookUp} from livery_app`);
    try {
      await countStatements(await aBuyer());
      await expect(countStatements(await aHallamPerson(portal))).rejects.toThrow('summary');
    } finally {
      await runAsOwner(portal, `grant execute on ${lookUp} to public`, `grant execute on ${lookUp} to livery_app`);
    }
  });
});
