import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { aBackOrderProduct, aReleasedOrder, receive, shipPieces, stockOf } from '#api/testing/fulfilment.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let colleague: TestOperatorClient;
let buyer: SignedIn;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1] });
  colleague = await portal.asOperator({ brandIds: [1] });
  buyer = await signInAs(portal, {});
});

const idOf = (product: StockedProduct, size = 0) => product.combinations[size]?.id as number;
const skuOf = (product: StockedProduct, size = 0) => product.combinations[size]?.sku as string;
const base = '/api/operator/stock/counts';
const begin = (client: TestOperatorClient, body: object, key?: string) =>
  client.post<'POST /api/operator/stock/counts'>(base, body, key ? { 'idempotency-key': key } : {});
const beginOf = async (...codes: string[]) => (await begin(operator, { codes })).body.count.id;
const enter = (client: TestOperatorClient, id: number, items: object[], key?: string) =>
  client.post<'POST /api/operator/stock/counts/:id/entries'>(
    `${base}/${id}/entries`,
    { items },
    key ? { 'idempotency-key': key } : {},
  );
const open = async (id: number, query = 'limit=50') =>
  (await operator.get<'GET /api/operator/stock/counts/:id'>(`${base}/${id}?${query}`)).body;
const differencesOf = async (id: number) =>
  (await operator.get<'GET /api/operator/stock/counts/:id/differences'>(`${base}/${id}/differences`)).body;
const book = (id: number, body: object = {}) =>
  operator.post<'POST /api/operator/stock/counts/:id/book'>(`${base}/${id}/book`, body);
const cancel = (id: number) => operator.post<'POST /api/operator/stock/counts/:id/cancel'>(`${base}/${id}/cancel`, {});
const adjust = (id: number, quantity: number) =>
  operator.post(`/api/operator/stock/${id}/adjustments`, { quantity, reason: quantity > 0 ? 'found' : 'lost' });

