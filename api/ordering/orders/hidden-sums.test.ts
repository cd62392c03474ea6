import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aStockedProduct,
  aWardrobe,
  createCheckoutChoices,
  fillCart,
  type StockedProduct,
  submitOrder,
} from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type Call, contract } from '#contract/index.ts';
import { getEntityName } from '#contract/values.ts';

// No call, export or mail may tell people who see no prices what anything costs, not even as a sum.

const portal = usePortal();
/** Of which no other amount of the demonstration is a multiple. */
const PRICE_MINOR = 3791;
const TAX = 0.2;

let product: StockedProduct;
/** A wearer who approves orders, and someone whose order waits for them. */
let wearer: TestClient & { email: string };
let colleague: TestClient & { email: string };
let ids: Partial<Record<string, number>>;

beforeAll(async () => {
  product = await aStockedProduct(portal.db, { stock: [50, 50], price: PRICE_MINOR });
  await sql`insert into role_permission (organisation_id, role_id, permission)
    select 1, 34, p from unnest('{AllowProducts,AllowAdhocOrder,AllowStockEnquiry}'::text[]) p on conflict do nothing`.execute(
    portal.db,
  );
  const signIn = async (overrides: Parameters<typeof aPerson>[1]) => {
    const { id, email } = await aPerson(portal.db, { role: 'Staff', ...overrides });
    const wardrobe = await aWardrobe(portal.db, id, [product], { allocationTypeId: 20, beyond: 'approval', quantity: 4 });
    return { wardrobe, client: Object.assign(await portal.as(email), { email }) };
  };
  const [own, other] = [await signIn({ approver: true }), await signIn({})];
  [wearer, colleague] = [own.client, other.client];
  // Delivery is charged, to a unique amount.
  await sql`update shipping_option set rate_minor = 677, free_from_minor = null where organisation_id = 1`.execute(portal.db);
  await portal.settled();
  const place = async (person: typeof wearer, quantity: number) => {
    await fillCart(person, { ...anItem(product, quantity), reason: 'More' });
    const choices = await createCheckoutChoices(portal.db, person);
    await person.post('/api/checkoutsummary', { checkout: choices });
    const { body, errors } = await submitOrder(person, choices);
    if (!body.orderId) throw new Error(`The order was refused: ${JSON.stringify([body, errors])}`);
    return body.orderId;
  };
  const order = await place(wearer, 3);
  await place(colleague, 7);
  await fillCart(wearer, anItem(product, 1));
  const address = await sql<{ id: number }>`select min(id) as id from address where customer_id = ${wearer.customerId}`.execute(
    portal.db,
  );
  ids = {
    order,
    product: product.id,
    combination: product.combinations[0]?.id,
    collection: own.wardrobe.collectionId,
    customer: wearer.customerId,
    address: address.rows[0]?.id,
  };
});

/** What no reply may contain: the price, its multiples, with and without tax, and what delivery costs; in major and minor units. */
function listAmounts(): number[] {
  const net = [...Array.from({ length: 12 }, (_, index) => PRICE_MINOR * (index + 1)), 677];
  const withDelivery = net.flatMap((minor) => [minor, minor + 677]);
  return withDelivery.flatMap((minor) => [minor, Math.round(minor * (1 + TAX)), Math.round(minor * TAX)]);
}
const AMOUNTS = new Set(listAmounts().flatMap((minor) => [String(minor), String(minor / 100), (minor / 100).toFixed(2)]));

const findAmounts = (text: string) =>
  (text.match(/\d+(\.\d+)?/g) ?? []).filter((number) => AMOUNTS.has(number) && (number.includes('.') || Number(number) >= 1000));
/** Ids could equal an amount. */
const withoutIds = (text: string) => text.replaceAll(/"[A-Za-z]*[iI]ds?":(\d+|\[[\d,]*\])/g, '');

const READS = (Object.keys(contract) as Call[]).filter(
  (call) => call.startsWith('GET /api/') && !call.includes('/operator/') && !/logout|impersonate/i.test(call),
);

function toPath(call: Call): string {
  const { params } = contract[call] as { params?: { properties?: Record<string, Parameters<typeof getEntityName>[0]> } };
  return call.slice('GET '.length).replaceAll(/:(\w+)/g, (_, name: string) => {
    const schema = params?.properties?.[name];
    if (name === 'sku') return encodeURIComponent(product.combinations[0]?.sku ?? '');
    return String(ids[(schema && getEntityName(schema)) ?? ''] ?? 1);
  });
}

describe('people who see no prices', () => {
  it('do see none, in what the tests look for', async () => {
    const buyer = await portal.as('buyer@meridian.example');
    const { body } = await buyer.get(`/api/products?limit=250&keyword=${encodeURIComponent(product.name)}`);
    expect(findAmounts(withoutIds(JSON.stringify(body)))).not.toEqual([]);
  });

  it('are told no amount by any call that reads', async () => {
    const told: [string, string[]][] = [];
    let answered = 0;
    for (const call of READS) {
      const path = toPath(call);
      const { status, body } = await wearer.get<'GET /api/customerprofile'>(path);
      if (status === 200) answered++;
      const found = findAmounts(withoutIds(typeof body === 'string' ? body : JSON.stringify(body ?? null)));
      if (found.length > 0) told.push([path, found]);
    }
    expect(told).toEqual([]);
    expect(answered).toBeGreaterThan(40);
  }, 120_000);

  it('are told none by what they send', async () => {
    const items = [{ ...anItem(product, 2), reason: 'x' }];
    const answers = [
      await wearer.post('/api/product/getbuynowtotals', {
        productId: product.id,
        items: [{ combinationId: ids.combination, quantity: 2 }],
      }),
      await wearer.post('/api/shopping_cart_items/multiple', { items }),
      await wearer.post('/api/checkoutsummary', { checkout: await createCheckoutChoices(portal.db, wearer) }),
      await wearer.post('/api/ordersheets/check', { rows: [] }),
      await wearer.post(`/api/orders/${ids.order}/cancel`, { cancellation: { preview: true } }),
      await wearer.put(`/api/orders/${ids.order}/items/1`, {
        orderItem: { combinationId: product.combinations[1]?.id, preview: true },
      }),
      await wearer.post('/api/reorder', { orderId: ids.order }),
    ];
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(3);
    for (const { body } of answers) expect(findAmounts(withoutIds(JSON.stringify(body)))).toEqual([]);
  });

  it('are told none by mail, whether they order or approve', async () => {
    const { rows } = await sql<{ template: string; data: object }>`
      select template, data from mail_outbox where recipient in (${wearer.email}, ${colleague.email})`.execute(portal.db);
    expect(rows.map(({ template }) => template)).toEqual(expect.arrayContaining(['order-placed', 'approval-requested']));
    for (const { template, data } of rows)
      expect([template, findAmounts(withoutIds(JSON.stringify(data)))]).toEqual([template, []]);
  });
});
