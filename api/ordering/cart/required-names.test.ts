import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addItems, anItem, aWardrobe, fillCart, orderItems, requestSummary, submitOrder } from '#api/testing/builders.ts';
import { aDecoratedProduct, aNameDesign, anOrganisationDesign, type DecoratedProduct } from '#api/testing/designs.ts';
import { orderOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { cartOf, reorder } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let polo: DecoratedProduct;
let buyer: SignedIn;
let niamh: SignedIn;
let names: number;

beforeEach(async () => {
  await sql`update garment_design set archived_at = now() where archived_at is null`.execute(portal.db);
  polo = await aDecoratedProduct(portal.db, { stock: [500, 500] });
  buyer = await signInAs(portal, { firstName: 'Bea' });
  niamh = await signInAs(portal, { role: 'Staff', firstName: 'Niamh' });
  await aWardrobe(portal.db, niamh.customerId, [polo], { quantity: 50 });
  names = await aNameDesign(portal.db, { is_mandatory: true, price_minor: 100, setup_minor: 250 });
});

const rename = (person: SignedIn, firstName: string, lastName = 'Doyle') =>
  sql`update customer set first_name = ${firstName}, last_name = ${lastName} where id = ${person.customerId}`.execute(portal.db);
const named = (text: string, quantity = 1) => ({ ...anItem(polo, quantity), customisations: [{ nameDesignId: names, text }] });
const builderOf = async (person: TestClient, query = '') =>
  (await person.get<'GET /api/products/customisationbuilder/:id'>(`/api/products/customisationbuilder/${polo.id}${query}`)).body
    .customisationBuilder;
const setDesigns = (person: TestClient, lineId: number | undefined, customisations: object[], change: object = {}) =>
  person.put<'PUT /api/shopping_cart_items/:id'>(`/api/shopping_cart_items/${lineId}`, {
    shoppingCartItem: { customisations, ...change },
  });
const takeOff = (person: TestClient, id: number | undefined) =>
  person.delete<'DELETE /api/shopping_cart_items/customisation/:id'>(`/api/shopping_cart_items/customisation/${id}`);
const textsOf = ({ items }: Awaited<ReturnType<typeof cartOf>>) =>
  items.map(({ quantity, customisations }) => [quantity, ...customisations.map(({ text }) => text)]);

const ENTER = 'Right chest: “Name badge” is required on this garment. Enter the name that it is to have.';

describe('a name that the organisation requires', () => {
  it('is that of the wearer, for clients without designs too, and follows what they type', async () => {
    const cart = await fillCart(niamh, anItem(polo, 2));

    expect(cart.items[0]).toMatchObject({ warnings: [] });
    expect(cart.items[0]?.customisations).toEqual([
      expect.objectContaining({ id: 0, isMandatory: true, nameDesignId: names, text: 'Niamh F.', letterMm: 6 }),
    ]);
    const [line] = cart.items;
    const typed = (await setDesigns(niamh, line?.id, [{ nameDesignId: names, text: 'Nia' }])).body;
    expect(textsOf(typed)).toEqual([[2, 'Nia']]);
    expect(textsOf((await takeOff(niamh, typed.items[0]?.customisations[0]?.id)).body)).toEqual([[2, 'Niamh F.']]);
    expect((await builderOf(niamh)).nameDesigns).toEqual([
      expect.objectContaining({ nameDesignId: names, isMandatory: true, text: null, letterMm: 6 }),
    ]);
  });

  it('has to be entered on a line for no one, which says so', async () => {
    expect(await addItems(buyer, anItem(polo))).toMatchObject({ status: 400, errors: { 'items[0]': [ENTER] } });
    const { body } = await buyer.post<'POST /api/product/getbuynowtotals'>('/api/product/getbuynowtotals', {
      productId: polo.id,
      items: [{ combinationId: polo.combinations[0]?.id, quantity: 2 }],
    });
    expect(body.totals).toMatchObject({ items: [{ unitPrice: 11, warnings: [] }], customisationTotal: 4.5 });
    const cart = await fillCart(buyer, named('Front desk'));
    const [line] = cart.items;
    expect(cart.charges.map(({ exclTax }) => exclTax)).toEqual([2.5]);
    expect(line).toMatchObject({
      unitPriceExclTax: 11,
      warnings: [],
      customisations: [{ text: 'Front desk', isMandatory: false }],
    });

    expect(await takeOff(buyer, line?.customisations[0]?.id)).toMatchObject({
      status: 409,
      errors: { customisation: [expect.stringContaining('ordered with a name')] },
    });
    expect(await setDesigns(buyer, line?.id, [])).toMatchObject({ status: 409 });
    expect(textsOf(await cartOf(buyer))).toEqual([[1, 'Front desk']]);
    // Another design cannot be where the name has to be.
    const text = { methodId: 10, positionId: polo.positions['right-chest'], text: 'Crew' };
    expect((await addItems(buyer, { ...anItem(polo), customisations: [text] })).errors).toEqual({
      'items[0].customisations[0].positionId': [expect.stringContaining('“Name badge”')],
    });
  });

  it('is asked for on lines that were there before, and in no order without it', async () => {
    await sql`update garment_design set is_mandatory = false where id = ${names}`.execute(portal.db);
    await fillCart(buyer, anItem(polo));
    await requestSummary(portal.db, buyer);
    await sql`update garment_design set is_mandatory = true where id = ${names}`.execute(portal.db);

    const cart = await cartOf(buyer);
    expect([cart.canCheckout, cart.items[0]?.warnings]).toEqual([false, [ENTER]]);
    expect((await submitOrder(buyer)).status).toBe(400);
    const given = await setDesigns(buyer, cart.items[0]?.id, [{ nameDesignId: names, text: 'Bar' }]);
    expect([given.body.canCheckout, textsOf(given.body)]).toEqual([true, [[1, 'Bar']]]);
  });

  it('that cannot be made as it is in the record is refused with the reason, and can be written otherwise', async () => {
    await rename(niamh, 'مريم');
    expect((await addItems(niamh, anItem(polo))).errors).toEqual({
      'items[0]': [expect.stringMatching(/^Right chest: “مريم D\.” cannot be put there\. .*not in Sans/)],
    });
    await rename(niamh, 'Wilhelmina-Alexandrina-Featherstonehaugh');
    expect((await addItems(niamh, anItem(polo))).errors).toEqual({ 'items[0]': [expect.stringContaining('Please shorten it')] });
    expect((await addItems(niamh, named('Mina'))).status).toBe(200);
  });

  it('is on orders as it was then, and again on what is ordered again', async () => {
    const id = await orderItems(portal.db, niamh, anItem(polo), named('Nia', 2));
    await rename(niamh, 'Neve');

    const [order] = (await orderOf(niamh, id)).orderItems.map(({ customisations }) => customisations) as object[][];
    expect(order).toEqual([expect.objectContaining({ text: 'Niamh F.', nameDesignId: names, isMandatory: true })]);
    await reorder(niamh, id);
    expect(textsOf(await cartOf(niamh))).toEqual([
      [1, 'Neve D.'],
      [2, 'Nia'],
    ]);
  });

  it('of a wardrobe is on its lines alone, and gives way to what is required of the product', async () => {
    const { client: wearer, collectionId } = await aWearer(portal, [polo]);
    await sql`update garment_design set collection_id = ${collectionId} where id = ${names}`.execute(portal.db);
    expect(textsOf(await fillCart(wearer, anItem(polo)))).toEqual([[1, 'Made F.']]);
    expect(textsOf(await fillCart(niamh, anItem(polo)))).toEqual([[1]]);
    expect((await builderOf(niamh)).nameDesigns).toMatchObject([{ isMandatory: false }]);
    expect((await builderOf(niamh, `?organisationCollectionId=${collectionId}`)).nameDesigns).toMatchObject([
      { isMandatory: true },
    ]);

    const lettering = { method_id: 40, text: 'Crew', font_name: 'Sans', letter_mm: 6, place: 'right-chest', is_mandatory: true };
    await anOrganisationDesign(portal.db, { ...lettering, product_id: polo.id });
    expect(textsOf(await cartOf(wearer))).toEqual([[1, 'Crew']]);
    expect((await builderOf(niamh, `?organisationCollectionId=${collectionId}`)).nameDesigns).toEqual([]);
  });
});

describe('all designs of a line at once', () => {
  const aText = (text: string, place: 'left-chest' | 'right-chest') => ({
    methodId: 10,
    positionId: polo.positions[place],
    text,
  });
  beforeEach(() => sql`update garment_design set archived_at = now() where id = ${names}`.execute(portal.db));

  it('are exchanged together or not at all, and a line that equals another is added to it', async () => {
    const line = { ...anItem(polo, 2), customisations: [aText('A', 'left-chest')] };
    const { items } = await fillCart(buyer, line, { ...anItem(polo, 3), customisations: [aText('B', 'right-chest')] });
    const [first] = items;

    const refused = await setDesigns(buyer, first?.id, [aText('C', 'right-chest'), aText('مريم', 'left-chest')]);
    expect(refused).toMatchObject({
      status: 422,
      errors: { 'customisations[1].text': [expect.stringContaining('not in Sans')] },
    });
    expect(textsOf(await cartOf(buyer))[0]).toEqual([2, 'A']);
    expect((await setDesigns(buyer, first?.id, [{ id: 999_999 }])).status).toBe(404);
    expect((await setDesigns(niamh, first?.id, [])).status).toBe(404);
    expect(await setDesigns(buyer, first?.id, [], { quantity: 4 })).toMatchObject({
      status: 422,
      errors: { customisations: [expect.stringMatching(/./)] },
    });

    expect(textsOf((await setDesigns(buyer, first?.id, [aText('C', 'right-chest')])).body)[0]).toEqual([2, 'C']);
    expect(textsOf((await setDesigns(buyer, first?.id, [aText('B', 'right-chest')])).body)).toEqual([[5, 'B']]);
  });
});
