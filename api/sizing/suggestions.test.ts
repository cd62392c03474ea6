import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { AVERAGE_MAN, aWearer, createWearer, getProductId, saveTestBody, type TestWearer } from '#api/testing/sizing.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let man: TestWearer;
let body: string;
let polo: number;
beforeAll(async () => {
  polo = await getProductId(portal, 'pique-polo');
  man = await aWearer(portal);
  body = await saveTestBody(man, { ...AVERAGE_MAN, tapes: [{ name: 'chest', value: 104, unit: 0 }] });
});

const suggest = (wearer: TestWearer, YourBodyID: unknown, YourGarmentID: unknown) =>
  wearer.request('POST', '/sizing/suggestion/newsuggestion', { YourBodyID, YourGarmentID });
const refusalOf = async (request: Promise<{ status: number; code: string | undefined; text: string | undefined }>) => {
  const { status, code, text } = await request;
  return [status, code, text];
};

describe('size suggestions', () => {
  it('are calculated from a body and a garment, with their address in Location', async () => {
    const { status, headers, body: answer } = await suggest(man, body, polo);
    expect(status).toBe(201);
    expect(answer.suggestion).toMatchObject({ yourBodyID: body, yourGarmentID: String(polo), size: 'L', askFor: null });
    expect(answer.suggestion.confidence).toBeGreaterThan(0.7);
    expect(headers['access-control-expose-headers']).toBe('Location');
    expect(headers.location).toBe(`http://localhost/sizing/suggestion/${answer.suggestion.id}`);
    expect((await man.request('GET', `/sizing/suggestion/${answer.suggestion.id}`)).body).toEqual(answer);
  });

  it.each(['yourbodyid', 'YourBodyId', 'YOURBODYID'])('takes its keys in any case: %s', async (key) => {
    const fields = { [key]: Number(body), yourgarmentID: String(polo) };
    expect((await man.request('POST', '/sizing/suggestion/newsuggestion', fields)).body.suggestion.size).toBe('L');
  });

  it('have a lower confidence when the sex is not given', async () => {
    const wearer = await aWearer(portal);
    const sure = async (gender: number) => {
      const own = await saveTestBody(wearer, { ...AVERAGE_MAN, gender });
      const { suggestion } = (await suggest(wearer, own, polo)).body;
      await wearer.request('DELETE', `/sizing/body/completeprofile/${own}`);
      await wearer.request('POST', '/sizing/consent', { version: 1 });
      return suggestion.confidence;
    };
    expect(await sure(2)).toBeLessThan(await sure(0));
  });

  it('include similarly likely sizes and the most useful further measurement when confidence is low', async () => {
    const unsure = await saveTestBody(man);
    const { suggestion } = (await suggest(man, unsure, polo)).body;
    expect(suggestion.askFor).toBe('chest');
    expect(suggestion.alternatives.length).toBeGreaterThan(0);
    const shares = [
      suggestion.confidence,
      ...suggestion.alternatives.map(({ probability }: { probability: number }) => probability),
    ];
    expect(shares.toSorted((one, other) => other - one)).toEqual(shares);
    expect(suggestion.alternatives[0].verdict).toMatch(/^(Tight|Good|Loose)$/);
    await man.request('DELETE', `/sizing/body/completeprofile/${unsure}`);
  });

  it('need only a few statements (`npm run bench:sizing` measures the duration)', async () => {
    await suggest(man, body, polo);
    const before = portal.statementsSent();
    await suggest(man, body, polo);
    expect(portal.statementsSent() - before).toBeLessThanOrEqual(5);
  });

  it('include the leg length for trousers that are made in several', async () => {
    const trousers = await getProductId(portal, 'mens-flat-front-trousers');
    const { suggestion } = (await suggest(man, body, trousers)).body;
    expect(suggestion.leg).toMatchObject({ name: expect.stringMatching(/^(Short|Regular|Long)$/), id: expect.any(Number) });
    expect(suggestion.leg.probability).toBeGreaterThan(0.4);
    expect((await man.request('GET', `/sizing/suggestion/${suggestion.id}`)).body.suggestion.leg).toEqual(suggestion.leg);
    // A measured inside leg decides: from the crotch to the floor, trousers end at the top of the heel.
    const legAt = async (value: number) => {
      await man.request('PUT', `/sizing/body/${body}`, {
        tapes: [
          { name: 'chest', value: 104, unit: 0 },
          { name: 'crotchHeight', value, unit: 0 },
        ],
      });
      return (await suggest(man, body, trousers)).body.suggestion.leg.name;
    };
    expect([await legAt(77), await legAt(82.5), await legAt(88)]).toEqual(['Short', 'Regular', 'Long']);
    await man.request('PUT', `/sizing/body/${body}`, { tapes: [{ name: 'chest', value: 104, unit: 0 }] });
    expect((await suggest(man, body, polo)).body.suggestion.leg).toBeNull();
  });

  it('match waist and leg where the size name combines both', async () => {
    const sizes = [30, 32, 34, 36, 38].flatMap((waist) => [30, 32, 34].map((leg) => `${waist}/${leg}`));
    const { rows } = await sql<{ id: number }>`select id from size_guide where name = 'Trousers by waist'`.execute(portal.db);
    const { id } = await aCatalogueProduct(portal.db, {
      sizes,
      product: { garment_type: 'trousers', size_guide_id: rows[0]?.id ?? 0 },
    });
    const own = await saveTestBody(man, {
      ...AVERAGE_MAN,
      tapes: [
        { name: 'waist', value: 86, unit: 0 },
        { name: 'crotchHeight', value: 32 * 2.54 + 3.5, unit: 0 },
      ],
    });
    const { suggestion } = (await suggest(man, own, id)).body;
    expect(suggestion).toMatchObject({ size: '34/32', leg: null });
    expect(suggestion.confidence).toBeGreaterThan(0.5);
    const { fit } = (await man.request('GET', `/sizing/suggestion/fitformeasurements/${own}/${id}`)).body;
    const areas = (name: string) => fit.sizes.find((size: { name: string }) => size.name === name).areas;
    expect(areas('34/32').map(({ name, verdict }: { name: string; verdict: string }) => [name, verdict])).toEqual(
      expect.arrayContaining([
        ['waist', 'Good'],
        ['crotchHeight', 'Good'],
      ]),
    );
    expect(areas('34/30')).toContainEqual(expect.objectContaining({ name: 'crotchHeight', verdict: 'Tight' }));
  });

  it('are stored as one encrypted row per body and garment, and deleted when the body changes', async () => {
    const wearer = await aWearer(portal);
    const own = await saveTestBody(wearer);
    await suggest(wearer, own, polo);
    const { suggestion } = (await suggest(wearer, own, polo)).body;
    const rows = await sql<{ sealed: Buffer }>`select sealed from size_suggestion where body_id = ${Number(own)}`.execute(
      portal.db,
    );
    expect(rows.rows).toHaveLength(1);
    expect(rows.rows[0]?.sealed.includes(Buffer.from('size'))).toBe(false);
    await wearer.request('PUT', `/sizing/body/${own}`, { weight: 95 });
    expect((await wearer.request('GET', `/sizing/suggestion/${suggestion.id}`)).code).toBe('SUGGESTION_NOT_FOUND');
  });
});

