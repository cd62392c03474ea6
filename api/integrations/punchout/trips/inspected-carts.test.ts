import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addItems, anItem, aPerson, aStockedProduct, fillCart, orderItems, type StockedProduct } from '#api/testing/builders.ts';
import { aDecoratedProduct, type DecoratedProduct, EMBROIDERY } from '#api/testing/designs.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aConnection, aTrip, type TestTrip } from '#api/testing/punchout-trips.ts';
import { cartOf, reorder, undoReorder } from '#api/testing/reorder.ts';
import { buildRequest, type EntityIds } from '#api/testing/tenant-isolation/requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';

const portal = usePortal();

let connection: Awaited<ReturnType<typeof aConnection>>;
let shirt: StockedProduct;
let polo: DecoratedProduct;
beforeAll(async () => {
  connection = await aConnection(portal.db);
  shirt = await aStockedProduct(portal.db, { stock: [50, 50] });
  polo = await aDecoratedProduct(portal.db);
});

/** A trip with a shirt, and a polo that follows a saved design, in its cart, of someone with an order. */
interface FilledTrip {
  trip: TestTrip;
  person: TestClient;
  orderId: number;
  lineIds: number[];
  designId: number;
  savedId: number;
}

async function aFilledTrip(operation: 'create' | 'inspect'): Promise<FilledTrip> {
  const { id, email } = await aPerson(portal.db);
  const person = await portal.as(email);
  const orderId = await orderItems(portal.db, person, anItem(shirt));
  const design = {
    productId: polo.id,
    methodId: EMBROIDERY,
    positionId: polo.positions['left-chest'],
    text: 'Nora',
    fontName: 'Sans',
  };
  const saved = await person.post<'POST /api/customisations'>('/api/customisations', { customisation: design });
  const savedId = saved.body.customisation.id as number;
  const filled = await aTrip(portal, connection, id);
  await fillCart(filled, anItem(shirt, 2), { ...anItem(polo), customisations: [{ id: savedId }] });
  const { items } = await cartOf(filled);
  const trip = operation === 'create' ? filled : await aTrip(portal, connection, id, { operation });
  // What is only shown is filled while the trip begins.
  await sql`update cart set trip_id = ${trip.tripId}::uuid where trip_id = ${filled.tripId}::uuid`.execute(portal.db);
  return {
    trip,
    person,
    orderId,
    lineIds: items.map((item) => item.id),
    designId: items[1]?.customisations[0]?.id as number,
    savedId,
  };
}

/** The cart of a trip with its lines and designs, as the database has it. */
const digest = async ({ trip }: FilledTrip) =>
  (
    await sql<{ cart: object }>`
      select to_jsonb(t) || jsonb_build_object('lines', (select jsonb_agg(to_jsonb(l) order by l.id) from cart_line l where l.cart_id = t.id), 'designs', (
        select jsonb_agg(to_jsonb(c) order by c.id) from cart_line_customisation c join cart_line l on l.id = c.cart_line_id where l.cart_id = t.id)) as cart
      from cart t where t.trip_id = ${trip.tripId}::uuid`.execute(portal.db)
  ).rows[0]?.cart;

type Answer = Promise<{ status: number; errors: Record<string, string[]> }>;

/** Calls that change the cart, in an order in which each of them does. */
const CHANGES: Record<string, (filled: FilledTrip) => Answer> = {
  'POST /api/shopping_cart_items/multiple': ({ trip }) => addItems(trip, anItem(shirt, 1, 1)),
  'PUT /api/shopping_cart_items/:id': ({ trip, lineIds }) =>
    trip.put(`/api/shopping_cart_items/${lineIds[0]}`, { shoppingCartItem: { quantity: 7 } }),
  'POST /api/customisations': ({ trip, savedId }) =>
    trip.post('/api/customisations', { customisation: { id: savedId, text: 'Norah' } }),
  'DELETE /api/customisations/:id': ({ trip, savedId }) => trip.delete(`/api/customisations/${savedId}`),
  'POST /api/shopping_cart_items/customisation': ({ trip, lineIds }) =>
    trip.post('/api/shopping_cart_items/customisation', {
      shoppingCartItemId: lineIds[1],
      customisation: { methodId: EMBROIDERY, positionId: polo.positions['right-chest'], text: 'Crew', fontName: 'Sans' },
    }),
  'DELETE /api/shopping_cart_items/customisation/:id': async ({ trip }) => {
    const designs = (await cartOf(trip)).items.flatMap(({ customisations }) => customisations);
    return trip.delete(`/api/shopping_cart_items/customisation/${designs[0]?.id}`);
  },
  'POST /api/checkoutsummary': ({ trip }) => trip.post('/api/checkoutsummary', { checkout: {} }),
  'POST /api/reorder': ({ trip, orderId }) => reorder(trip, orderId),
  'POST /api/reorder/undo': ({ trip, orderId }) => undoReorder(trip, orderId),
  'POST /api/shopping_cart_items/remove': ({ trip, lineIds }) =>
    trip.post('/api/shopping_cart_items/remove', { ids: lineIds.slice(1) }),
  'DELETE /api/shopping_cart_items/:id': ({ trip, lineIds }) => trip.delete(`/api/shopping_cart_items/${lineIds[0]}`),
};

