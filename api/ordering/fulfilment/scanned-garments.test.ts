import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aReleasedOrder, shipPieces } from '#api/testing/fulfilment.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let others: TestOperatorClient;
let buyer: SignedIn;
let shirt: StockedProduct;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1] });
  others = await portal.asOperator({ brandIds: [2] });
  buyer = await signInAs(portal, {});
  shirt = await aStockedProduct(portal.db, { stock: [50, 50] });
  const [one] = shirt.combinations;
  await sql`update combination set gtin = '5060777010034' where id = ${one?.id}`.execute(portal.db);
  await sql`update stock_level set shelf = 'B-14-4' where combination_id = ${one?.id}`.execute(portal.db);
});

const find = async (code: string, client = operator) =>
  (await client.get<'GET /api/operator/packing/garments'>(`/api/operator/packing/garments?code=${encodeURIComponent(code)}`)).body
    .garments;

it('a code that no bag needs is explained: which garment it is, from what shelf, and which orders wait for it', async () => {
  const orders: { id: number; lines: number[] }[] = [];
  for (const quantity of [2, 1, 1, 1]) orders.push(await aReleasedOrder(portal, buyer, [shirt, quantity]));
  const [garment, ...more] = await find(']C10105060777010034');
  expect(more).toEqual([]);
  expect(garment).toMatchObject({
    productId: shirt.id,
    productName: shirt.name,
    sku: shirt.combinations[0]?.sku,
    shelf: 'B-14-4',
  });
  expect(garment?.orders.map(({ id, quantity }) => [id, quantity])).toEqual(
    orders.slice(0, 3).map(({ id }, at) => [id, at === 0 ? 2 : 1]),
  );

  await shipPieces(operator, [orders[0]?.lines[0] as number, 2]);
  expect((await find('5060777010034'))[0]?.orders.map(({ id }) => id)).toEqual(orders.slice(1).map(({ id }) => id));
});

it('of a garment that no order waits for, and of an unknown code', async () => {
  expect(await find(shirt.combinations[1]?.sku as string)).toMatchObject([{ orders: [] }]);
  expect(await find('5060777010041')).toEqual([]);
});

it('is of garments and orders of the operator’s brands alone', async () => {
  expect(await find('5060777010034', others)).toEqual([]);
});
