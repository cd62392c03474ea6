import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addItems, anItem, aStockedProduct, fillCart, orderItems } from '#api/testing/builders.ts';
import { createDecisions, PO } from '#api/testing/decisions.ts';
import {
  aDecoratedProduct,
  aLogo,
  aNameDesign,
  anOrganisationDesign,
  approveProof,
  type DecoratedProduct,
  EMBROIDERY,
  PRINT,
} from '#api/testing/designs.ts';
import { changeLine, lineOf, orderOf, sizeOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { cartOf, reorder } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { HALLAM } from '#api/testing/waiting-orders.ts';
import { aWearer, orderFor, type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let polo: DecoratedProduct;
let bea: SignedIn;
let otto: SignedIn;

beforeEach(async () => {
  await sql`update garment_design set archived_at = now() where archived_at is null`.execute(portal.db);
  polo = await aDecoratedProduct(portal.db, { stock: [500, 500], organisationIds: [1, 2] });
  bea = await signInAs(portal, { firstName: 'Bea' });
  otto = await signInAs(portal, { firstName: 'Otto' });
});

const aText = (text: string, place: 'left-chest' | 'right-chest' = 'left-chest') => ({
  methodId: EMBROIDERY,
  positionId: polo.positions[place],
  text,
});
const decorated = (customisations: object[], quantity = 1, size = 0) => ({ ...anItem(polo, quantity, size), customisations });
const put = (person: TestClient, shoppingCartItemId: number | undefined, change: object) =>
  person.post<'POST /api/shopping_cart_items/customisation'>('/api/shopping_cart_items/customisation', {
    shoppingCartItemId,
    ...change,
  });
const takeOff = (person: TestClient, id: number | undefined) =>
  person.delete<'DELETE /api/shopping_cart_items/customisation/:id'>(`/api/shopping_cart_items/customisation/${id}`);
const saveText = async (person: TestClient, text: string) =>
  (
    await person.post<'POST /api/customisations/'>('/api/customisations/', {
      customisation: { productId: polo.id, ...aText(text) },
    })
  ).body.customisation;
type Cart = Awaited<ReturnType<typeof cartOf>>;
const textsOf = ({ items }: Cart) =>
  items.map(({ quantity, customisations }) => [quantity, ...customisations.map(({ text }) => text)]);

describe('adding garments with designs', () => {
  it('prices them with their decoration, and adds equal ones to one line', async () => {
    const cart = await fillCart(
      bea,
      decorated([aText('Niamh'), aText('Crew', 'right-chest')], 2),
      decorated([aText('Crew', 'right-chest'), { ...aText(' Niamh '), fontName: 'Sans' }], 3),
      decorated([aText('Neve')]),
      anItem(polo),
    );

    expect(textsOf(cart)).toEqual([[5, 'Niamh', 'Crew'], [1, 'Neve'], [1]]);
    expect(cart.items.map(({ unitPriceExclTax }) => unitPriceExclTax)).toEqual([14.8, 12.4, 10]);
    expect(cart.charges.map(({ exclTax }) => exclTax)).toEqual([12, 12, 12]);
    expect(cart.canCheckout).toBe(true);
    expect(await cartOf(bea)).toEqual(cart);
    expect(textsOf(await fillCart(bea, decorated([aText('Neve')], 4)))[1]).toEqual([5, 'Neve']);
  });

  it('names what is not possible by item and design, and adds nothing', async () => {
    const logoId = await aLogo(portal.db, { organisationId: 2 });

    const notFound = await addItems(bea, anItem(polo), decorated([aText('A'), { ...aText('', 'right-chest'), logoId }]));
    const invalid = await addItems(
      bea,
      decorated([aText('A'), aText('B')]),
      decorated([
        { ...aText('B'), methodId: PRINT },
        { ...aText('C'), productId: 1 },
      ]),
    );

    expect([notFound.status, notFound.errors]).toEqual([404, { 'items[1].customisations[1].logoId': ['Logo not found.'] }]);
    expect([invalid.status, invalid.errors]).toEqual([
      422,
      {
        'items[0].customisations[1].positionId': ['Left chest has a design already. Please choose another position.'],
        'items[1].customisations[0].methodId': [expect.stringContaining('Print is not possible')],
        'items[1].customisations[1].productId': ['This design is for another product.'],
      },
    ]);
    const tooMany = await addItems(bea, decorated(Array.from({ length: 21 }, () => aText('A'))));
    expect(tooMany.status).toBe(422);
    expect((await cartOf(bea)).items).toEqual([]);
  });

  it('takes a saved design of the person alone', async () => {
    const own = await saveText(bea, 'Niamh');

    expect((await fillCart(bea, decorated([{ id: own.id }]))).items[0]?.customisations).toEqual([
      expect.objectContaining({ customisationId: own.id, text: 'Niamh', productId: polo.id }),
    ]);
    expect(await addItems(otto, decorated([{ id: own.id }]))).toMatchObject({
      status: 404,
      errors: { 'items[0].customisations[0].id': ['Customisation not found.'] },
    });
    const other = await aDecoratedProduct(portal.db);
    expect(await addItems(bea, { ...anItem(other), customisations: [{ id: own.id }] })).toMatchObject({
      status: 422,
      errors: { 'items[0].customisations[0].id': ['This saved design is for another product.'] },
    });
  });

  it('adds what the organisation requires by itself, for clients without designs too', async () => {
    const logoId = await aLogo(portal.db);
    const design = await anOrganisationDesign(portal.db, { logo_id: logoId, is_mandatory: true, setup_minor: 500 });
    const required = await aDecoratedProduct(portal.db, { isRequired: true });
    await approveProof(portal.db, `design:${design}`, { garmentDesignId: design });

    const cart = await fillCart(bea, anItem(polo), anItem(required));

    expect(cart.items.map(({ customisations }) => customisations)).toEqual(
      cart.items.map(() => [expect.objectContaining({ id: 0, isMandatory: true, logoId, proofStatus: 'approved' })]),
    );
    expect(cart.items[0]).toMatchObject({ unitPriceExclTax: 12.4, warnings: [] });
    expect(cart.charges).toHaveLength(2);
    expect(await addItems(bea, decorated([aText('A')]))).toMatchObject({
      status: 422,
      errors: { 'items[0].customisations[0].positionId': [expect.stringContaining('“House logo”')] },
    });
    // Not stored, so that nothing has to follow when the requirement ends.
    await sql`update garment_design set archived_at = now() where id = ${design}`.execute(portal.db);
    expect((await cartOf(bea)).items.map(({ customisations, warnings }) => [customisations, warnings.length])).toEqual([
      [[], 0],
      [[], 1],
    ]);
  });

  it('requires a wardrobe’s design on the lines of the wardrobe alone, and that of the product before it', async () => {
    const logoId = await aLogo(portal.db);
    const other = await aDecoratedProduct(portal.db);
    await anOrganisationDesign(portal.db, { name: 'Everywhere', logo_id: logoId, is_mandatory: true });
    await anOrganisationDesign(portal.db, { name: 'Polo', logo_id: logoId, is_mandatory: true, product_id: polo.id });

    const { client: wearer, collectionId } = await aWearer(portal, [polo, other]);
    await anOrganisationDesign(portal.db, { name: 'Wardrobe', logo_id: logoId, is_mandatory: true, collection_id: collectionId });
    const namesOf = ({ items }: Cart) => items.map(({ customisations }) => customisations.map(({ name }) => name));

    expect(namesOf(await fillCart(bea, anItem(polo), anItem(other)))).toEqual([['Polo'], ['Everywhere']]);
    expect(namesOf(await fillCart(wearer, anItem(polo), anItem(other)))).toEqual([['Polo'], ['Wardrobe']]);
  });

  it('refuses a garment that needs a design without one', async () => {
    const required = await aDecoratedProduct(portal.db, { isRequired: true });

    expect(await addItems(bea, anItem(required))).toMatchObject({
      status: 400,
      errors: { 'items[0]': ['This garment is ordered with a logo or a text. Personalise it first.'] },
    });
    const text = { ...aText('A'), positionId: required.positions['left-chest'] };
    const { items } = await fillCart(bea, { ...anItem(required), customisations: [text] });
    expect(await takeOff(bea, items[0]?.customisations[0]?.id)).toMatchObject({ status: 409 });
    expect(textsOf(await cartOf(bea))).toEqual([[1, 'A']]);
  });

  it('is possible for someone else, with what they have saved', async () => {
    const own = await saveText(bea, 'Niamh');
    const seller = await orderFor(portal, bea.customerId);

    expect(textsOf(await fillCart(seller, decorated([{ id: own.id }])))).toEqual([[1, 'Niamh']]);
    expect(textsOf(await cartOf(bea))).toEqual([[1, 'Niamh']]);
  });
});

describe('designs on lines of a cart', () => {
  it('are put on, exchanged and taken off, and a line that equals another is added to it', async () => {
    const own = await saveText(bea, 'Niamh');
    const { items } = await fillCart(bea, anItem(polo, 2), decorated([aText('Neve')], 3));
    const plain = items[0]?.id;

    expect(textsOf((await put(bea, plain, { customisation: aText('Nora') })).body)).toEqual([
      [2, 'Nora'],
      [3, 'Neve'],
    ]);
    const followed = await put(bea, plain, { customisationId: own.id });
    expect(followed.body.items[0]?.customisations).toEqual([expect.objectContaining({ customisationId: own.id, text: 'Niamh' })]);
    const both = await put(bea, plain, { customisation: aText('Crew', 'right-chest') });
    expect(textsOf(both.body)[0]).toEqual([2, 'Niamh', 'Crew']);
    const crew = both.body.items[0]?.customisations[1]?.id;

    expect(textsOf((await takeOff(bea, crew)).body)[0]).toEqual([2, 'Niamh']);
    expect(textsOf((await put(bea, plain, { customisation: aText('Neve') })).body)).toEqual([[5, 'Neve']]);
  });

  it('are those of the person’s own cart', async () => {
    const { items } = await fillCart(bea, decorated([aText('A')]));
    const [line] = items;
    const saved = await saveText(bea, 'B');

    expect(await put(otto, line?.id, { customisation: aText('B') })).toMatchObject({
      status: 404,
      errors: { shoppingCartItem: [expect.stringMatching(/./)] },
    });
    expect(await takeOff(otto, line?.customisations[0]?.id)).toMatchObject({ status: 404 });
    expect(await takeOff(bea, 999_999)).toMatchObject({ status: 404, errors: { customisation: ['Customisation not found.'] } });
    expect(await put(bea, line?.id, {})).toMatchObject({ status: 422, errors: { customisation: ['Please choose a design.'] } });
    expect(await put(bea, line?.id, { customisationId: 999_999 })).toMatchObject({
      status: 404,
      errors: { customisation: [expect.stringMatching(/./)] },
    });
    const ottos = await fillCart(otto, anItem(polo));
    expect(await put(otto, ottos.items[0]?.id, { customisationId: saved.id })).toMatchObject({ status: 404 });
    const logoId = await aLogo(portal.db, { organisationId: 2 });
    expect(await put(bea, line?.id, { customisation: { ...aText(''), logoId } })).toMatchObject({
      status: 404,
      errors: { logo: [expect.stringMatching(/./)] },
    });
    expect(await put(bea, line?.id, { customisation: { ...aText('A'), positionId: 999_999 } })).toMatchObject({ status: 422 });
    expect(textsOf(await cartOf(bea))).toEqual([[1, 'A']]);
  });

  it('stay when the size or quantity changes, and go with their line', async () => {
    const { items } = await fillCart(bea, decorated([aText('A')], 2), decorated([aText('A')], 1, 1));
    const change = (shoppingCartItem: object) => bea.put(`/api/shopping_cart_items/${items[0]?.id}`, { shoppingCartItem });

    await change({ quantity: 4 });
    expect(textsOf(await cartOf(bea))).toEqual([
      [4, 'A'],
      [1, 'A'],
    ]);
    await change({ combinationId: polo.combinations[1]?.id });
    const { items: merged } = await cartOf(bea);
    expect(merged.map(({ quantity, customisations }) => [quantity, customisations.length])).toEqual([[5, 1]]);
    await bea.delete(`/api/shopping_cart_items/${merged[0]?.id}`);
    const left =
      await sql`select from cart_line_customisation c join cart_line l on l.id = c.cart_line_id join cart t on t.id = l.cart_id
      where t.customer_id = ${bea.customerId}`.execute(portal.db);
    expect(left.rows).toEqual([]);
  });

  it('that are no longer possible are said, with what to do, and do not get into an order', async () => {
    const logoId = await aLogo(portal.db, { name: 'Old' });
    const names = await aNameDesign(portal.db);
    await fillCart(
      bea,
      decorated([{ ...aText(''), logoId }]),
      decorated([aText('A')]),
      decorated([{ nameDesignId: names, text: 'Niamh D.' }]),
    );
    await sql`update logo set archived_at = now() where id = ${logoId}`.execute(portal.db);
    await sql`update garment_design set archived_at = now() where id = ${names}`.execute(portal.db);
    const warnings = async () => (await cartOf(bea)).items.map((item) => item.warnings);

    expect(await warnings()).toEqual([
      ['Left chest: the logo “Old” is no longer available. Choose another, or remove it.'],
      [],
      ['Right chest: your organisation no longer offers “Name badge”. Remove the design.'],
    ]);
    expect((await cartOf(bea)).canCheckout).toBe(false);

    await sql`delete from product_position where product_id = ${polo.id} and position_id = ${polo.positions['left-chest']}`.execute(
      portal.db,
    );
    expect((await warnings())[1]).toEqual(['Left chest: this garment can no longer be personalised there. Remove the design.']);
  });

  it('give way to what the organisation comes to require', async () => {
    await fillCart(bea, decorated([aText('A')]));
    await anOrganisationDesign(portal.db, { logo_id: await aLogo(portal.db), is_mandatory: true });

    const [line] = (await cartOf(bea)).items;
    expect(line?.warnings).toEqual(['Left chest: your organisation requires another design there. Remove yours.']);
    const own = line?.customisations.find(({ isMandatory }) => !isMandatory)?.id;
    expect((await takeOff(bea, own)).body.items[0]?.warnings).toEqual([]);
  });

  it('take no statement more than lines without, and 200 of them no more than 20', async () => {
    const count = async (person: SignedIn) => {
      await cartOf(person);
      const before = portal.statementsSent();
      await cartOf(person);
      return portal.statementsSent() - before;
    };
    await fillCart(otto, anItem(polo));
    await fillCart(bea, ...Array.from({ length: 200 }, (_, index) => decorated([aText(`Name ${index}`)])));

    expect([await count(bea), await count(otto)]).toEqual([1, 1]);
  });
});

describe('the price of items before they are added', () => {
  const totalsOf = (items: object[], person: TestClient = bea) =>
    person.post<'POST /api/product/getbuynowtotals'>('/api/product/getbuynowtotals', { productId: polo.id, items });
  const item = (customisations: object[], quantity: number) => ({
    combinationId: polo.combinations[0]?.id,
    quantity,
    customisations,
  });

  it('has decoration and set-up, each design once, as the cart then has', async () => {
    await anOrganisationDesign(portal.db, {
      logo_id: await aLogo(portal.db),
      is_mandatory: true,
      place: 'right-chest',
      price_minor: 50,
      setup_minor: 0,
    });
    const items = [item([aText('Niamh')], 2), item([aText('Neve')], 1), item([], 1)];

    const { totals } = (await totalsOf(items)).body;

    expect(totals.items.map(({ unitPrice, subTotal }) => [unitPrice, subTotal])).toEqual([
      [12.9, 25.8],
      [12.9, 12.9],
      [10.5, 10.5],
    ]);
    // 3 × 2.40 and 4 × 0.50 in the prices, and 12.00 twice beside them.
    expect(totals).toMatchObject({ subTotal: 49.2, customisationTotal: 33.2, tax: 14.64, total: 87.84 });
    const cart = await fillCart(bea, ...items.map((one) => ({ productId: polo.id, ...one })));
    expect(cart.subTotalExclTax).toBe(49.2);
    expect(cart.charges.reduce((sum, { exclTax }) => sum + (exclTax ?? 0), 0)).toBe(24);
  });

  it('is refused for designs that are not possible, by item', async () => {
    expect(await totalsOf([item([{ ...aText('A'), fontName: 'Comic' }], 1)])).toMatchObject({
      status: 422,
      errors: { 'items[0].customisations[0].fontName': [expect.stringMatching(/Comic/)] },
    });
    const required = await aDecoratedProduct(portal.db, { isRequired: true });
    const { body } = await bea.post<'POST /api/product/getbuynowtotals'>('/api/product/getbuynowtotals', {
      productId: required.id,
      items: [{ combinationId: required.combinations[0]?.id, quantity: 1 }],
    });
    expect(body.totals.items[0]?.warnings).toEqual(['This garment is ordered with a logo or a text. Personalise it first.']);
  });
});

describe('designs of orders', () => {
  it('come back with lines that are sent back', async () => {
    const { aColleague, decide } = createDecisions(portal);
    const hanna = await aColleague({ firstName: 'Hanna' });
    const approver = await aColleague({ role: 'Admin', approver: true });
    const plain = await aStockedProduct(portal.db, { organisationIds: [HALLAM.organisationId] });
    const logoId = await aLogo(portal.db, { organisationId: HALLAM.organisationId });
    const orderId = await orderItems(
      portal.db,
      hanna,
      decorated([{ ...aText('Hanna'), comments: 'As before' }], 2),
      decorated([{ ...aText(''), logoId }], 3),
      anItem(plain),
    );

    expect((await decide(approver, { id: orderId, action: 'amend', rejectReason: 'Other text.', ...PO })).status).toBe(200);

    const cart = await cartOf(hanna);
    expect(textsOf(cart)).toEqual([[2, 'Hanna'], [3, null], [1]]);
    expect(cart.items[0]?.customisations[0]).toMatchObject({ comments: 'As before', customisationId: null });
    // Equal designs, equal line.
    expect(textsOf(await fillCart(hanna, decorated([{ ...aText('Hanna'), comments: 'As before' }])))[0]).toEqual([3, 'Hanna']);
  });

  it('are ordered again at today’s price, or it is said why not', async () => {
    const logoId = await aLogo(portal.db, { name: 'Old' });
    const orderId = await orderItems(portal.db, bea, decorated([aText('Bea')], 2), decorated([{ ...aText(''), logoId }]));
    await sql`update logo set archived_at = now() where id = ${logoId}`.execute(portal.db);
    await sql`update decoration_price set price_minor = price_minor + 100 where currency_code = 'GBP'`.execute(portal.db);
    try {
      const { status, body } = await reorder(bea, orderId);

      expect(status).toBe(200);
      expect(body.warnings).toEqual([expect.stringMatching(/Left chest: the logo “Old” is no longer available/)]);
      expect(body.items.map(({ unitPriceExclTax, customisations }) => [unitPriceExclTax, customisations[0]?.text])).toEqual([
        [13.4, 'Bea'],
      ]);
    } finally {
      await sql`update decoration_price set price_minor = price_minor - 100 where currency_code = 'GBP'`.execute(portal.db);
    }
  });

  it('stay when a line gets another size, and keep a saved design from being deleted', async () => {
    const own = await saveText(bea, 'Bea');
    const orderId = await orderItems(portal.db, bea, decorated([{ id: own.id }], 2));

    const { status } = await changeLine(bea, orderId, await lineOf(bea, orderId), {
      combinationId: sizeOf(polo, 1),
      quantity: 1,
    });

    expect(status).toBe(200);
    const { orderItems: lines } = await orderOf(bea, orderId);
    expect(
      lines.map(({ unitPriceExclTax, customisations }) => [unitPriceExclTax, customisations.map(({ text }) => text)]),
    ).toEqual([
      [12.4, ['Bea']],
      [12.4, ['Bea']],
    ]);
    expect(await bea.delete(`/api/customisations/${own.id}`)).toMatchObject({
      status: 409,
      errors: { customisation: [expect.stringMatching(/An order was placed with this design/)] },
    });
    // The order keeps what was ordered.
    await bea.post('/api/customisations/', { customisation: { id: own.id, text: 'Other' } });
    expect((await orderOf(bea, orderId)).orderItems[0]?.customisations[0]?.text).toBe('Bea');
  });
});
