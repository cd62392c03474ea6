import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, fillCart } from '#api/testing/builders.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';

const HALLAM = 2;
const EMBROIDERY = 10;
type Decoration = ReplyOf<'GET /api/operator/decoration'>['decoration'];
type Method = Decoration['methods'][number];

const portal = usePortal();
let operator: TestOperatorClient;
beforeAll(async () => {
  operator = await portal.asOperator();
});
beforeEach(async () => {
  await sql`delete from cart_line_customisation`.execute(portal.db);
  await sql`delete from decoration_price`.execute(portal.db);
  await sql`update decoration_method set active = true, name = 'Embroidery' where id = ${EMBROIDERY}`.execute(portal.db);
  await sql`insert into decoration_price values (${EMBROIDERY}, 'GBP', 350, 1200), (${EMBROIDERY}, 'EUR', 400, 1400)`.execute(
    portal.db,
  );
});

const read = async (client: Pick<TestOperatorClient, 'get'> = operator) =>
  (await client.get<'GET /api/operator/decoration'>('/api/operator/decoration')).body.decoration;
const methodOf = ({ methods }: Decoration, id = EMBROIDERY) => methods.find((method) => method.id === id) as Method;
const change = async (
  changes: Partial<BodyOf<'PUT /api/operator/decoration/methods/:id'>>,
  client: Pick<TestOperatorClient, 'put'> = operator,
) => {
  const { id: _id, takesLogo: _takesLogo, takesText: _takesText, ...method } = methodOf(await read());
  return client.put<'PUT /api/operator/decoration/methods/:id'>(`/api/operator/decoration/methods/${EMBROIDERY}`, {
    ...method,
    ...changes,
  });
};
const price = (currencyCode: string, price: number, setupPrice: number) => ({ currencyCode, price, setupPrice });
const versionsOfListings = async () =>
  (
    await sql<{
      version: number;
    }>`select version from listing_version where organisation_id in (1, 2) order by organisation_id`.execute(portal.db)
  ).rows.map(({ version }) => Number(version));

/** A cart of someone at Meridian with pieces that have a free design by embroidery. */
async function aCartWithDesign(quantity: number) {
  const shirt = await aStockedProduct(portal.db);
  const buyer = await signInAs(portal, { role: 'Buyer' });
  await fillCart(buyer, anItem(shirt, quantity));
  await sql`
    insert into cart_line_customisation (organisation_id, cart_line_id, method_id, position_id, text, font_name)
    select l.organisation_id, l.id, ${EMBROIDERY}, (select min(id) from decoration_position), 'Front desk', 'Sans'
    from cart_line l where l.product_id = ${shirt.id}`.execute(portal.db);
}

