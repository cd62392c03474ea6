import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addDaysTo, getLocalDay } from '#api/platform/local-day.ts';
import { aStockedProduct, type StockedProduct, setProductPrice, unpublishProduct } from '#api/testing/builders.ts';
import { aDecoratedProduct } from '#api/testing/designs.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { answering, insertRequest, sendPrices, toInput } from '#api/testing/quote-answers.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let buyer: SignedIn;
let operator: TestOperatorClient;
let shirt: StockedProduct;

beforeAll(async () => {
  buyer = await signInAs(portal, { role: 'Buyer', firstName: 'Bea' });
  operator = await portal.asOperator({ brandIds: [1], name: 'Quentin Quote' });
  shirt = await aStockedProduct(portal.db, { stock: [50, 50] });
});

const aLine = (index = 0, quantity = 10) => ({
  productId: shirt.id,
  combinationId: shirt.combinations[index]?.id as number,
  quantity,
});
const ask = (lines: Parameters<typeof insertRequest>[2] = [aLine()]) => insertRequest(portal.db, buyer, lines);
const today = () => getLocalDay(Date.now(), 'Europe/London');
const actionsOf = async (id: number) =>
  (
    await sql<{
      action: string;
    }>`select action from audit_event where subject_kind = 'quote' and subject_id = ${String(id)} order by id`.execute(portal.db)
  ).rows.map(({ action }) => action);
const storedVersions = async (id: number) =>
  (
    await sql<{ stored: string }>`
      select v::text || string_agg(i::text, ';' order by i.quote_item_id) as stored from quote_version v
      join quote_version_item i on i.organisation_id = v.organisation_id and i.quote_id = v.quote_id and i.version = v.version
      where v.quote_id = ${id} and v.sent_at is not null group by v.*, v.version order by v.version`.execute(portal.db)
  ).rows.map(({ stored }) => stored);