/** Those that change it for people with wardrobes, by sheets and by requests of their own. Here they are only seen to be refused. */
const CHANGES_OF_OTHERS: Record<string, (filled: FilledTrip) => Answer> = {
  'DELETE /api/shopping_cart_items/OrganisationCollectionSuperGroup/:id': async ({ trip }) => {
    const { rows } = await sql<{ id: number }>`select min(id) as id from super_group where organisation_id = 1`.execute(
      portal.db,
    );
    return trip.delete(`/api/shopping_cart_items/OrganisationCollectionSuperGroup/${rows[0]?.id}`);
  },
  'POST /api/customers/saveSuperGroupOptionIds': ({ trip }) =>
    trip.post('/api/customers/saveSuperGroupOptionIds', { superGroupOptionIds: [] }),
};

/** Calls of the same parts of the portal that leave carts of trips alone, or are refused in every trip. */
const LEAVE = new Set([
  'POST /api/setpaymentform', // Ends the trip: nothing was changed.
  'POST /api/ordersheets',
  'POST /api/ordersheets/check',
  'POST /api/ordersheets/file',
  'PUT /api/ordersheets/:id',
  'DELETE /api/ordersheets/:id',
  'POST /api/madetomeasure',
  'POST /api/madetomeasure/:id/measurements',
  'POST /api/madetomeasure/:id/withdraw',
  'POST /api/quote',
  'POST /api/quote/:id/accept', // 409 in every trip.
  'POST /api/quote/:id/decline',
  'POST /api/quote/:id/message',
  'POST /api/quote/:id/withdraw',
  'POST /api/quotefile',
  'POST /api/orders/:id/cancel',
  'POST /api/orders/approvereject',
  'PUT /api/orders/:id/items/:itemId',
  'PUT /api/orders/:id/items/:itemId/fit',
]);

/** Those that have a wardrobe, a sheet or an answered request as their subject, and are refused once that is found. */
const REFUSED_ELSEWHERE = new Set([
  'POST /api/ordersheets/add',
  'POST /api/madetomeasure/:id/order',
  'PUT /api/organisation/uniformbuilder/updatecustomercollection',
]);

const TAGS = [
  'Cart',
  'Checkout',
  'Order sheets',
  'Made to measure',
  'Personalisation',
  'Uniform builder',
  'Wardrobes',
  'Quotes',
  'Orders',
];
const CALLS = Object.entries(contract as Record<string, Endpoint>).filter(
  ([call, { access }]) => !call.startsWith('GET ') && ['signedIn', 'permissions'].includes(access.kind),
);

describe('S5: in a trip in which the cart is only shown', () => {
  it('every call that would change it is refused with 409, and changes it in other trips', async () => {
    const [create, inspect] = [await aFilledTrip('create'), await aFilledTrip('inspect')];
    for (const [call, send] of Object.entries(CHANGES)) {
      const before = await digest(create);
      expect([call, (await send(create)).status]).toEqual([call, 200]);
      expect(await digest(create), call).not.toEqual(before);
    }
    const shown = await digest(inspect);
    for (const [call, send] of Object.entries({ ...CHANGES, ...CHANGES_OF_OTHERS })) {
      const { status, errors } = await send(inspect);
      expect([call, status, Object.keys(errors)]).toEqual([call, 409, ['cart']]);
    }
    expect(await digest(inspect)).toEqual(shown);
  });

  it('is there one of those for every call of the contract that has to do with carts', () => {
    const known = new Set([...Object.keys(CHANGES), ...Object.keys(CHANGES_OF_OTHERS), ...LEAVE, ...REFUSED_ELSEWHERE]);
    const unknown = CALLS.filter(([, { tags }]) => tags.some((tag) => TAGS.includes(tag))).map(([call]) => call);
    expect(unknown.filter((call) => !known.has(call))).toEqual([]);
  });

  it('no call of the contract changes it, with the ids of its person', async () => {
    const filled = await aFilledTrip('inspect');
    const { trip, lineIds, designId, savedId, orderId } = filled;
    const ids = { cartLine: lineIds[0], cartCustomisation: designId, customisation: savedId, order: orderId, product: shirt.id };
    const own = new Proxy(
      { customer: trip.customerId, combination: shirt.combinations[0]?.id, organisation: 1, ...ids } as EntityIds,
      {
        get: (known, name) => (known as unknown as Record<string | symbol, number>)[name] ?? 1,
      },
    );
    const before = await digest(filled);
    const ending = new Set([
      'DELETE /api/sessions',
      'DELETE /api/sessions/:id',
      'POST /api/setpaymentform',
      'POST /api/changepassword',
    ]);
    for (const [call, endpoint] of CALLS) {
      if (ending.has(call)) continue;
      const { method, url, payload, form } = buildRequest(call, endpoint, own);
      await portal.app.inject({
        method,
        url,
        headers: { ...trip.headers, ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}) },
        ...(payload === undefined ? {} : { payload }),
      });
    }
    expect((await trip.get('/api/shopping_cart_items')).status).toBe(200);
    expect(await digest(filled)).toEqual(before);
  });
});
