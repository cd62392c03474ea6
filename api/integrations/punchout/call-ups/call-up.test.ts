import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, fillCart, type StockedProduct, submitOrder } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { type CallUpParameters, callUp, postForm } from '#api/testing/punchout-call-ups.ts';
import { CORVANE, openStartPage } from '#api/testing/punchout-requests.ts';
import { makeReturnable } from '#api/testing/punchout-trips.ts';
import { readFormPage } from '#api/testing/read-form-page.ts';
import { readOciForm } from '#api/testing/read-oci-form.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const logged: string[] = [];
const portal = usePortal({ logTo: { write: (line) => logged.push(line) } });
const HOOK_FIELDS = [
  ['sap-client', '100'],
  ['item', '1'],
  ['item', '2'],
];

let shirt: StockedProduct;
let onRequest: StockedProduct;
beforeAll(async () => {
  const place = { organisationIds: [CORVANE.organisationId], price: 1295 };
  shirt = await aStockedProduct(portal.db, { ...place, stock: [50, 50] });
  onRequest = await aStockedProduct(portal.db, { ...place, callForPrice: true });
  await makeReturnable(portal.db, [shirt.id, onRequest.id]);
  await sql`update product set name = 'Größe – Überhemd' where id = ${shirt.id}`.execute(portal.db);
  await sql`insert into tier_price (product_id, quantity, price_minor) values (${shirt.id}, 10, 1100)`.execute(portal.db);
  await sql`select refresh_listing(${[CORVANE.organisationId]}::bigint[], ${[shirt.id]}::bigint[])`.execute(portal.db);
});
beforeEach(() => sql`delete from rate_limit where key like 'punchout-refused:%'`.execute(portal.db));

const sku = () => shirt.combinations[0]?.sku ?? '';
const call = (parameters?: CallUpParameters, choices?: Parameters<typeof callUp>[2]) => callUp(portal, parameters, choices);

async function begin(parameters?: CallUpParameters, choices?: Parameters<typeof callUp>[2]): Promise<TestClient> {
  const { status, startUrl } = await call(parameters, choices);
  expect(status).toBe(303);
  const { token } = await openStartPage(portal, startUrl);
  return portal.withSession({
    headers: { host: CORVANE.host, authorization: `Bearer ${token}` },
    customerId: 0,
    organisationId: CORVANE.organisationId,
  } as unknown as TestClient);
}

const readProfile = async (client: TestClient) => (await client.get<'GET /api/customerprofile'>('/api/customerprofile')).body;

async function openReturn(tripId: string | null | undefined): Promise<string> {
  return (await portal.app.inject({ url: `/punchout/return/${tripId}`, headers: { host: CORVANE.host } })).payload;
}

/** Returns a cart with some pieces; the page that posts it. */
async function returnShirts(parameters: CallUpParameters = {}, ...items: object[]): Promise<string> {
  const shopper = await begin(parameters);
  const { punchoutSessionGuid } = await readProfile(shopper);
  await fillCart(shopper, ...(items.length > 0 ? items : [anItem(shirt, 2), anItem(shirt, 12, 1)]));
  await shopper.post('/api/checkoutsummary', { checkout: {} });
  const { status, errors } = await submitOrder(shopper);
  expect({ status, errors }).toEqual({ status: 200, errors: {} });
  return openReturn(punchoutSessionGuid);
}

const linesOf = (page: string) => readOciForm(postForm(page), '4.0');
const countTrips = async () =>
  (
    await sql<{
      trips: string;
    }>`select count(*) as trips from punchout_trip where organisation_id = ${CORVANE.organisationId}`.execute(portal.db)
  ).rows[0]?.trips;