describe('a body whose parts need different sizes', () => {
  const WIDE_WAIST = {
    gender: 1,
    heightUnits: 0,
    height: 167,
    weightUnits: 0,
    weight: 82,
    tapes: [
      { name: 'chest', value: 102, unit: 0 },
      { name: 'hip', value: 106, unit: 0 },
      { name: 'waistNatural', value: 96, unit: 0 },
    ],
  };

  it('is told which part needs which size of the garment', async () => {
    const wearer = await aWearer(portal);
    const own = await saveTestBody(wearer, WIDE_WAIST);
    const chinos = await getProductId(portal, 'stretch-chinos-womens');
    const { suggestion } = (await suggest(wearer, own, chinos)).body;
    expect(suggestion).toMatchObject({
      hasConflict: true,
      conflict: { fits: { point: 'hip', size: '14' }, needs: { point: 'waistNatural', size: '20' } },
    });
    expect(Number(suggestion.size)).toBeGreaterThan(16);
    expect((await wearer.request('GET', `/sizing/suggestion/${suggestion.id}`)).body.suggestion).toEqual(suggestion);
    await wearer.request('PUT', `/sizing/body/${own}`, { tapes: WIDE_WAIST.tapes.slice(0, 2) });
    const plain = (await suggest(wearer, own, chinos)).body.suggestion;
    expect(plain).toMatchObject({ hasConflict: false, conflict: null, lengths: [] });
  });

  it('is told how long sleeves and legs will be', async () => {
    const wearer = await aWearer(portal);
    const own = await saveTestBody(wearer, { ...AVERAGE_MAN, height: 204, weight: 98 });
    const { suggestion } = (await suggest(wearer, own, await getProductId(portal, 'polycotton-coverall'))).body;
    expect(suggestion.lengths).toMatchObject([
      { part: 'sleeves', is: 'short' },
      { part: 'legs', is: 'short' },
    ]);
  });

  it('is known to someone who orders for them only as far as not to choose a size unasked', async () => {
    const wearer = await aPerson(portal.db, { role: 'Buyer', firstName: 'Wanda' });
    await saveTestBody(await aWearer(portal, { email: wearer.email }), { ...WIDE_WAIST, height: 150 });
    const actor = await portal.as((await aPerson(portal.db, { role: 'Sales', groupIds: [] })).email);
    await actor.get(`/api/customers/impersonate/${wearer.id}`);
    const { body: token } = await actor.get<'GET /api/bodyme/tokenv3'>('/api/bodyme/tokenv3');
    const acting = createWearer(portal, actor, token.access_token);
    const { status, body: reply } = await suggest(acting, '0', await getProductId(portal, 'stretch-chinos-womens'));
    expect([status, reply]).toEqual([201, expect.anything()]);
    const { suggestion } = reply;
    expect(suggestion).toMatchObject({ hasConflict: true, conflict: null, lengths: [] });
    const again = (await acting.request('GET', `/sizing/suggestion/${suggestion.id}`)).body.suggestion;
    expect(again).toMatchObject({ hasConflict: true, conflict: null, lengths: [] });
  });
});

