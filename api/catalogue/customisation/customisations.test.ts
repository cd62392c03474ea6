import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { addItems, anItem, fillCart } from '#api/testing/builders.ts';
import {
  aDecoratedProduct,
  aLogo,
  aNameDesign,
  anOrganisationDesign,
  approveProof,
  type DecoratedProduct,
  EMBROIDERY,
  NAME_BADGE,
  PRINT,
} from '#api/testing/designs.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, type SignedIn, signInAs } from '#api/testing/wearers.ts';
import { createProofKey } from './design.rules.ts';

const portal = usePortal();
let polo: DecoratedProduct;
let bea: SignedIn;
let otto: SignedIn;

beforeEach(async () => {
  await sql`update garment_design set archived_at = now() where organisation_id = 1`.execute(portal.db);
  polo = await aDecoratedProduct(portal.db);
  bea = await signInAs(portal, { firstName: 'Bea' });
  otto = await signInAs(portal, { firstName: 'Otto' });
});

const save = (person: SignedIn, customisation: object) =>
  person.post<'POST /api/customisations'>('/api/customisations/', { customisation });
const saveText = (person: SignedIn, customisation: object = {}) =>
  save(person, {
    productId: polo.id,
    methodId: EMBROIDERY,
    positionId: polo.positions['left-chest'],
    text: 'Niamh',
    ...customisation,
  });
const builderOf = (person: TestClient, productId = polo.id) =>
  person.get<'GET /api/products/customisationbuilder/:id'>(`/api/products/customisationbuilder/${productId}`);
