import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  NORTH,
  requestSummary,
  type StockedProduct,
  submitOrder,
} from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCostCentre, aQuestion, removeQuestions } from '#api/testing/questions.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { toAskedQuestion } from './asked-questions.mapper.ts';
import type { AskedQuestion } from './asked-questions.rules.ts';

const portal = usePortal();
let buyer: TestClient;
let shirt: StockedProduct;

beforeEach(async () => {
  buyer = await portal.as((await aPerson(portal.db)).email);
  shirt = await aStockedProduct(portal.db, { price: 1000 });
  await fillCart(buyer, anItem(shirt, 2));
  await requestSummary(portal.db, buyer);
});
afterEach(() => removeQuestions(portal.db));

const summarise = (...checkoutAttributes: { id: number; value: string }[]) =>
  buyer.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout: { checkoutAttributes } });
const place = (...checkoutAttributes: { id: number; value: string }[]) =>
  submitOrder(buyer, checkoutAttributes.length > 0 ? { checkoutAttributes } : {});
const readOrder = async (id: number | null) => {
  const { rows } = await sql<{ answers: unknown; text: string | null; costCentreId: number | null }>`
    select answers, checkout_attribute_description as text, cost_centre_id as "costCentreId" from orders where organisation_id = 1 and id = ${id}`.execute(
    portal.db,
  );
  return rows[0];
};
const WRAP = { name: 'Gift wrap', values: [{ name: 'Yes', price: 250 }, { name: 'No' }] };

