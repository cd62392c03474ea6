import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aBackOrderProduct, aReleasedOrder, moveDate, receive } from '#api/testing/fulfilment.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let others: TestOperatorClient;
let buyer: SignedIn;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1] });
  others = await portal.asOperator({ brandIds: [2] });
  buyer = await signInAs(portal, {});
});

const skuOf = (product: StockedProduct) => product.combinations[0]?.sku as string;
const waitingFor = async (client: TestOperatorClient, query: string) =>
  (await client.get<'GET /api/operator/stock/backorders'>(`/api/operator/stock/backorders?${query}`)).body;

describe('back orders', () => {
  let jacket: StockedProduct;
  let orders: { id: number; lines: number[] }[];
  beforeAll(async () => {
    jacket = await aBackOrderProduct(portal, 3);
    orders = [];
    for (const pieces of [2, 4, 1]) orders.push(await aReleasedOrder(portal, buyer, [jacket, pieces]));
    await sql`insert into stock_incoming (combination_id, due_on, quantity) values (${jacket.combinations[0]?.id}, '2101-05-05', 10)`.execute(
      portal.db,
    );
    await moveDate(operator, orders[1]?.id as number, orders[1]?.lines[0] as number, '2101-06-06');
    await moveDate(operator, orders[1]?.id as number, orders[1]?.lines[0] as number, '2101-07-07');
  });

  it('are listed by garment with the pieces that are missing, in the order of the queue', async () => {
    const [, second, third] = orders as [(typeof orders)[number], (typeof orders)[number], (typeof orders)[number]];
    const { backOrders, totalCount } = await waitingFor(operator, `searchTerm=${skuOf(jacket)}`);
    expect(totalCount).toBe(1);
    expect(backOrders).toMatchObject([
      {
        id: jacket.combinations[0]?.id,
        productName: jacket.name,
        onHand: 3,
        waitingQuantity: 4,
        orders: 2,
        dueOn: '2101-05-05',
        expected: [{ dueOn: '2101-05-05', quantity: 10 }],
        lines: [
          { orderId: second.id, orderItemId: second.lines[0], waitingQuantity: 3, dueOn: '2101-07-07' },
          { orderId: third.id, waitingQuantity: 1, dueOn: '2101-05-05', firstDueOn: null },
        ],
      },
    ]);
  });

  it('can be narrowed to an order, an organisation and lines that are late or have no day', async () => {
    const found = async (query: string) =>
      (await waitingFor(operator, `searchTerm=${skuOf(jacket)}&${query}`)).backOrders.flatMap(({ lines }) => lines.length);
    expect(await found('organisationId=1')).toEqual([2]);
    expect(await found('organisationId=3')).toEqual([]);
    expect(await found('due=unknown')).toEqual([]);
    expect(await found('due=overdue')).toEqual([]);
    await sql`update order_line set due_on = '2001-01-01' where id = ${orders[1]?.lines[0]}`.execute(portal.db);
    expect(await found('due=overdue')).toEqual([1]);
    await sql`update order_line set due_on = '2101-07-07' where id = ${orders[1]?.lines[0]}`.execute(portal.db);
    await sql`delete from stock_incoming where combination_id = ${jacket.combinations[0]?.id}`.execute(portal.db);
    expect(await found('due=unknown')).toEqual([1]);
    expect((await waitingFor(operator, `searchTerm=${orders[2]?.id}`)).backOrders).toMatchObject([
      { lines: [{ waitingQuantity: 1 }] },
    ]);
  });

  it('are those of the operator’s brands alone', async () => {
    expect((await waitingFor(others, `searchTerm=${skuOf(jacket)}`)).totalCount).toBe(0);
  });

  it('name in a delivery the orders that can be picked because of it', async () => {
    const [, second, third] = orders as [(typeof orders)[number], (typeof orders)[number], (typeof orders)[number]];
    const { body } = await receive(operator, `DN ${skuOf(jacket)}`, [skuOf(jacket), 4]);
    expect(body.items[0]?.orders).toEqual([
      { orderId: second.id, organisationName: 'Meridian Resorts', quantity: 3 },
      { orderId: third.id, organisationName: 'Meridian Resorts', quantity: 1 },
    ]);
    expect((await waitingFor(operator, `searchTerm=${skuOf(jacket)}`)).totalCount).toBe(0);
    const more = await receive(operator, `DN2 ${skuOf(jacket)}`, [skuOf(jacket), 4]);
    expect(more.body.items[0]).toMatchObject({ onHand: 11, orders: [] });
  });
});