describe('methods', () => {
  it('say what a new price touches before it is saved, and every listing shows it then', async () => {
    await aCartWithDesign(4);
    const versions = await versionsOfListings();
    const prices = [price('EUR', 4, 14), price('GBP', 4, 15)];
    const preview = await change({ prices, preview: true });
    expect(preview.body.outcome).toEqual([
      'Per piece in GBP: £3.50 → £4.00.',
      '1 open cart with 4 pieces costs £2.00 more in all.',
      'Set-up in GBP: £12.00 → £15.00.',
      'It is charged in 1 open cart.',
      'Orders that were placed stay as they are.',
    ]);
    expect(methodOf(await read()).prices[1]).toEqual(price('GBP', 3.5, 12));
    const { outcomeFingerprint } = preview.body;
    await aCartWithDesign(1);
    const refused = await change({ prices, outcomeFingerprint });
    expect([refused.status, refused.errors?.method?.[0]]).toEqual([409, 'The outcome has changed since it was shown.']);
    const again = await change({ prices, preview: true });
    expect((await change({ prices, outcomeFingerprint: again.body.outcomeFingerprint })).status).toBe(200);
    expect(methodOf(await read()).prices).toEqual(prices);
    for (const [index, version] of (await versionsOfListings()).entries()) expect(version).toBeGreaterThan(versions[index] ?? 0);
  });

  it('are not changed over what someone else has saved, and a repeated change is none', async () => {
    const before = methodOf(await read());
    expect((await change({ workingDays: 5 })).status).toBe(200);
    expect((await change({ workingDays: 5, version: before.version })).status).toBe(200);
    const stale = await change({ workingDays: 6, version: before.version });
    expect([stale.status, Object.keys(stale.errors ?? {})]).toEqual([409, ['method']]);
    expect(methodOf(await read()).workingDays).toBe(5);
  });

  it('are switched off unless a design of a client is by it', async () => {
    await aCartWithDesign(2);
    await sql`update garment_design set archived_at = now()`.execute(portal.db);
    await sql`
      insert into garment_design (organisation_id, name, place, method_id, text, font_name, letter_mm, is_mandatory)
      values (${HALLAM}, 'Team', 'left-chest', ${EMBROIDERY}, 'Team', 'Sans', 8, true)`.execute(portal.db);
    const refused = await change({ isActive: false });
    expect(refused.errors).toEqual({ isActive: ['1 design of clients uses it. Archive it first.'] });
    await sql`update garment_design set archived_at = now()`.execute(portal.db);
    const { body } = await change({ isActive: false, preview: true });
    expect(body.outcome).toContain('1 open cart can no longer be ordered with it. People are told so in the cart.');
    expect((await change({ isActive: false })).status).toBe(200);
    await sql`delete from garment_design`.execute(portal.db);
  });

  it('name the texts of clients that go beyond new limits, before these are saved', async () => {
    await sql`
      insert into garment_design (organisation_id, name, place, method_id, text, font_name, letter_mm, name_form, is_mandatory)
      values (${HALLAM}, 'Team', 'left-chest', ${EMBROIDERY}, E'Night\nporters', 'Sans', 8, null, true),
        (${HALLAM}, 'Name', 'right-chest', ${EMBROIDERY}, null, 'Sans', 6, 'first', false)`.execute(portal.db);
    const outcomeOf = async (changes: Parameters<typeof change>[0]) => (await change({ ...changes, preview: true })).body.outcome;
    const after = 'It is still ordered as it is: archive it if it can’t be made any more.';
    expect(await outcomeOf({ longestText: 6, lines: 1, smallestLetterMm: 7 })).toEqual([
      expect.stringMatching(/^“Name” of .* has letters of 6 mm\. It is still/),
      expect.stringMatching(new RegExp(`^“Team” of .* has 7 characters in a line and 2 lines\\. ${after}$`)),
    ]);
    expect(await outcomeOf({ longestText: 7, lines: 2, smallestLetterMm: 6 })).toEqual([]);
    await sql`delete from garment_design`.execute(portal.db);
  });

  it.each([
    ['a negative price', { prices: [price('GBP', -1, 0)] }],
    ['two prices in a currency', { prices: [price('GBP', 1, 0), price('GBP', 2, 0)] }],
    ['a currency of no client', { prices: [price('CHF', 1, 0)] }],
    ['no name', { name: ' ' }],
    ['half a day', { workingDays: 1.5 }],
    ['a letter of half a millimetre', { smallestLetterMm: 0.5 }],
    ['six lines', { lines: 6 }],
  ])('are refused for %s', async (_, changes) => {
    const before = methodOf(await read());
    expect((await change(changes)).status).toBe(422);
    expect(methodOf(await read())).toEqual(before);
  });

  it('are changed only by operators of all brands with the right, and are none for customers', async () => {
    const some = await portal.asOperator({ brandIds: [1] });
    expect((await read(some)).refusal).toContain('An operator of all brands can change them.');
    expect((await change({ workingDays: 9 }, some)).status).toBe(403);
    expect((await change({ workingDays: 9 }, await portal.asApiKey(['catalogue:read']))).status).toBe(403);
    expect((await change({ workingDays: 9 }, await portal.asOperator({ rights: ['warehouse'] }))).status).toBe(403);
    const missing = await operator.put('/api/operator/decoration/methods/99', { ...methodOf(await read()), id: undefined });
    expect(missing.status).toBe(422);
    const { email } = await aPerson(portal.db, { role: 'Admin', organisationId: HALLAM, groupIds: [], resortId: null });
    expect((await (await portal.as(email)).get('/api/operator/decoration')).status).toBe(401);
  });
});