describe('errors use the specified texts', () => {
  it('for a garment that does not exist or is not in the wearer’s range', async () => {
    const texts = [404, 'GARMENT_NOT_FOUND', 'Garment was not found'];
    expect(await refusalOf(suggest(man, body, 1_999_999_999))).toEqual(texts);
    expect(await refusalOf(suggest(man, body, 'polo'))).toEqual(texts);
    expect(await refusalOf(suggest(man, body, null))).toEqual([422, 'ERROR_RESTART', 'An error occurred, please start again']);
    const hallam = await aWearer(portal, { email: 'buyer@hallam.example' });
    const { rows } = await sql<{ id: number }>`
      select product_id as id from product_listing where organisation_id = 1
      except select product_id from product_listing where organisation_id = ${hallam.client.organisationId} order by id limit 1`.execute(
      portal.db,
    );
    expect(await refusalOf(suggest(hallam, '0', rows[0]?.id))).toEqual(texts);
    expect(await refusalOf(hallam.request('GET', `/sizing/garment/list/${rows[0]?.id}`))).toEqual(texts);
    expect(await refusalOf(man.request('GET', `/sizing/suggestion/fitformeasurements/${body}/1999999999`))).toEqual(texts);
  });

  it('for a body that no longer exists', async () => {
    const restart = [404, 'BODY_NOT_FOUND', 'An error occurred, please start again'];
    expect(await refusalOf(suggest(man, 1_999_999_999, polo))).toEqual(restart);
    expect(await refusalOf(suggest(man, 'demo-7', polo))).toEqual(restart);
    const theirs = await saveTestBody(await aWearer(portal));
    expect(await refusalOf(suggest(man, theirs, polo))).toEqual(restart);
    expect(await refusalOf(man.request('GET', `/sizing/suggestion/fitformeasurements/${theirs}/${polo}`))).toEqual(restart);
    expect(await refusalOf(man.request('GET', `/sizing/suggestion/fitformeasurements/1999999999/${polo}`))).toEqual(restart);
    expect(await refusalOf(man.request('GET', '/sizing/suggestion/1999999999'))).toEqual([
      404,
      'SUGGESTION_NOT_FOUND',
      restart[2],
    ]);
  });

  it('for a garment without a chart, and one whose chart has none of its sizes', async () => {
    const shoe = await getProductId(portal, 'oxford-shoe');
    expect(await refusalOf(suggest(man, body, shoe))).toEqual([
      422,
      'NO_ADVICE_FOR_GARMENT',
      'Size advice is not available for this garment',
    ]);
    const scarf = await getProductId(portal, 'denim-bar-shirt');
    await sql`
      update product_attribute_value v set name = 'size ' || v.name from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size'
      where pa.id = v.product_attribute_id and pa.product_id = ${scarf}`.execute(portal.db);
    expect(await refusalOf(suggest(man, body, scarf))).toEqual([
      422,
      'NO_RECOMMENDATION_GARMENT',
      "We don't have a recommendation for this garment",
    ]);
  });

  it('for someone without measurements, and someone whom no size fits', async () => {
    const texts = [409, 'NO_MEASUREMENTS', 'Person does not have any measurements'];
    const wearer = await aWearer(portal);
    expect(await refusalOf(suggest(wearer, undefined, polo))).toEqual(texts);
    const nothing = await saveTestBody(wearer, { gender: 1 });
    expect(await refusalOf(suggest(wearer, nothing, polo))).toEqual(texts);
    expect(await refusalOf(wearer.request('GET', `/sizing/suggestion/fitformeasurements/${nothing}/${polo}`))).toEqual(texts);

    // The fleece gilet ends with 3XL, the polo shirt with 5XL.
    const heavy = await saveTestBody(wearer, { gender: 0, heightUnits: 0, height: 175, weightUnits: 0, weight: 165 });
    const gilet = await getProductId(portal, 'fleece-gilet');
    expect((await suggest(wearer, heavy, gilet)).code).toBe('NO_RECOMMENDATION_PERSON');
    expect((await suggest(wearer, heavy, polo)).status).toBe(201);
    const large = await saveTestBody(wearer, { gender: 0, heightUnits: 0, height: 190, weightUnits: 0, weight: 199 });
    const slim = await getProductId(portal, 'poplin-shirt-slim');
    expect(await refusalOf(suggest(wearer, large, slim))).toEqual([
      422,
      'NO_RECOMMENDATION_PERSON',
      "We don't have a recommendation for this person",
    ]);
  });
});