describe('a code', () => {
  const find = async (client: TestOperatorClient, code: string) =>
    (await client.get<'GET /api/operator/stock/garments'>(`/api/operator/stock/garments?code=${encodeURIComponent(code)}`)).body
      .garments;

  it('names a garment by SKU or barcode, and nothing when it is unknown or of other brands alone', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [5, 6] });
    await sql`update combination set gtin = '4006381333931' where id = ${shirt.combinations[1]?.id}`.execute(portal.db);
    expect(await find(operator, ` ${skuOf(shirt).toLowerCase()} `)).toMatchObject([
      { productName: shirt.name, sku: skuOf(shirt), onHand: 5 },
    ]);
    expect(await find(operator, '4006381333931')).toMatchObject([{ sku: shirt.combinations[1]?.sku }]);
    expect(await find(operator, '%')).toEqual([]);
    expect(await find(others, skuOf(shirt))).toEqual([]);
    const foreign = await aStockedProduct(portal.db, { organisationIds: [2] });
    expect(await find(operator, skuOf(foreign))).toEqual([]);
    expect(await find(others, skuOf(foreign))).toHaveLength(1);
  });

  it('is read as scanners type it, and a carton is no piece', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [5, 6] });
    const [one, other] = shirt.combinations.map(({ id, sku }) => ({ id, sku }));
    await sql`update combination set gtin = '5060777020019' where id = ${one?.id}`.execute(portal.db);
    await sql`update combination set gtin = '00036000291452' where id = ${other?.id}`.execute(portal.db);
    const forms = [
      '05060777020019',
      ']E05060777020019',
      '0105060777020019',
      ']C10105060777020019',
      ']d20105060777020019\u001d21A7',
      'https://id.gs1.org/01/05060777020019/21/A7',
      `]C0${one?.sku}`,
    ];
    for (const form of forms) expect(await find(operator, form)).toMatchObject([{ sku: one?.sku }]);
    expect(await find(operator, '036000291452')).toMatchObject([{ sku: other?.sku }]);
    expect(await find(operator, '15060777020016')).toEqual([]);
    expect(await find(operator, ']C102050607770200193724')).toEqual([]);
    const { body } = await receive(operator, 'DN-forms', [']C10105060777020019', 1], ['5060777020019', 2]);
    expect(body.items).toMatchObject([{ sku: one?.sku, received: 3 }]);
  });

  it('that is a SKU as it stands and the GTIN of another garment names both', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [5, 6] });
    const [one, other] = shirt.combinations.map(({ id }) => id);
    await sql`update combination set gtin = '4012345678901' where id = ${one}`.execute(portal.db);
    await sql`update combination set sku = '0104012345678901' where id = ${other}`.execute(portal.db);
    expect((await find(operator, '0104012345678901')).map(({ id }) => id)).toEqual([one, other]);
  });

  it('of a product counts for those of its combinations that have none', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [5, 6] });
    await sql`update product set gtin = '96385074' where id = ${shirt.id}`.execute(portal.db);
    await sql`update combination set gtin = '5060777010058' where id = ${shirt.combinations[0]?.id}`.execute(portal.db);
    expect((await find(operator, '96385074')).map(({ id }) => id)).toEqual(shirt.combinations.slice(1).map(({ id }) => id));
  });

  it('that is unknown is refused at its line, with all others of the delivery', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [5] });
    expect(toRefusal(await receive(operator, 'DN-unknown', ['one', 1], [skuOf(shirt), 1], ['two', 1]))).toEqual([
      422,
      { 'items[0].code': ['No garment has the code one.'], 'items[2].code': ['No garment has the code two.'] },
    ]);
  });
});
