import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { deleteExpiredOneTimeAddresses } from '#api/identity/addresses/own-addresses.queries.ts';
import { isAllowedWhileImpersonating } from '#api/platform/http/impersonation.ts';
import {
  anAddress,
  anItem,
  aPerson,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  requestSummary,
  submitOrder,
} from '#api/testing/builders.ts';
import type { TestClient, TestResponse } from '#api/testing/portal.ts';
import { buildRequest, type EntityIds } from '#api/testing/tenant-isolation/requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';

const portal = usePortal();
let sales: TestClient;
let buyer: { id: number; email: string };

beforeEach(async () => {
  sales = await portal.as((await aPerson(portal.db, { role: 'Sales', groupIds: [], firstName: 'Sam' })).email);
  buyer = await aPerson(portal.db, { role: 'Buyer', firstName: 'Bea' });
});

const start = (person: TestClient, id: number) => person.get(`/api/customers/impersonate/${id}`);
const stop = (person: TestClient) => person.get('/api/customers/impersonateCancel');
const outcome = ({ status, errors }: TestResponse<unknown>) => [status, ...Object.keys(errors)];

describe('during impersonation', () => {
  const CHANGING = [
    'GET /api/logout',
    'POST /api/reportError',
    'POST /api/returnfile',
    'POST /api/returnrequest',
    'POST /api/returnrequest/:id/cancel',
    'PUT /api/toggletaxtype',
    'GET /api/customers/impersonate/:id',
    'GET /api/customers/impersonateCancel',
    'POST /api/customers/saveImpersonatedCustomerShippingAddressDetails',
    'POST /api/createcustomeraddress',
    'PUT /api/customeraddresses/:id',
    'DELETE /api/customeraddresses/:id',
    'POST /api/customeraddresses/:id/restore',
    'POST /api/product/stockmultiple',
    'POST /api/product/getbuynowtotals',
    'DELETE /api/shopping_cart_items/:id',
    'POST /api/shopping_cart_items/remove',
    'DELETE /api/shopping_cart_items/OrganisationCollectionSuperGroup/:id',
    'DELETE /api/shopping_cart_items/customisation/:id',
    'POST /api/shopping_cart_items/customisation',
    'POST /api/customisations',
    'DELETE /api/customisations/:id',
    'PUT /api/organisation/uniformbuilder/updatecustomercollection',
    'PUT /api/shopping_cart_items/:id',
    'POST /api/shopping_cart_items/multiple',
    'POST /api/checkoutsummary',
    // Opens the page on which the order is paid, of the person who is impersonated.
    'GET /api/checkout/tryagain/:id',
    'POST /api/setpaymentform',
    'POST /api/madetomeasure',
    'POST /api/madetomeasure/:id/order',
    'POST /sizing/suggestion/newsuggestion',
    'POST /api/customers/saveSuperGroupOptionIds',
    'POST /api/orders/:id/cancel',
    'PUT /api/orders/:id/items/:itemId',
    'POST /api/reorder',
    'POST /api/reorder/undo',
    'POST /api/quote',
    'POST /api/quotefile',
    'GET /api/quotefilenotification/:id',
    'POST /api/quote/:id/accept',
    'POST /api/quote/:id/decline',
    'POST /api/quote/:id/withdraw',
    'POST /api/quote/:id/message',
    // As the calls that answer with the file: always the caller's own.
    'POST /api/exports',
    'POST /api/exports/:id/stop',
  ];
  /** Calls that must never be possible on another person's behalf, whatever else is added. */
  const ALWAYS_REFUSED = [
    'PUT /api/customers/:id',
    'GET /api/mydata',
    'GET /api/mydata/exportToExcel',
    'POST /api/erasurerequest',
    'DELETE /api/erasurerequest',
    'DELETE /api/sessions/:id',
    'DELETE /api/sessions',
    'GET /sizing/body/:id',
    'GET /sizing/body/profile/:id',
    'GET /sizing/suggestion/fitformeasurements/:body/:garment',
    'POST /sizing/consent',
    'POST /sizing/body/newbody',
  ];
  // Calls that need no session, or that of an operator, are not affected.
  const calls = (Object.entries(contract) as [string, Endpoint][]).filter(
    ([, { access }]) => access.kind !== 'anonymous' && access.kind !== 'operator',
  );
  const isAllowed = ([call, endpoint]: [string, Endpoint]) => isAllowedWhileImpersonating(call.split(' ')[0] ?? '', endpoint);
  const refused = calls.filter((each) => !isAllowed(each));
  const sentence =
    'You are ordering for Bea Forthetest. You can only do this for yourself: please stop ordering for Bea Forthetest first.';

  it('every call that changes data is refused, apart from those in this list', () => {
    const changing = calls.filter(([call, { changesByGet }]) => !call.startsWith('GET ') || changesByGet);

    expect(
      changing
        .filter(isAllowed)
        .map(([call]) => call)
        .toSorted(),
    ).toEqual(CHANGING.toSorted());
    expect(refused.map(([call]) => call)).toEqual(expect.arrayContaining(ALWAYS_REFUSED));
  });

  it.each(refused)('%s is refused with an error and changes nothing', async (call, endpoint) => {
    await start(sales, buyer.id);
    const digest = async () =>
      (
        await sql`select md5(string_agg(c::text, '|' order by c.id)) as people, (select count(*) from session where revoked_at is null) as sessions,
          (select count(*) from erasure_request) as requests from customer c where c.id in (${buyer.id}, ${sales.customerId})`.execute(
          portal.db,
        )
      ).rows;
    const before = await digest();
    const own = new Proxy({} as EntityIds, { get: () => buyer.id });
    const { method, url, payload } = buildRequest(call, endpoint, own);

    // The sizing service has a token of its own, for the same session.
    const service = call.includes(' /sizing/') && (await sales.get<'GET /api/bodyme/tokenv3'>('/api/bodyme/tokenv3')).body;
    const headers = service ? { ...sales.headers, authorization: `Bearer ${service.access_token}` } : sales.headers;

    const answer = await portal.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });

    // Only the check of the caller's role may come first.
    const canCall = endpoint.access.kind !== 'roles' || endpoint.access.anyOf.includes('OrganisationSales');
    const reason = canCall ? sentence : 'You are not allowed to do this.';
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { errors: { authorization: [reason] }, ...(service ? { code: 'FORBIDDEN' } : {}) },
    ]);
    expect(await digest()).toEqual(before);
  });

  it('a client that shows another cart than the session’s gets a conflict, and nothing is added to the wrong cart', async () => {
    const product = await aStockedProduct(portal.db);
    const add = (shown: number) =>
      sales.post('/api/shopping_cart_items/multiple', { items: [anItem(product)] }, { 'x-acting-for': String(shown) });

    expect((await add(sales.customerId)).status).toBe(200);
    expect(outcome(await add(buyer.id))).toEqual([409, 'actingFor']);
    await start(sales, buyer.id);
    const refused = await add(sales.customerId);
    expect([refused.status, refused.errors.actingFor]).toEqual([
      409,
      ['You are now ordering for Bea Forthetest. Nothing was changed. Please check the page and try again.'],
    ]);
    expect((await add(buyer.id)).status).toBe(200);
    expect((await sales.get('/api/shopping_cart_items', { 'x-acting-for': 'x' })).status).toBe(409);
  });
});

