import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, fillCart, type StockedProduct, submitOrder } from '#api/testing/builders.ts';
import { readCartMessage } from '#api/testing/punchout-messages.ts';
import {
  aConnection,
  aTrip,
  type ConnectionOverrides,
  makeReturnable,
  type TestTrip,
  type TripOverrides,
} from '#api/testing/punchout-trips.ts';
import { readFormPage } from '#api/testing/read-form-page.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

let shirt: StockedProduct;
beforeAll(async () => {
  shirt = await aStockedProduct(portal.db);
  await makeReturnable(portal.db, [shirt.id]);
});

async function begin(connection: ConnectionOverrides = {}, trip: TripOverrides = {}) {
  const made = await aConnection(portal.db, connection);
  return { connection: made, shopper: await aTrip(portal, made, (await aPerson(portal.db)).id, trip) };
}

async function returnCart(shopper: TestTrip) {
  await fillCart(shopper, anItem(shirt, 2));
  await shopper.post('/api/checkoutsummary', { checkout: {} });
  const { body, errors } = await submitOrder(shopper);
  expect(errors).toEqual({});
  return body.paymentForm?.fields ?? {};
}

async function open(tripId: string, headers: Record<string, string> = {}, { method = 'GET', query = '' } = {}) {
  const response = await portal.app.inject({
    method: method as 'GET',
    url: `/punchout/return/${tripId}${query}`,
    headers: { host: 'localhost', ...headers },
  });
  const page = response.payload;
  const fields = () => Object.fromEntries(readFormPage(page).fields);
  return {
    status: response.statusCode,
    page,
    fields,
    policy: String(response.headers['content-security-policy']),
    headers: response.headers,
  };
}

const readTrip = async ({ tripId }: TestTrip) =>
  (
    await sql<{ outcome: string | null; lines: number; carts: number; sessions: number }>`
      select t.outcome, (select count(*)::int from punchout_line l where l.trip_id = t.id) as lines, (select count(*)::int from cart c where c.trip_id = t.id) as carts,
        (select count(*)::int from session s where s.trip_id = t.id and s.revoked_at is null) as sessions
      from punchout_trip t where t.id = ${tripId}::uuid`.execute(portal.db)
  ).rows[0];

const postsByItself = (page: string) => page.includes('<script src="/punchout/submit.js">');

describe('the page that returns a cart', () => {
  it('posts what the return has made, by itself the first time, and afterwards by a button', async () => {
    const { shopper, connection } = await begin();
    const fields = await returnCart(shopper);

    const first = await open(shopper.tripId);
    expect(first.status).toBe(200);
    expect(readFormPage(first.page)).toMatchObject({ action: 'https://buyer.example/return?session=1&x=%20', method: 'post' });
    expect(first.fields()).toEqual(fields);
    expect(postsByItself(first.page)).toBe(true);
    expect(first.headers['cache-control']).toBe('no-store');

    const second = await open(shopper.tripId, {}, { query: '?outcome=cancel' });
    expect(second.fields()).toEqual(fields);
    expect(postsByItself(second.page)).toBe(false);
    expect(second.page).toContain('This cart has been returned already.');
    expect(second.page).toContain(`Return to ${connection.name}`);
    const script = await portal.app.inject({ url: '/punchout/submit.js', headers: { host: 'localhost' } });
    expect(script.headers['content-type']).toContain('text/javascript');
  });

  it('may post to the buyer alone, and be framed by it alone where it is opened in a frame', async () => {
    const { shopper } = await begin({ frameOrigins: ['https://frame.example'] });
    await returnCart(shopper);
    const top = await open(shopper.tripId, { 'sec-fetch-dest': 'document' });
    const framed = await open(shopper.tripId, { 'sec-fetch-dest': 'iframe' });
    for (const { policy } of [top, framed]) {
      expect(policy).toContain('form-action https://buyer.example;');
      expect(policy).not.toContain('*');
    }
    expect(top.policy).toContain("frame-ancestors 'none'");
    expect(framed.policy).toContain('frame-ancestors https://frame.example');
    expect(framed.headers['x-frame-options']).toBeUndefined();
  });

  it('X4: shows what comes from elsewhere as text', async () => {
    const { shopper, connection } = await begin(
      {},
      { buyerCookie: '"><script>alert(1)</script>', returnUrl: 'https://buyer.example/"><script>' },
    );
    await sql`update punchout_connection set name = '<script>alert(2)</script>' where id = ${connection.id}`.execute(portal.db);
    await sql`update product set name = '<script>alert(3)</script>' where id = ${shirt.id}`.execute(portal.db);
    await returnCart(shopper);
    const { page, fields } = await open(shopper.tripId);
    expect(page.match(/<script/g)).toEqual(['<script']);
    expect(readCartMessage(fields()).buyerCookie).toBe('"><script>alert(1)</script>');
  });
});