describe('a visit from a system that speaks OCI', () => {
  it('O1: brings the cart back, with the parameters of the hook as fields', async () => {
    const page = await returnShirts({ '~OkCode': 'ADDI', '~TARGET': '_top', '~CALLER': 'CTLG' });

    expect(readFormPage(page)).toMatchObject({
      action: 'https://buyer.example/sap/hook',
      method: 'post',
      target: '_top',
      charset: 'iso-8859-1',
    });
    const fields = postForm(page);
    expect(fields.slice(0, 6)).toEqual([...HOOK_FIELDS, ['~OkCode', 'ADDI'], ['~TARGET', '_top'], ['~CALLER', 'CTLG']]);
    expect(readOciForm(fields, '4.0')).toMatchObject([
      { VENDORMAT: sku(), QUANTITY: '2', PRICE: '12.95', PRICEUNIT: '1', UNIT: 'PCE', CURRENCY: 'GBP' },
      { VENDORMAT: shirt.combinations[1]?.sku, QUANTITY: '12', PRICE: '11.00' },
    ]);
  });

  it.each([
    ['no', 'https://buyer.example/in', []],
    ['one', 'https://buyer.example/in?a=1', [['a', '1']]],
  ])('O1: whose hook has %s parameter', async (_count, hook, fields) => {
    const page = await returnShirts({ HOOK_URL: hook });
    expect(readFormPage(page).action).toBe('https://buyer.example/in');
    expect(postForm(page).slice(0, fields.length + 1)).toEqual([
      ...fields,
      [expect.stringContaining('NEW_ITEM-'), expect.anything()],
    ]);
  });

  it('O4: gets its texts in ISO-8859-1, or in UTF-8 when it asks for that', async () => {
    const latin = await returnShirts();
    expect(linesOf(latin)[0]?.DESCRIPTION).toMatch(/^Größe - Überhemd, Size 0$/);
    const unicode = await returnShirts({ http_content_charset: 'UTF-8' });
    expect(readFormPage(unicode).charset).toBe('utf-8');
    expect(linesOf(unicode)[0]?.DESCRIPTION).toMatch(/^Größe – Überhemd, Size 0$/);
  });

  it('is understood by GET, and in a form whose bytes are ISO-8859-1', async () => {
    expect(await readProfile(await begin({}, { method: 'GET' }))).toMatchObject({ punchoutOperation: 'create' });
    const encode = (fields: [string, string][]) => {
      const write = (text: string) => text.replace(/[^\w\xa0-\xff]/g, encodeURIComponent);
      return Buffer.from(fields.map(([name, value]) => `${name}=${write(value)}`).join('&'), 'latin1');
    };
    const { page } = await call({ FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: 'Größe Überhemd' }, { encode });
    expect(linesOf(page).map(({ VENDORMAT }) => VENDORMAT)).toEqual(shirt.combinations.map((combination) => combination.sku));
  });

  it('is of the person with the email address that it sends, or the shared one', async () => {
    const known = await begin({ UserEmail: 'buyer@corvane.example' });
    expect((await readProfile(known)).email).toBe('buyer@corvane.example');
    expect((await readProfile(await begin({ UserEmail: 'new@corvane.example' }))).email).toBe('punchout@corvane.example');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'SAPEVENT:x', 'https://evil.example/', 'http://buyer.example/', ''])(
    'O5: is refused with the hook %s',
    async (hook) => {
      const before = await countTrips();
      const questions: CallUpParameters[] = [
        {},
        { FUNCTION: 'VALIDATE', PRODUCTID: sku() },
        { FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: 'x' },
      ];
      for (const asked of questions) {
        const { status, page } = await call({ HOOK_URL: hook, ...asked });
        expect(status).toBe(400);
        expect(page).not.toMatch(/<form|<script/);
      }
      expect(await countTrips()).toBe(before);
    },
  );

  it('begins in a frame of a listed page, and its refusal is shown there', async () => {
    const headers = { 'sec-fetch-dest': 'iframe' };
    expect((await call({}, { headers })).status).toBe(303);
    const framed = await call({ PASSWORD: 'wrong' }, { headers });
    expect(String(framed.headers['content-security-policy'])).toContain('frame-ancestors https://buyer.example');
    expect(String((await call({ PASSWORD: 'wrong' })).headers['content-security-policy'])).toContain("frame-ancestors 'none'");
  });

  it('is not begun by a browser that looks ahead', async () => {
    const before = await countTrips();
    expect((await call({}, { method: 'GET', headers: { 'sec-purpose': 'prefetch' } })).status).toBe(503);
    expect(
      (await portal.app.inject({ method: 'HEAD', url: '/punchout/oci/corvane-demo', headers: { host: CORVANE.host } })).payload,
    ).toBe('');
    expect(await countTrips()).toBe(before);
  });
});

