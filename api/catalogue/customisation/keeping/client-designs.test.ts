import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, fillCart, type StockedProduct } from '#api/testing/builders.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';

const [EMBROIDERY, BADGE] = [10, 40];
const [MERIDIAN, HALLAM] = [1, 2];
type Body = BodyOf<'POST /api/operator/organisations/:id/designs'>;
type Designs = ReplyOf<'GET /api/operator/organisations/:id/designs'>['clientDesigns'];

const portal = usePortal();
let operator: TestOperatorClient;
let shirt: StockedProduct;
let cap: StockedProduct;
let colour: number;

const run = async <R>(query: ReturnType<typeof sql<R>>) => (await query.execute(portal.db)).rows;
const pathOf = (organisationId: number) => `/api/operator/organisations/${organisationId}/designs`;

beforeAll(async () => {
  operator = await portal.asOperator();
  await sql`delete from product_position`.execute(portal.db);
  await sql`update product set customisation_enabled = false`.execute(portal.db);
  shirt = await aStockedProduct(portal.db, { organisationIds: [MERIDIAN, HALLAM] });
  cap = await aStockedProduct(portal.db);
  await sql`update product set garment_type = case id when ${shirt.id} then 'polo' else 'cap' end, customisation_enabled = true
    where id in (${shirt.id}, ${cap.id})`.execute(portal.db);
  await sql`insert into product_position (product_id, position_id, method_ids)
    select ${shirt.id}::bigint, id, array[10, 20, 40]::smallint[] from decoration_position where garment_type = 'polo' and place in ('left-chest', 'right-chest')
    union all select ${cap.id}::bigint, id, array[10]::smallint[] from decoration_position where garment_type = 'cap' and place = 'front'`.execute(
    portal.db,
  );
  colour = (await run(sql<{ id: number }>`select min(id) as id from thread_colour where active`))[0]?.id as number;
});
beforeEach(async () => {
  await sql`delete from cart_line`.execute(portal.db);
  await sql`delete from garment_design`.execute(portal.db);
  await sql`delete from decoration_price`.execute(portal.db);
  await sql`insert into decoration_price values (10, 'GBP', 350, 1200), (20, 'GBP', 300, 1000), (40, 'GBP', 500, 0)`.execute(
    portal.db,
  );
});

/** A logo of an organisation. */
async function aLogo(organisationId: number, name = 'Crest'): Promise<number> {
  const rows = await run(sql<{ id: number }>`
    with picture as (
      insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, stored_at)
      values (${organisationId}, gen_random_uuid(), 'garmentLogo', 'crest.png', 'image/png', 1, sha256('x'), 'operator', 1, now()) returning id)
    insert into logo (organisation_id, name, file_id, width_px, height_px, created_by_kind)
    select ${organisationId}::bigint, ${name}::text, id, 100, 50, 'operator' from picture returning id`);
  return rows[0]?.id as number;
}

const text = (): Body => ({
  ...{ name: 'Team line', place: 'left-chest', methodId: EMBROIDERY, text: 'Team', fontName: 'Sans' },
  ...{ threadColourId: colour, letterMm: 8, setupPrice: 0 },
});
const names = (): Body => ({ ...text(), name: 'Name badge', methodId: BADGE, text: null, nameForm: 'first-initial' });
const add = (body: Body, organisationId = MERIDIAN, client: Pick<TestOperatorClient, 'post'> = operator) =>
  client.post<'POST /api/operator/organisations/:id/designs'>(pathOf(organisationId), body);
const read = async (organisationId = MERIDIAN): Promise<Designs> =>
  (await operator.get<'GET /api/operator/organisations/:id/designs'>(pathOf(organisationId))).body.clientDesigns;
const change = (id: number, body: BodyOf<'PUT /api/operator/organisations/:id/designs/:designId'>) =>
  operator.put<'PUT /api/operator/organisations/:id/designs/:designId'>(`${pathOf(MERIDIAN)}/${id}`, body);
const archive = (id: number, body: BodyOf<'POST /api/operator/organisations/:id/designs/:designId/archive'> = {}) =>
  operator.post<'POST /api/operator/organisations/:id/designs/:designId/archive'>(`${pathOf(MERIDIAN)}/${id}/archive`, body);

async function aCart(...items: [StockedProduct, number][]) {
  const buyer = await signInAs(portal, { role: 'Buyer' });
  await fillCart(buyer, ...items.map(([product, quantity]) => anItem(product, quantity)));
}