describe('the draft of an answer', () => {
  it('proposes what was asked for, is saved without the customer seeing it, and knows when it was changed meanwhile', async () => {
    const { get, put } = answering(operator);
    const id = await ask([aLine(), { name: 'Something warm', quantity: 5 }]);
    const fresh = await get(id);
    expect(fresh).toMatchObject({
      organisation: { id: 1 },
      quote: { status: 'Submitted', version: 0 },
      takenBy: null,
      canSend: true,
      canDecline: true,
      refusal: null,
      versions: [],
      draft: { version: 1, saves: 0, currencyCode: 'GBP', validUntil: addDaysTo(today(), 30), notes: null },
    });
    expect(fresh.draft.items).toMatchObject([
      { isOffered: true, ...aLine(), unitPrice: null, todaysPrice: 10, productName: shirt.name, problems: ['Enter a price.'] },
      { isOffered: false, productId: null, requested: { name: 'Something warm' }, problems: [], todaysPrice: null },
    ]);
    const [first, second] = fresh.draft.items;
    if (!first || !second) throw new Error();
    const validUntil = addDaysTo(today(), 10);
    const saved = await put(id, {
      saves: 0,
      validUntil,
      notes: '  Best price for this year. ',
      internalNote: 'Ask the mill.',
      items: [
        toInput(first, { unitPrice: 8.75, leadTimeDays: 14, answer: ' In stock. ' }),
        toInput(second, { answer: 'Not ours.' }),
      ],
    });
    expect(saved.status).toBe(200);
    expect(saved.body.quote).toMatchObject({
      quote: { status: 'InReview', version: 0, notes: null, items: [{ unitPrice: null }, { unitPrice: null }] },
      takenBy: { id: operator.id, name: 'Quentin Quote' },
      internalNote: 'Ask the mill.',
      draft: { saves: 1, validUntil, notes: 'Best price for this year.' },
    });
    expect(saved.body.quote.draft.items[0]).toMatchObject({
      unitPrice: 8.75,
      leadTimeDays: 14,
      answer: 'In stock.',
      problems: [],
    });
    expect(toRefusal(await put(id, { saves: 0, items: [] }))).toEqual([
      409,
      { quote: ['The answer was saved by someone else in the meantime. Load it again to see the changes.'] },
    ]);
    // Lines that are not named stay as they are; so do notes.
    const again = (await put(id, { saves: 1, items: [] })).body.quote.draft;
    expect(again).toMatchObject({ saves: 2, notes: 'Best price for this year.', validUntil });
    expect(again.items.map(({ unitPrice, answer }) => [unitPrice, answer])).toEqual([
      [8.75, 'In stock.'],
      [null, 'Not ours.'],
    ]);
    expect(await actionsOf(id)).toEqual(['quote.answer_saved', 'quote.answer_saved']);
  });

  it('adds alternatives and further lines, answers words with a product, and refuses what is not of the client', async () => {
    const { get, put } = answering(operator);
    const id = await ask([aLine(), { name: 'Something warm', quantity: 5 }]);
    const other = await ask();
    const foreign = await aStockedProduct(portal.db, { organisationIds: [2] });
    const [first, second] = (await get(id)).draft.items;
    if (!first || !second) throw new Error();
    const added = { isOffered: true, productId: shirt.id, quantity: 10, unitPrice: 9 };
    const items = [
      toInput(first, { unitPrice: 10 }),
      toInput(second, { isOffered: true, productId: shirt.id, unitPrice: 12 }),
      { ...added, alternativeToId: first.id, combinationId: shirt.combinations[1]?.id },
      { ...added, quantity: 3 },
    ];
    const draft = (await put(id, { items })).body.quote.draft;
    expect(
      draft.items.map(({ isRequested, alternativeToId, combinationId }) => [isRequested, alternativeToId, combinationId]),
    ).toEqual([
      [true, null, first.combinationId],
      [false, first.id, shirt.combinations[1]?.id],
      [true, null, null],
      [false, null, null],
    ]);
    const [, alternative, , further] = draft.items;
    // An added line that is not named goes.
    const left = (await put(id, { items: [toInput(alternative as typeof first)] })).body.quote.draft.items;
    expect(left.map((item) => item.id)).toEqual([first.id, alternative?.id, second.id]);
    expect((await sql`select from quote_item where id = ${further?.id}`.execute(portal.db)).rows).toEqual([]);

    const otherLine = (await get(other)).draft.items[0]?.id;
    const refusals: [object, number, string][] = [
      [{ ...added, alternativeToId: otherLine }, 404, 'items[0].alternativeToId'],
      [{ ...added, alternativeToId: alternative?.id }, 404, 'items[0].alternativeToId'],
      [{ ...added, id: otherLine }, 404, 'items[0].id'],
      [{ ...added, combinationId: foreign.combinations[0]?.id }, 404, 'items[0].combinationId'],
      [{ ...added, productId: foreign.id }, 422, 'items[0].productId'],
      [{ ...added, productId: null }, 422, 'items[0].productId'],
      [{ ...added, unitPrice: -1 }, 422, 'items[0].unitPrice'],
      [{ ...added, unitPrice: 1.005 }, 422, 'items[0].unitPrice'],
      [{ ...added, setupPrice: 0.001 }, 422, 'items[0].setupPrice'],
      [{ ...added, answer: 'x'.repeat(1001) }, 422, 'items[0].answer'],
    ];
    for (const [item, status, field] of refusals) {
      const { status: given, errors } = await put(id, { items: [item] });
      expect([given, Object.keys(errors)]).toEqual([status, [field]]);
    }
    expect((await put(id, { items: [toInput(first), toInput(first)] })).status).toBe(422);
    expect((await put(id, { items: [], validUntil: addDaysTo(today(), -1) })).errors).toEqual({
      validUntil: ['This day is in the past. Please choose a later one.'],
    });
    expect((await put(id, { items: [], validUntil: addDaysTo(today(), 800) })).status).toBe(422);
    expect((await put(id, { items: [], notes: 'x'.repeat(4001) })).status).toBe(422);
    expect((await put(id, { items: Array.from({ length: 1000 }, () => added) })).status).toBe(422);
  });

  it('has the price of today with its decoration and tier beside it, as the cart would have it', async () => {
    const polo = await aDecoratedProduct(portal.db, { stock: [50, 50], price: 2000 });
    await sql`insert into tier_price (product_id, organisation_id, quantity, price_minor) values (${polo.id}, 1, 20, 1500)`.execute(
      portal.db,
    );
    const id = await ask([
      { productId: polo.id, quantity: 25, text: 'Security', positionId: polo.positions['left-chest'] },
      { productId: polo.id, quantity: 5 },
    ]);
    const { draft } = await answering(operator).get(id);
    const { rows } = await sql<{ price: number; setup: number }>`
      select price_minor as price, setup_minor as setup from decoration_price where method_id = 10 and currency_code = 'GBP'`.execute(
      portal.db,
    );
    const [{ price, setup } = { price: 0, setup: 0 }] = rows;
    expect(price).toBeGreaterThan(0);
    expect(draft.items).toMatchObject([
      {
        todaysPrice: (1500 + price) / 100,
        todaysSetupPrice: setup / 100,
        setupPrice: setup / 100,
        customisations: [{ text: 'Security' }],
      },
      { todaysPrice: 20, todaysSetupPrice: 0, setupPrice: 0 },
    ]);
  });
});