describe('who calls', () => {
  it('is refused in the same words for an unknown connection, user or password', async () => {
    const refused = [
      await call({ PASSWORD: 'wrong' }),
      await call({ USERNAME: 'other' }),
      await call({ PASSWORD: null }),
      await call({}, { key: 'unknown-key' }),
      await call({}, { headers: { host: 'localhost' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const texts = refused.slice(0, 4).map(({ page }) => page.replaceAll(/nonce="[^"]*"/g, ''));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('We don’t know your purchasing system, or its password is wrong.');
  });

  it('is limited after many failures of one network', async () => {
    await call({ USERNAME: 'other' }, { key: 'unknown-key' });
    // Also of the next minute, which may begin meanwhile.
    await sql`
      with counted as (update rate_limit set hits = 59 where key like 'punchout-refused:%' returning key, window_started_at)
      insert into rate_limit (key, window_started_at, hits) select key, window_started_at + interval '1 minute', 59 from counted`.execute(
      portal.db,
    );
    expect((await call()).status).toBe(303);
    await call({ PASSWORD: 'wrong' });
    expect((await call()).status).toBe(429);
  });

  it('X2: never finds their password in the log, a page or the database', async () => {
    const password = `s3cret-${crypto.randomUUID()}`;
    const questions: CallUpParameters[] = [{}, { FUNCTION: 'SOURCING' }, { HOOK_URL: '' }, { USERNAME: password }];
    for (const method of ['GET', 'POST'] as const)
      for (const asked of questions) {
        const { page, headers } = await call({ PASSWORD: password, ...asked }, { method });
        expect(page).not.toContain(password);
        expect(headers['referrer-policy']).toBe('no-referrer');
      }
    expect(logged.join('\n')).not.toContain(password);
    const demo = await call({}, { method: 'GET' });
    expect(`${demo.startUrl}${logged.join('\n')}`).not.toContain('demo-secret');
    const { rows } = await sql<{ n: string }>`
      select (select count(*) from punchout_attempt a where to_jsonb(a)::text ~ ${`${password}|demo-secret`}) + (
        select count(*) from punchout_trip t where to_jsonb(t)::text ~ ${`${password}|demo-secret`}) as n`.execute(portal.db);
    expect(Number(rows[0]?.n)).toBe(0);
  });

  it('is told to the supplier, with what was wrong', async () => {
    await call();
    await call({ USERNAME: 'other' });
    await call({ PASSWORD: 'wrong', FUNCTION: 'VALIDATE' });
    const { rows } = await sql<object>`
      select kind, status_code as status, outcome from punchout_attempt where organisation_id = ${CORVANE.organisationId} order by id desc limit 3`.execute(
      portal.db,
    );
    expect(rows).toEqual([
      { kind: 'VALIDATE', status: 403, outcome: 'The password was wrong.' },
      { kind: 'Call-up', status: 403, outcome: 'The user name was wrong.' },
      { kind: 'Call-up', status: 303, outcome: 'A visit of the shop began.' },
    ]);
  });
});

describe('O3: the functions of OCI', () => {
  const validate = async (productId: string, quantity = '1') => {
    const { status, page } = await call({ FUNCTION: 'VALIDATE', PRODUCTID: productId, QUANTITY: quantity });
    expect(status).toBe(200);
    return page;
  };

  it('DETAIL shows the product, in a visit in which nothing is ordered or returned', async () => {
    const returned = linesOf(await returnShirts())[0]?.EXT_PRODUCT_ID ?? '';
    for (const id of [sku(), returned]) {
      const shopper = await begin({ FUNCTION: 'DETAIL', PRODUCTID: id });
      expect((await shopper.get<'GET /api/punchout/trip'>('/api/punchout/trip')).body).toMatchObject({
        selectedProductId: shirt.id,
      });
      const added = await shopper.post('/api/shopping_cart_items/multiple', { items: [anItem(shirt)] });
      expect(added.status).toBe(409);
      const { punchoutSessionGuid } = await readProfile(shopper);
      expect(postForm(await openReturn(punchoutSessionGuid))).toEqual(HOOK_FIELDS);
    }
    expect((await call({ FUNCTION: 'DETAIL' })).status).toBe(400);
  });

  it('DETAIL without a hook ends on a page that says so', async () => {
    const shopper = await begin({ FUNCTION: 'DETAIL', PRODUCTID: sku(), HOOK_URL: null });
    const { punchoutSessionGuid } = await readProfile(shopper);
    const page = await openReturn(punchoutSessionGuid);
    expect(postForm(page)).toEqual([]);
    const closed = await portal.app.inject({
      method: 'POST',
      url: new URL(readFormPage(page).action ?? '').pathname,
      headers: { host: CORVANE.host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    });
    expect(closed.payload).toContain('You can close this window');
  });

  it('VALIDATE posts by itself what a product costs today, for the quantity', async () => {
    const page = await validate(sku());
    expect(page).toContain('<script src="/punchout/submit.js">');
    expect(readFormPage(page).action).toBe('https://buyer.example/sap/hook');
    expect(postForm(page).slice(0, 3)).toEqual(HOOK_FIELDS);
    expect(linesOf(page)).toMatchObject([{ EXT_PRODUCT_ID: sku(), VENDORMAT: sku(), QUANTITY: '1', PRICE: '12.95' }]);
    expect(linesOf(await validate(sku(), '10'))).toMatchObject([{ QUANTITY: '10', PRICE: '11.00', PRICEUNIT: '1' }]);
    expect(linesOf(await validate(sku(), '10.000'))).toMatchObject([{ PRICE: '11.00' }]);
  });

  it('VALIDATE knows a returned line by what it was returned as, and keeps nothing', async () => {
    const [line] = linesOf(await returnShirts());
    const before = await countTrips();
    expect(linesOf(await validate(line?.EXT_PRODUCT_ID ?? '', '3'))).toMatchObject([
      { EXT_PRODUCT_ID: line?.EXT_PRODUCT_ID, VENDORMAT: sku(), PRICE: '12.95', QUANTITY: '3' },
    ]);
    expect(await countTrips()).toBe(before);
  });

  it('VALIDATE has no item for a product that is gone, or has no price', async () => {
    for (const id of ['NO-SUCH', '00000000000000000000', onRequest.combinations[0]?.sku ?? ''])
      expect(postForm(await validate(id))).toEqual(HOOK_FIELDS);
  });

  it('BACKGROUND_SEARCH has all that is found in one form, which nothing posts', async () => {
    const { status, page } = await call({ FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: shirt.combinations[1]?.sku ?? '' });
    expect(status).toBe(200);
    expect(page).not.toContain('<script');
    expect(linesOf(page).map(({ EXT_PRODUCT_ID }) => EXT_PRODUCT_ID)).toEqual([shirt.combinations[1]?.sku, sku()]);
    expect(page).toContain('2 items for');
    expect(postForm((await call({ FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: onRequest.name })).page)).toEqual(HOOK_FIELDS);
    expect((await call({ FUNCTION: 'BACKGROUND_SEARCH' })).status).toBe(400);
  });

  it('BACKGROUND_SEARCH returns the first fifty, and says how many there are', async () => {
    const { page } = await call({ FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: 'shirt' });
    const lines = linesOf(page);
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.length).toBeLessThanOrEqual(50);
    expect(page).toMatch(new RegExp(`The first ${lines.length} of \\d{2,4} items for “shirt”`));
    expect(readFormPage(page).fields.length).toBeLessThan(1000);
  });

  it('SOURCING and unknown functions are refused in words', async () => {
    const sourcing = await call({ FUNCTION: 'SOURCING' });
    expect(sourcing.status).toBe(400);
    expect(sourcing.page).toContain('This catalogue doesn’t answer requests for quotes');
    expect((await call({ FUNCTION: 'OTHER' })).page).toContain('asked for a function that this catalogue doesn’t have');
  });
});

it('a cart that receivers may cut says so before it is posted', async () => {
  const many = await aStockedProduct(portal.db, {
    organisationIds: [CORVANE.organisationId],
    stock: Array.from({ length: 105 }, () => 5),
  });
  await makeReturnable(portal.db, [many.id]);
  const items = many.combinations.map((_size, place) => anItem(many, 1, place));
  const page = await returnShirts({}, ...items);
  expect(page.includes('<script')).toBe(false);
  expect(page.includes('Your cart has 105 lines. Some purchasing systems cut carts of this size')).toBe(true);
  expect(linesOf(page)).toHaveLength(105);
});