describe('a question at checkout', () => {
  it('is shown to operators with its answer', async () => {
    const { id, valueIds } = await aQuestion(portal.db, WRAP);
    await summarise({ id, value: String(valueIds[0]) });
    const { orderId } = (await place()).body;
    const operator = await portal.asOperator();
    const { body } = await operator.get<'GET /api/operator/orders/:id'>(`/api/operator/orders/${orderId}`);
    expect(body.orders[0]?.answers).toEqual([{ name: 'Gift wrap', text: 'Yes' }]);
  });

  it('is asked with its answers, and what one adds is a charge outside the subtotal', async () => {
    const { id, valueIds } = await aQuestion(portal.db, WRAP);
    const before = (await summarise()).body;
    const { body } = await summarise({ id, value: String(valueIds[0]) });

    expect(before.checkoutAttributes).toEqual([
      {
        id,
        name: 'Gift wrap',
        textPrompt: null,
        isRequired: false,
        attributeControlTypeId: 1,
        defaultValue: null,
        values: [
          { id: valueIds[0], name: 'Yes', priceAdjustment: 2.5, isPreSelected: false, displayOrder: 0 },
          { id: valueIds[1], name: 'No', priceAdjustment: 0, isPreSelected: false, displayOrder: 1 },
        ],
        selected: null,
        isCostCentre: false,
        notice: null,
      },
    ]);
    expect(body).toMatchObject({
      checkoutAttributes: [{ selected: String(valueIds[0]) }],
      charges: [{ kind: 'question', name: 'Gift wrap: Yes', exclTax: 2.5, inclTax: 3 }],
      subTotal: before.subTotal,
      orderTotal: Number(before.orderTotal) + 3,
      tax: Number(before.tax) + 0.5,
    });
  });

  it.each([
    ['including tax', { pricesVisible: true, taxDisplayType: 0 }, 3],
    ['excluding tax', { pricesVisible: true, taxDisplayType: 10 }, 2.5],
    ['not at all', { pricesVisible: false, taxDisplayType: 0 }, null],
  ] as const)('shows prices as the person sees them: %s', (_how, scope, expected) => {
    const yes = { id: 1, name: 'Yes', priceMinor: 250, isPreselected: true };
    const question: AskedQuestion = {
      ...{ id: 1, name: 'Gift wrap', textPrompt: null, kind: 2, isRequired: false, isCostCentre: false, defaultValue: null },
      ...{ productIds: [], collectionIds: [], values: [yes] },
    };
    const asked = toAskedQuestion({ question, value: '1', chosen: [yes], notice: null }, { ...scope, taxRate: 0.2 });
    expect(asked).toMatchObject({ defaultValue: '1', selected: '1', values: [{ priceAdjustment: expected }] });
  });

  it('is kept with the order as text, and the cart forgets it', async () => {
    const wrap = await aQuestion(portal.db, WRAP);
    const extras = await aQuestion(portal.db, {
      ...{ name: 'Extras', kind: 3, values: [{ name: 'Bag' }, { name: 'Card' }, { name: 'Tag' }] },
    });
    const text = await aQuestion(portal.db, { name: 'Who asked?', kind: 4 });
    const note = await aQuestion(portal.db, { name: 'Note', kind: 10 });
    const day = await aQuestion(portal.db, { name: 'Needed by', kind: 20 });
    await summarise({ id: wrap.id, value: String(wrap.valueIds[0]) });
    await summarise(
      { id: extras.id, value: `${extras.valueIds[2]}, ${extras.valueIds[0]}` },
      { id: text.id, value: ' Ada\u0000\nLovelace ' },
      { id: note.id, value: 'One\r\nTwo' },
    );
    const placed = await place({ id: day.id, value: '2026-12-03' });

    expect(placed.status).toBe(200);
    const order = await readOrder(placed.body.orderId);
    expect(order?.text).toBe(
      'Gift wrap: Yes\nExtras: Bag, Tag\nWho asked?: Ada Lovelace\nNote: One\nTwo\nNeeded by: 3 December 2026',
    );
    expect(order?.answers).toMatchObject([
      { questionId: wrap.id, name: 'Gift wrap', text: 'Yes', valueIds: [wrap.valueIds[0]] },
      { questionId: extras.id, valueIds: [extras.valueIds[0], extras.valueIds[2]] },
      { text: 'Ada Lovelace', valueIds: [] },
      { text: 'One\nTwo' },
      { text: '3 December 2026' },
    ]);
    await fillCart(buyer, anItem(shirt, 1));
    expect((await summarise()).body.checkoutAttributes.map(({ selected }) => selected)).toEqual([null, null, null, null, null]);
  });

  it('counts what is preselected only once a summary has shown it', async () => {
    await requestSummary(portal.db, buyer);
    const { id, valueIds } = await aQuestion(portal.db, {
      ...{ name: 'Gift wrap', values: [{ name: 'Yes', price: 250, isPreselected: true }, { name: 'No' }] },
    });
    const unseen = await place();
    expect([unseen.status, await readOrder(unseen.body.orderId)]).toMatchObject([200, { answers: [], text: null }]);

    await fillCart(buyer, anItem(shirt, 1));
    await requestSummary(portal.db, buyer);
    const seen = await place();
    expect(await readOrder(seen.body.orderId)).toMatchObject({ answers: [{ questionId: id, valueIds: [valueIds[0]] }] });

    await fillCart(buyer, anItem(shirt, 1));
    await requestSummary(portal.db, buyer);
    await summarise({ id, value: '' });
    expect((await summarise()).body.checkoutAttributes[0]).toMatchObject({ selected: null, defaultValue: String(valueIds[0]) });
  });

  it('that was added while a cart is filled is asked at the summary, and holds the order until then', async () => {
    await aQuestion(portal.db, { ...WRAP, isRequired: true });
    const refused = await place();
    expect([refused.status, refused.errors]).toEqual([422, { checkoutAttributes: ['Gift wrap: Please choose an answer.'] }]);
    expect((await summarise()).body).toMatchObject({
      canPlaceOrder: false,
      refusals: [{ field: 'checkoutAttributes', isMissing: true }],
    });
  });

  it('says what has changed when an answer costs something else by now', async () => {
    const { id, valueIds } = await aQuestion(portal.db, WRAP);
    await summarise({ id, value: String(valueIds[0]) });
    await sql`update checkout_question_value set price_minor = 300 where id = ${valueIds[0]}`.execute(portal.db);
    const refused = await place();
    expect([refused.status, refused.errors?.cart]).toEqual([
      400,
      [
        'What “Gift wrap” adds has changed from £2.50 to £3.00 excluding tax.',
        'Nothing has been ordered yet. Please review the summary again.',
      ],
    ]);
  });

  it('drops an answer that was withdrawn while it was in a cart, and says so', async () => {
    const { id, valueIds } = await aQuestion(portal.db, WRAP);
    await summarise({ id, value: String(valueIds[0]) });
    await sql`update checkout_question_value set active = false where id = ${valueIds[0]}`.execute(portal.db);
    const notice = 'Your earlier answer is no longer available. Please choose another one.';
    const refused = await place({ id, value: String(valueIds[0]) });
    expect([refused.status, refused.errors]).toEqual([422, { checkoutAttributes: [`Gift wrap: ${notice}`] }]);
    expect((await summarise({ id, value: String(valueIds[0]) })).body.checkoutAttributes[0]).toMatchObject({
      selected: null,
      notice,
    });
    expect((await place()).status).toBe(200);
  });

  it.each([
    ['a value of another question', 1, '999999', 'This answer is not available. Please choose another one.'],
    ['two values of a list', 1, '1,2', 'Please choose one answer.'],
    ['words where a value is chosen', 2, 'Yes', 'This answer is not available. Please choose another one.'],
    ['a text that is too long', 4, 'x'.repeat(201), 'Please enter at most 200 characters.'],
    ['no day', 20, '2026-02-30', 'Please enter a day.'],
    ['a moment instead of a day', 20, 'tomorrow', 'Please enter a day.'],
    [
      'the number of a card',
      10,
      'Charge it to 4242 4242 4242 4242',
      'This looks like a card number. Please never send card details; the payment page asks for them.',
    ],
  ])('refuses %s', async (_what, kind, value, message) => {
    const { id } = await aQuestion(portal.db, { name: 'Q', kind, values: kind < 4 ? [{ name: 'A' }, { name: 'B' }] : [] });
    for (const refused of [await summarise({ id, value }), await place({ id, value })])
      expect([refused.status, refused.errors]).toEqual([422, { checkoutAttributes: [`Q: ${message}`] }]);
  });

  it('refuses an answer to a question that is not asked', async () => {
    const { id } = await aQuestion(portal.db, { organisationId: 2, kind: 4 });
    const refused = await summarise({ id, value: 'x' });
    expect([refused.status, refused.errors]).toEqual([422, { checkoutAttributes: ['There is no such question.'] }]);
    await removeQuestions(portal.db, 2);
  });

  it('is asked of the groups, and for the products, that it is for', async () => {
    const other = await aStockedProduct(portal.db);
    await aQuestion(portal.db, { name: 'North', kind: 4, groupIds: [NORTH.groupId] });
    await aQuestion(portal.db, { name: 'South', kind: 4, groupIds: [2] });
    await aQuestion(portal.db, { name: 'This', kind: 4, productIds: [shirt.id] });
    await aQuestion(portal.db, { name: 'Other', kind: 4, productIds: [other.id] });
    await aQuestion(portal.db, { name: 'Wardrobe', kind: 4, collectionIds: [1] });
    expect((await summarise()).body.checkoutAttributes.map(({ name }) => name)).toEqual(['North', 'This']);
  });
});

