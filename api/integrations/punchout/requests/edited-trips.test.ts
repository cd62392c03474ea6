import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anItem as aCartItem,
  aPerson,
  aStockedProduct,
  fillCart,
  type StockedProduct,
  submitOrder,
  unpublishProduct,
} from '#api/testing/builders.ts';
import { aDecoratedProduct, type DecoratedProduct, EMBROIDERY } from '#api/testing/designs.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { type ReceivedMessage, readCartMessage } from '#api/testing/punchout-messages.ts';
import {
  aDocument,
  anItem,
  aSetup,
  beginTrip,
  CORVANE,
  type SetupChoices,
  sendDocument,
} from '#api/testing/punchout-requests.ts';
import { aConnection, makeReturnable } from '#api/testing/punchout-trips.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const IN_CORVANE = { organisationIds: [CORVANE.organisationId] };

let shirt: StockedProduct;
let polo: DecoratedProduct;
beforeAll(async () => {
  shirt = await aStockedProduct(portal.db, { ...IN_CORVANE, price: 1295, stock: [500, 500] });
  polo = await aDecoratedProduct(portal.db, { ...IN_CORVANE, price: 2495 });
  await makeReturnable(portal.db, [shirt.id, polo.id]);
});

const begin = async (choices: SetupChoices = {}) =>
  beginTrip(portal, (await sendDocument(portal, aDocument(aSetup(choices)))).startUrl);