describe('a mandatory design', () => {
  it('says what it touches, changes nothing then, and is published as it was seen', async () => {
    await aCart([shirt, 3], [cap, 2]);
    await aCart([cap, 1]);
    const body: Body = { ...text(), text: null, logoId: await aLogo(MERIDIAN), setupPrice: 12 };
    const preview = await add({ ...body, preview: true });
    expect(preview.body.outcome).toEqual([
      '1 product has it by itself from now on, and no one can remove it.',
      `1 product does not get it, because it has no such position or not this method there: ${cap.name}.`,
      'A piece costs £3.50 more, excluding tax. Set-up is £12.00, once in an order.',
      '1 open cart with 3 pieces costs £10.50 more in all, and its owner sees why. Designs that people chose at this position can no longer be ordered.',
      'These pieces can be returned only if faulty.',
      'Orders that were placed stay as they are.',
    ]);
    expect((await read()).designs).toEqual([]);
    const { outcomeFingerprint } = preview.body;
    await aCart([shirt, 1]);
    expect((await add({ ...body, outcomeFingerprint })).status).toBe(409);
    const second = await add({ ...body, preview: true });
    const published = await add({ ...body, outcomeFingerprint: second.body.outcomeFingerprint });
    expect(published.body.clientDesigns.designs).toMatchObject([
      {
        name: 'Team line',
        isMandatory: true,
        logo: 'Crest',
        text: null,
        fontName: null,
        scope: 'Everything',
        piecePrice: 3.5,
        products: 1,
      },
    ]);
    expect((await read(HALLAM)).designs).toEqual([]);
    const events = await run(sql<{ action: string; organisation: number }>`
      select action, organisation_id as organisation from audit_event where action like 'garment-design.%' order by id desc limit 1`);
    expect(events).toEqual([{ action: 'garment-design.added', organisation: MERIDIAN }]);
  });

  it('is archived with the same preview, and stays archived', async () => {
    await add(text());
    await aCart([shirt, 2]);
    const [design] = (await read()).designs;
    const id = design?.id as number;
    const preview = await archive(id, { preview: true });
    expect(preview.body.outcome).toEqual([
      '1 product no longer has it.',
      '1 open cart with 2 pieces costs £7.00 less in all.',
      'Orders that were placed stay as they are.',
    ]);
    expect((await archive(id, { version: 7 })).status).toBe(409);
    expect((await archive(id, { outcomeFingerprint: preview.body.outcomeFingerprint })).status).toBe(200);
    expect((await read()).designs).toMatchObject([{ id, isArchived: true }]);
    expect((await archive(id)).body.outcome).toEqual([]);
    expect((await change(id, { name: 'Other', setupPrice: 0 })).status).toBe(409);
  });

  it('has its own price, which carts with it are counted for', async () => {
    await add(text());
    await aCart([shirt, 2]);
    const [design] = (await read()).designs;
    const [id, version] = [design?.id as number, design?.version as number];
    const body = { name: 'Team line', price: 3, setupPrice: 5, version };
    const preview = await change(id, { ...body, preview: true });
    expect(preview.body.outcome).toEqual([
      'A piece costs £3.00 with it instead of £3.50, excluding tax.',
      'Set-up is £5.00 instead of £0.00, once in an order.',
      '1 open cart with 2 pieces costs £1.00 less in all.',
      'Orders that were placed stay as they are.',
    ]);
    expect((await change(id, body)).body.clientDesigns.designs).toMatchObject([{ price: 3, piecePrice: 3, setupPrice: 5 }]);
    expect((await change(id, body)).body.outcome).toEqual([]);
    expect((await change(id, { ...body, price: 4 })).status).toBe(409);
  });

  it('is one for a place of the same garments, and one for a product gives way to none for everything', async () => {
    await add(text());
    const refused = await add({ ...text(), name: 'Second', text: 'Second', methodId: 20 });
    expect(refused.errors).toEqual({
      place: ['These garments have “Team line” at this position already. Archive it first, or choose another position.'],
    });
    await aCart([shirt, 2]);
    const own = await add({ ...text(), name: 'Own', productId: shirt.id });
    expect(own.status).toBe(200);
    const everything = own.body.clientDesigns.designs.find(({ name }) => name === 'Team line')?.id as number;
    expect((await archive(everything, { preview: true })).body.outcome[1]).toBe('No open cart changes.');
  });
});