describe('the cost centre of an order', () => {
  it('is chosen from those that are open, with the default of the person, and kept with the order', async () => {
    const ids = [];
    for (const code of ['4712', '4711', '4713']) ids.push(await aCostCentre(portal.db, { code, name: 'Track' }));
    await sql`update cost_centre set ends_on = '2020-01-01' where id = ${ids[2]}`.execute(portal.db);
    await sql`update customer set cost_centre_id = ${ids[0]} where organisation_id = 1 and id = ${buyer.customerId}`.execute(
      portal.db,
    );
    const { id } = await aQuestion(portal.db, { name: 'Cost centre', hasCostCentres: true, isRequired: true });
    const [asked] = (await requestSummary(portal.db, buyer, await createCheckoutChoices(portal.db, buyer))).checkoutAttributes;
    expect(asked).toMatchObject({
      ...{ id, isCostCentre: true, defaultValue: String(ids[0]), selected: String(ids[0]) },
      values: [
        { id: ids[1], name: '4711 Track' },
        { id: ids[0], name: '4712 Track', isPreSelected: true },
      ],
    });
    const placed = await place({ id, value: String(ids[1]) });
    expect(await readOrder(placed.body.orderId)).toMatchObject({ costCentreId: ids[1], text: 'Cost centre: 4711 Track' });
  });

  it('can be one of 500, in well under a second', async () => {
    await sql`insert into cost_centre (organisation_id, code, name) select 1, 'M' || lpad(n::text, 4, '0'), 'Section ' || n from generate_series(1, 500) n`.execute(
      portal.db,
    );
    const { id } = await aQuestion(portal.db, { name: 'Cost centre', hasCostCentres: true });
    const { body } = await summarise();
    expect(body.checkoutAttributes.find((question) => question.id === id)?.values).toHaveLength(500);
  });
});
