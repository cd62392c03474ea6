import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#api/platform/db/database.ts';
import { aPerson, aStockedProduct, NORTH, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { answerQuote, aQuote, getQuote, type Quote } from '#api/testing/quotes.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor, type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let cap: StockedProduct;
let north: SignedIn;
let south: SignedIn;
let ofNorth: Quote;
let ofSouth: Quote;

beforeAll(async () => {
  cap = await aStockedProduct(portal.db);
  north = await signInAs(portal, { role: 'Buyer', firstName: 'Nora' });
  south = await signInAs(portal, { role: 'Buyer', firstName: 'Sid', groupIds: [SOUTH.groupId] });
  ofNorth = await aQuote(north, { title: 'Jackets of the north', items: [{ productId: cap.id, quantity: 2 }] });
  ofSouth = await aQuote(south, { title: 'Trousers of the south', description: 'Many' });
});

const listOwn = (client: TestClient, query = '') => client.get<'GET /api/quotescustomer'>(`/api/quotescustomer${query}`);
const listAll = (client: TestClient, query = '') => client.get<'GET /api/quotesorganisation'>(`/api/quotesorganisation${query}`);

describe('who sees a quote', () => {
  it('is who asked for it, and Admins, Buyers and Sales in their scope; others get 404, and no list of the organisation', async () => {
    const callers: Record<string, TestClient> = {
      'who asked': north,
      'Buyer of the same group': await signInAs(portal, { role: 'Buyer' }),
      'Buyer of no group': await signInAs(portal, { role: 'Buyer', groupIds: [] }),
      'Staff of the same group': await signInAs(portal, { role: 'Staff' }),
      'approver of the same group': await signInAs(portal, { role: 'Staff', approver: true }),
      'Admin of the organisation': await signInAs(portal, { role: 'Admin', groupIds: [] }),
      'Admin of the group': await signInAs(portal, { role: 'Admin', groupIds: [], adminableGroupIds: [NORTH.groupId] }),
      'Admin of another group': await signInAs(portal, { role: 'Admin', groupIds: [], adminableGroupIds: [SOUTH.groupId] }),
      Sales: await signInAs(portal, { role: 'Sales', groupIds: [] }),
      'Sales who order for them': await orderFor(portal, north.customerId),
      'Admin of another organisation': await signInAs(portal, { role: 'Admin', organisationId: 2, groupIds: [], resortId: null }),
    };
    const table: Record<string, unknown[]> = {};
    for (const [name, client] of Object.entries(callers)) {
      const [first, second, list, own] = [
        await getQuote(client, ofNorth.id),
        await getQuote(client, ofSouth.id),
        await listAll(client, '?limit=250'),
        await listOwn(client, '?limit=250'),
      ];
      const has = (reply: { quotes?: { id: number }[] }) =>
        [ofNorth, ofSouth].map(({ id }) => reply.quotes?.some((each) => each.id === id) ?? false);
      table[name] = [
        first.status,
        second.status,
        list.status === 200 ? has(list.body) : list.status,
        has(own.body),
        first.status === 200 && first.body.quote.isOwn && first.body.quote.canWithdraw,
        first.status === 200 && first.body.quote.canGiveAway,
      ];
    }
    expect(table).toEqual({
      'who asked': [200, 404, [true, false], [true, false], true, false],
      'Buyer of the same group': [200, 404, [true, false], [false, false], false, false],
      'Buyer of no group': [404, 404, [false, false], [false, false], false, false],
      'Staff of the same group': [404, 404, 403, [false, false], false, false],
      'approver of the same group': [404, 404, 403, [false, false], false, false],
      'Admin of the organisation': [200, 200, [true, true], [false, false], false, true],
      'Admin of the group': [200, 404, [true, false], [false, false], false, true],
      'Admin of another group': [404, 200, [false, true], [false, false], false, false],
      Sales: [200, 200, [true, true], [false, false], false, false],
      'Sales who order for them': [200, 404, [true, false], [true, false], true, false],
      'Admin of another organisation': [404, 404, [false, false], [false, false], false, false],
    });
  });

  it('can be the Admin of the group of a person who has left, until another has it', async () => {
    const leaver = await signInAs(portal, { role: 'Buyer', firstName: 'Lea' });
    const { id } = await aQuote(leaver, { description: 'Scarves' });
    const admin = await signInAs(portal, { role: 'Admin', groupIds: [], adminableGroupIds: [NORTH.groupId] });
    expect((await getQuote(admin, id)).body.quote.customerHasLeft).toBe(false);
    await sql`update customer set active = false where id = ${leaver.customerId}`.execute(portal.db);
    expect((await getQuote(admin, id)).body.quote.customerHasLeft).toBe(true);
    expect((await listAll(admin)).body.quotes[0]).toMatchObject({ id, customerHasLeft: true });
  });

  it('sees no amounts where the organisation shows none to wearers', async () => {
    const staff = await signInAs(portal, { role: 'Staff' });
    const { id, items } = await aQuote(staff, { items: [{ name: 'A coat', quantity: 2 }] });
    await answerQuote(portal.db, id, [{ id: items[0]?.id as number, productId: cap.id }]);
    expect((await getQuote(staff, id)).body.quote).toMatchObject({ total: null, items: [{ unitPrice: null, setupPrice: null }] });
    expect((await listOwn(staff)).body.quotes[0]?.total).toBe(null);
    expect((await listOwn(staff, '?order=total')).errors).toHaveProperty('order');
    expect((await getQuote(north, id)).body.quote).toMatchObject({ total: 10, items: [{ unitPrice: 5, setupPrice: 0 }] });
  });
});

describe('lists of quotes', () => {
  let person: SignedIn;
  let quotes: Quote[];

  beforeAll(async () => {
    person = await signInAs(portal, { role: 'Buyer', firstName: 'Zebedee', groupIds: [] });
    quotes = [];
    for (const title of ['Shoes', 'caps', 'Belts'])
      quotes.push(await aQuote(person, { title, items: [{ productId: cap.id, quantity: 1 }] }));
    await answerQuote(portal.db, quotes[1]?.id as number, [{ id: quotes[1]?.items[0]?.id as number }]);
  });

  const titles = async (query: string) => (await listOwn(person, query)).body.quotes.map(({ title }) => title);

  it('count pages from 1 and read 0 as 1', async () => {
    expect(await titles('')).toEqual(['Belts', 'caps', 'Shoes']);
    expect(await titles('?page=0&limit=2')).toEqual(['Belts', 'caps']);
    expect(await titles('?page=1&limit=2')).toEqual(['Belts', 'caps']);
    expect((await listOwn(person, '?page=2&limit=2')).body).toMatchObject({ quotes: [{ title: 'Shoes' }], totalCount: 3 });
    expect((await listOwn(person, '?page=9&limit=2')).body).toEqual({ quotes: [], totalCount: 3 });
    expect((await listOwn(person, '?limit=251')).errors).toHaveProperty('limit');
    expect((await listAll(north, '?limit=0')).errors).toHaveProperty('limit');
    expect((await listAll(north, '?page=0&limit=1')).body).toEqual((await listAll(north, '?page=1&limit=1')).body);
  });

  it('are sorted as asked, and refuse other orders', async () => {
    expect(await titles('?order=title')).toEqual(['Belts', 'caps', 'Shoes']);
    expect(await titles('?order=createdOnUtc asc')).toEqual(['Shoes', 'caps', 'Belts']);
    expect(await titles('?order=status desc')).toEqual(['caps', 'Belts', 'Shoes']);
    expect(await titles('?order=total asc')).toEqual(['caps', 'Shoes', 'Belts']);
    expect((await listOwn(person, '?order=customer')).errors).toHaveProperty('order');
  });

  it('are searched by title, number and SKU, and those of the organisation by the person too', async () => {
    const [first] = quotes;
    expect(await titles('?query=SHO')).toEqual(['Shoes']);
    expect(await titles(`?query=${first?.quoteNumber}`)).toEqual(['Shoes']);
    expect(await titles(`?query=${cap.combinations[0]?.sku.toLowerCase()}%20belts`)).toEqual(['Belts']);
    expect(await titles('?query=Zebedee')).toEqual([]);
    const admin = await signInAs(portal, { role: 'Admin', groupIds: [] });
    const found = async (keyword: string) => (await listAll(admin, `?keyword=${keyword}`)).body.quotes.map(({ title }) => title);
    expect(await found('zebedee%20shoes')).toEqual(['Shoes']);
    expect(await found(person.email)).toEqual(['Belts', 'caps', 'Shoes']);
    expect(await found('%25')).toEqual([]);
  });

  it('and quotes take few statements, however many lines there are', async () => {
    const items = Array.from({ length: 60 }, () => ({ productId: cap.id, quantity: 1 }));
    const { id } = await aQuote(person, { title: 'Sixty', items });
    const count = async (act: () => Promise<unknown>) => {
      const before = portal.statementsSent();
      await act();
      return portal.statementsSent() - before;
    };
    const one = await count(() => getQuote(person, quotes[0]?.id as number));
    expect(await count(() => getQuote(person, id))).toBe(one);
    expect(one).toBeLessThanOrEqual(4);
    expect(await count(() => listOwn(person, '?limit=250'))).toBeLessThanOrEqual(2);
    expect(await count(() => listAll(north, '?limit=250'))).toBeLessThanOrEqual(2);
  });

  it('of an organisation are read by indexes', async () => {
    const other = await aPerson(portal.db, { role: 'Buyer' });
    await sql`
      insert into quote (organisation_id, customer_id, actor_kind, title, currency_code, search_text)
      select 1, ${other.id}, 'system', 'Request ' || n, 'GBP', 'request ' || n from generate_series(1, 20000) n`.execute(
      portal.db,
    );
    const owner = openDatabase(portal.ownerUrl, { poolSize: 1 });
    await sql`analyze quote`.execute(owner.db);
    await owner.close();
    const plan = async (condition: ReturnType<typeof sql>) =>
      JSON.stringify(
        (await sql`explain ${sql`select q.id from quote q where q.organisation_id = 1 and ${condition}`}`.execute(portal.db))
          .rows,
      );
    expect(await plan(sql`q.search_text like '%12345%'`)).toContain('quote_search');
    expect(await plan(sql`q.customer_id = ${sql.lit(person.customerId)}`)).toContain('quote_of_customer');
    const started = performance.now();
    expect((await listAll(await signInAs(portal, { role: 'Sales' }), '?keyword=19999')).body.totalCount).toBe(1);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
