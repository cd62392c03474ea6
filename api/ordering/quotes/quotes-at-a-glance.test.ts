import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import { useBuyerAndShirt } from '#api/testing/buyer-and-shirt.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { acceptQuote, anAnsweredQuote, aQuote, endPrices } from '#api/testing/quotes.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const given = useBuyerAndShirt(portal, [50]);

const countOf = async (person: TestClient) =>
  (await person.get<'GET /api/orders/underway'>('/api/orders/underway')).body.quotesToAccept;
const worklistOf = async (admin: TestClient) =>
  (await admin.get<'GET /api/organisations/worklist'>('/api/organisations/worklist')).body;
const find = async (person: TestClient, query: string) =>
  (await person.get<'GET /api/search'>(`/api/search?query=${encodeURIComponent(query)}`)).body.quotes;

it('counts the quotes that wait for the person: answered, in their last days, and nothing accepted', async () => {
  const { buyer, shirt } = given;
  const items = [{ product: shirt, quantity: 4, unitMinor: 700 }];
  const before = await countOf(buyer);
  await aQuote(buyer, { description: 'Nothing to accept yet.' });
  const [first, second, ended] = [
    await anAnsweredQuote(portal.db, buyer.customerId, items),
    await anAnsweredQuote(portal.db, buyer.customerId, items),
    await anAnsweredQuote(portal.db, buyer.customerId, items),
  ];
  await endPrices(portal.db, ended);
  expect(await countOf(buyer)).toBe(before + 2);
  expect(await countOf(await orderFor(portal, buyer.customerId))).toBe(before + 2);
  expect(await countOf(await signInAs(portal, { role: 'Buyer' }))).toBe(0);
  expect((await acceptQuote(buyer, first, { items: [{ id: first.itemIds[0], quantity: 1 }] })).status).toBe(200);
  expect(await countOf(buyer)).toBe(before + 1);
  await buyer.post(`/api/quote/${second.id}/decline`, {});
  expect(await countOf(buyer)).toBe(before);
});

it('counts for Admins the open quotes of people in their groups who have left', async () => {
  const items = [{ product: given.shirt, quantity: 4, unitMinor: 700 }];
  const [everything, north] = [await portal.as('admin@meridian.example'), await portal.as('north.admin@meridian.example')];
  const before = [await worklistOf(everything), await worklistOf(north)].map(({ quotesWithoutOwner }) => quotesWithoutOwner);
  const southerner = await aPerson(portal.db, { role: 'Buyer', groupIds: [SOUTH.groupId] });
  const northerner = await aPerson(portal.db, { role: 'Buyer', groupIds: [NORTH.groupId] });
  for (const { id } of [southerner, northerner, northerner]) await anAnsweredQuote(portal.db, id, items);
  await endPrices(portal.db, await anAnsweredQuote(portal.db, northerner.id, items));
  await anAnsweredQuote(portal.db, northerner.id, items, { stateId: 50 });
  const countAll = async () => [(await worklistOf(everything)).quotesWithoutOwner, (await worklistOf(north)).quotesWithoutOwner];
  expect(await countAll()).toEqual(before);
  await sql`update customer set active = false where id in (${southerner.id}, ${northerner.id})`.execute(portal.db);
  expect(await countAll()).toEqual([(before[0] ?? 0) + 3, (before[1] ?? 0) + 2]);
});

it('are found by number, title and SKU, by those who see them', async () => {
  const { buyer, shirt } = given;
  const own = await aQuote(buyer, {
    title: 'Zephyrine blouses',
    items: [{ productId: shirt.id, quantity: 2 }],
  });
  const byNumber = await find(buyer, own.quoteNumber.toLowerCase());
  expect(byNumber?.results[0]).toEqual({
    ...{ id: own.id, quoteNumber: own.quoteNumber, title: 'Zephyrine blouses', status: 'Submitted' },
    customer: expect.stringMatching(/\w/),
  });
  for (const query of ['zephyrine', 'BLOUSES zeph'])
    expect((await find(buyer, query))?.results.map(({ id }) => id)).toEqual([own.id]);
  expect((await find(await portal.as('sales@meridian.example'), 'zephyrine'))?.results.map(({ id }) => id)).toEqual([own.id]);
  expect((await find(await signInAs(portal, { role: 'Staff' }), 'zephyrine'))?.results).toEqual([]);
  expect((await find(await portal.as('admin@hallam.example'), 'zephyrine'))?.results).toEqual([]);
  expect((await find(buyer, `order ${own.id}`))?.results).toEqual([]);
});
