import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anAddress,
  anItem,
  aPerson,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  NORTH,
  orderItems,
  requestSummary,
  SOUTH,
  submitOrder,
} from '#api/testing/builders.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

describe('erasing a person', () => {
  it('leaves the mails of someone who has a former address of the person now', async () => {
    const gone = await aPerson(portal.db, { role: 'Buyer' });
    const put = (id: number, customer: object) => admin.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, { customer });
    const reception = `reception.${gone.id}@made.example`;
    const write = (key: string) =>
      run(sql`insert into mail_outbox (organisation_id, brand_id, recipient, template, data, dedupe_key)
        values (1, 1, ${reception}, 'invitation', '{}', ${key})`);
    await put(gone.id, { email: reception });
    await write(`theirs ${gone.id}`);
    await put(gone.id, { email: gone.email });
    await put((await aPerson(portal.db)).id, { email: reception });
    await write(`someone else’s ${gone.id}`);

    expect((await erasePerson(admin, gone.id, gone.email)).status).toBe(200);

    const { rows } = await sql`select dedupe_key as key from mail_outbox where recipient = ${reception}`.execute(portal.db);
    expect(rows).toEqual([{ key: `someone else’s ${gone.id}` }]);
  });

  it('deletes nothing about anyone else', async () => {
    const [gone, other] = [await aPerson(portal.db, { role: 'Buyer' }), await aPerson(portal.db, { role: 'Buyer' })];
    const client = await portal.as(other.email);
    await orderItems(portal.db, client, anItem(await aStockedProduct(portal.db)));
    await anAddress(portal.db, client);
    await admin.put(`/api/customers/${other.id}`, { customer: { employeeNumber: 'STAYS-1' } });
    const all = async () => {
      const { body } = await client.get<'GET /api/mydata'>('/api/mydata');
      return { ...body, createdOnUtc: '', audit: body.audit.filter(({ action }) => action !== 'mydata.exported') };
    };
    const before = await all();

    expect((await erasePerson(admin, gone.id, gone.email)).status).toBe(200);

    expect(await all()).toEqual(before);
  });

  it('deletes nothing that only resembles the person: longer names and addresses, or the same digits', async () => {
    const gone = await aPerson(portal.db, { firstName: 'Ann' });
    const other = await aPerson(portal.db, { firstName: 'Joann' });
    await run(
      sql`update customer set last_name = 'Lee', email = 'ann@lee.example', employee_number = '471147' where id = ${gone.id}`,
    );
    const like = { name: 'Joann Lee', email: 'jo.ann@lee.example', also: 'ann@lee.example.test', totalMinor: 471147 };
    const named = { said: 'To Ann Lee, no. 3' };
    const numbered = { employeeNumber: '471147' };
    for (const [key, data] of Object.entries({ like, named, numbered })) {
      await run(sql`insert into mail_outbox (organisation_id, brand_id, recipient, template, data, dedupe_key)
        values (1, 1, 'jo.ann@lee.example', 'invitation', ${JSON.stringify(data)}::jsonb, ${`looks ${key}`})`);
      await run(sql`insert into audit_event (organisation_id, actor_id, action, subject_id, after, request_id)
        values (1, ${other.id}, ${`looks.${key}`}, ${String(other.id)}, ${JSON.stringify(data)}::jsonb, 'r')`);
    }

    expect((await erasePerson(admin, gone.id, 'ann@lee.example')).status).toBe(200);

    const mails = await sql<{ key: string }>`select dedupe_key as key from mail_outbox where dedupe_key like 'looks %'`.execute(
      portal.db,
    );
    expect(mails.rows).toEqual([{ key: 'looks like' }]);
    const told = await sql`select action from audit_event where action like 'looks.%' and after is not null`.execute(portal.db);
    expect(told.rows).toEqual([{ action: 'looks.like' }]);
  });

  it('leaves words of others that are also a name: a colour, a size, a month, a company', async () => {
    const product = await aStockedProduct(portal.db);
    await run(sql`update product set name = 'Polo Heather Grey ' || id where id = ${product.id}`);
    const client = await portal.as((await aPerson(portal.db, { role: 'Buyer' })).email);
    await fillCart(client, anItem(product));
    const checkout = {
      ...(await createCheckoutChoices(portal.db, client)),
      comments: 'Ten in Heather Grey, black trousers from May, size Small',
      poNumber: 'May / Black',
    };
    await requestSummary(portal.db, client, checkout);
    const { body } = await submitOrder(client, checkout, 'heather-grey-small-2041');
    await admin.post('/api/organisationgroups', { organisationGroup: { name: 'Team Heather Grey' } });
    const all = async () => {
      const rows = await Promise.all([
        sql`select comments, po_number, search_text, billing_address, shipping_address from orders where id = ${body.orderId}`.execute(
          portal.db,
        ),
        sql`select key, body from idempotency_key where customer_id = ${client.customerId}`.execute(portal.db),
        sql`select name from organisation_group where organisation_id = 1 order by id`.execute(portal.db),
        sql`select name from product_listing where organisation_id = 1 and product_id = ${product.id}`.execute(portal.db),
        sql`select before, after from audit_event where actor_kind = 'customer' and actor_id = ${client.customerId} order by id`.execute(
          portal.db,
        ),
      ]);
      return rows.map((result) => result.rows);
    };
    const before = await all();
    expect(before.map((rows) => rows.length > 0)).toEqual([true, true, true, true, true]);

    for (const [firstName, lastName] of [
      ['Heather', 'Grey'],
      ['May', 'Black'],
      ['Trousers', 'Small'],
    ] as const) {
      const gone = await aPerson(portal.db, { firstName });
      await run(
        sql`update customer set last_name = ${lastName}, employee_number = ${lastName === 'Grey' ? '2041' : null} where id = ${gone.id}`,
      );
      expect((await erasePerson(admin, gone.id, gone.email)).status).toBe(200);
    }

    expect(await all()).toEqual(before);
  });

  it('leaves the name out of what orders of others are searched by, however it is spelled there', async () => {
    const gone = await aPerson(portal.db);
    await run(sql`update customer set first_name = 'Jörgen', last_name = 'Müllerson' where id = ${gone.id}`);
    const client = await portal.as((await aPerson(portal.db, { role: 'Buyer' })).email);
    const orderId = await orderItems(portal.db, client, anItem(await aStockedProduct(portal.db)));
    await run(
      sql`update orders set po_number = 'For Jörgen Müllerson', search_text = search_text || ' For Jörgen Müllerson' where id = ${orderId}`,
    );
    const searched = async () =>
      (await sql<{ text: string }>`select search_text as text from orders where id = ${orderId}`.execute(portal.db)).rows[0]
        ?.text ?? '';
    for (const word of ['jorgen', 'joergen', 'mullerson', 'muellerson']) expect(await searched()).toContain(word);

    expect((await erasePerson(admin, gone.id, gone.email)).status).toBe(200);

    for (const word of ['jorgen', 'joergen', 'mullerson', 'muellerson']) expect(await searched()).not.toContain(word);
    expect(await searched()).toContain('forthetest');
  });

  it('leaves the orders of someone whose name differs in its accents alone to be found by it', async () => {
    const [gone, other] = [await aPerson(portal.db), await aPerson(portal.db, { role: 'Buyer' })];
    await run(sql`update customer set first_name = 'Jorgen', last_name = 'Mullermann' where id = ${gone.id}`);
    await run(sql`update customer set first_name = 'Jörgen', last_name = 'Müllermann' where id = ${other.id}`);
    const orderId = await orderItems(portal.db, await portal.as(other.email), anItem(await aStockedProduct(portal.db)));

    expect((await erasePerson(admin, gone.id, gone.email)).status).toBe(200);

    const { rows } = await sql<{ text: string }>`select search_text as text from orders where id = ${orderId}`.execute(portal.db);
    expect(rows[0]?.text).toContain('jorgen mullermann');
  });

  it('requires an administrator of all the person’s groups, another person, and the typed address', async () => {
    const person = await aPerson(portal.db, { role: 'Staff', groupIds: [NORTH.groupId, SOUTH.groupId] });
    const north = await portal.as((await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [NORTH.groupId] })).email);
    const far = await aPerson(portal.db, { role: 'Staff', groupIds: [SOUTH.groupId] });
    const outcome = async (caller: TestClient, id: number, typed: string) => {
      const { status, errors } = await erasePerson(caller, id, typed);
      return [status, ...Object.keys(errors)];
    };
    expect(await outcome(north, person.id, person.email)).toEqual([403, 'authorization']);
    expect(await outcome(north, far.id, far.email)).toEqual([404, 'customer']);
    expect(await outcome(admin, admin.customerId, 'x')).toEqual([409, 'customer']);
    expect(await outcome(admin, person.id, 'someone@else.example')).toEqual([422, 'confirmation']);
    expect(await outcome(await portal.as(person.email), far.id, far.email)).toEqual([403, 'authorization']);
    expect(await outcome(await portal.as('admin@hallam.example'), person.id, person.email)).toEqual([404, 'customer']);
  });

  it('can be requested; an administrator of the person sees the request until it is executed', async () => {
    const asking = await aPerson(portal.db, { role: 'Staff', groupIds: [SOUTH.groupId] });
    await (await portal.as(asking.email)).post('/api/erasurerequest');
    const seenBy = async (caller: TestClient) =>
      (await caller.get<'GET /api/erasurerequests'>('/api/erasurerequests')).body.erasureRequests.map(
        ({ customerId }) => customerId,
      );
    const north = await portal.as((await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [NORTH.groupId] })).email);

    expect(await seenBy(admin)).toContain(asking.id);
    expect(await seenBy(north)).not.toContain(asking.id);
    await erasePerson(admin, asking.id, asking.email);
    expect(await seenBy(admin)).not.toContain(asking.id);
  });
});
