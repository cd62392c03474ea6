import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

const read = async (client: TestClient, list = 'people') =>
  (await client.get<'GET /api/listviews/:list'>(`/api/listviews/${list}`)).body.listViews;
const add = (client: TestClient, listView: object, list = 'people') =>
  client.post<'POST /api/listviews/:list'>(`/api/listviews/${list}`, { listView });
const change = (client: TestClient, id: number | undefined, listView: object, list = 'people') =>
  client.put<'PUT /api/listviews/:list/:id'>(`/api/listviews/${list}/${id}`, { listView });
const remove = (client: TestClient, id: number | undefined, list = 'people') =>
  client.delete<'DELETE /api/listviews/:list/:id'>(`/api/listviews/${list}/${id}`);
const aClient = async () => portal.as((await aPerson(portal.db, { role: 'Buyer' })).email);
const names = (views: readonly { name: string }[]) => views.map(({ name }) => name);

describe('the saved views of a list', () => {
  it('are saved for one person and one list, and sorted by name', async () => {
    const [client, other] = [await aClient(), await aClient()];
    expect(await read(client)).toEqual([]);
    await add(client, { name: ' not measured ', filters: 'measured=10&page=4&q=Ann+L%C3%B8w', columns: ['start', 'uniform'] });
    const { status, body } = await add(client, { name: 'Heights', filters: '' });

    expect(status).toBe(200);
    expect(body.listViews).toEqual(await read(client));
    expect(body.listViews).toMatchObject([
      { name: 'Heights', filters: '', columns: null, isShared: false, canChange: true, ownerName: null, version: 1 },
      { name: 'not measured', filters: 'measured=10&q=Ann+L%C3%B8w', columns: ['start', 'uniform'] },
    ]);
    expect([await read(other), await read(client, 'orders')]).toEqual([[], []]);
    expect((await add(client, { name: 'Heights', filters: '' }, 'orders')).status).toBe(200);
    expect((await add(other, { name: 'Heights', filters: '' })).status).toBe(200);
  });

  it('are renamed, updated and deleted; what is not sent stays', async () => {
    const client = await aClient();
    await add(client, { name: 'One', filters: 'uniform=10', columns: ['start'] });
    const [view] = await read(client);
    await change(client, view?.id, { name: 'Two' });
    expect(await read(client)).toEqual([{ ...view, name: 'Two', version: 2 }]);
    await change(client, view?.id, { filters: 'uniform=20', columns: null });
    expect(await read(client)).toEqual([{ ...view, name: 'Two', filters: 'uniform=20', columns: null, version: 3 }]);
    expect((await change(client, view?.id, { filters: 'uniform=30', version: 2 })).status).toBe(409);
    expect((await change(client, view?.id, { name: 'TWO' })).status).toBe(200);

    expect((await remove(client, view?.id)).body.listViews).toEqual([]);
    expect((await remove(client, view?.id)).errors).toEqual({ listView: ['List view not found.'] });
  });

  it('have different names, in any case of letters', async () => {
    const client = await aClient();
    await add(client, { name: 'Heights', filters: '' });
    await add(client, { name: 'Kitchen', filters: '' });
    const taken = { name: ['You already have a view with this name.'] };
    expect((await add(client, { name: ' HEIGHTS', filters: '' })).errors).toEqual(taken);
    const kitchen = (await read(client)).find(({ name }) => name === 'Kitchen');
    expect((await change(client, kitchen?.id, { name: 'heights' })).errors).toEqual(taken);
    expect(names(await read(client))).toEqual(['Heights', 'Kitchen']);
  });

  it('are refused beyond twenty, also when two are saved at the same moment', async () => {
    const client = await aClient();
    for (let n = 1; n < 20; n += 1) await add(client, { name: `View ${n}`, filters: '' });
    const replies = await Promise.all(['Left', 'Right', 'Middle'].map((name) => add(client, { name, filters: '' })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect((await read(client)).length).toBe(20);
    expect((await add(client, { name: 'One more', filters: '' })).errors).toEqual({
      listView: ['You can save up to 20 views. Delete one that you no longer need.'],
    });
  });

  it('are saved once when a request is repeated with its key', async () => {
    const client = await aClient();
    const save = () =>
      client.post<'POST /api/listviews/:list'>(
        '/api/listviews/people',
        { listView: { name: 'Once', filters: '' } },
        { 'idempotency-key': '7f4c2c52-5d8c-4d0e-9a0a-6f6f3a4a2b11' },
      );
    const [first, second] = [await save(), await save()];
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await read(client)).length).toBe(1);
  });

  it.each([
    [{ name: '', filters: '' }, 'name'],
    [{ name: '   ', filters: '' }, 'name'],
    [{ name: 'x'.repeat(61), filters: '' }, 'name'],
    [{ name: 'x' }, 'filters'],
    [{ name: 'x', filters: 'q=<b>' }, 'filters'],
    [{ name: 'x', filters: 'x'.repeat(2001) }, 'filters'],
    [{ name: 'x', filters: '', columns: ['a', 'a'] }, 'columns'],
    [{ name: 'x', filters: '', columns: ['a b'] }, 'columns[0]'],
  ])('are refused as %j', async (view, field) => {
    const client = await aClient();
    const { status, errors } = await add(client, view);
    expect([status, Object.keys(errors)]).toEqual([422, [field]]);
    expect(await read(client)).toEqual([]);
  });

  it('are no one else’s, whatever their number or list', async () => {
    const [client, other] = [await aClient(), await aClient()];
    await add(client, { name: 'Mine', filters: '' });
    const [view] = await read(client);
    for (const reply of [
      await change(other, view?.id, { name: 'Theirs' }),
      await remove(other, view?.id),
      await change(client, view?.id, { name: 'Theirs' }, 'orders'),
      await remove(client, view?.id, 'orders'),
    ])
      expect([reply.status, reply.errors]).toEqual([404, { listView: ['List view not found.'] }]);
    expect((await client.get('/api/listviews/cart')).status).toBe(404);
    expect(await read(client)).toEqual([view]);
  });

  it('stay those of the caller while impersonating, are not changed then, and are in the caller’s own data', async () => {
    const sales = await portal.as((await aPerson(portal.db, { role: 'Sales' })).email);
    await add(sales, { name: 'Mine', filters: 'q=Ann' });
    const { body } = await sales.get<'GET /api/mydata'>('/api/mydata');
    expect(body.listViews).toMatchObject([{ list: 'people', name: 'Mine', filters: 'q=Ann' }]);
    const wearer = await aPerson(portal.db, { role: 'Staff' });
    await sql`update session set impersonated_customer_id = ${wearer.id}, impersonation_ends_at = now() + interval '10 minutes'
      where customer_id = ${sales.customerId}`.execute(portal.db);
    await portal.settled();

    expect(names(await read(sales))).toEqual(['Mine']);
    expect((await add(sales, { name: 'Other', filters: '' })).status).toBe(403);
  });
});