describe('a count', () => {
  it('is blind, of a shelf, and is entered by scanner and by hand', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [7, 9] });
    const shelf = `C-${shirt.id}`;
    await sql`update stock_level set shelf = ${shelf} where product_id = ${shirt.id}`.execute(portal.db);
    const { count } = (await begin(operator, { shelf: shelf.toLowerCase() })).body;
    expect(count).toMatchObject({ name: `shelf ${shelf.toLowerCase()}`, state: 'open', lines: 2, countedLines: 0 });
    const { lines } = await open(count.id);
    expect(Object.keys(lines[0] as object)).not.toEqual(expect.arrayContaining(['expected']));
    expect(JSON.stringify(lines)).not.toMatch(/onHand|expected/);
    await enter(operator, count.id, [{ code: skuOf(shirt), quantity: 1, adds: true }], 'first');
    await enter(operator, count.id, [{ code: skuOf(shirt), quantity: 1, adds: true }], 'first');
    const scanned = await enter(colleague, count.id, [{ code: skuOf(shirt).toLowerCase(), quantity: 1, adds: true }]);
    expect(scanned.body).toMatchObject({ count: { countedLines: 1 }, lines: [{ id: idOf(shirt), counted: 2 }] });
    expect((await open(count.id, 'uncounted=true')).lines.map(({ id }) => id)).toEqual([idOf(shirt, 1)]);
    expect(toRefusal(await enter(operator, count.id, [{ code: skuOf(shirt), quantity: 6, seen: 1 }]))).toEqual([
      409,
      { 'items[0].quantity': [expect.stringMatching(/has counted 2 meanwhile/)] },
    ]);
    expect((await enter(operator, count.id, [{ code: skuOf(shirt), quantity: 6, seen: 2 }])).body.lines).toMatchObject([
      { counted: 6 },
    ]);
    expect(toRefusal(await enter(operator, count.id, [{ code: 'none', quantity: 1 }]))).toEqual([
      422,
      { 'items[0].code': ['No garment has the code none.'] },
    ]);
  });

  it('shows the differences with their value, and books them once', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [7, 9, 4], price: 1000 });
    const id = await beginOf(skuOf(shirt), skuOf(shirt, 1), skuOf(shirt, 2));
    await enter(operator, id, [
      { code: skuOf(shirt), quantity: 5 },
      { code: skuOf(shirt, 1), quantity: 9 },
    ]);
    const shown = await differencesOf(id);
    expect(shown).toMatchObject({
      equalLines: 1,
      pieces: -2,
      value: -20,
      currencyCode: 'GBP',
      count: { lines: 3, countedLines: 2 },
    });
    expect(shown.differences).toMatchObject([{ id: idOf(shirt), counted: 5, expected: 7, difference: -2, onHandAfter: 5 }]);
    await enter(operator, id, [{ code: skuOf(shirt), quantity: 6 }]);
    expect(toRefusal(await book(id, { fingerprint: shown.fingerprint }))[0]).toBe(409);
    const { fingerprint } = await differencesOf(id);
    expect((await book(id, { fingerprint })).body).toMatchObject({
      success: true,
      msg: '1 difference booked.',
      count: { state: 'booked' },
    });
    expect((await book(id, { fingerprint })).body).toMatchObject({ success: false, count: { state: 'booked' } });
    expect([await stockOf(portal, shirt), await stockOf(portal, shirt, 1), await stockOf(portal, shirt, 2)]).toEqual([
      [6, 0],
      [9, 0],
      [4, 0],
    ]);
    const { body } = await operator.get<'GET /api/operator/stock/:combinationId/movements'>(
      `/api/operator/stock/${idOf(shirt)}/movements`,
    );
    expect(body.movements[0]).toMatchObject({ kind: 'count', onHandChange: -1, onHand: 6, reason: 'Count of 3 garments' });
    expect(toRefusal(await enter(operator, id, [{ code: skuOf(shirt), quantity: 6 }]))[0]).toBe(409);
  });

  it('of garments that are being counted is refused, and names the other count; a cancelled one is out of the way', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [7, 9] });
    const first = await beginOf(skuOf(shirt));
    const refusal = toRefusal(await begin(colleague, { searchTerm: shirt.name }));
    expect(refusal).toEqual([409, { count: [expect.stringContaining(`being counted already: ${skuOf(shirt)}`)] }]);
    const other = await beginOf(skuOf(shirt, 1));
    expect(toRefusal(await enter(operator, other, [{ code: skuOf(shirt), quantity: 1 }]))[0]).toBe(409);
    expect((await cancel(first)).body.count.state).toBe('cancelled');
    expect((await enter(operator, other, [{ code: skuOf(shirt), quantity: 1 }])).body.count.lines).toBe(2);
    expect(toRefusal(await book(first))[0]).toBe(409);
    const listed = async (client: TestOperatorClient, query: string) =>
      (await client.get<'GET /api/operator/stock/counts'>(`${base}?limit=250&${query}`)).body.counts.map(({ id }) => id);
    expect(await listed(operator, 'state=open')).toContain(other);
    expect(await listed(operator, 'state=cancelled')).toContain(first);
    const stranger = await portal.asOperator({ brandIds: [2] });
    expect(await listed(stranger, '')).not.toContain(other);
    expect(toRefusal(await enter(stranger, other, [{ code: skuOf(shirt), quantity: 1 }]))[0]).toBe(404);
  });

  it('is begun by one of two at the same moment', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [7] });
    const replies = await Promise.all([operator, colleague].map((client) => begin(client, { codes: [skuOf(shirt)] })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('does not book less than is reserved, unless such garments are left out', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [7, 9] });
    await aReleasedOrder(portal, buyer, [shirt, 5]);
    const id = await beginOf(skuOf(shirt), skuOf(shirt, 1));
    await enter(operator, id, [
      { code: skuOf(shirt), quantity: 4 },
      { code: skuOf(shirt, 1), quantity: 8 },
    ]);
    expect((await differencesOf(id)).differences[0]?.obstacle).toMatch(
      /^5 pieces are reserved for orders, but 4 would be on hand/,
    );
    expect(toRefusal(await book(id))[0]).toBe(409);
    expect((await book(id, { leavesOut: true })).body.msg).toBe('1 difference booked. 1 left out.');
    expect([await stockOf(portal, shirt), await stockOf(portal, shirt, 1)]).toEqual([
      [7, 5],
      [8, 0],
    ]);
  });

  it('keeps what is shipped, received and corrected after a garment was counted', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [10] });
    const { lines } = await aReleasedOrder(portal, buyer, [shirt, 3]);
    const id = await beginOf(skuOf(shirt));
    await enter(operator, id, [{ code: skuOf(shirt), quantity: 9 }]);
    await shipPieces(operator, [lines[0] as number, 3]);
    await receive(operator, `DN ${skuOf(shirt)}`, [skuOf(shirt), 20]);
    expect((await differencesOf(id)).differences).toMatchObject([
      { expected: 10, difference: -1, movedSince: 17, onHandAfter: 26 },
    ]);
    await book(id);
    expect(await stockOf(portal, shirt)).toEqual([26, 0]);
  });
});

