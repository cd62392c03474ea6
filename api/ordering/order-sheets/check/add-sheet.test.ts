import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anItem, aPerson, aStockedProduct, fillCart, type StockedProduct, setProductPrice } from '#api/testing/builders.ts';
import { countLockWaits } from '#api/testing/lock-waits.ts';
import {
  aSheetPerson,
  requestSheet,
  requestSheetCheck,
  type SheetPerson,
  type SheetRowInput,
} from '#api/testing/order-sheets.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { cartOf, setFreeStock } from '#api/testing/reorder.ts';
import { type StatementFault, unlockedCarts } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let buyer: TestClient;
let shirt: StockedProduct;
let wearers: SheetPerson[];

beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [100, 100] });
  wearers = [await aSheetPerson(portal, [shirt]), await aSheetPerson(portal, [shirt])];
});

const aBuyer = async () => (buyer = await signInAs(portal, { role: 'Buyer' }));
const aRow = (cells: SheetRowInput = {}): SheetRowInput => ({
  wearer: wearers[0]?.name as string,
  garment: shirt.name,
  size: 'Size 1',
  quantity: '2',
  ...cells,
});
const fingerprintOf = async (...rows: SheetRowInput[]) => (await requestSheetCheck(buyer, rows)).body.fingerprint;

describe('adding a sheet', () => {
  it('puts all rows into the cart, for their wearers', async () => {
    await aBuyer();
    const rows = [aRow({ reason: ' Torn ' }), {}, aRow({ wearer: wearers[1]?.email as string, quantity: '1' })];
    const { status, body } = await requestSheet(buyer, rows, await fingerprintOf(...rows));
    expect(status).toBe(200);
    expect(body.items).toMatchObject([
      { customerId: wearers[0]?.id, combinationId: shirt.combinations[1]?.id, quantity: 2, reason: 'Torn', coveredQuantity: 2 },
      { customerId: wearers[1]?.id, quantity: 1 },
    ]);
    const { rows: sources } = await sql<{ source: string }>`
      select distinct l.source from cart t join cart_line l on l.cart_id = t.id where t.customer_id = ${buyer.customerId}`.execute(
      portal.db,
    );
    expect(sources).toEqual([{ source: 'sheet' }]);
  });

  it('adds nothing where one row has a problem, and names its cells', async () => {
    await aBuyer();
    const result = await requestSheet(buyer, [
      aRow(),
      {},
      aRow({ wearer: 'Nobody Atall', quantity: '0' }),
      aRow({ size: 'Size 9' }),
    ]);
    expect(toRefusal(result)).toEqual([
      400,
      {
        'items[2].wearer': ['You can’t order for anyone with this name, email or employee number.'],
        'items[2].quantity': ['Enter 1 piece or more.'],
        'items[3].size': [`${shirt.name} is not made in Size 9.`],
      },
    ]);
    expect((await cartOf(buyer)).items).toEqual([]);
    expect(toRefusal(await requestSheet(buyer, [{}, {}]))).toEqual([400, { rows: ['The sheet is empty.'] }]);
  });

  it('adds the other rows as they were seen, beside those with problems', async () => {
    await aBuyer();
    const cap = await aStockedProduct(portal.db, { stock: [3] });
    const person = await aSheetPerson(portal, [shirt]);
    const first = aRow({ wearer: person.name });
    const second = aRow({ wearer: person.name, size: 'Size 0', quantity: '1' });
    const outOfStock = aRow({ garment: cap.name, size: '', quantity: '4' });
    const { body: checked } = await requestSheetCheck(buyer, [outOfStock, first, aRow({ wearer: 'Nobody Atall' }), second]);
    expect(checked.totals).toMatchObject({ addableRows: 2, problemRows: 2, pieces: 3 });
    const added = await requestSheet(buyer, [first, second], checked.fingerprint);
    expect([added.status, added.body.items.map(({ quantity }) => quantity)]).toEqual([200, [2, 1]]);
  });

  it('says which rows cannot be had since the stock was sold', async () => {
    await aBuyer();
    const cap = await aStockedProduct(portal.db, { stock: [5] });
    const rows = [aRow(), aRow({ garment: cap.name, size: '', quantity: '4' })];
    const fingerprint = await fingerprintOf(...rows);
    await setFreeStock(portal, cap, 3);
    expect(toRefusal(await requestSheet(buyer, rows, fingerprint))).toEqual([
      400,
      { 'items[1].quantity': ['Your quantity exceeds stock on hand. The maximum quantity that can be added is 3.'] },
    ]);
    expect((await cartOf(buyer)).items).toEqual([]);
  });

  it('counts for what was seen: another price, or pieces in the cart since, are said first', async () => {
    await aBuyer();
    const cap = await aStockedProduct(portal.db);
    const row = aRow({ garment: cap.name, size: '', quantity: '1' });
    const seen = await fingerprintOf(row);
    await setProductPrice(portal.db, cap.id, 1500);
    const refused = await requestSheet(buyer, [row], seen);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'changed' }]);
    expect(refused.errors).toEqual({ orderSheet: ['The sheet has changed since you opened it.', 'Prices have changed.'] });

    const fingerprint = await fingerprintOf(row);
    const both = await Promise.all([requestSheet(buyer, [row], fingerprint), requestSheet(buyer, [row], fingerprint)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.errors.orderSheet).toContain('Your cart already has some of these pieces.');
    expect((await cartOf(buyer)).totalQuantity).toBe(1);
  });

  it('adds once what is sent twice under one key', async () => {
    await aBuyer();
    const headers = { 'idempotency-key': randomUUID() };
    const replies = [
      await requestSheet(buyer, [aRow()], undefined, headers),
      await requestSheet(buyer, [aRow()], undefined, headers),
    ];
    expect(replies.map(({ status, body }) => [status, body.totalQuantity])).toEqual([
      [200, 2],
      [200, 2],
    ]);
  });

  it('refuses lines beyond what a cart holds, also in the check', async () => {
    await aBuyer();
    await fillCart(buyer, anItem(shirt));
    await sql`
      insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity, customisation_key)
      select l.organisation_id, l.cart_id, l.product_id, l.combination_id, 1, n::text
      from cart t join cart_line l on l.cart_id = t.id cross join generate_series(1, 999) n where t.customer_id = ${buyer.customerId}`.execute(
      portal.db,
    );
    await sql`update stock_level set on_hand = 5000 where combination_id = ${shirt.combinations[0]?.id}`.execute(portal.db);
    const message = 'A cart cannot hold more than 1000 lines.';
    const { body } = await requestSheetCheck(buyer, [aRow()]);
    expect([body.canAdd, body.warnings]).toEqual([false, [message]]);
    expect(toRefusal(await requestSheet(buyer, [aRow()]))).toEqual([400, { cart: [message] }]);
  });
});

