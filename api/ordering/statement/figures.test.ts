import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listBuilderProducts, openBuilder } from '#api/testing/builder-wearers.ts';
import { fillCart, requestSummary, submitOrder } from '#api/testing/builders.ts';
import { compareFigures } from '#api/testing/compare-figures.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

/** What the wearer reads about one balance; null without a limit. Money in pounds. */
interface Figures {
  granted: number | null;
  left: number | null;
}

/** Where the figures of a wearer come from: the budget, a group, or a garment with its own number. */
interface Place {
  kind: 'budget' | 'group' | 'product';
  /** Name of the group or garment; of a budget it does not matter. */
  label?: string;
}

const builderFigures = async (client: TestClient, { kind, label }: Place): Promise<Figures & { why: number | null }> => {
  const builder = await openBuilder(client);
  const { collectionGroups } = builder.collection;
  if (kind === 'budget') {
    const granted = builder.pointsTotal ?? builder.budgetTotal;
    const used = builder.pointsTotal === null ? builder.budgetUsed : builder.pointsUsed;
    return {
      granted,
      left: granted === null ? null : Math.round((granted - (used ?? 0)) * 100) / 100,
      why: builder.budgetReasoning?.left ?? null,
    };
  }
  if (kind === 'group') {
    const group = collectionGroups.find(({ name }) => name === label);
    if (!group) throw new Error(`${label} is no group.`);
    return { granted: group.allocatedQuantity, left: group.remainingQuantity, why: group.reasoning[0]?.left ?? null };
  }
  const product = (await listBuilderProducts(client)).find(({ name }) => name === label);
  const group = collectionGroups.find(({ id }) => id === product?.collectionGroupId);
  const numbers = group?.products.find(({ productId }) => productId === product?.id);
  if (!product || !group || !numbers) throw new Error(`${label} is no garment of the wardrobe.`);
  return {
    granted: numbers.allocatedQuantity,
    left: numbers.remainingQuantity,
    why: group.reasoning.find(({ productId }) => productId === product.id)?.left ?? null,
  };
};

const statementFigures = async (client: TestClient, { kind, label }: Place): Promise<Figures & { why: number | null }> => {
  const { body } = await client.get<'GET /api/entitlement/statement'>('/api/entitlement/statement');
  const account = body.statement.periods
    .flatMap(({ accounts }) => accounts)
    .find((one) => one.status === 'open' && one.kind === kind && (kind === 'budget' || one.label === label));
  if (!account) throw new Error(`The statement has no ${kind} ${label ?? ''}.`);
  return { granted: account.granted, left: account.left, why: account.reasoning.left };
};

/**
 * Worked out by hand from what the demonstration promises (docs of the demonstration, statement of each): what was granted and is left, what an order of
 * some pieces of one garment takes, and what is left then.
 */
const TABLE = [
  // Fixed: 2 scarves, none ordered. Both are ordered.
  {
    type: 'fixed',
    email: 'staff@meridian.example',
    place: { kind: 'product', label: 'Harland house scarf' },
    garment: 'Harland house scarf',
    pieces: 2,
    before: { granted: 2, left: 2 },
    after: { granted: 2, left: 0 },
    price: null,
  },
  // Quantity: 3 shirts, none ordered. Two are ordered.
  {
    type: 'quantity',
    email: 'new.starter@meridian.example',
    place: { kind: 'group', label: 'Service shirts' },
    garment: undefined,
    pieces: 2,
    before: { granted: 3, left: 3 },
    after: { granted: 3, left: 1 },
    price: null,
  },
  // Points: 50, 35 used. An apron of 6 points.
  {
    type: 'points',
    email: 'staff@hallam.example',
    place: { kind: 'budget' },
    garment: undefined,
    group: 'Aprons',
    pieces: 1,
    before: { granted: 50, left: 15 },
    after: 'points',
    price: null,
  },
  // Money: £180.00, £88.80 used. Trousers of £33.50: 180.00 − 88.80 − 33.50 = 57.70.
  {
    type: 'money',
    email: 'staff@corvane.example',
    place: { kind: 'budget' },
    garment: 'Harland straight-leg trousers, women’s',
    pieces: 1,
    before: { granted: 180, left: 91.2 },
    after: { granted: 180, left: 57.7 },
    price: 33.5,
  },
  // Unlimited: nothing is granted, and nothing is left.
  {
    type: 'unlimited',
    email: 'duty.manager@meridian.example',
    place: { kind: 'group', label: 'Trousers' },
    garment: undefined,
    pieces: 1,
    before: { granted: null, left: null },
    after: { granted: null, left: null },
    // Prices are shown, those of the size that is in stock.
    price: 'shown',
  },
] as const;

