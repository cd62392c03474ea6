import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, NORTH, orderItems, SOUTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const ROLES = ['admin', 'north.admin', 'buyer', 'sales', 'staff'] as const;
const HALLAM = 2;
/** Words that many people, some, one or none of the records have. */
const QUERIES = ['an', 'smith', 'meridian', 'polo', 'shirt navy', '1000', '@meridian.example', 'staff@meridian.example', 'zzqx'];

const clients = new Map<string, TestClient>();
const clientOf = (role: string) => clients.get(role) as TestClient;
const search = async (client: TestClient, query: string) => {
  const reply = await client.get<'GET /api/search'>(`/api/search?query=${encodeURIComponent(query)}`);
  expect(reply.status, JSON.stringify(reply.errors)).toBe(200);
  return reply.body;
};
const ids = (found: { results: readonly { id: number }[] } | null) => found?.results.map(({ id }) => id);

beforeAll(async () => {
  for (const role of ROLES) clients.set(role, await portal.as(`${role}@meridian.example`));
  clients.set('hallam', await portal.as('admin@hallam.example'));
});

/** The first five of a list, and whether it has more; undefined when the list is closed to the person. */
async function listFirst(client: TestClient, path: string, key: 'customers' | 'orders' | 'products') {
  const { status, body } = await client.get<'GET /api/orders'>(path);
  if (status === 403) return undefined;
  const records = (body as unknown as Record<string, { id: number }[]>)[key] ?? [];
  return { ids: records.map(({ id }) => id), hasMore: body.totalCount > 5 };
}

describe.each(ROLES)('what %s finds', (role) => {
  it.each(QUERIES)('with "%s" is the beginning of the lists', async (query) => {
    const client = clientOf(role);
    const text = encodeURIComponent(query);
    const found = await search(client, query);

    const people = await listFirst(client, `/api/customers?limit=5&query=${text}`, 'customers');
    expect(found.people === null).toBe(people === undefined);
    // An exact match comes first, wherever it is in the list.
    if (people && !query.includes('@meridian')) expect(ids(found.people)).toEqual(people.ids);
    if (people) expect(found.people?.hasMore).toBe(people.hasMore);
    const orders = await listFirst(client, `/api/orders?limit=5&searchTerm=${text}`, 'orders');
    // Of orders, two letters must begin a word.
    if (query.length > 2) expect({ ids: ids(found.orders), hasMore: found.orders?.hasMore }).toEqual(orders);
    else if (orders?.ids.length === 0) expect(found.orders?.results).toEqual([]);
    const products = await listFirst(client, `/api/products?limit=5&keyword=${text}`, 'products');
    // The list falls back to similar names even when the search has found people.
    if (products && found.products?.results.length) {
      const all = await listFirst(client, `/api/products?limit=250&keyword=${text}`, 'products');
      for (const id of ids(found.products) ?? []) expect(all?.ids).toContain(id);
      expect(found.products.hasMore).toBe(products.hasMore);
    }
  });
});

describe('people', () => {
  it('are found in the own organisation and scope only, and never once removed', async () => {
    const north = await aPerson(portal.db, { firstName: 'Quillfeather', groupIds: [NORTH.groupId] });
    const south = await aPerson(portal.db, { firstName: 'Quillfeather', groupIds: [SOUTH.groupId] });
    const removed = await aPerson(portal.db, { firstName: 'Quillfeather', groupIds: [NORTH.groupId] });
    const hallam = await aPerson(portal.db, { firstName: 'Quillfeather', organisationId: HALLAM, groupIds: [], resortId: null });
    await sql`update customer set deleted_at = now() where id = ${removed.id}`.execute(portal.db);
    const find = async (role: string) => ids((await search(clientOf(role), 'quillfeather')).people)?.toSorted((a, b) => a - b);

    expect(await find('admin')).toEqual([north.id, south.id]);
    expect(await find('north.admin')).toEqual([north.id]);
    expect(await find('staff')).toBeUndefined();
    expect(await find('hallam')).toEqual([hallam.id]);
    for (const { email } of [south, removed, hallam])
      expect(ids((await search(clientOf('north.admin'), email)).people)).toEqual([]);
  });

  it('with exactly this email address or employee number come first', async () => {
    const namesake = await aPerson(portal.db, { firstName: 'Aaron' });
    const person = await aPerson(portal.db, { firstName: 'Zora' });
    await sql`update customer set po_number = 'x0047123y' where id = ${namesake.id}`.execute(portal.db);
    await sql`update customer set employee_number = '0047123' where id = ${person.id}`.execute(portal.db);

    expect(ids((await search(clientOf('admin'), '0047123')).people)).toEqual([person.id, namesake.id]);
    expect(ids((await search(clientOf('admin'), person.email.toUpperCase())).people)?.[0]).toBe(person.id);
  });

  it('are not found while impersonating', async () => {
    const sales = await portal.as('sales@meridian.example');
    const { rows } = await sql<{ id: number }>`select id from customer where email = 'staff@meridian.example'`.execute(portal.db);
    expect((await search(sales, 'smith')).people).not.toBeNull();
    expect((await sales.get(`/api/customers/impersonate/${rows[0]?.id}`)).status).toBe(200);
    const own = await search(sales, 'smith');
    await sales.get('/api/customers/impersonateCancel');

    expect(own.people).toBeNull();
    expect(own.orders).toEqual((await search(clientOf('staff'), 'smith')).orders);
  });
});