describe('sending an answer', () => {
  it('shows the customer prices that lead until the end of the day, and keeps every answer as it was sent', async () => {
    const { get, put, send } = answering(operator);
    const id = await ask([aLine(0, 10), aLine(1, 4)]);
    expect(toRefusal(await send(id))).toEqual([409, { quote: ['There is no new answer to send. Please save one first.'] }]);
    const sent = await sendPrices(operator, id, {
      changes: [{ unitPrice: 9.99 }, { unitPrice: 20, leadTimeDays: 7 }],
      body: { validUntil: addDaysTo(today(), 5), terms: 'Net 30' },
    });
    expect(sent).toMatchObject({
      quote: { status: 'Quoted', version: 1, total: 179.9, terms: 'Net 30', currencyCode: 'GBP' },
      versions: [{ version: 1, sentBy: 'Quentin Quote', total: 179.9, currencyCode: 'GBP' }],
      draft: { version: 2, saves: 0, terms: 'Net 30' },
    });
    expect(sent.quote.items).toMatchObject([{ unitPrice: 9.99 }, { unitPrice: 20, leadTimeDays: 7 }]);
    const stored = await storedVersions(id);
    const [first] = sent.draft.items;
    if (!first) throw new Error();
    const revised = await put(id, { items: [toInput(first, { unitPrice: 8, quantity: 12 })], notes: 'Cheaper.' });
    // What the customer sees is still the first answer.
    expect(revised.body.quote).toMatchObject({
      quote: { version: 1, total: 179.9, notes: null },
      draft: { version: 2, saves: 1 },
    });
    const preview = (await get(id, '?preview=true')).preview;
    expect(preview).toMatchObject({ status: 'Quoted', version: 2, total: 176, notes: 'Cheaper.', canAccept: true });
    const again = (await send(id, { saves: 1 })).body.quote;
    expect(again.quote).toMatchObject({ version: 2, total: 176, notes: 'Cheaper.' });
    expect(again.versions.map(({ version, total }) => [version, total])).toEqual([
      [2, 176],
      [1, 179.9],
    ]);
    expect({ ...preview, updatedOnUtc: '', versions: [] }).toEqual({ ...again.quote, updatedOnUtc: '', versions: [] });
    expect((await storedVersions(id))[0]).toBe(stored[0]);
    expect((await get(id, '?version=1')).preview).toMatchObject({ total: 179.9, notes: null, items: [{ unitPrice: 9.99 }, {}] });
    expect((await operator.get<'GET /api/operator/quotes/:id'>(`/api/operator/quotes/${id}?version=3`)).status).toBe(404);
    expect(await actionsOf(id)).toEqual(['quote.answer_saved', 'quote.answered', 'quote.answer_saved', 'quote.answered']);
  });

  it('is refused while something of it could not be ordered, or is free without having been confirmed', async () => {
    const { get, put, send } = answering(operator);
    const bounded = await aStockedProduct(portal.db, { minimum: 5, maximum: 20, stock: [1, 1] });
    const packs = await aStockedProduct(portal.db, { allowed: [6, 10], stock: [1, 1] });
    const hidden = await aStockedProduct(portal.db, { roleIds: [1] });
    const switchedOff = await aStockedProduct(portal.db, { buyingDisabled: true });
    const gone = await aStockedProduct(portal.db);
    const id = await ask([
      { ...aLine(), quantity: 3 },
      { productId: bounded.id, combinationId: bounded.combinations[0]?.id as number, quantity: 4 },
      { productId: bounded.id, combinationId: bounded.combinations[0]?.id as number, quantity: 21 },
      { productId: bounded.id, quantity: 41 },
      { productId: bounded.id, quantity: 40 },
      { productId: packs.id, quantity: 7 },
      { productId: packs.id, quantity: 16 },
      { productId: packs.id, combinationId: packs.combinations[1]?.id as number, quantity: 16 },
      { productId: hidden.id },
      { productId: switchedOff.id },
      { productId: gone.id },
      { name: 'Something warm' },
    ]);
    await unpublishProduct(portal.db, gone.id);
    const { draft } = await get(id);
    const items = draft.items.map((item, index) => toInput(item, { isOffered: true, unitPrice: index === 0 ? 0 : 5 }));
    if (items[0]) items[0].setupPrice = 3;
    expect((await put(id, { items })).status).toBe(200);
    const { status, errors } = await send(id);
    expect(status).toBe(422);
    expect(errors).toEqual({
      'items[0]': ['Set-up is charged for logos and texts, and the line has none. Enter 0 for set-up.'],
      'items[1]': ['The minimum quantity of this product is 5. Enter at least as many.'],
      'items[2]': ['The maximum quantity of this product is 20. Enter fewer, or add another line.'],
      'items[3]': ['A size of this product is ordered in 5 to 20 pieces. Change the quantity.'],
      'items[5]': ['This product is ordered in quantities of 6, 10. Enter a sum of these.'],
      'items[7]': ['This product is ordered in quantities of 6, 10. Enter one of these.'],
      'items[8]': [expect.stringMatching(/^The person who asked does not see this product/)],
      'items[9]': [expect.stringMatching(/^Ordering this product is switched off/)],
      'items[10]': [expect.stringMatching(/^This product is not in the client’s range/)],
      'items[11]': ['Choose a product of the client’s range, or mark the line as not offered.'],
    });
    const corrected = items.map((item, index) => ({ ...item, setupPrice: 0, isOffered: [0, 4, 6].includes(index) }));
    await put(id, { items: corrected });
    expect(toRefusal(await send(id))).toEqual([422, { confirmsFree: ['Line 1 costs nothing. Confirm this, or enter a price.'] }]);
    expect((await send(id, { confirmsFree: true })).body.quote.quote).toMatchObject({ status: 'Quoted', total: 280 });

    const nothing = await ask();
    await put(nothing, { items: (await get(nothing)).draft.items.map((item) => toInput(item, { isOffered: false })) });
    expect((await send(nothing)).errors).toEqual({
      items: ['Nothing is offered. Offer at least one line, or decline the request.'],
    });
  });

  it('leaves alternatives out of the total, answers again what has expired, and quotes anew in the currency of today', async () => {
    const client = await signInAs(portal, { role: 'Buyer', organisationId: 2, groupIds: [], resortId: null });
    const range = await aStockedProduct(portal.db, { organisationIds: [2] });
    const id = await insertRequest(portal.db, client, [{ productId: range.id, quantity: 2 }]);
    const owner = await portal.asOperator();
    const by = answering(owner);
    const { draft } = await by.get(id);
    const [item] = draft.items;
    if (!item) throw new Error();
    await by.put(id, {
      items: [
        toInput(item, { unitPrice: 7 }),
        { isOffered: true, productId: range.id, quantity: 9, unitPrice: 1, alternativeToId: item.id },
        { isOffered: true, productId: range.id, quantity: 1, unitPrice: 0.5 },
      ],
    });
    expect((await by.send(id)).body.quote.quote).toMatchObject({ total: 14.5 });
    await sql`update quote set quote_state_id = 60, closed_at = now() where id = ${id}`.execute(portal.db);
    const { rows } = await sql<{ currency: string }>`select currency_code as currency from organisation where id = 2`.execute(
      portal.db,
    );
    const before = rows[0]?.currency as string;
    await sql`update organisation set currency_code = 'SEK' where id = 2`.execute(portal.db);
    const expired = await by.get(id);
    expect(expired).toMatchObject({
      quote: { status: 'Expired', currencyCode: before },
      draft: { currencyCode: 'SEK' },
      canSend: true,
    });
    expect(expired.draft.items.map(({ unitPrice, problems }) => [unitPrice, problems])).toEqual(
      Array.from({ length: 3 }, () => [null, ['The client’s currency is now SEK. Enter a price in it.']]),
    );
    const anew = await sendPrices(owner, id, { price: 100 });
    expect(anew.quote).toMatchObject({ status: 'Quoted', version: 2, total: 300, currencyCode: 'SEK' });
    expect(anew.versions.map(({ currencyCode, total }) => [currencyCode, total])).toEqual([
      ['SEK', 300],
      [before, 14.5],
    ]);
    await sql`update organisation set currency_code = ${before} where id = 2`.execute(portal.db);
  });

  it('takes the price that was written, whatever the price list becomes', async () => {
    const product = await aStockedProduct(portal.db);
    const id = await ask([{ productId: product.id, quantity: 3 }]);
    await sendPrices(operator, id, { price: 9 });
    await setProductPrice(portal.db, product.id, 9_900);
    const after = await answering(operator).get(id);
    expect(after.quote).toMatchObject({ total: 27, items: [{ unitPrice: 9 }] });
    expect(after.draft.items[0]).toMatchObject({ unitPrice: 9, todaysPrice: 99 });
  });
});