describe('someone who orders for a wearer', () => {
  it('sees the size, but neither the body nor the fit', async () => {
    const wearer = await aPerson(portal.db, { role: 'Staff', firstName: 'Wendy' });
    const own = await saveTestBody(await aWearer(portal, { email: wearer.email }));
    const actor = await portal.as((await aPerson(portal.db, { role: 'Sales', groupIds: [] })).email);
    await actor.get(`/api/customers/impersonate/${wearer.id}`);
    const { body: token } = await actor.get<'GET /api/bodyme/tokenv3'>('/api/bodyme/tokenv3');
    const acting = createWearer(portal, actor, token.access_token);

    const { status, body: answer } = await suggest(acting, '0', polo);
    expect([status, answer.suggestion.yourBodyID]).toEqual([201, '0']);
    expect((await acting.request('GET', `/sizing/suggestion/${answer.suggestion.id}`)).body.suggestion.yourBodyID).toBe('0');
    expect(JSON.stringify(answer)).not.toContain(`"${own}"`);
    expect((await acting.request('GET', `/sizing/suggestion/fitformeasurements/${own}/${polo}`)).status).toBe(403);
    await actor.get('/api/customers/impersonateCancel');
    // Without impersonation the same token applies to its owner again.
    expect(await refusalOf(suggest(acting, '0', polo))).toEqual([
      409,
      'NO_MEASUREMENTS',
      'Person does not have any measurements',
    ]);
  });
});

describe('the fit of every size', () => {
  it('is returned per area, from tight to loose', async () => {
    const { fit } = (await man.request('GET', `/sizing/suggestion/fitformeasurements/${body}/${polo}`)).body;
    expect(fit).toMatchObject({ bodyId: body, garmentId: String(polo) });
    const chest = (name: string) => fit.sizes.find((size: { name: string }) => size.name === name).areas[0];
    expect(chest('S')).toMatchObject({ name: 'chest', unit: 0, verdict: 'Tight' });
    expect(chest('L')).toMatchObject({ verdict: 'Good', difference: 0 });
    expect(chest('3XL').verdict).toBe('Loose');
    expect(chest('S').difference).toBeLessThan(0);
    expect(fit.sizes.filter(({ isRecommended }: { isRecommended: boolean }) => isRecommended)).toHaveLength(1);
  });
});
