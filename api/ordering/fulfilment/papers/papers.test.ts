import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aBackOrderProduct, aParcel, aReleasedOrder, deliver, ship } from '#api/testing/fulfilment.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import { hasPdfReaders, readPdf } from '#api/testing/pdf-reader.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let buyer: SignedIn;
let shirt: StockedProduct;
let jacket: StockedProduct;
let order: Awaited<ReturnType<typeof aReleasedOrder>>;
let other: Awaited<ReturnType<typeof aReleasedOrder>>;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1], name: 'Petra Packer' });
  buyer = await signInAs(portal, {});
});

/** An order of which one of two jackets is on hand, and another order for the same destination. */
beforeEach(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [50] });
  jacket = await aBackOrderProduct(portal, 1);
  await sql`update stock_level set shelf = 'B-04-2' where combination_id = ${shirt.combinations[0]?.id}`.execute(portal.db);
  order = await aReleasedOrder(portal, buyer, [shirt, 3], [jacket, 2]);
  other = await aReleasedOrder(portal, buyer, [shirt, 1]);
});

const getPaper = (path: string, client: { headers: Record<string, string> } = operator) =>
  portal.app.inject({ url: `/api/operator/${path}`, headers: client.headers });
const linesOf = async (path: string) => {
  const { statusCode, headers, rawPayload } = await getPaper(path);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  const { pages, faults } = await readPdf(Readable.from([rawPayload]));
  expect(faults).toBe('');
  return pages.map((page) => page.split('\n').filter(Boolean));
};
const idsOf = (name: string, ids: readonly number[]) => ids.map((id) => `${name}=${id}`).join('&');
const packing = (client: TestOperatorClient, ...ids: number[]) =>
  client.get<'GET /api/operator/packing'>(`/api/operator/packing?${idsOf('orderIds', ids)}`);

/** Ships a shirt and the jacket on hand in one parcel, and a shirt of the other order in it too. */
async function shipParcel(): Promise<number[]> {
  const [first, second] = order.lines as [number, number];
  const { body } = await ship(operator, [aParcel([first, 1], [second, 1], [other.lines[0] as number, 1])]);
  return body.shipments.map(({ id }) => id).sort((a, b) => a - b);
}

describe('GET /api/operator/packing', () => {
  it('has several orders with who started to pick them, oldest first, in as many statements as one', async () => {
    await operator.post(`/api/operator/orders/${other.id}/picking`);
    await packing(operator, order.id);
    const before = portal.statementsSent();
    await packing(operator, order.id);
    const forOne = portal.statementsSent() - before;
    const { body } = await packing(operator, other.id, order.id);

    expect(portal.statementsSent() - before - forOne).toBe(forOne);
    expect(body.orders.map(({ id, pickingStartedBy }) => [id, pickingStartedBy])).toEqual([
      [order.id, null],
      [other.id, 'Petra Packer'],
    ]);
    expect(body.orders[0]?.lines.map(({ readyQuantity, pendingQuantity }) => [readyQuantity, pendingQuantity])).toEqual([
      [3, 3],
      [1, 2],
    ]);
  });

  it('is refused for orders of other brands, even beside one of the own', async () => {
    const elsewhere = await portal.asOperator({ brandIds: [2] });
    expect((await packing(elsewhere, order.id)).status).toBe(404);
    expect((await packing(operator, order.id, 1_999_999_999)).status).toBe(404);
  });
});

describe.skipIf(!hasPdfReaders)('GET /api/operator/picklist', () => {
  it('names what can be picked of each order, with its shelf', async () => {
    const { headers } = await getPaper(`picklist?${idsOf('orderIds', [order.id, other.id])}`);
    expect(headers['x-filename']).toBe(`Pick%20list%20${order.id}%20${other.id}.pdf`);

    const [page = []] = await linesOf(`picklist?${idsOf('orderIds', [order.id, other.id])}`);
    const text = page.join('|');
    expect(text).toContain('Orders|2|To pick|5 pieces|');
    expect(text).toContain(`Order ${order.id}|`);
    expect(text).toContain(`B-04-2 ${shirt.name}`);
    // Of the jacket, the piece that is on hand.
    expect(page.some((line) => /^– 1$|^Size 0 1$| 1$/.test(line))).toBe(true);
  });

  it('is written wearer by wearer where each wearer gets a parcel', async () => {
    await sql`
      update order_line l set wearer_id = (select c.id from customer c where c.organisation_id = 1 and c.deleted_at is null order by c.id
        offset case when l.id = ${order.lines[0]} then 0 else 1 end limit 1)
      where l.order_id = ${order.id}`.execute(portal.db);
    await sql`update organisation set parcel_mode = 'wearer' where id = 1`.execute(portal.db);
    const [page = []] = await linesOf(`picklist?orderIds=${order.id}`);
    await sql`update organisation set parcel_mode = 'destination' where id = 1`.execute(portal.db);
    expect(page.filter((line) => line.startsWith(`Order ${order.id}`))).toHaveLength(2);
    expect(page.filter((line) => / · \d pieces?/.test(line)).map((line) => /\d pieces?/.exec(line)?.[0])).toEqual([
      '3 pieces',
      '1 piece',
    ]);
  });

  it('is refused for several destinations, and when nothing can be picked', async () => {
    await sql`update orders set shipping_address = shipping_address || '{"address1": "Elsewhere 1"}' where id = ${other.id}`.execute(
      portal.db,
    );
    expect((await getPaper(`picklist?${idsOf('orderIds', [order.id, other.id])}`)).statusCode).toBe(422);
    const late = await aReleasedOrder(portal, buyer, [await aBackOrderProduct(portal, 0), 1]);
    const { statusCode, payload } = await getPaper(`picklist?orderIds=${late.id}`);
    expect([statusCode, JSON.parse(payload)]).toEqual([
      409,
      { errors: { stock: ['Nothing of these orders can be picked now.'] } },
    ]);
  });
});

