import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, NORTH, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { aReleasedOrder, deliver, shipPieces } from '#api/testing/fulfilment.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let shirt: StockedProduct;
let wearer: TestClient;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator();
  shirt = await aStockedProduct(portal.db, { stock: [50, 50] });
  await sql`update product set wear_life_months = 12 where id = ${shirt.id}`.execute(portal.db);
  ({ client: wearer } = await aWearer(portal, [shirt], { quantity: 9 }));
});

const held = async (client: TestClient) => (await client.get<'GET /api/issuedgarments'>('/api/issuedgarments')).body.garments;

it('nothing is held before anything was sent', async () => {
  expect(await held(wearer)).toEqual([]);
});

describe('pieces that were sent', () => {
  beforeAll(async () => {
    const first = await aReleasedOrder(portal, wearer, [shirt, 2], [shirt, 3, 1]);
    const [one, two] = first.lines as [number, number];
    await deliver(operator, await shipPieces(operator, [one, 2], [two, 1]));
    const { rows } = await sql<{ id: number }>`select shipment_id as id from shipment_line where order_line_id = ${one}`.execute(
      portal.db,
    );
    await sql`update shipment set shipped_at = '2025-01-30 12:00Z', delivered_at = '2025-01-31 12:00Z' where id = ${rows[0]?.id}`.execute(
      portal.db,
    );
    const second = await aReleasedOrder(portal, wearer, [shirt, 1]);
    await sql`update shipment set shipped_at = '2025-03-01 12:00Z' where id = ${await shipPieces(operator, [second.lines[0] as number, 1])}`.execute(
      portal.db,
    );
  });

  it('are held by size, with the day on which the oldest is due to be replaced', async () => {
    expect(await held(wearer)).toEqual([
      {
        productId: shirt.id,
        productName: shirt.name,
        imageSrc: expect.any(String),
        quantity: 4,
        wearLifeMonths: 12,
        nextReplacementOn: '2026-01-31',
        sizes: [
          { combinationId: shirt.combinations[0]?.id, attributeDescription: 'Size 0', quantity: 3, lastIssuedOn: '2025-03-01' },
          { combinationId: shirt.combinations[1]?.id, attributeDescription: 'Size 1', quantity: 1, lastIssuedOn: '2025-01-31' },
        ],
      },
    ]);
  });

  it('are no longer held when they have come back', async () => {
    await sql`update order_line set returned_quantity = 2 where wearer_id = ${wearer.customerId} and shipped_quantity = 2`.execute(
      portal.db,
    );
    const [garment] = await held(wearer);
    expect([garment?.quantity, garment?.sizes.map(({ quantity }) => quantity)]).toEqual([2, [1, 1]]);
  });

  it('are seen by those who manage the person, and by someone who orders for them', async () => {
    const path = `/api/customers/${wearer.customerId}/issuedgarments`;
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const { body } = await admin.get<'GET /api/customers/:id/issuedgarments'>(path);
    expect(body.garments.map(({ productId }) => productId)).toEqual([shirt.id]);
    expect(await held(await orderFor(portal, wearer.customerId, 'sales@meridian.example'))).toHaveLength(1);
    for (const other of [
      await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] }),
      await signInAs(portal, { role: 'Staff' }),
      await portal.as('admin@hallam.example'),
    ])
      expect((await other.get(path)).status).toBe(404);
  });
});
