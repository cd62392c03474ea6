import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

describe('erasing someone for whom others have saved views', () => {
  const view = async (whose: number | null, name: string, filters: string) =>
    run(
      sql`insert into list_view (organisation_id, customer_id, list, name, filters) values (1, ${whose}, 'people', ${name}, ${filters})`,
    );
  const viewNames = async () =>
    (
      await sql<{
        name: string;
      }>`select name from list_view where customer_id is null or customer_id = ${admin.customerId} order by id`.execute(portal.db)
    ).rows.map(({ name }) => name);

  it('deletes those that search for the person or have the person’s name, and no others', async () => {
    await run(sql`delete from list_view`);
    const gone = await aPerson(portal.db, { role: 'Buyer', firstName: 'Åsa' });
    await admin.put(`/api/customers/${gone.id}`, { customer: { employeeNumber: '2041' } });
    await view(null, 'By name', 'q=%C3%85sa+Forthetest&uniform=10');
    await view(admin.customerId, 'In other letters', 'q=Dr+%C3%A5SA+FORTHETEST');
    await view(admin.customerId, 'By address', `sort=name&search=${encodeURIComponent(gone.email)}`);
    await view(null, 'By number', 'uniform=10&q=2041');
    await view(null, 'For åsa Forthetest', '');
    await view(null, 'Others', 'q=Forthetest');
    await view(null, 'Destination', 'destination=2041&q=20411');
    expect((await viewNames()).length).toBe(7);

    expect((await erasePerson(admin, gone.id, gone.email)).status).toBe(200);

    expect(await viewNames()).toEqual(['Others', 'Destination']);
  });

  it('works for someone whose address another person has now', async () => {
    const gone = await aPerson(portal.db, { role: 'Buyer', firstName: 'A' });
    await run(sql`update customer set last_name = 'B', deleted_at = now(), active = false where id = ${gone.id}`);
    await run(sql`update customer set email = ${gone.email} where id = ${(await aPerson(portal.db)).id}`);

    expect((await erasePerson(admin, gone.id, gone.email)).status).toBe(200);
  });
});