describe('the ledger', () => {
  type Step = { kind: 'ship' | 'receive' | 'lose' | 'find' | 'count' | 'book' | 'lapse'; pieces: number };
  const step = fc.record({
    kind: fc.constantFrom('ship', 'receive', 'lose', 'find', 'count', 'count', 'book', 'lapse'),
    pieces: fc.integer({ min: 1, max: 5 }),
  }) as fc.Arbitrary<Step>;

  it('adds up to what is on the shelf, however movements and counts follow each other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const shirt = await aBackOrderProduct(portal, 20);
        const [id, sku] = [idOf(shirt), skuOf(shirt)];
        /** What is really on the shelf, and by how much the ledger may be wrong: what got lost unnoticed since the last count that was booked. */
        let shelf = 20;
        let unnoticed = 0;
        let unnoticedWhenCounted: number | undefined;
        let count: number | undefined;
        let note = 0;
        for (const { kind, pieces } of steps) {
          if (kind === 'ship' && shelf >= pieces) {
            const { lines } = await aReleasedOrder(portal, buyer, [shirt, pieces]);
            await shipPieces(operator, [lines[0] as number, pieces]);
            shelf -= pieces;
          } else if (kind === 'receive') {
            note += 1;
            await receive(operator, `DN ${note} ${sku}`, [sku, pieces]);
            shelf += pieces;
          } else if (kind === 'lose' || kind === 'find') {
            const change = kind === 'lose' ? -pieces : pieces;
            if (shelf + change < 0) continue;
            await adjust(id, change);
            shelf += change;
          } else if (kind === 'lapse' && shelf >= pieces) {
            shelf -= pieces;
            unnoticed += pieces;
          } else if (kind === 'count') {
            count ??= await beginOf(sku);
            await enter(operator, count, [{ code: sku, quantity: shelf }]);
            unnoticedWhenCounted = unnoticed;
          } else if (kind === 'book' && count !== undefined) {
            expect((await book(count)).status).toBe(200);
            unnoticed -= unnoticedWhenCounted ?? 0;
            count = undefined;
          }
        }
        const [onHand] = await stockOf(portal, shirt);
        expect(onHand).toBe(shelf + unnoticed);
        const { rows } = await sql<{ entered: number }>`
          select sum(on_hand_delta)::int as entered from stock_entry where combination_id = ${id}`.execute(portal.db);
        expect(rows[0]?.entered).toBe(onHand);
      }),
      { numRuns: 12 },
    );
  }, 60_000);
});

describe('levels of another system', () => {
  const send = (...levels: object[]) => operator.put<'PUT /api/operator/stock/levels'>('/api/operator/stock/levels', { levels });
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

  it('are applied once, and a late message changes nothing', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [10] });
    const sku = skuOf(shirt);
    const newer = { sku, onHand: 12, asOf: at(1), reference: 'M2' };
    expect((await send(newer)).body.levels).toMatchObject([{ outcome: 'applied', change: 2, onHand: 12 }]);
    expect((await send(newer)).body.levels).toMatchObject([{ outcome: 'unchanged', change: 0, onHand: 12 }]);
    expect((await send({ sku, onHand: 3, asOf: at(-5) })).body.levels).toMatchObject([
      { outcome: 'late', onHand: 12, msg: expect.stringMatching(/an earlier level changes nothing/) },
    ]);
    expect(await stockOf(portal, shirt)).toEqual([12, 0]);
    expect(
      (await send({ sku, onHand: 3, asOf: at(60 * 24) }, { sku: 'none', onHand: 3, asOf: at(0) })).body.levels,
    ).toMatchObject([{ outcome: 'refused' }, { outcome: 'unknown' }]);
    expect(toRefusal(await send({ sku, onHand: 3, asOf: '2026-13-01T00:00Z' }))[0]).toBe(422);
  });

  it('keep movements after their moment, and what is reserved', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [10] });
    await sql`select pg_sleep(0.01)`.execute(portal.db);
    const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(portal.db);
    const asOf = new Date(rows[0]?.now as string).toISOString();
    await aReleasedOrder(portal, buyer, [shirt, 4]);
    await receive(operator, `DN ${skuOf(shirt)}`, [skuOf(shirt), 5]);
    expect((await send({ sku: skuOf(shirt), onHand: 9, asOf })).body.levels).toMatchObject([
      { outcome: 'applied', change: -1, onHand: 14 },
    ]);
    expect((await send({ sku: skuOf(shirt), onHand: 3, asOf: at(1) })).body.levels).toMatchObject([
      { outcome: 'refused', onHand: 14 },
    ]);
    expect(await stockOf(portal, shirt)).toEqual([14, 4]);
  });

  it('of one garment twice in a message are applied in their order', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [10] });
    const sku = skuOf(shirt);
    expect((await send({ sku, onHand: 12, asOf: at(1) }, { sku, onHand: 11, asOf: at(2) })).body.levels).toMatchObject([
      { outcome: 'applied', change: 2 },
      { outcome: 'applied', change: -1, onHand: 11 },
    ]);
    expect(await stockOf(portal, shirt)).toEqual([11, 0]);
  });

  it('that are newer keep an older count of the same garment from being booked', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [10] });
    const id = await beginOf(skuOf(shirt));
    await enter(operator, id, [{ code: skuOf(shirt), quantity: 9 }]);
    await send({ sku: skuOf(shirt), onHand: 9, asOf: at(1) });
    expect((await differencesOf(id)).differences).toMatchObject([{ obstacle: expect.stringMatching(/^A newer figure/) }]);
    expect((await book(id)).status).toBe(409);
    expect(await stockOf(portal, shirt)).toEqual([9, 0]);
  });
});