describe('orders', () => {
  it('are found by their number, first, by everyone who can open them', async () => {
    const product = await aStockedProduct(portal.db);
    const orderId = await orderItems(portal.db, clientOf('buyer'), anItem(product));

    for (const role of ['admin', 'buyer']) {
      for (const query of [String(orderId), `#${orderId}`])
        expect(ids((await search(clientOf(role), query)).orders)?.[0]).toBe(orderId);
    }
    expect(ids((await search(clientOf('hallam'), String(orderId))).orders)).not.toContain(orderId);
  });

  it('of others are not found, and do not show in "has more"', async () => {
    const own = (await search(clientOf('staff'), 'meridian')).orders;
    const { rows } = await sql<{ id: number }>`
      select o.id from orders o join customer c on c.id = o.customer_id where c.email = 'staff@meridian.example'`.execute(
      portal.db,
    );
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(ids(own) ?? []));
    const foreign = await sql<{ id: number }>`
      select o.id from orders o join customer c on c.id = o.customer_id where c.email = 'admin@hallam.example' limit 1`.execute(
      portal.db,
    );
    const stranger = await search(clientOf('staff'), String(foreign.rows[0]?.id ?? 99_999_999));
    expect(stranger.orders).toMatchObject({ hasMore: false });
  });
});

describe('products', () => {
  it('with exactly this SKU come first', async () => {
    const product = await aStockedProduct(portal.db);

    expect(ids((await search(clientOf('admin'), product.combinations[0]?.sku ?? '')).products)?.[0]).toBe(product.id);
  });

  it('are similar ones when nothing matches', async () => {
    const found = await search(clientOf('staff'), 'fleese jaket');

    expect(found.products?.results.length).toBeGreaterThan(0);
    expect(found.orders?.results).toEqual([]);
  });
});

it('takes at least two characters and at most 100', async () => {
  for (const query of ['', 'a', ' a ', 'x'.repeat(101)]) {
    const { status, errors } = await clientOf('admin').get(`/api/search?query=${encodeURIComponent(query)}`);
    expect({ query, status, errors }).toEqual({ query, status: 400, errors: { query: ['Please enter 2 to 100 characters.'] } });
  }
  expect((await portal.anonymous().get('/api/search?query=smith')).status).toBe(401);
});

it('takes at most 13 statements', async () => {
  await search(clientOf('admin'), 'smith');
  const count = async (query: string) => {
    const before = portal.statementsSent();
    await search(clientOf('admin'), query);
    return portal.statementsSent() - before;
  };

  for (const query of ['smith', 'meridian', 'zzqx', '1000']) expect(await count(query), query).toBeLessThanOrEqual(13);
});

describe('what may be done with people', () => {
  const actsOn = async (role: string, id: number) => {
    const person = (await search(clientOf(role), 'quillgate')).people?.results.find((one) => one.id === id);
    return person && [person.canOrderFor, person.canInvite];
  };

  it('is said for each of them, by what the caller may do', async () => {
    const wearer = { firstName: 'Quillgate', role: 'Buyer' as const, groupIds: [NORTH.groupId] } satisfies Parameters<
      typeof aPerson
    >[1];
    const invited = await aPerson(portal.db, wearer);
    const active = await aPerson(portal.db, { ...wearer, passwordHash: 'x' });
    const closed = await aPerson(portal.db, { ...wearer, active: false });
    const wide = await aPerson(portal.db, { ...wearer, role: 'Admin' });

    for (const role of ['admin', 'north.admin']) {
      expect(await actsOn(role, invited.id)).toEqual([true, true]);
      expect(await actsOn(role, active.id)).toEqual([true, false]);
      expect(await actsOn(role, closed.id)).toEqual([false, false]);
    }
    expect(await actsOn('admin', wide.id)).toEqual([true, true]);
    expect(await actsOn('north.admin', wide.id)).toEqual([false, true]);
    expect(await actsOn('sales', invited.id)).toEqual([true, false]);
  });

  it('can be asked for, and finds those alone, however many others come before', async () => {
    const staff = { firstName: 'Quillpost', groupIds: [NORTH.groupId], passwordHash: 'x' };
    for (let count = 0; count < 7; count += 1) await aPerson(portal.db, { ...staff, active: false });
    const active = await aPerson(portal.db, { ...staff, firstName: 'Quillpostzz' });
    const invited = await aPerson(portal.db, { firstName: 'Quillpostzz', groupIds: [NORTH.groupId] });
    const findFor = async (role: string, peopleFor: string) =>
      (await clientOf(role).get<'GET /api/search'>(`/api/search?query=quillpost&peopleFor=${peopleFor}`)).body;

    const found = await findFor('admin', 'invite');
    expect([ids(found.people), found.people?.hasMore]).toEqual([[invited.id], false]);
    expect([found.orders, found.products?.results]).toEqual([{ results: [], hasMore: false }, []]);
    expect(ids((await findFor('admin', 'order')).people)?.toSorted((a, b) => a - b)).toEqual([active.id, invited.id]);
    expect(ids((await findFor('sales', 'invite')).people)).toEqual([]);
    expect((await findFor('staff', 'order')).people).toBeNull();
    expect((await clientOf('admin').get('/api/search?query=quillpost&peopleFor=x')).status).toBe(400);
  });
});
