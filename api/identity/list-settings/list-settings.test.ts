import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

const read = async (client: TestClient, list = 'people') =>
  (await client.get<'GET /api/listsettings/:list'>(`/api/listsettings/${list}`)).body.listSettings;
const save = (client: TestClient, listSettings: object, list = 'people') =>
  client.put<'PUT /api/listsettings/:list'>(`/api/listsettings/${list}`, { listSettings });

describe('the settings of a list', () => {
  it('are the defaults until they are changed', async () => {
    const client = await portal.as((await aPerson(portal.db)).email);

    expect(await read(client)).toEqual({ list: 'people', columns: null, limit: null, density: null });
  });

  it('are kept for the next log-in, for each person and list separately', async () => {
    const [person, other] = [await aPerson(portal.db), await aPerson(portal.db)];
    const client = await portal.as(person.email);
    expect((await save(client, { columns: ['uniform', 'login'] })).body.listSettings).toEqual({
      list: 'people',
      columns: ['uniform', 'login'],
      limit: null,
      density: null,
    });
    await client.get('/api/logout');

    const again = await portal.as(person.email);
    expect(await read(again)).toMatchObject({ columns: ['uniform', 'login'] });
    expect(await read(again, 'orders')).toMatchObject({ list: 'orders', columns: null });
    expect(await read(await portal.as(other.email))).toMatchObject({ columns: null });
  });

  it('change only what is sent; null goes back to the default, and no columns is a choice', async () => {
    const client = await portal.as((await aPerson(portal.db)).email);

    await save(client, { columns: ['role'], limit: 50 });
    await save(client, { limit: 100 });
    await save(client, { density: 'compact' });
    expect(await read(client)).toEqual({ list: 'people', columns: ['role'], limit: 100, density: 'compact' });
    await save(client, { columns: null, density: 'comfortable' });
    expect(await read(client)).toEqual({ list: 'people', columns: null, limit: 100, density: 'comfortable' });
    await save(client, { columns: [], limit: null, density: null });
    expect(await read(client)).toEqual({ list: 'people', columns: [], limit: null, density: null });
  });

  it.each([
    [{ columns: ['a b'] }, 'columns[0]'],
    [{ columns: ['x'.repeat(41)] }, 'columns[0]'],
    [{ columns: 'role' }, 'columns'],
    [{ columns: ['role', 'role'] }, 'columns'],
    [{ columns: ['role', 'nonsense'] }, 'columns'],
    // Of another list.
    [{ columns: ['pending'] }, 'columns'],
    [{ columns: Array.from({ length: 51 }, (_, n) => `c${n}`) }, 'columns'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 251 }, 'limit'],
    [{ density: 'dense' }, 'density'],
  ])('are refused as %j', async (settings, field) => {
    const { status, errors } = await save(await portal.as('admin@meridian.example'), settings);

    expect([status, Object.keys(errors)]).toEqual([422, [field]]);
  });

  it('leave out columns that were stored and are gone', async () => {
    const client = await portal.as((await aPerson(portal.db)).email);
    await sql`insert into list_setting (organisation_id, customer_id, list, settings)
      values (1, ${client.customerId}, 'people', '{"columns": ["role", "gone"]}')`.execute(portal.db);

    expect((await read(client)).columns).toEqual(['role']);
    expect((await save(client, { limit: 50 })).body.listSettings).toMatchObject({ columns: ['role'], limit: 50 });
  });

  it('exist only for known lists', async () => {
    const client = await portal.as('admin@meridian.example');

    for (const list of ['cart', '__proto__', 'people%20'])
      expect([list, (await client.get(`/api/listsettings/${list}`)).errors]).toEqual([list, { list: ['List not found.'] }]);
    expect((await save(client, {}, 'nothing')).status).toBe(404);
  });

  it('stay those of the caller while impersonating, and are not changed then', async () => {
    const sales = await portal.as('sales@meridian.example');
    await save(sales, { columns: ['group'] });
    const wearer = await aPerson(portal.db, { role: 'Staff' });
    await sql`update session set impersonated_customer_id = ${wearer.id}, impersonation_ends_at = now() + interval '10 minutes'
      where customer_id = ${sales.customerId}`.execute(portal.db);
    await portal.settled();

    expect(await read(sales)).toMatchObject({ columns: ['group'] });
    expect((await save(sales, { columns: ['role'] })).status).toBe(403);
  });
});
