import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, NORTH, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { aReleasedOrder, deliver, shipPieces } from '#api/testing/fulfilment.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { askToExchange } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let guideId: number;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator();
  const { rows } = await sql<{ id: number }>`insert into size_guide (name) values ('Shirts') returning id`.execute(portal.db);
  guideId = rows[0]?.id as number;
});

/** A shirt in the sizes 0 to 4. */
async function aShirt(guide: number | null = guideId): Promise<StockedProduct> {
  const shirt = await aStockedProduct(portal.db, { stock: Array(5).fill(50) });
  await sql`update product set size_guide_id = ${guide} where id = ${shirt.id}`.execute(portal.db);
  await sql`select refresh_listing('{1}', ${[shirt.id]}::bigint[])`.execute(portal.db);
  return shirt;
}

const daysAgo = (days: number) => new Date(portal.clock.now() - days * 24 * 3600_000);

/** The day of a moment at Meridian Resorts. */
const dayOf = (moment: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(moment);

/** Sends one piece of a size, delivered so many days ago; returns its order and line, and when it was delivered. */
async function send(client: TestClient, shirt: StockedProduct, size: number, { days = 100, isDelivered = true } = {}) {
  const order = await aReleasedOrder(portal, client, [shirt, 1, size]);
  const lineId = order.lines[0] as number;
  const shipmentId = await shipPieces(operator, [lineId, 1]);
  if (isDelivered) await deliver(operator, shipmentId);
  const deliveredAt = daysAgo(days);
  await sql`update shipment set shipped_at = ${daysAgo(days + 2)}, delivered_at = case when delivered_at is not null then ${deliveredAt}::timestamptz end
    where id = ${shipmentId}`.execute(portal.db);
  return { orderId: order.id, lineId, deliveredAt };
}

const sizes = async (client: TestClient, query = '') =>
  (await client.get<'GET /api/keptsizes'>(`/api/keptsizes${query}`)).body.keptSizes;
const sizeOf = async (client: TestClient, { id }: StockedProduct) => (await sizes(client, `?productId=${id}`))[0]?.size;

describe('a size is kept', () => {
  it('from the thirtieth day after delivery, or dispatch where nothing is known of the delivery', async () => {
    const shirt = await aShirt();
    const { client } = await aWearer(portal, [shirt], { quantity: 20 });
    expect(await sizes(client)).toEqual([]);
    await send(client, shirt, 3, { days: 29 });
    expect(await sizeOf(client, shirt)).toBeUndefined();
    await send(client, shirt, 2, { days: 28, isDelivered: false });
    expect(await sizeOf(client, shirt)).toBe('Size 2');
    const { deliveredAt } = await send(client, shirt, 1, { days: 400 });
    await send(client, shirt, 1, { days: 20 });
    expect(await sizes(client)).toEqual([
      {
        productId: shirt.id,
        sizeId: shirt.combinations[1]?.valueId,
        size: 'Size 1',
        values: [{ id: shirt.combinations[1]?.valueId, name: 'Size 1' }],
        sinceOn: dayOf(deliveredAt),
        keptProductId: shirt.id,
        keptProductName: shirt.name,
        fit: null,
      },
    ]);
  });

  it('no longer when it came back, or while its return or exchange is open', async () => {
    const shirt = await aShirt();
    const { client } = await aWearer(portal, [shirt], { quantity: 20 });
    await send(client, shirt, 1, { days: 300 });
    await send(client, shirt, 2, { days: 90 });
    const { orderId, lineId } = await send(client, shirt, 2, { days: 5 });
    expect(await sizeOf(client, shirt)).toBe('Size 2');
    expect((await askToExchange(client, orderId, lineId, shirt.combinations[3]?.id as number)).status).toBe(200);
    expect(await sizeOf(client, shirt)).toBe('Size 1');
    await sql`update order_line set open_return_quantity = 0 where id = ${lineId}`.execute(portal.db);
    expect(await sizeOf(client, shirt)).toBe('Size 2');
    await sql`update order_line set returned_quantity = shipped_quantity where combination_id = ${shirt.combinations[2]?.id}`.execute(
      portal.db,
    );
    expect(await sizeOf(client, shirt)).toBe('Size 1');
  });

  it('of the garment itself before one of the same size guide, and of no other', async () => {
    const [shirt, blouse, coat, plain] = [await aShirt(), await aShirt(), await aShirt(null), await aShirt(null)];
    const { client } = await aWearer(portal, [shirt, blouse, coat, plain], { quantity: 20 });
    await send(client, shirt, 1, { days: 300 });
    await send(client, coat, 4, { days: 60 });
    const [kept] = await sizes(client, `?productId=${blouse.id}`);
    expect(kept).toMatchObject({
      sizeId: blouse.combinations[1]?.valueId,
      size: 'Size 1',
      values: [{ id: blouse.combinations[1]?.valueId }],
      keptProductId: shirt.id,
      keptProductName: shirt.name,
    });
    await send(client, blouse, 3, { days: 200 });
    expect(await Promise.all([blouse, shirt, coat, plain].map((each) => sizeOf(client, each)))).toEqual([
      'Size 3',
      'Size 1',
      'Size 4',
      undefined,
    ]);
  });

  it('of another garment of the same kind only, where a size guide serves several', async () => {
    const [blouse, shirt, skirt, trousers] = [await aShirt(), await aShirt(), await aShirt(), await aShirt()];
    const types = { blouse, 'short-sleeve-shirt': shirt, skirt, trousers };
    for (const [type, { id }] of Object.entries(types))
      await sql`update product set garment_type = ${type} where id = ${id}`.execute(portal.db);
    const { client } = await aWearer(portal, Object.values(types), { quantity: 20 });
    await send(client, blouse, 1, { days: 300 });
    await send(client, skirt, 3, { days: 200 });
    expect(await Promise.all([blouse, shirt, skirt, trousers].map((each) => sizeOf(client, each)))).toEqual([
      'Size 1',
      'Size 1',
      'Size 3',
      'Size 3',
    ]);
  });

  it('with what its wearer says about how it fits', async () => {
    const shirt = await aShirt();
    const { client } = await aWearer(portal, [shirt], { quantity: 20 });
    const { orderId, lineId } = await send(client, shirt, 1);
    await client.put(`/api/orders/${orderId}/items/${lineId}/fit`, { fit: 'tooSmall' });
    expect((await sizes(client))[0]).toMatchObject({ size: 'Size 1', fit: 'tooSmall' });
  });
});

describe('the sizes of someone', () => {
  let shirt: StockedProduct;
  let wearer: TestClient;

  beforeAll(async () => {
    shirt = await aShirt();
    ({ client: wearer } = await aWearer(portal, [shirt], { quantity: 20 }));
    await send(wearer, shirt, 1);
  });

  it('are given to those who may order for them, and to no one else', async () => {
    const query = `?customerId=${wearer.customerId}&productId=${shirt.id}`;
    for (const person of [
      wearer,
      await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] }),
      await signInAs(portal, { role: 'Buyer', groupIds: [NORTH.groupId] }),
      await portal.as('sales@meridian.example'),
    ])
      expect((await sizes(person, query)).map(({ size }) => size)).toEqual(['Size 1']);
    expect(await sizeOf(await orderFor(portal, wearer.customerId), shirt)).toBe('Size 1');
    for (const person of [
      await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] }),
      await signInAs(portal, { role: 'Buyer', groupIds: [SOUTH.groupId], resortId: SOUTH.resortId }),
      await signInAs(portal, { role: 'Staff' }),
      await portal.as('admin@hallam.example'),
    ])
      expect((await person.get(`/api/keptsizes${query}`)).status).toBe(404);
  });

  it('take one statement, and one more where someone else is named', async () => {
    await portal.settled();
    const admin = await portal.as('sales@meridian.example');
    const count = async (person: TestClient, query = '') => {
      await sizes(person, query);
      const before = portal.statementsSent();
      await sizes(person, query);
      return portal.statementsSent() - before;
    };
    expect(await count(wearer)).toBe(1);
    expect(await count(admin, `?customerId=${wearer.customerId}`)).toBe(2);
  });

  it('are not found without any', async () => {
    expect(await sizes(await portal.as((await aPerson(portal.db, {})).email))).toEqual([]);
  });
});