describe('S4: someone who leaves without a cart', () => {
  it.each(['create', 'edit', 'inspect'] as const)('returns a status, never an empty cart: %s', async (operation) => {
    const { shopper } = await begin({}, { operation, buyerCookie: 'b&c' });
    if (operation !== 'inspect') await fillCart(shopper, anItem(shirt));

    const { page, fields } = await open(shopper.tripId, {}, { query: '?outcome=cancel' });

    expect(readCartMessage(fields())).toEqual({ buyerCookie: 'b&c', status: '204', total: '0.00', lines: [] });
    expect(page).toContain('Nothing from this visit is added');
    expect(await readTrip(shopper)).toEqual({ outcome: 'cancelled', lines: 0, carts: 0, sessions: 0 });
    expect((await open(shopper.tripId)).fields()).toEqual(fields());
  });

  it('by logging out', async () => {
    const { shopper } = await begin({}, { operation: 'edit' });
    const { body } = await shopper.get<'GET /api/logout'>('/api/logout');
    const { pathname, search } = new URL(body.returnUrl ?? '');
    expect(pathname).toBe(`/punchout/return/${shopper.tripId}`);

    const { fields } = await open(shopper.tripId, {}, { query: search });

    expect(readCartMessage(fields()).status).toBe('204');
    expect(await readTrip(shopper)).toMatchObject({ outcome: 'cancelled' });
  });

  it.each([
    [
      'the time of the connection is over',
      sql`update session set last_seen_at = now() - interval '241 minutes' where trip_id = `,
    ],
    ['the time of all sessions is over', sql`update session set ends_at = now() - interval '1 second' where trip_id = `],
    ['the trip is over', sql`update punchout_trip set ends_at = now() where id = `],
    ['a job has ended the trip', sql`update punchout_trip set ended_at = now(), outcome = 'expired' where id = `],
  ])('because %s', async (_, change) => {
    const { shopper } = await begin({}, { operation: 'edit' });
    await sql`${change} ${shopper.tripId}::uuid`.execute(portal.db);

    const { page, fields } = await open(shopper.tripId);

    expect(readCartMessage(fields()).status).toBe('204');
    expect(page).toContain('left open for too long');
    expect(await readTrip(shopper)).toMatchObject({ outcome: 'expired' });
  });

  it('over OCI: with the fields of the hook, and no items', async () => {
    const { shopper } = await begin(
      { protocol: 'oci' },
      { returnUrl: 'https://buyer.example/hook?sap=1', returnFields: [['~OkCode', 'ADDI']] },
    );
    await fillCart(shopper, anItem(shirt));
    const { fields } = await open(shopper.tripId);
    expect(fields()).toEqual({ sap: '1', '~OkCode': 'ADDI' });
  });

  it('with the cart as it was, for buyers who take a status for an empty one, as long as every line is known', async () => {
    const { shopper, connection } = await begin({ returnsCartOnCancel: true });
    const before = readCartMessage(await returnCart(shopper));
    const editedItems = before.lines.map(({ auxiliaryId = '' }) => ({ auxiliaryId, quantity: 5 }));
    const edit = (trip: TripOverrides) =>
      aTrip(portal, connection, shopper.customerId, { operation: 'edit', editedItems, ...trip });

    const kept = readCartMessage((await open((await edit({})).tripId)).fields());
    const [line] = before.lines;
    expect(kept).toMatchObject({ status: undefined, total: '50.00', lines: [{ ...line, quantity: '5' }] });
    for (const trip of [
      { missingItems: [{ partId: 'x', quantity: 1 }] },
      { editedItems: [...editedItems, { auxiliaryId: '0'.repeat(20), quantity: 1 }] },
    ])
      expect(readCartMessage((await open((await edit(trip)).tripId)).fields())).toMatchObject({ status: '204', lines: [] });
  });
});

it('nothing ends before someone opens the page', async () => {
  const { shopper } = await begin();
  expect((await open(shopper.tripId, {}, { method: 'HEAD' })).status).toBe(200);
  expect((await open(shopper.tripId, { 'sec-purpose': 'prefetch;prerender' })).status).toBe(503);
  expect(await readTrip(shopper)).toMatchObject({ outcome: null, sessions: 1 });
});

it('the page of a visit that does not exist, or is another brand’s, says so', async () => {
  const { shopper } = await begin();
  for (const [id, host] of [
    ['00000000-0000-4000-8000-000000000000', 'localhost'],
    ['x', 'localhost'],
    [shopper.tripId, 'alder.localhost'],
  ] as const) {
    const { status, page } = await open(id, { host });
    expect(status).toBe(404);
    expect(page).toContain('open the shop from there again');
  }
  expect(await readTrip(shopper)).toMatchObject({ outcome: null });
});

describe('at the same moment', () => {
  it('two returns and two pages end the trip once, with one form', async () => {
    const { shopper, connection } = await begin();
    await fillCart(shopper, anItem(shirt));
    await shopper.post('/api/checkoutsummary', { checkout: {} });

    const returns = await Promise.all([submitOrder(shopper), submitOrder(shopper)]);
    const pages = await Promise.all([open(shopper.tripId), open(shopper.tripId)]);

    expect(returns.map(({ status }) => status)).toEqual([200, 200]);
    const [form, ...others] = [...returns.map(({ body }) => body.paymentForm?.fields), ...pages.map(({ fields }) => fields())];
    expect(others).toEqual([form, form, form]);
    expect(pages.filter(({ page }) => postsByItself(page))).toHaveLength(1);
    const { rows } = await sql`select from punchout_message where connection_id = ${connection.id}`.execute(portal.db);
    expect(rows).toHaveLength(1);
  });

  it('two pages of an open trip have one form', async () => {
    const { shopper } = await begin();
    const [one, other] = await Promise.all([open(shopper.tripId), open(shopper.tripId)]);
    expect(one.fields()).toEqual(other.fields());
  });

  it('a return and a page agree on what has become of the trip', async () => {
    const { shopper } = await begin();
    await fillCart(shopper, anItem(shirt));
    await shopper.post('/api/checkoutsummary', { checkout: {} });

    const [returned, { fields }] = await Promise.all([submitOrder(shopper), open(shopper.tripId)]);

    // Whichever was first: the other one has its form.
    expect(returned.body.paymentForm?.fields).toEqual(fields());
    const { status, lines } = readCartMessage(fields());
    expect([await readTrip(shopper), status]).toMatchObject(
      lines.length === 1 ? [{ outcome: 'returned', lines: 1 }, undefined] : [{ outcome: 'cancelled', lines: 0 }, '204'],
    );
  });
});
