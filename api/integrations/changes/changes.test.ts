import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Tx } from '#api/platform/db/database.ts';
import { anItem, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWaitingOrder } from '#api/testing/waiting-orders.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const PATH = '/api/operator/orders/changes';
type Query = { after?: string; limit?: number };

const listChanges = (client: TestOperatorClient, { after = '', limit = 250 }: Query = {}) =>
  client.get<'GET /api/operator/orders/changes'>(`${PATH}?limit=${limit}${after && `&after=${after}`}`);

/** Reads from a cursor, or from the beginning, until there is nothing more. */
async function readAll(client: TestOperatorClient, { after = '', limit = 250 }: Query = {}) {
  const ids: number[] = [];
  let cursor = after;
  for (;;) {
    const { body } = await listChanges(client, { after: cursor, limit });
    expect(body.orders.length).toBeLessThanOrEqual(limit);
    ids.push(...body.orders.map(({ id }) => id));
    cursor = body.nextCursor;
    if (!body.hasMore) return { ids, cursor };
  }
}

const touch = (id: number, db: Tx | typeof portal.db = portal.db) =>
  sql`update orders set comments = 'Changed.' where id = ${id}`.execute(db);

let key: TestOperatorClient;
let ids: number[];
beforeAll(async () => {
  key = await portal.asApiKey(['orders:read'], [1]);
  const product = await aStockedProduct(portal.db, { organisationIds: [1], stock: [99] });
  const buyer = await signInAs(portal, {});
  ids = [];
  for (let order = 0; order < 4; order += 1) ids.push(await orderItems(portal.db, buyer, anItem(product)));
});

describe('the list of changed orders', () => {
  it('has every order of the brands at first, and then those that have changed, each once', async () => {
    const all = await readAll(key, { limit: 100 });
    const { rows } = await sql<{ id: number }>`
      select o.id from orders o join organisation g on g.id = o.organisation_id where g.brand_id = 1 and not o.is_test`.execute(
      portal.db,
    );
    expect(new Set(all.ids)).toEqual(new Set(rows.map(({ id }) => id)));

    const [first, second, third] = ids as [number, number, number];
    for (const id of [third, first, second, first]) await touch(id);
    const { id: foreign } = await aWaitingOrder(portal);

    const changed = await readAll(key, { after: all.cursor });
    expect(changed.ids).toEqual([third, second, first]);
    expect(await readAll(key, { after: changed.cursor })).toEqual({ ids: [], cursor: changed.cursor });
    // Whoever asks again from the older cursor gets the same again, a piece at a time too.
    expect((await readAll(key, { after: all.cursor, limit: 1 })).ids).toEqual([third, second, first]);
    const other = await portal.asApiKey(['orders:read'], [2]);
    expect((await readAll(other)).ids).toContain(foreign);
  });

  it('has what changes while everything is still being listed', async () => {
    const { body: page } = await listChanges(key, { limit: 1 });
    const [listed] = page.orders;
    await touch(listed?.id as number);

    const { ids: rest } = await readAll(key, { after: page.nextCursor });

    expect(rest.at(-1)).toBe(listed?.id);
  });

  it('shows amounts only to those who may read invoices, and lines and states to everyone', async () => {
    const withInvoices = await portal.asApiKey(['orders:read', 'invoices:read'], [1]);
    const [id] = ids as [number];
    const path = `/api/operator/orders/${id}/full`;
    const { body: plain } = await key.get<'GET /api/operator/orders/:id/full'>(path);
    const { body: full } = await withInvoices.get<'GET /api/operator/orders/:id/full'>(path);

    expect(plain.orders[0]).toMatchObject({ id, isReleased: true, orderStatus: 'Pending', total: null, goodsTax: null });
    expect(plain.orders[0]?.lines).toMatchObject([{ quantity: 1, pendingQuantity: 1, unitPrice: null, tax: null }]);
    const [order] = full.orders;
    const sum =
      (order?.goodsTotal ?? 0) +
      (order?.goodsTax ?? 0) +
      (order?.deliveryTotal ?? 0) +
      (order?.deliveryTax ?? 0) +
      (order?.fee ?? 0);
    expect(order?.total).toBeCloseTo(sum, 2);
    expect(order?.lines[0]?.total).toBe(order?.goodsTotal);
    const other = await portal.asApiKey(['orders:read'], [2]);
    expect((await other.get(path)).status).toBe(404);
  });

  it('refuses cursors that are none, of another list, of other brands, or of a database that is no more', async () => {
    const { cursor } = await readAll(key);
    const ofStock = await portal.asApiKey(['stock:read'], [1]);
    const { body: stock } = await ofStock.get<'GET /api/operator/stock/changes'>('/api/operator/stock/changes?limit=1');
    const wider = await portal.asApiKey(['orders:read'], [1, 2]);
    const later = Buffer.from(JSON.stringify(['order', [1], 999_999_999, null])).toString('base64url');

    for (const [client, after] of [
      [key, 'x'],
      [key, Buffer.from('[1]').toString('base64url')],
      [key, '!'],
      [key, stock.nextCursor],
      [key, later],
      [wider, cursor],
    ] as const) {
      const { status, errors } = await listChanges(client, { after });
      expect([status, Object.keys(errors)]).toEqual([400, ['after']]);
    }
    expect((await key.get(`${PATH}?limit=251`)).errors).toHaveProperty('limit');
  });
});