describe.skipIf(!hasPdfReaders)('the papers of a parcel', () => {
  it('GET /api/operator/packingslips has a slip for each order, with what follows', async () => {
    const [id] = await shipParcel();
    const [slip = [], second = [], ...more] = await linesOf(`packingslips?shipmentIds=${id}`);
    expect(more).toEqual([]);
    const text = slip.join('|');
    expect(text).toContain('In this parcel: 2 pieces');
    expect(text).toContain('To follow: 3 pieces');
    expect(text).toContain('select Return. You can exchange');
    expect(second.join('|')).toContain('Your order is complete with this parcel.');
    expect(second).toContain('1 of 1');
  });

  it('say until when pieces can be returned once the parcel was delivered', async () => {
    const [id] = await shipParcel();
    await deliver(operator, id as number);
    const [slip = []] = await linesOf(`packingslips?shipmentIds=${id}`);
    expect(slip.join(' ')).toMatch(/select Return by \d+ \w+ \d{4}/);
  });

  it('count the days of a return by the calendar, also when the clocks change', async () => {
    const [id] = await shipParcel();
    // Half an hour before midnight in London, where the clocks go forward on 29 March.
    await sql`update shipment set shipped_at = '2026-03-09T12:00Z', delivered_at = '2026-03-10T23:30Z' where id = ${id}`.execute(
      portal.db,
    );
    await sql`update organisation set return_days = 30 where id = 1`.execute(portal.db);
    const [slip = []] = await linesOf(`packingslips?shipmentIds=${id}`);
    expect(slip.join(' ')).toContain('select Return by 9 April 2026');
  });

  it('GET /api/operator/deliverynotes has one note for the parcel, whichever of its shipments are named', async () => {
    const ids = await shipParcel();
    const [note = [], ...more] = await linesOf(`deliverynotes?${idsOf('shipmentIds', ids)}`);
    expect(more).toEqual([]);
    const text = note.join('|');
    expect(text).toContain(`D-${ids[0]}`);
    expect(text).toContain('Contents|3 pieces|Carrier|Northline Parcels|Tracking number|NL1');
    expect(note.filter((line) => line.startsWith('Order '))).toHaveLength(2);
  });

  it('cost as many statements for two parcels as for one', async () => {
    const { body } = await ship(operator, [aParcel([order.lines[0] as number, 1]), aParcel([order.lines[0] as number, 1])]);
    const ids = body.shipments.map(({ id }) => id);
    const count = async (chosen: number[]) => {
      const before = portal.statementsSent();
      expect((await getPaper(`packingslips?${idsOf('shipmentIds', chosen)}`)).statusCode).toBe(200);
      return portal.statementsSent() - before;
    };
    expect(await count(ids)).toBe(await count(ids.slice(0, 1)));
  });

  it('are refused to operators of other brands, and for parcels of several destinations', async () => {
    const ids = await shipParcel();
    const elsewhere = await portal.asOperator({ brandIds: [2] });
    const path = `/api/operator/packingslips?shipmentIds=${ids[0]}`;
    expect((await elsewhere.get<'GET /api/operator/packingslips'>(path)).status).toBe(404);
    expect((await getPaper(`deliverynotes?shipmentIds=${ids[0]}`, elsewhere)).statusCode).toBe(404);
    const far = await aReleasedOrder(portal, buyer, [shirt, 1]);
    await sql`update orders set shipping_address = shipping_address || '{"address1": "Elsewhere 1"}' where id = ${far.id}`.execute(
      portal.db,
    );
    const { body } = await ship(operator, [aParcel([far.lines[0] as number, 1])]);
    const both = idsOf('shipmentIds', [ids[0] as number, body.shipments[0]?.id as number]);
    const refused = await operator.get<'GET /api/operator/deliverynotes'>(`/api/operator/deliverynotes?${both}`);
    expect(toRefusal(refused)).toEqual([
      422,
      { shipmentIds: ['These parcels go to different destinations. Please print them separately.'] },
    ]);
  });
});
