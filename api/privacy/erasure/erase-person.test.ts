import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import {
  aPersonEverywhere,
  NOTHING_PERSONAL,
  OTHERS_ROWS,
  plantEverywhere,
  tablesWithWord,
  WORD,
} from '#api/testing/person-everywhere.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { isLimited, readTextColumns } from '#api/testing/text-columns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { PERSONAL_DATA } from '../personal-data-inventory.ts';

// What is planted in the columns is nothing that the application would write.
const portal = usePortal({ checksRowTypes: false });
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

describe('erasing a person', () => {
  it('leaves only their orders, without a name, in any table or file', async () => {
    expect(await tablesWithWord(portal.db)).toEqual([]);
    const person = await aPersonEverywhere(portal, admin);
    const sums = async () =>
      (await sql`select goods_minor, total_minor, order_state_id from orders where id = ${person.orderId}`.execute(portal.db))
        .rows;
    const before = await sums();
    // Their own address, which the counters count.
    await run(sql`update customer set email = ${`own@${WORD}.example`} where id = ${person.id}`);
    const planted = await plantEverywhere(portal, person.id);
    await run(
      sql`update customer set email = ${person.email}, first_name = 'Kolibri', last_name = 'Forthetest' where id = ${person.id}`,
    );
    // A change of the address withdraws a pending one, so it is requested last.
    await run(sql`insert into email_change (organisation_id, customer_id, email, token_hash, requested_by_id, expires_at)
      values (1, ${person.id}, ${person.email}, ${Buffer.from(WORD)}, ${admin.customerId}, now() + interval '7 days')`);
    // Every text of every table that refers to the person, unless its values are listed or it reveals nothing.
    const owned = Object.keys(PERSONAL_DATA)
      .filter((place) => !OTHERS_ROWS.includes(place))
      .map((place) => place.split('.')[0] ?? '');
    const expected = (await readTextColumns(portal.db)).filter(
      (column) => owned.includes(column.name.split('.')[0] ?? '') && !isLimited(column) && !(column.name in NOTHING_PERSONAL),
    );
    const withWord = [...planted, 'email_change.email', 'email_change.token_hash'];
    expect(expected.map(({ name }) => name).filter((name) => !withWord.includes(name))).toEqual([]);
    expect((await tablesWithWord(portal.db)).length).toBeGreaterThan(18);
    expect(await tablesWithWord(portal.db)).toEqual(expect.arrayContaining(['public.people_counts', 'public.email_change']));

    const { status, errors } = await erasePerson(admin, person.id, person.email.toUpperCase());

    expect([status, errors]).toEqual([200, {}]);
    // One of three values, so the word could not be written.
    expect((await sql`select from fit_feedback where customer_id = ${person.id}`.execute(portal.db)).rows).toEqual([]);
    expect(await tablesWithWord(portal.db)).toEqual([]);
    expect(await filesWithWord(process.env.DATA_DIR ?? 'data')).toEqual([]);
    expect(await sums()).toEqual(before);
    expect((await person.client.get('/api/customerprofile')).status).toBe(401);
    const seen = await admin.get<'GET /api/orders/:id'>(`/api/orders/${person.orderId}`);
    expect([seen.status, seen.body.orders[0]?.billingAddress]).toMatchObject([
      200,
      { firstName: 'Erased', lastName: `person ${person.id}`, countryName: expect.any(String), city: '', address1: '' },
    ]);
    const { rows } =
      await sql`select actor_id, before, after from audit_event where action = 'customer.erased' and subject_id = ${String(person.id)}`.execute(
        portal.db,
      );
    expect(rows).toEqual([{ actor_id: admin.customerId, before: null, after: null }]);
    // It cannot be undone.
    expect((await admin.post(`/api/customers/${person.id}/restore`)).status).toBe(404);
    expect((await erasePerson(admin, person.id, `erased-${person.id}@erased.invalid`)).status).toBe(404);
  }, 60_000);

  it('reaches what names the person under former names, addresses and numbers', async () => {
    const gone = await aPerson(portal.db, { role: 'Buyer' });
    const put = (customer: object) => admin.put<'PUT /api/customers/:id'>(`/api/customers/${gone.id}`, { customer });
    const former = { email: `${WORD}.lee@made.example`, firstName: WORD, lastName: 'Formerly', employeeNumber: `${WORD}-7` };
    const between = `${WORD}.between@made.example`;
    for (const change of [former, { email: between }, { firstName: 'Ann' }, { lastName: 'Lee', employeeNumber: 'E-7' }])
      expect((await put(change)).status).toBe(200);
    // An address that never counted got a mail too.
    await run(sql`update customer set password_hash = 'x' where id = ${gone.id}`);
    expect((await put({ email: `${WORD}.wanted@made.example` })).status).toBe(200);
    await run(sql`update customer set email = 'ann.lee@made.example' where id = ${gone.id}`);
    for (const [recipient, data] of [
      [former.email.toUpperCase(), {}],
      [between, {}],
      ['admin@meridian.example', { personName: `${WORD} Formerly` }],
      ['admin@meridian.example', { personName: `${WORD} Lee` }],
      ['admin@meridian.example', { registrantEmail: former.email }],
    ] as const)
      await run(sql`insert into mail_outbox (organisation_id, brand_id, recipient, template, data)
        values (1, 1, ${recipient}, 'invitation', ${JSON.stringify(data)}::jsonb)`);
    for (const value of [former.email, `${WORD} Formerly`, former.employeeNumber])
      await run(sql`insert into audit_event (organisation_id, actor_id, action, after)
        values (1, ${admin.customerId}, 'people.noted', ${JSON.stringify({ value })}::jsonb)`);
    expect(await tablesWithWord(portal.db)).toEqual(expect.arrayContaining(['public.audit_event', 'public.mail_outbox']));

    expect((await erasePerson(admin, gone.id, 'ann.lee@made.example')).status).toBe(200);

    expect(await tablesWithWord(portal.db)).toEqual([]);
  }, 30_000);
});

/** The files of a folder that contain the word, except the database's own: what is deleted there disappears with its next vacuum. */
async function filesWithWord(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    if (!file.isFile() || /postgres|pgdata/.test(path)) continue;
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    if (content.includes(WORD)) found.push(path);
  }
  return found;
}