const cartOf = async (trip: TestClient) => (await trip.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
const missingOf = async (trip: TestClient) => (await trip.get<'GET /api/punchout/trip'>('/api/punchout/trip')).body.missingItems;

async function returnCart(trip: TestClient): Promise<ReceivedMessage> {
  await trip.post('/api/checkoutsummary', { checkout: {} });
  const { body, errors } = await submitOrder(trip);
  expect(errors).toEqual({});
  return readCartMessage(body.paymentForm?.fields ?? {});
}

/** The lines of a returned cart, as the buyer's system sends them again. */
const itemsOf = ({ lines }: Pick<ReceivedMessage, 'lines'>) =>
  lines.map(({ auxiliaryId = '', quantity = '', sku }) => anItem(auxiliaryId, quantity, sku)).join('');

it('S3: a cart with a text and a wearer comes back from an edit under the same ids, with the same quantities, in the same order', async () => {
  const { rows } = await sql<{ group: number }>`
    select g.organisation_group_id as group from customer_group g join customer c on c.id = g.customer_id where c.email = 'buyer@corvane.example' limit 1`.execute(
    portal.db,
  );
  const groupIds = rows.map(({ group }) => group);
  const wearer = await aPerson(portal.db, { organisationId: CORVANE.organisationId, groupIds, resortId: null, role: 'Staff' });
  const shopper = await begin();
  const text = { methodId: EMBROIDERY, positionId: polo.positions['left-chest'], text: 'Nora', fontName: 'Sans' };
  await fillCart(
    shopper,
    aCartItem(shirt, 2, 1),
    { ...aCartItem(polo, 3), customerId: wearer.id, customisations: [text] },
    aCartItem(polo, 1),
    aCartItem(shirt, 4),
  );
  const before = await cartOf(shopper);
  const first = await returnCart(shopper);
  expect(first.lines.map(({ quantity }) => quantity).slice(0, 4)).toEqual(['2', '3', '1', '4']);

  const edit = await begin({ operation: 'edit', items: itemsOf(first) });
  const again = await cartOf(edit);
  const shown = ({ items }: typeof again) =>
    items.map(({ id: _id, createdOnUtc: _created, updatedOnUtc: _updated, customisations, ...item }) => ({
      ...item,
      customisations: customisations.map(({ text: worn }) => worn),
    }));
  expect(shown(again)).toEqual(shown(before));
  expect(again.items[1]?.customerId).toBe(wearer.id);
  expect(await returnCart(edit)).toEqual(first);
});

describe('S2: of the lines that an edit names', () => {
  it('two are known, one is unknown, and one was returned to another organisation, of which no answer says anything', async () => {
    const secret = await aStockedProduct(portal.db, { organisationIds: [1] });
    const other = await aConnection(portal.db);
    const foreign = 'FFFFFFFFFFFFFFFFFFFF';
    await sql`
      with trip as (
        insert into punchout_trip (organisation_id, connection_id, customer_id, operation, is_test, return_url, ends_at, ended_at, outcome)
        select 1, ${other.id}, min(id), 'create', false, 'https://buyer.example/', now(), now(), 'returned' from customer where organisation_id = 1 returning id)
      insert into punchout_line (organisation_id, trip_id, auxiliary_id, connection_id, place, product_id, combination_id, quantity, sku, description, unit, classification,
        unit_price_minor)
      select 1, id, ${foreign}, ${other.id}, 1, ${secret.id}, ${secret.combinations[0]?.id}, 1, 'FOREIGN-SKU', 'Foreign garment', 'EA', '53102700', 100 from trip`.execute(
      portal.db,
    );
    const shopper = await begin();
    await fillCart(shopper, aCartItem(shirt, 5), aCartItem(shirt, 2, 1));
    const known = itemsOf(await returnCart(shopper));

    for (const operation of ['edit', 'inspect']) {
      const answer = await sendDocument(
        portal,
        aDocument(
          aSetup({ operation, items: `${anItem('0'.repeat(20), 1, 'GONE')}${known}${anItem(foreign, 3, 'THEIR-PART')}` }),
        ),
      );
      const trip = await beginTrip(portal, answer.startUrl);
      const answers = [await cartOf(trip), await missingOf(trip)];
      expect(answers[0]).toMatchObject({ items: [{ quantity: 5 }, { quantity: 2 }] });
      expect(answers[1]).toEqual([
        { partId: 'GONE', quantity: 1 },
        { partId: 'THEIR-PART', quantity: 3 },
      ]);
      for (const word of ['FOREIGN-SKU', 'Foreign garment', secret.name])
        expect(JSON.stringify([answer.body, answers])).not.toContain(word);
    }
  });

  it('a garment that is not in the range any more is missing, and a quantity that is none', async () => {
    const old = await aStockedProduct(portal.db, IN_CORVANE);
    await makeReturnable(portal.db, [old.id]);
    const shopper = await begin();
    await fillCart(shopper, aCartItem(old, 2), aCartItem(shirt, 1));
    const returned = await returnCart(shopper);
    await unpublishProduct(portal.db, old.id, CORVANE.organisationId);
    const [gone, kept] = returned.lines;

    const edit = await begin({ operation: 'edit', items: itemsOf(returned) });
    expect((await cartOf(edit)).items).toMatchObject([{ quantity: 1 }]);
    expect(await missingOf(edit)).toEqual([{ partId: gone?.sku, quantity: 2 }]);

    const odd = await begin({ operation: 'edit', items: anItem(kept?.auxiliaryId ?? '', '1.5', 'HALF') });
    expect((await cartOf(odd)).items).toEqual([]);
    expect(await missingOf(odd)).toEqual([{ partId: 'HALF', quantity: null }]);
  });

  it('a garment has the price of today', async () => {
    const shopper = await begin();
    await fillCart(shopper, aCartItem(shirt, 1));
    const returned = await returnCart(shopper);
    await sql`update punchout_line set unit_price_minor = 1 where auxiliary_id = ${returned.lines[0]?.auxiliaryId}`.execute(
      portal.db,
    );
    const edit = await begin({ operation: 'edit', items: itemsOf(returned) });
    expect((await cartOf(edit)).items).toMatchObject([{ unitPriceExclTax: 12.95 }]);
  });
});

it('S1: a cookie of elements comes back as the same XML, one of text as text', async () => {
  const elements = ' <x:a xmlns:x="urn:buyer" b="1 &gt; &quot;0&quot;">t &amp; <i/>é</x:a><!-- kept --> &lt;z/&gt; ';
  for (const [cookie, returned] of [
    [elements, elements],
    ['&lt;x a="1"&gt;t&lt;/x&gt;', '<x a="1">t</x>'],
  ] as const) {
    const shopper = await begin({ cookie });
    await fillCart(shopper, aCartItem(shirt, 1));
    expect((await returnCart(shopper)).buyerCookie).toBe(returned);
  }
});

it('S7: ten trips of one shared person at once and the person’s own cart return what was put into each', async () => {
  const shared = () => begin({ email: 'unknown@corvane.example' });
  const person = await portal.as('punchout@corvane.example');
  const trips = await Promise.all(Array.from({ length: 10 }, shared));
  await fillCart(person, aCartItem(shirt, 99));

  const quantities = await Promise.all(
    trips.map(async (trip, place) => {
      await fillCart(trip, aCartItem(shirt, place + 1));
      await fillCart(trip, aCartItem(shirt, 20 + place, 1));
      return (await returnCart(trip)).lines.map(({ quantity }) => quantity);
    }),
  );

  expect(quantities).toEqual(trips.map((_trip, place) => [String(place + 1), String(20 + place)]));
  expect((await cartOf(person)).items).toMatchObject([{ quantity: 99 }]);
});