describe('a fixed text', () => {
  const long = 'Front desk and concierge team';

  it('is refused where a garment that would have it is too narrow, with the garments and widths', async () => {
    await sql`insert into product_position (product_id, position_id, method_ids)
      select ${cap.id}, id, array[10]::smallint[] from decoration_position where garment_type = 'cap' and place = 'front' on conflict do nothing`.execute(
      portal.db,
    );
    const onCap = { ...text(), place: 'front', text: long, letterMm: 10, preview: true };
    expect(await add(onCap)).toMatchObject({
      status: 422,
      errors: {
        text: [
          expect.stringMatching(/^In letters of 10 mm the text is [\d.]+ mm wide, too wide for Cap \(\d+ mm\)\. Shorten it/),
        ],
      },
    });
    expect((await add({ ...onCap, text: 'Crew' })).status).toBe(200);
    // A product of another client, and a garment without the position, say nothing.
    expect((await add(onCap, HALLAM)).status).toBe(200);
    expect((await add({ ...onCap, text: 'دعم' })).errors).toEqual({ text: [expect.stringContaining('not in Sans')] });
  });

  it('that would not fit any more is named before a position becomes smaller, or a product gets it', async () => {
    const rows = await run(sql<{ id: number }>`
      select id from decoration_position where garment_type = 'polo' and place = 'left-chest'`);
    const positionId = rows[0]?.id as number;
    await add({ ...text(), text: 'Night team' });
    const { decoration } = (await operator.get<'GET /api/operator/decoration'>('/api/operator/decoration')).body;
    const found = decoration.garments.flatMap(({ positions }) => positions).find(({ id }) => id === positionId);
    const { name, side, xCm, yCm, widthCm, heightCm, letterMm, measuredFrom } = found as NonNullable<typeof found>;
    const change = (width: number, more: object = {}) =>
      operator.put<'PUT /api/operator/decoration/positions/:id'>(`/api/operator/decoration/positions/${positionId}`, {
        ...{ name, side, xCm, yCm, widthCm: width, heightCm, letterMm, measuredFrom, ...more },
      });
    const narrow = await change(2, { preview: true });
    expect(narrow.body.outcome).toEqual([
      expect.stringMatching(/^“Team line” of Meridian Resorts does not fit on Polo shirt: The text is .* the position has 20 mm/),
    ]);
    expect((await change(2, { outcomeFingerprint: 'of another' })).status).toBe(409);
    expect((await change(widthCm, { preview: true })).body.outcome).toEqual([]);

    const polo = await aStockedProduct(portal.db);
    await sql`update product set garment_type = 'polo' where id = ${polo.id}`.execute(portal.db);
    const allow = (methodIds: number[]) =>
      operator.put<'PUT /api/operator/products/:id/positions'>(`/api/operator/products/${polo.id}/positions`, {
        ...{ isRequired: false, positions: [{ positionId, methodIds }], preview: true },
      });
    expect((await allow([EMBROIDERY])).body.outcome).toEqual([]);
    await sql`update decoration_position set width_cm = 2 where id = ${positionId}`.execute(portal.db);
    const { body } = await allow([EMBROIDERY, BADGE]);
    expect([body.outcome, body.productPositions.isPossible]).toEqual([
      [expect.stringContaining('the position has 20 mm')],
      false,
    ]);
    expect((await allow([BADGE])).body.outcome).toEqual([]);
    await sql`update decoration_position set width_cm = ${widthCm} where id = ${positionId}`.execute(portal.db);
  });
});

describe('a design for names', () => {
  it('can be required, which carts without a wearer have to follow', async () => {
    await aCart([shirt, 2]);
    const preview = await add({ ...names(), isMandatory: true, preview: true });
    expect(preview.body.outcome).toEqual([
      '1 product cannot be ordered without a name from now on. It is the name of the wearer; where there is no wearer, people have to enter it.',
      expect.stringContaining(cap.name),
      'A piece costs £5.00 more, excluding tax. There is no set-up charge.',
      expect.stringMatching(/^1 open cart with 2 pieces costs £10\.00 more in all/),
      'These pieces can be returned only if faulty.',
      'Orders that were placed stay as they are.',
    ]);
    const published = await add({ ...names(), isMandatory: true });
    expect(published.body.clientDesigns.designs).toMatchObject([{ isMandatory: true, nameForm: 'first-initial', products: 1 }]);
    // Something else there is another mandatory design.
    expect((await add({ ...text(), methodId: BADGE })).status).toBe(409);
    expect((await archive(published.body.clientDesigns.designs[0]?.id as number, { preview: true })).body.outcome[1]).toBe(
      '1 open cart with 2 pieces costs £10.00 less in all.',
    );
  });

  it('is offered, and has no cart that changes', async () => {
    await aCart([shirt, 3]);
    const { body } = await add(names());
    expect(body.outcome).toEqual([
      'People can choose it for 1 product.',
      `1 product does not get it, because it has no such position or not this method there: ${cap.name}.`,
      'A piece with it costs £5.00 more, excluding tax. There is no set-up charge.',
    ]);
    expect(body.clientDesigns.designs).toMatchObject([
      { isMandatory: false, nameForm: 'first-initial', text: null, letterMm: 8 },
    ]);
  });
});

