import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { anItem, orderItems } from '#api/testing/builders.ts';
import { aParcel, operatorOrderOf, receive, ship } from '#api/testing/fulfilment.ts';

import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const HALLAM = 2;
let key: TestOperatorClient;

beforeAll(async () => {
  await sql`delete from approval_rule where organisation_id = ${HALLAM}`.execute(portal.db);
  key = await portal.asApiKey(['catalogue:write', 'stock:write', 'orders:write', 'shipments:write']);
});

/** The reply to a call that must succeed. */
async function done<Reply extends { status: number; body: unknown; errors: unknown }>(
  call: Promise<Reply>,
): Promise<Reply['body']> {
  const { status, body, errors } = await call;
  expect([status, errors]).toEqual([200, {}]);
  return body;
}

it('a product comes from nothing to the parcel of a buyer with an API key alone', async () => {
  const buyer = await portal.as('buyer@hallam.example');
  const { product } = await done(
    key.post<'POST /api/operator/products'>('/api/operator/products', { name: 'Quarry gilet', sku: 'QRY-G', price: 24 }),
  );
  const { id } = product;
  const { product: made } = await done(
    key.put<'PUT /api/operator/products/:id/combinations'>(`/api/operator/products/${id}/combinations`, {
      attributes: [
        { name: 'Colour', values: [{ name: 'Slate', colorSquaresRgb: '#4a5560' }] },
        { name: 'Size', values: [{ name: 'M' }, { name: 'L' }] },
      ],
      combinations: [
        { values: ['Slate', 'M'], sku: 'QRY-G-SLT-M', gtin: '4006381333931' },
        { values: ['Slate', 'L'], sku: 'QRY-G-SLT-L' },
      ],
      version: product.version,
    }),
  );
  await done(
    key.put<'PUT /api/operator/products/:id'>(`/api/operator/products/${id}`, {
      state: 'published',
      shortDescription: 'Padded, for cold platforms.',
      version: made.version,
    }),
  );
  await done(
    key.post<'POST /api/operator/products/:id/clients'>(`/api/operator/products/${id}/clients`, { organisationIds: [HALLAM] }),
  );
  const { clients } = await done(key.get<'GET /api/operator/products/:id/clients'>(`/api/operator/products/${id}/clients`));
  await done(
    key.post<'POST /api/operator/organisations/:id/prices'>(`/api/operator/organisations/${HALLAM}/prices`, {
      ids: clients.map(({ rangeId }) => rangeId),
      price: { percent: -10 },
    }),
  );
  await done(receive(key, 'DN 1 of the gilets', ['4006381333931', 5]));

  const { body: found } = await buyer.get<'GET /api/products'>('/api/products?keyword=quarry%20gilet');
  expect(found.products.map((each) => [each.id, each.price])).toEqual([[id, 21.6]]);
  const garment = { ...made, combinations: made.combinations } as unknown as Parameters<typeof anItem>[0];
  const orderId = await orderItems(portal.db, buyer, anItem(garment, 2));
  const order = await operatorOrderOf(key, orderId);
  expect(order?.lines.map(({ readyQuantity }) => readyQuantity)).toEqual([2]);
  await done(ship(key, [aParcel([order?.lines[0]?.id as number, 2])]));
  const { stock } = await done(
    key.get<'GET /api/operator/stock/:combinationId'>(`/api/operator/stock/${made.combinations[0]?.id}`),
  );
  expect(stock).toMatchObject({ onHand: 3, reserved: 0 });
});