describe('the figures of each allocation type are those of the table everywhere', () => {
  it.each(TABLE)('$type', async ({ email, place, garment, pieces, before, after, price, ...row }) => {
    const client = await portal.as(email);
    const products = await listBuilderProducts(client);
    const builder = await openBuilder(client);
    const groupName = 'group' in row ? row.group : place.kind === 'group' ? place.label : undefined;
    const group = builder.collection.collectionGroups.find(({ name }) => name === groupName);
    const product = products.find(({ name, collectionGroupId }) =>
      garment ? name === garment : collectionGroupId === group?.id,
    );
    if (!product) throw new Error('The garment is missing.');
    const expected = after === 'points' ? { granted: 50, left: 15 - (product.points ?? Number.NaN) } : after;
    const { granted, left } = before;
    expect(await builderFigures(client, place)).toEqual({ granted, left, why: left });
    expect(await statementFigures(client, place)).toEqual({ granted, left, why: left });

    const { body: detail } = await client.get<'GET /api/products/:id'>(`/api/products/${product.id}`);
    const combination = detail.products[0]?.productAttributeCombinations.find(
      ({ stockQuantity }) => (stockQuantity ?? 0) >= pieces,
    );
    if (!combination) throw new Error(`Nothing of ${product.name} is in stock.`);
    const shown = price === 'shown' ? combination.price : price;
    if (price !== null) expect([combination.price, typeof shown]).toEqual([shown, 'number']);
    const cart = await fillCart(client, {
      productId: product.id,
      combinationId: combination.id,
      quantity: pieces,
      collectionGroupId: product.collectionGroupId,
      organisationCollectionId: builder.collection.id,
      source: 'builder',
    });
    expect(cart.items).toMatchObject([{ coveredQuantity: pieces, beyondQuantity: 0, unitPrice: shown }]);
    expect(cart.subTotal).toBe(shown);
    const summary = await requestSummary(portal.db, client);
    expect(summary).toMatchObject({
      paymentOption: { paymentMethodSystemName: 'Payments.Entitlement', name: 'Paid from your entitlement' },
      subTotal: shown,
      expectedOn: summary.requiresApproval ? null : expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    });
    const { status, body: placed, errors } = await submitOrder(client);
    expect([status, errors]).toEqual([200, {}]);
    const { body: placedOrder } = await client.get<'GET /api/orders/:id'>(`/api/orders/${placed.orderId}`);
    // The confirmation and the order promise the day that the summary showed.
    expect(placedOrder.orders[0]).toMatchObject({ orderSubtotalExclTax: shown, expectedOn: summary.expectedOn });
    expect(await builderFigures(client, place)).toEqual({ ...expected, why: expected.left });
    expect(await statementFigures(client, place)).toEqual({ ...expected, why: expected.left });
    const [mail] = (
      await sql<{ data: { sums: object | null } }>`
        select data from mail_outbox where dedupe_key = ${`order-placed:${placed.orderId}`} and sealed is null`.execute(portal.db)
    ).rows;
    // No tax and no delivery, which the employer pays.
    const amountMinor = shown === null ? null : Math.round(Number(shown) * 100);
    expect(mail?.data).toMatchObject({ lines: [{ amountMinor }], facts: { entitlement: { pieces, beyond: 0 } } });
    expect(mail?.data.sums).toEqual(
      amountMinor === null ? null : { kind: 'garments', goodsMinor: amountMinor, coveredMinor: amountMinor },
    );
  });
});

/** By `npm run check:figures` every wearer; in other runs some of each allocation type in each organisation, the same in every run. */
const isEveryone = process.env.FIGURES_OF === 'everyone';
const SAMPLE = 3;

const findWearers = async () =>
  (
    await sql<{ email: string; sample: string }>`
      select email, sample from (
        select c.email, c.organisation_id || ' ' || c.allocation_type_id as sample,
          row_number() over (partition by c.organisation_id, c.allocation_type_id order by c.id) as place
        from customer c
        where c.active and c.deleted_at is null and c.allocation_type_id is not null
          and exists (select from customer_collection x where x.organisation_id = c.organisation_id and x.customer_id = c.id)
          and not exists (select from customer_role r where r.organisation_id = c.organisation_id and r.customer_id = c.id and r.role_id in (33, 35, 36))
      ) w where ${isEveryone} or place <= ${SAMPLE} order by email`.execute(portal.db)
  ).rows;

it('garment, cart, summary, order, mail, builder, statement and “why?” of wearers of the demonstration say the same', {
  timeout: 1_200_000,
}, async () => {
  const wearers = await findWearers();
  const differing: object[] = [];
  const orders: Record<string, number> = {};
  const ordered = new Set<string>();
  let compared = 0;
  for (const { email, sample } of wearers) {
    const found = await compareFigures(portal, await portal.as(email));
    compared += found.compared;
    orders[found.order] = (orders[found.order] ?? 0) + 1;
    if (found.order === 'placed') ordered.add(sample);
    differing.push(...found.differences.map((difference) => ({ email, ...difference })));
  }
  console.log(`${wearers.length} wearers, ${compared} comparisons, orders: ${JSON.stringify(orders)}`);
  expect(differing).toEqual([]);
  expect(compared).toBeGreaterThan(wearers.length * 8);
  // Someone of each allocation type in each organisation has ordered.
  expect(ordered.size).toBe(new Set(wearers.map(({ sample }) => sample)).size);
  expect(wearers.length).toBeGreaterThan(isEveryone ? 300 : 15);
});