/** Reads what changes while a transaction is open: one that began earlier commits later. Returns the orders that a reader has not heard of. */
async function listMissed(): Promise<number[]> {
  const [early, late] = ids as [number, number];
  const { cursor } = await readAll(key);
  const other = openDatabase(portal.url, { poolSize: 1 });
  try {
    const heard: number[] = [];
    let after = cursor;
    await other.db.transaction().execute(async (tx) => {
      await touch(early, tx);
      await touch(late);
      const read = await readAll(key, { after });
      heard.push(...read.ids);
      after = read.cursor;
    });
    heard.push(...(await readAll(key, { after })).ids);
    return [early, late].filter((id) => !heard.includes(id));
  } finally {
    await other.close();
  }
}

describe('a change that commits after a later one was read', () => {
  it('is not missed', async () => {
    expect(await listMissed()).toEqual([]);
  });

  it('is missed where changes get their positions as they are written', async () => {
    const owner = openDatabase(portal.ownerUrl, { poolSize: 1 });
    await sql`alter table record_change alter column position set default nextval('record_change_position')`.execute(owner.db);
    try {
      expect(await listMissed()).toEqual([ids[0]]);
    } finally {
      await sql`alter table record_change alter column position drop default`.execute(owner.db);
      await owner.close();
    }
  });

  it('is not missed by one of several readers at the same moment', async () => {
    const { cursor } = await readAll(key);
    const readers = Array.from({ length: 6 }, () => ({ after: cursor, heard: new Set<number>() }));
    const work = Array.from({ length: 30 }, (_, index) => touch(ids[index % ids.length] as number));
    const read = async (reader: (typeof readers)[number]) => {
      const { ids: changed, cursor: next } = await readAll(key, { after: reader.after, limit: 2 });
      for (const id of changed) reader.heard.add(id);
      reader.after = next;
    };
    await Promise.all([...work, ...readers.map(read), ...readers.map(read)]);
    await Promise.all(readers.map(read));

    for (const { heard } of readers) expect([...heard].toSorted()).toEqual([...ids].toSorted());
  });
});

/** The other lists: their scope, the property of the reply, and a statement that changes a record of brand 1 and returns its id. */
const LISTS = [
  [
    'GET /api/operator/shipments/changes',
    'shipments:read',
    'shipments',
    sql`update shipment set carrier = 'Northline Parcels' where id = (select min(id) from shipment where organisation_id = 1) returning id`,
  ],
  [
    'GET /api/operator/returns/changes',
    'returns:read',
    'returnRequests',
    sql`update return_request set updated_at = now() where id = (select min(id) from return_request where organisation_id = 1) returning id`,
  ],
  [
    'GET /api/operator/invoices/changes',
    'invoices:read',
    'invoices',
    sql`update invoice set settled_minor = settled_minor where id = (select min(id) from invoice where brand_id = 1) returning id`,
  ],
  [
    'GET /api/operator/payments/changes',
    'invoices:read',
    'payments',
    sql`insert into payment_record (organisation_id, kind, amount_minor, currency_code, received_on, reference, actor_kind)
      values (1, 'payment', 500, 'GBP', '2026-11-01', 'Bank 900001', 'system') returning id`,
  ],
  [
    'GET /api/operator/stock/changes',
    'stock:read',
    'stock',
    sql`update stock_level s set shelf = 'Z-9' where s.combination_id = (
      select min(c.id) from combination c join product_organisation p on p.product_id = c.product_id and p.organisation_id = 1
      join stock_level l on l.combination_id = c.id) returning combination_id as id`,
  ],
  [
    'GET /api/operator/stock/movements/changes',
    'stock:read',
    'movements',
    sql`insert into stock_entry (combination_id, kind, on_hand_delta, reason)
      select min(c.id), 'adjust', 1, 'Found one.' from combination c
      join product_organisation p on p.product_id = c.product_id and p.organisation_id = 1 returning id`,
  ],
  [
    'GET /api/operator/products/changes',
    'catalogue:read',
    'products',
    sql`update product set name = name where id = (select min(product_id) from product_organisation where organisation_id = 1) returning id`,
  ],
] as const;

it.each(LISTS)('%s has what has changed, for keys with the scope %s', async (call, scope, property, change) => {
  const path = call.slice(4);
  const reader = await portal.asApiKey([scope], [1]);
  const read = async (after: string) => {
    const { status, body } = await reader.get(`${path}?limit=250${after && `&after=${after}`}`);
    expect(status).toBe(200);
    return body as unknown as Record<string, { id: number }[]> & { nextCursor: string; hasMore: boolean };
  };
  // As if every record had been listed already.
  const [kind, brands, position] = JSON.parse(Buffer.from((await read('')).nextCursor, 'base64url').toString());
  let after = Buffer.from(JSON.stringify([kind, brands, position, null])).toString('base64url');
  for (let page = await read(after); page.hasMore; page = await read(after)) after = page.nextCursor;
  after = (await read(after)).nextCursor;

  const { rows } = await (change as ReturnType<typeof sql<{ id: number }>>).execute(portal.db);

  const changed = await read(after);
  expect(changed[property]?.map(({ id }) => id)).toEqual([rows[0]?.id]);
  expect((await read(changed.nextCursor))[property]).toEqual([]);
  expect((await key.get(path)).status).toBe(403);
});

it('keeps one row of each record that has been read', async () => {
  for (let change = 0; change < 5; change += 1) await touch(ids[0] as number);
  await readAll(key);
  await touch(ids[0] as number);
  await readAll(key);

  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from record_change where kind = 'order' and record_id = ${ids[0]}`.execute(portal.db);
  expect(rows[0]?.count).toBe(1);
});