describe('a sheet that is added twice at the same moment, without a key', () => {
  /**
   * Adds a sheet of one piece; the wearer is owed three. Once it has been checked, and before it is added, the same request is sent again, and is answered
   * or waits for the first. Returns how both were answered, and the pieces that the cart then has.
   */
  async function addTwice(...faults: readonly StatementFault[]): Promise<{ statuses: unknown[]; pieces: number }> {
    await aBuyer();
    // There is a cart to lock, and nothing in it.
    await sql`insert into cart (organisation_id, customer_id) values (1, ${buyer.customerId})`.execute(portal.db);
    const rows = [aRow({ quantity: '1' })];
    const fingerprint = await fingerprintOf(...rows);
    let again: Promise<{ status: number }> | undefined;
    let isAnswered = false;
    const afterwards = async () => {
      again ??= requestSheet(buyer, rows, fingerprint).finally(() => {
        isAnswered = true;
      });
      await vi.waitUntil(async () => isAnswered || (await countLockWaits(portal.db)) > 0, { interval: 5, timeout: 10_000 });
    };
    const first = await portal.openSecondServer({ faults: [{ statement: /::bigint \+ ordinal/, afterwards }, ...faults] });
    const { status } = await requestSheet(first.withSession(buyer), rows, fingerprint);
    return { statuses: [status, (await again)?.status], pieces: (await cartOf(buyer)).totalQuantity };
  }

  it('is added once', async () => {
    expect(await addTwice()).toEqual({ statuses: [200, 409], pieces: 1 });
  });

  it('would be added twice without the lock of the cart', async () => {
    expect(await addTwice(unlockedCarts)).toEqual({ statuses: [200, 200], pieces: 2 });
  });
});

describe('who uses sheets', () => {
  it.each(['POST /api/ordersheets/check', 'POST /api/ordersheets/add'])('is whoever orders for others: %s', async (call) => {
    const path = call.replace('POST ', '');
    const refusals = [
      await (await signInAs(portal, { role: 'Staff' })).post(path, { rows: [aRow()] }),
      await (await orderFor(portal, (await aPerson(portal.db, { role: 'Buyer' })).id)).post(path, { rows: [aRow()] }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([403, 403]);
    for (const role of ['Buyer', 'Sales', 'Admin'] as const)
      expect((await (await signInAs(portal, { role })).post(path, { rows: [aRow()] })).status).toBe(200);
  });

  it('sends no more than 500 rows', async () => {
    await aBuyer();
    const { status, errors } = await requestSheetCheck(
      buyer,
      Array.from({ length: 501 }, () => ({})),
    );
    expect([status, errors]).toEqual([422, { rows: ['A sheet holds at most 500 rows. Please split it.'] }]);
  });
});
