import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';

const portal = usePortal();
let wearer: { id: number; email: string };
let own: TestClient;
beforeEach(async () => {
  wearer = await aPerson(portal.db, { role: 'Staff', firstName: 'Ann' });
  own = await portal.as(wearer.email);
});

const put = (person: TestClient, id: number, customer: object) =>
  person.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, { customer });
const rowOf = async (id: number) =>
  (await sql<Record<string, unknown>>`select * from customer where id = ${id}`.execute(portal.db)).rows[0] ?? {};

describe('two editors', () => {
  let admin: TestClient;
  let loaded: ReplyOf<'GET /api/customers/:id'>['customers'][number];
  beforeEach(async () => {
    admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
    loaded = (await admin.get<'GET /api/customers/:id'>(`/api/customers/${wearer.id}`)).body.customers[0]!;
  });

  it('keep each other’s changes of different fields, even when they send everything they loaded', async () => {
    await put(own, wearer.id, { version: loaded.version, poNumber: 'PO-1' });
    const { status, body } = await put(admin, wearer.id, { version: loaded.version, employeeNumber: 'E-1' });

    expect([status, body.customers[0]]).toEqual([200, expect.objectContaining({ poNumber: 'PO-1', employeeNumber: 'E-1' })]);
    expect(body.customers[0]?.version).toBe(loaded.version + 2);
  });

  it('get a conflict when both changed the same field, and nothing is lost', async () => {
    await put(own, wearer.id, { version: loaded.version, lastName: 'Bride' });

    const { status, errors } = await put(admin, wearer.id, { version: loaded.version, lastName: 'Typo', employeeNumber: 'E-2' });

    expect([status, errors]).toEqual([
      409,
      {
        customer: [
          'Last name: someone else has changed this in the meantime. Nothing was saved. Please check it and save again.',
          'Last name is now “Bride”.',
        ],
      },
    ]);
    expect(await rowOf(wearer.id)).toMatchObject({ last_name: 'Bride', employee_number: null });
  });

  it('cannot undo each other’s change by sending back old values, only after loading it', async () => {
    await put(own, wearer.id, { lastName: 'Bride' });
    // A whole object as loaded earlier, with one change: its last name is out of date.
    const refused = await put(admin, wearer.id, { ...loaded, employeeNumber: 'E-3' });
    expect(refused.status).toBe(409);
    const now = (await admin.get<'GET /api/customers/:id'>(`/api/customers/${wearer.id}`)).body.customers[0]!;
    expect((await put(admin, wearer.id, { ...now, employeeNumber: 'E-3' })).status).toBe(200);
    expect(await rowOf(wearer.id)).toMatchObject({ last_name: 'Bride', employee_number: 'E-3' });
  });

  it('saving at the same time: one of them gets a conflict', async () => {
    const answers = await Promise.all([
      put(own, wearer.id, { version: loaded.version, lastName: 'One' }),
      put(admin, wearer.id, { version: loaded.version, lastName: 'Two' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('get no conflict when both write the same value', async () => {
    await put(own, wearer.id, { version: loaded.version, lastName: 'Same' });
    expect((await put(admin, wearer.id, { version: loaded.version, lastName: 'Same' })).status).toBe(200);
  });

  it('get conflicts for departments as for other fields', async () => {
    const { rows } = await sql<{
      id: number;
    }>`select id from department where organisation_id = 1 and resort_id = 1 order by id limit 2`.execute(portal.db);
    await put(admin, wearer.id, { version: loaded.version, departments: [rows[0]?.id] });
    expect((await put(admin, wearer.id, { version: loaded.version, departments: [rows[1]?.id] })).errors.customer?.[0]).toMatch(
      /^Departments: /,
    );
  });

  it('get no new version by a log-in', async () => {
    await portal.as(wearer.email);
    expect((await rowOf(wearer.id)).version).toBe(loaded.version);
  });
});