const list = (person: SignedIn, query = '') => person.get<'GET /api/customisations'>(`/api/customisations${query}`);
const cartOf = async (person: SignedIn) => (await person.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;

describe('what can be put on a garment', () => {
  it('lists positions, methods with prices, logos, fonts and colours', async () => {
    const logo = await aLogo(portal.db, { name: 'Compass' });
    await aLogo(portal.db, { organisationId: 2, name: 'Of Hallam' });

    const { status, body } = await builderOf(bea);

    expect(status).toBe(200);
    const builder = body.customisationBuilder;
    expect(builder).toMatchObject({
      productId: polo.id,
      isRequired: false,
      fonts: ['Sans', 'Serif', 'Script'],
      maxTextLength: 40,
      mandatory: [],
      nameDesigns: [],
    });
    expect(builder.canvas.widthCm).toBeGreaterThan(100);
    expect(builder.methods.map(({ id, price, setupPrice }) => [id, price, setupPrice])).toEqual([
      [EMBROIDERY, 2.4, 12],
      [PRINT, 1.9, 18],
      [30, 1.65, 8],
      [NAME_BADGE, 3.2, 0],
    ]);
    expect(builder.positions.find(({ name }) => name === 'Upper back')).toMatchObject({ side: 'back', methodIds: [20, 30] });
    expect(builder.logos.filter(({ name }) => ['Compass', 'Of Hallam'].includes(name))).toEqual([
      expect.objectContaining({ id: logo, status: 'awaitingProof', widthPx: 400 }),
    ]);
    expect(builder.threadColours.length).toBeGreaterThan(10);
    expect(builder.drawings[0]?.backSrc).toMatch(/^\/garments\/polo.*-back\.svg$/);
  });

  it('shows what the organisation requires and its designs for names, with their own prices', async () => {
    const logoId = await aLogo(portal.db);
    await anOrganisationDesign(portal.db, { logo_id: logoId, is_mandatory: true, setup_minor: 0 });
    const names = await aNameDesign(portal.db, { price_minor: 100, setup_minor: 250 });
    await anOrganisationDesign(portal.db, { name: 'On trousers', place: 'left-thigh', logo_id: logoId, is_mandatory: true });

    const { customisationBuilder: builder } = (await builderOf(bea)).body;

    expect(builder.mandatory).toEqual([
      expect.objectContaining({ id: 0, name: 'House logo', isMandatory: true, nameDesignId: null, price: 2.4, setupPrice: 0 }),
    ]);
    expect(builder.nameDesigns).toEqual([
      expect.objectContaining({ nameDesignId: names, nameForm: 'first-initial', letterMm: 6, price: 1, setupPrice: 2.5 }),
    ]);
  });

  it('is that of lines in a wardrobe where one is named', async () => {
    const { client, collectionId } = await aWearer(portal, [polo]);
    const { collectionId: another } = await aWearer(portal, [polo]);
    const logoId = await aLogo(portal.db);
    await anOrganisationDesign(portal.db, { name: 'Own', logo_id: logoId, is_mandatory: true, collection_id: collectionId });
    await aNameDesign(portal.db, { name: 'Other', collection_id: another });
    const of = async (id?: number) => {
      const query = id === undefined ? '' : `?organisationCollectionId=${id}`;
      const path = `/api/products/customisationbuilder/${polo.id}${query}`;
      const { customisationBuilder: found } = (await client.get<'GET /api/products/customisationbuilder/:id'>(path)).body;
      return [found.mandatory.map(({ name }) => name), found.nameDesigns.map(({ name }) => name)];
    };

    expect(await of()).toEqual([[], ['Other']]);
    expect(await of(collectionId)).toEqual([['Own'], []]);
    expect(await of(another)).toEqual([[], ['Other']]);
    expect(await of(2_000_000_000)).toEqual([[], []]);
  });

  it('is 404 for a product that the person does not see', async () => {
    const other = await aDecoratedProduct(portal.db, { organisationIds: [2] });

    expect((await builderOf(bea, other.id)).status).toBe(404);
  });

  it('is said of a product only where a method has a price in its currency', async () => {
    const isEnabled = async (person: SignedIn) =>
      (await person.get<'GET /api/products/:id'>(`/api/products/${polo.id}`)).body.products[0]?.customisationEnabled;
    const bare = await aDecoratedProduct(portal.db);
    await sql`delete from product_position where product_id = ${bare.id}`.execute(portal.db);

    expect(await isEnabled(bea)).toBe(true);
    expect((await bea.get<'GET /api/products/:id'>(`/api/products/${bare.id}`)).body.products[0]?.customisationEnabled).toBe(
      false,
    );
  });
});

describe('saving a design', () => {
  it('saves a text with the first font and colour, measured and priced, for its person alone', async () => {
    const { status, body } = await saveText(bea, { name: ' Front ', comments: ' As before ' });

    expect(status).toBe(200);
    expect(body.customisation).toMatchObject({
      name: 'Front',
      productId: polo.id,
      method: 'Embroidery',
      position: 'Left chest',
      text: 'Niamh',
      fontName: 'Sans',
      letterMm: 10,
      price: 2.4,
      setupPrice: 12,
      proofStatus: 'awaitingProof',
      isMandatory: false,
      comments: 'As before',
    });
    expect(body.customisation.threadColour).not.toBeNull();
    const { id } = body.customisation;
    expect(body.customisation.customisationId).toBe(id);
    expect((await bea.get<'GET /api/customisations/:id'>(`/api/customisations/${id}`)).body.customisation).toEqual(
      body.customisation,
    );
    expect((await list(bea)).body.customisations).toEqual([body.customisation]);
    expect((await list(otto)).body.customisations).toEqual([]);
    expect((await otto.get(`/api/customisations/${id}`)).status).toBe(404);
    expect((await saveText(otto, { id, text: 'Otto' })).status).toBe(404);
    expect((await otto.delete(`/api/customisations/${id}`)).status).toBe(404);
  });

  it('makes a longer text smaller and knows what was approved', async () => {
    const { body } = await saveText(bea, { text: 'Front of house', fontName: 'serif'.replace('s', 'S') });
    const { customisation } = body;
    expect(customisation.letterMm).toBeLessThan(10);
    const { thread_colour_id: threadColourId } = await portal.db
      .selectFrom('customisation')
      .select('thread_colour_id')
      .where('id', '=', customisation.id)
      .executeTakeFirstOrThrow();

    await approveProof(portal.db, createProofKey({ ...customisation, threadColourId, garmentDesignId: null }));

    expect((await list(bea, `?productId=${polo.id}`)).body.customisations[0]?.proofStatus).toBe('approved');
    expect((await list(bea, '?productId=1')).body.customisations).toEqual([]);
  });

  it.each([
    ['no text and no logo', { text: undefined }, { text: /choose a logo or enter a text/ }],
    ['a blank text', { text: ' \n ' }, { text: /enter (a|the) text/ }],
    ['an emoji', { text: 'Ann 🙂' }, { text: /🙂/ }],
    ['Arabic', { text: 'مرحبا' }, { text: /م/ }],
    ['a mark that combines with no letter of the font', { text: 'x\u0301\u0302' }, { text: /x/ }],
    ['200 W', { text: 'W'.repeat(200) }, { text: /200 characters/ }],
    ['a text that is too wide at the smallest letters', { text: 'W'.repeat(28) }, { text: /mm/ }],
    ['too many lines', { text: 'a\nb\nc' }, { text: /lines/ }],
    ['a control character', { text: 'a\u0007b' }, { text: /\S/ }],
    ['a sign that turns letters around', { text: 'a\u202eb' }, { text: /\S/ }],
    ['an unknown font', { fontName: 'Comic' }, { fontName: /no font “Comic”/ }],
    ['an unknown colour', { threadColour: 'Ultraviolet' }, { threadColour: /not offered/ }],
    ['no method', { methodId: undefined }, { methodId: /required/ }],
    ['an unknown method', { methodId: 99 }, { methodId: /not offered/ }],
    ['a method that is not possible there', { methodId: PRINT }, { methodId: /not possible at this position/ }],
    ['an unknown position', { positionId: 999_999_999 }, { positionId: /no such position/ }],
    ['no product', { productId: undefined }, { productId: /required/ }],
  ])('refuses %s', async (_what, change, expected) => {
    const { status, errors } = await saveText(bea, change);

    expect(status).toBe(422);
    expect(errors).toEqual(
      Object.fromEntries(Object.entries(expected).map(([field, pattern]) => [field, [expect.stringMatching(pattern)]])),
    );
    expect((await list(bea)).body.customisations).toEqual([]);
  });

  it('takes formulas and names with accents as they are typed', async () => {
    for (const text of ['=cmd', 'Zoë O’Brien', 'Łukasz'])
      expect((await saveText(bea, { text })).body.customisation.text).toBe(text);
  });

  it('refuses logos of other organisations, archived ones, and those that a method does not take', async () => {
    const other = await aLogo(portal.db, { organisationId: 2 });
    const archived = await aLogo(portal.db, { name: 'Old' });
    await sql`update logo set archived_at = now() where id = ${archived}`.execute(portal.db);
    const logo = { text: undefined, logoId: await aLogo(portal.db) };

    expect(await saveText(bea, { ...logo, logoId: other })).toMatchObject({ status: 404, errors: { logo: ['Logo not found.'] } });
    expect(await saveText(bea, { ...logo, logoId: archived })).toMatchObject({
      status: 422,
      errors: { logoId: [expect.stringContaining('“Old” is no longer available')] },
    });
    expect(await saveText(bea, { ...logo, methodId: NAME_BADGE })).toMatchObject({
      status: 422,
      errors: { logoId: [expect.stringMatching(/takes no logo/)] },
    });
    expect(await saveText(bea, logo)).toMatchObject({ status: 200, body: { customisation: { text: null, letterMm: null } } });
    expect((await saveText(bea, { ...logo, text: 'Since 1889' })).body.customisation).toMatchObject({ text: 'Since 1889' });
  });

  it('refuses products of other organisations, and those that cannot be personalised', async () => {
    const hallams = await aDecoratedProduct(portal.db, { organisationIds: [2] });
    const plain = await aDecoratedProduct(portal.db);
    await sql`update product set customisation_enabled = false where id = ${plain.id}`.execute(portal.db);

    expect(await saveText(bea, { productId: hallams.id })).toMatchObject({
      status: 404,
      errors: { product: ['Product not found.'] },
    });
    expect(await saveText(bea, { productId: plain.id })).toMatchObject({
      status: 422,
      errors: { productId: [expect.stringMatching(/cannot be personalised/)] },
    });
  });

  it('takes the text alone of a design for names, and refuses a position that the organisation requires', async () => {
    const names = await aNameDesign(portal.db, { price_minor: 0 });
    await anOrganisationDesign(portal.db, { logo_id: await aLogo(portal.db), is_mandatory: true });

    const { body } = await save(bea, { productId: polo.id, nameDesignId: names, text: 'Niamh D.', fontName: 'Script' });
    expect(body.customisation).toMatchObject({
      nameDesignId: names,
      method: 'Name badge',
      position: 'Right chest',
      fontName: 'Sans',
      letterMm: 6,
      price: 0,
    });
    expect(await save(bea, { productId: polo.id, nameDesignId: names })).toMatchObject({
      status: 422,
      errors: { text: [expect.stringMatching(/enter (a|the) text/)] },
    });
    expect(await save(bea, { productId: polo.id, nameDesignId: 999_999, text: 'A' })).toMatchObject({ status: 404 });
    expect(await saveText(bea)).toMatchObject({
      status: 422,
      errors: { positionId: [expect.stringContaining('“House logo”, which your organisation requires')] },
    });
  });

  it('hides prices from people who see none', async () => {
    const { client: wearer } = await aWearer(portal, [polo]);

    const { body } = await wearer.post<'POST /api/customisations'>('/api/customisations/', {
      customisation: { productId: polo.id, methodId: EMBROIDERY, positionId: polo.positions['left-chest'], text: 'Wim' },
    });

    expect(body.customisation).toMatchObject({ text: 'Wim', price: null, setupPrice: null });
    expect((await builderOf(wearer)).body.customisationBuilder.methods[0]).toMatchObject({ price: null, setupPrice: null });
  });
});

describe('changing and deleting a saved design', () => {
  const decorated = (customisations: object[], quantity = 1) => ({ ...anItem(polo, quantity), customisations });

  it('changes lines of carts that follow it, and adds lines that become equal', async () => {
    const { customisation } = (await saveText(bea)).body;
    await fillCart(
      bea,
      decorated([{ id: customisation.id }], 2),
      decorated([{ ...place(), text: 'Neve' }], 3),
      decorated([{ ...place(), text: 'Other' }]),
    );

    const { body } = await save(bea, { id: customisation.id, text: 'Neve', fontName: 'Sans' });

    expect(body.customisation).toMatchObject({ id: customisation.id, text: 'Neve', positionId: polo.positions['left-chest'] });
    const cart = await cartOf(bea);
    expect(cart.items.map(({ quantity, customisations }) => [quantity, customisations[0]?.text])).toEqual([
      [5, 'Neve'],
      [1, 'Other'],
    ]);
  });

  it('refuses a position at which a line has another design', async () => {
    const { customisation } = (await saveText(bea)).body;
    await fillCart(bea, decorated([{ id: customisation.id }, { ...place('right-chest'), text: 'Right' }]));

    expect(await save(bea, { id: customisation.id, positionId: polo.positions['right-chest'] })).toMatchObject({
      status: 422,
      errors: { positionId: [expect.stringContaining('another design there')] },
    });
  });

  it('is taken off lines of carts when it is deleted, and lines that become equal are added up', async () => {
    const { customisation } = (await saveText(bea)).body;
    await fillCart(bea, decorated([{ id: customisation.id }], 2), anItem(polo, 1));
    expect((await cartOf(bea)).items).toHaveLength(2);

    expect((await bea.delete<'DELETE /api/customisations/:id'>(`/api/customisations/${customisation.id}`)).status).toBe(200);

    expect((await cartOf(bea)).items.map(({ quantity, customisations }) => [quantity, customisations])).toEqual([[3, []]]);
    expect((await bea.get(`/api/customisations/${customisation.id}`)).status).toBe(404);
    expect((await addItems(bea, decorated([{ id: customisation.id }]))).errors).toEqual({
      'items[0].customisations[0].id': ['Customisation not found.'],
    });
  });

  const place = (where: keyof DecoratedProduct['positions'] = 'left-chest') => ({
    methodId: EMBROIDERY,
    positionId: polo.positions[where],
  });
});