it.each<[string, () => Partial<Body>, number, string]>([
  ['no content', () => ({ text: null }), 422, 'logoId'],
  ['an empty text', () => ({ text: ' \n ' }), 422, 'text'],
  ['a text that turns letters around', () => ({ text: 'a\u202eb' }), 422, 'text'],
  ['a line that is too long', () => ({ text: 'W'.repeat(31) }), 422, 'text'],
  ['three lines by a method of two', () => ({ text: 'a\nb\nc' }), 422, 'text'],
  ['a name with a text', () => ({ nameForm: 'first' as const }), 422, 'nameForm'],
  ['a form of names that there is not', () => ({ text: null, nameForm: 'nickname' as never }), 422, 'nameForm'],
  ['a text without a font', () => ({ fontName: null }), 422, 'fontName'],
  ['a text without a colour', () => ({ threadColourId: null }), 422, 'threadColourId'],
  ['letters that the method cannot make', () => ({ letterMm: 3 }), 422, 'letterMm'],
  ['a product and a wardrobe', () => ({ productId: shirt.id, collectionId: 1 }), 422, 'collectionId'],
  ['a negative set-up', () => ({ setupPrice: -1 }), 422, 'setupPrice'],
  ['a place of no garment', () => ({ place: 'ankle' }), 404, 'decorationPosition'],
  ['an unknown method', () => ({ methodId: 99 }), 404, 'decorationMethod'],
  ['an unknown colour', () => ({ threadColourId: 2_000_000_000 }), 404, 'threadColour'],
])('%s is refused', async (_, body, status, key) => {
  const refused = await add({ ...text(), ...body() });
  expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([status, [key]]);
  expect((await read()).designs).toEqual([]);
});

it('a badge takes no logo, and nothing is by a method without a price in the currency', async () => {
  const logo: Body = { ...text(), text: null, logoId: await aLogo(MERIDIAN), methodId: BADGE };
  expect((await add(logo)).errors).toEqual({ logoId: ['Name badge takes no logo. Choose another method.'] });
  await sql`delete from decoration_price where method_id = ${EMBROIDERY}`.execute(portal.db);
  expect((await add(text())).errors).toEqual({ price: ['Embroidery has no price in GBP. Enter one here or at the method.'] });
  expect((await add({ ...text(), price: 0 })).status).toBe(200);
});

it('knows only logos, products, wardrobes and designs of its own organisation', async () => {
  const hallams = await aLogo(HALLAM, 'Secret crest');
  expect((await add({ ...text(), text: null, logoId: hallams })).errors).toEqual({ logo: ['Logo not found.'] });
  expect((await add({ ...text(), productId: cap.id }, HALLAM)).status).toBe(404);
  const [wardrobe] = await run(sql<{ id: number }>`select id from collection where organisation_id = ${HALLAM} limit 1`);
  expect((await add({ ...text(), collectionId: wardrobe?.id as number })).status).toBe(404);
  const design = (await add(text(), HALLAM)).body.clientDesigns.designs[0]?.id as number;
  expect((await change(design, { name: 'Stolen', setupPrice: 0 })).status).toBe(404);
  expect((await archive(design)).status).toBe(404);
  expect((await read(HALLAM)).designs).toMatchObject([{ name: 'Team line', isArchived: false }]);
  expect(JSON.stringify(await read())).not.toContain('Secret crest');
});

it('is kept by operators of the brand with the right', async () => {
  const [brand] = await run(sql<{ id: number }>`select brand_id as id from organisation where id = ${HALLAM}`);
  const hallams = await portal.asOperator({ brandIds: [brand?.id as number] });
  expect((await hallams.get(pathOf(MERIDIAN))).status).toBe(404);
  expect((await add(text(), MERIDIAN, hallams)).status).toBe(404);
  expect((await add(text(), HALLAM, hallams)).status).toBe(200);
  expect((await add(text(), MERIDIAN, await portal.asApiKey(['catalogue:read']))).status).toBe(403);
  expect((await operator.get(pathOf(2_000_000_000))).status).toBe(404);
});