describe('the delivery address of the next order', () => {
  const choose = (person: TestClient, body: object) =>
    person.post<'POST /api/customers/saveImpersonatedCustomerShippingAddressDetails'>(
      '/api/customers/saveImpersonatedCustomerShippingAddressDetails',
      body,
    );
  const input = {
    firstName: 'Bea',
    lastName: 'Buyer',
    countryId: 826,
    city: 'Leeds',
    address1: '9 Far Lane',
    zipPostalCode: 'LS2 2BB',
  };
  const chosenAtCheckout = async () => {
    await fillCart(sales, anItem(await aStockedProduct(portal.db)));
    return (await sales.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout: {} })).body.shippingAddress;
  };

  it('is set for the impersonated person, and used by the checkout', async () => {
    const own = await anAddress(portal.db, { customerId: buyer.id, organisationId: 1 });
    await start(sales, buyer.id);

    const { body } = await choose(sales, { addressId: own });

    expect(body).toMatchObject({ success: true, address: { id: own, source: 'customer' } });
    expect(await chosenAtCheckout()).toMatchObject({ id: own });
  });

  const bookOf = async (person: TestClient) =>
    (await person.get<'GET /api/customeraddresses'>('/api/customeraddresses')).body.addresses;
  const left = async () =>
    (await sql<{ id: number }>`select id from address where customer_id = ${buyer.id} and for_order_only`.execute(portal.db))
      .rows;

  it('may be a new address, for this order only', async () => {
    await start(sales, buyer.id);
    const { body: first } = await choose(sales, { address: { ...input, city: 'York' } });
    const { body } = await choose(sales, { address: input });

    expect(body.address).toMatchObject({ ...input, source: 'customer' });
    expect(await left()).toEqual([{ id: body.address.id }]);
    expect(await chosenAtCheckout()).toMatchObject({ id: body.address.id, city: 'Leeds' });
    expect(await bookOf(sales)).toEqual([]);
    const billingAddressId = await anAddress(portal.db, { customerId: buyer.id, organisationId: 1 });
    const choices = { ...(await createCheckoutChoices(portal.db, sales)), billingAddressId, shippingAddressId: body.address.id };
    await requestSummary(portal.db, sales, choices);
    const { status, body: placed } = await submitOrder(sales);
    expect(status).toBe(200);
    const { rows } = await sql<{ city: string }>`
      select shipping_address ->> 'city' as city from orders where id = ${placed.orderId}`.execute(portal.db);
    expect(rows).toEqual([{ city: 'Leeds' }]);
    expect(await left()).toEqual([]);
    expect(await chosenAtCheckout()).toBeNull();
    expect(outcome(await choose(sales, { addressId: first.address.id }))).toEqual([404, 'address']);
    await stop(sales);
    expect((await bookOf(await portal.as(buyer.email))).map(({ id }) => id)).toEqual([billingAddressId]);
  });

  it('if new, is deleted when the impersonation ends without an order, and after a day', async () => {
    await start(sales, buyer.id);
    await choose(sales, { address: input });
    await stop(sales);
    expect(await left()).toEqual([]);

    await start(sales, buyer.id);
    await choose(sales, { address: input });
    await deleteExpiredOneTimeAddresses(portal.db);
    expect(await left()).toHaveLength(1);
    await sql`update address set created_at = now() - interval '25 hours' where for_order_only`.execute(portal.db);
    await deleteExpiredOneTimeAddresses(portal.db);
    expect(await left()).toEqual([]);
    expect(await chosenAtCheckout()).toBeNull();
  });

  it('may be at the person’s work site', async () => {
    await start(sales, buyer.id);
    const sites = (await sales.get<'GET /api/shippingaddresses'>('/api/shippingaddresses')).body.addresses;
    const site = sites.find(({ source }) => source === 'resort')!;

    expect((await choose(sales, { organisationResortAddressId: site.id })).body.address.id).toBe(site.id);
    expect(await chosenAtCheckout()).toMatchObject({ id: site.id });
  });

  it('is refused without an impersonation, unless exactly one choice is given, and for other people’s addresses', async () => {
    const own = await anAddress(portal.db, { customerId: buyer.id, organisationId: 1 });
    const callers = await anAddress(portal.db, sales);
    expect(outcome(await choose(sales, { addressId: own }))).toEqual([409, 'customer']);
    await start(sales, buyer.id);

    expect(outcome(await choose(sales, {}))).toEqual([422, 'address']);
    expect(outcome(await choose(sales, { addressId: own, address: input }))).toEqual([422, 'address']);
    expect(outcome(await choose(sales, { addressId: callers }))).toEqual([404, 'address']);
    expect(outcome(await choose(sales, { organisationResortAddressId: own }))).toEqual([404, 'address']);
    expect(outcome(await choose(sales, { address: { ...input, city: ' ', countryId: 999 } }))).toEqual([
      422,
      'address.city',
      'address.countryId',
    ]);
    expect(outcome(await choose(await portal.as(buyer.email), { addressId: own }))).toEqual([403, 'authorization']);
  });
});