describe('colours', () => {
  const PATH = '/api/operator/decoration/colours';
  const add = (body: object) => operator.post<'POST /api/operator/decoration/colours'>(PATH, body as never);

  it('are added after the others, changed, and put in another order', async () => {
    const { body } = await add({ name: ' Test teal ', number: '4620', rgb: '#0A7E8C' });
    const teal = body.decoration.colours.at(-1);
    expect(teal).toMatchObject({ name: 'Test teal', number: '4620', rgb: '#0a7e8c', isActive: true });
    expect((await add({ name: 'Test teal', number: '1', rgb: '#000000' })).status).toBe(409);
    const changed = await operator.put<'PUT /api/operator/decoration/colours/:id'>(`${PATH}/${teal?.id}`, {
      ...{ name: 'Test teal', number: '4621', rgb: '#0a7e8c', isActive: false, version: teal?.version },
    });
    expect(changed.body.decoration.colours.at(-1)).toMatchObject({ number: '4621', isActive: false });
    const stale = await operator.put(`${PATH}/${teal?.id}`, {
      ...{ name: 'Test green', number: '4621', rgb: '#0a7e8c', isActive: true, version: teal?.version },
    });
    expect(stale.status).toBe(409);
    const others = body.decoration.colours.slice(0, -1).map(({ id }) => id);
    const sorted = await operator.put<'PUT /api/operator/decoration/colourorder'>('/api/operator/decoration/colourorder', {
      ids: [teal?.id as number],
    });
    expect(sorted.body.decoration.colours.map(({ id }) => id)).toEqual([teal?.id, ...others]);
    expect((await operator.put('/api/operator/decoration/colourorder', { ids: [2_000_000_000] })).status).toBe(404);
  });

  it.each([
    ['no number', { name: 'Test a', number: '', rgb: '#000000' }],
    ['a name as colour', { name: 'Test a', number: '1', rgb: 'teal' }],
    ['a colour with more behind it', { name: 'Test a', number: '1', rgb: '#000000;x' }],
  ])('are refused with %s', async (_, body) => expect((await add(body)).status).toBe(422));
});

describe('positions', () => {
  const PATH = '/api/operator/decoration/positions';
  const NEW = {
    ...{ garmentType: 'polo', place: 'test-place', name: 'Test place', side: 'front' as const, letterMm: 8, measuredFrom: '' },
    ...{ xCm: 60, yCm: 40, widthCm: 9, heightCm: 7 },
  };
  const add = (body: object = {}) => operator.post<'POST /api/operator/decoration/positions'>(PATH, { ...NEW, ...body } as never);
  const find = ({ garments }: Decoration) =>
    garments.find(({ garmentType }) => garmentType === 'polo')?.positions.find(({ place }) => place === 'test-place');

  it('are added to a type of garment once, and changed', async () => {
    const { body } = await add();
    const { garmentType: _, ...shown } = NEW;
    const added = find(body.decoration);
    expect(added).toMatchObject({ ...shown, products: 0 });
    expect((await add()).status).toBe(409);
    const fields = { name: 'Test place', side: 'front', letterMm: 8, measuredFrom: '4 cm below the seam.', xCm: 61.5, yCm: 40 };
    const put = (changes: object) =>
      operator.put<'PUT /api/operator/decoration/positions/:id'>(`${PATH}/${added?.id}`, {
        ...fields,
        ...{ widthCm: 9, heightCm: 7, version: added?.version, ...changes },
      } as never);
    expect(find((await put({})).body.decoration)).toMatchObject({ xCm: 61.5, measuredFrom: '4 cm below the seam.' });
    expect((await put({ xCm: 62 })).status).toBe(409);
    const beyond = await put({ version: undefined, xCm: 110, yCm: 119 });
    expect(beyond.errors).toEqual({
      widthCm: ['The area ends 119 cm from the left edge, and the drawing has 111.7 cm. Make it smaller or move it.'],
      heightCm: ['The area ends 126 cm from the top, and the drawing has 121 cm. Make it smaller or move it.'],
    });
    await sql`delete from decoration_position where place = 'test-place'`.execute(portal.db);
  });

  it.each([
    ['a type of garment without a drawing', { garmentType: 'kilt' }, 404],
    ['a place with spaces', { place: 'left chest' }, 422],
    ['a third side', { side: 'inside' }, 422],
    ['no width', { widthCm: 0 }, 422],
    ['an area left of the drawing', { xCm: -1 }, 422],
    ['an area beyond the drawing', { widthCm: 100 }, 422],
  ])('are refused for %s', async (_, body, status) => {
    expect((await add(body)).status).toBe(status);
    expect(find(await read())).toBeUndefined();
  });
});
