import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anAddress, anItem, aPerson, aStockedProduct, fillCart, orderItems } from '#api/testing/builders.ts';
import { aReleasedOrder, cancelLines, deliver, shipPieces } from '#api/testing/fulfilment.ts';
import { aPersonEverywhere, plantEverywhere } from '#api/testing/person-everywhere.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';
import { NOT_EXPORTED, NOT_IN_PROFILE, PERSONAL_DATA } from '../personal-data-inventory.ts';

// What is planted in the columns is nothing that the application would write.
const portal = usePortal({ checksRowTypes: false });

type MyData = ReplyOf<'GET /api/mydata'>;
const dataOf = async (person: TestClient): Promise<MyData> => (await person.get<'GET /api/mydata'>('/api/mydata')).body;
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

describe('the inventory of personal data', () => {
  it('contains every column that refers to a person', async () => {
    const { rows } = await sql<{ column: string }>`
      select distinct c.table_name || '.' || c.column_name as column
      from information_schema.columns c join pg_tables t on t.schemaname = 'public' and t.tablename = c.table_name
      where c.table_schema = 'public'
        and (c.column_name in ('customer_id', 'actor_id', 'impersonated_id', 'decided_by_id')
          -- The records of a bulk edit are people or other records, so no reference says so.
          or (c.table_name, c.column_name) = ('bulk_edit_item', 'subject_id')
          or (c.table_name, c.column_name) in (
            select rel.relname, att.attname from pg_constraint con join pg_class rel on rel.oid = con.conrelid
              join unnest(con.conkey) k on true join pg_attribute att on att.attrelid = con.conrelid and att.attnum = k
            where con.contype = 'f' and con.confrelid = 'customer'::regclass and att.attname <> 'organisation_id'))
      order by 1`.execute(portal.db);
    const places = rows.map(({ column }) => column);

    expect(places.filter((column) => !(column in PERSONAL_DATA))).toEqual([]);
    expect(Object.keys(PERSONAL_DATA).filter((column) => column !== 'customer.id' && !places.includes(column))).toEqual([]);
    expect(places.length).toBeGreaterThan(15);
  });

  it('names only sections of the export, or a justification', async () => {
    const sections = Object.keys(await dataOf(await portal.as('staff@meridian.example')));
    for (const [column, entry] of Object.entries(PERSONAL_DATA)) {
      if ('in' in entry) expect([column, sections.includes(entry.in)]).toEqual([column, true]);
      else expect(entry.justification.length).toBeGreaterThan(15);
    }
  });

  it('has every column of a person’s row in the profile or justified', async () => {
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    await run(sql`update customer set employee_number = 'value-employee', po_number = 'value-po', gender = 20, business_area_id = 3, job_role_id = 4, allocation_type_id = 30,
      marketing_by_email = true, tax_display_type = 0, allow_order_approval = true, adhoc_business_area_id = 2, adhoc_collection_id = 11, bodime_customer_id = 'value-body',
      bodime_used_body_blocks = '{value-block}', wardrobe_opt_out_at = '2026-02-03T04:05:06Z', starts_on = '2025-05-06', ends_on = '2031-07-08', weekly_hours = 31.25, single_key_shortcuts = false where id = ${id}`);
    const { profile } = await dataOf(await portal.as(email));
    const { rows } = await sql<{
      column_name: string;
    }>`select column_name from information_schema.columns where table_schema = 'public' and table_name = 'customer'`.execute(
      portal.db,
    );
    const shown: Record<string, [string, unknown]> = {
      id: ['id', id],
      organisation_id: ['organisationId', 1],
      email: ['email', email],
      first_name: ['firstName', 'Made'],
      last_name: ['lastName', 'Forthetest'],
      employee_number: ['employeeNumber', 'value-employee'],
      po_number: ['poNumber', 'value-po'],
      gender: ['gender', 20],
      active: ['active', true],
      resort_id: ['organisationResortId', 1],
      business_area_id: ['organisationBusinessAreaId', 3],
      job_role_id: ['jobRoleId', 4],
      cost_centre_id: ['costCentreId', null],
      allocation_type_id: ['allocationTypeId', 30],
      marketing_by_email: ['marketingByEmail', true],
      marketing_by_fax: ['marketingByFax', false],
      marketing_by_phone: ['marketingByPhone', false],
      marketing_by_post: ['marketingByPost', false],
      terms_agreed_version: ['termsAgreed', false],
      privacy_agreed_version: ['privacyAgreed', false],
      tax_display_type: ['taxDisplayType', 0],
      allow_order_approval: ['allowOrderApproval', true],
      adhoc_business_area_id: ['adhocSelectedBusinessAreaId', 2],
      adhoc_collection_id: ['adhocSelectedCollectionId', 11],
      bodime_customer_id: ['bodiMeCustomerId', 'value-body'],
      bodime_used_body_blocks: ['bodiMeUsedBodyBlocks', ['value-block']],
      wardrobe_opt_out_at: ['wardrobeOptOutDateUtc', '2026-02-03T04:05:06.000Z'],
      starts_on: ['startDateUtc', '2025-05-06T00:00:00Z'],
      ends_on: ['endDateUtc', '2031-07-08T00:00:00Z'],
      weekly_hours: ['weeklyHours', 31.25],
      last_login_at: ['lastLoginDateUtc', expect.any(String)],
      created_at: ['createdOnUtc', expect.any(String)],
      version: ['version', expect.any(Number)],
      single_key_shortcuts: ['singleKeyShortcuts', false],
    };
    expect(rows.map(({ column_name }) => column_name).filter((name) => !(name in shown) && !(name in NOT_IN_PROFILE))).toEqual(
      [],
    );
    for (const [name, value] of Object.values(shown)) expect([name, profile[name]]).toEqual([name, value]);
  });
});

describe('the export of personal data', () => {
  it('is a download with a name in every header that clients read, and is never cached', async () => {
    const { headers, status } = await (await portal.as('staff@meridian.example')).get('/api/mydata');
    const name = `my-data-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}.json`;

    expect([status, headers]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'application/json; charset=utf-8',
        'x-filename': name,
        'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
        'access-control-expose-headers': 'x-filename, Content-Disposition, Location',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      }),
    ]);
  });

  it('contains everything that a person did and entered', async () => {
    const { id, email } = await aPerson(portal.db, { role: 'Buyer', firstName: 'Ann' });
    const person = await portal.as(email);
    const [garment, wanted] = [await aStockedProduct(portal.db), await aStockedProduct(portal.db)];
    const number = await orderItems(portal.db, person, anItem(garment, 3));
    await fillCart(person, anItem(wanted, 2));
    const address = await anAddress(portal.db, person);
    await person.put(`/api/customers/${id}`, { customer: { marketingByPost: true, firstName: 'Anna' } });
    await person.post('/api/erasurerequest');
    await person.delete('/api/erasurerequest');
    const admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [], firstName: 'Adam' })).email);
    await admin.put(`/api/customers/${id}`, { customer: { employeeNumber: 'E-1' } });
    await admin.get(`/api/customers/impersonate/${id}`);

    const data = await dataOf(person);

    expect(data.profile).toMatchObject({ email, firstName: 'Anna', employeeNumber: 'E-1', roles: ['OrganisationBuyer'] });
    expect(data.addresses.map((each) => each.id)).toContain(address);
    expect(data.cart).toMatchObject([{ productName: wanted.name, quantity: 2 }]);
    expect(data.orders).toMatchObject([
      {
        id: number,
        relation: 'ordered',
        orderStatus: 'Pending',
        poNumber: 'PO-4711',
        orderTotal: expect.any(Number),
        lines: [{ productName: garment.name, quantity: 3 }],
      },
    ]);
    expect(data.orders[0]?.billingAddress).toMatchObject({ city: 'Leeds' });
    expect(data.consents).toMatchObject([{ kind: 'post', given: true, textVersion: 1 }]);
    expect(data.logIns).toMatchObject([{ endedOnUtc: null, actingFor: null }]);
    expect(data.erasureRequests).toMatchObject([{ withdrawnOnUtc: expect.any(String), doneOnUtc: null }]);
    expect(data.mails.map(({ template }) => template)).toContain('order-placed');
    expect(data.audit.map(({ action, by }) => `${action} by ${by}`)).toEqual([
      'session.started by Anna Forthetest',
      'order.placed by Anna Forthetest',
      'customer.changed by Anna Forthetest',
      'erasure.requested by Anna Forthetest',
      'erasure.withdrawn by Anna Forthetest',
      'customer.changed by Adam Forthetest',
      'impersonation.started by Adam Forthetest',
      'impersonation.started by Adam Forthetest',
    ]);
    expect(data.audit.find(({ by }) => by === 'Adam Forthetest')).toMatchObject({
      before: { employeeNumber: null },
      after: { employeeNumber: 'E-1' },
    });
  });

  it('contains the views that a person shared, beside their own', async () => {
    const admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
    for (const [name, isShared] of [
      ['Mine', false],
      ['For all', true],
    ] as const)
      await admin.post('/api/listviews/people', { listView: { name, filters: 'q=Ann', isShared } });
    const other = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);

    const views = { list: 'people', filters: 'q=Ann', columns: null, createdOnUtc: expect.any(String) };
    expect((await dataOf(admin)).listViews).toEqual([
      { ...views, name: 'Mine', isShared: false },
      { ...views, name: 'For all', isShared: true },
    ]);
    expect((await dataOf(other)).listViews).toEqual([]);
  });

  it('contains how a person joined, and whether they opted out', async () => {
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    await run(sql`with link as (
      insert into registration_link (organisation_id, name, registration_type, token_hash, expires_at) values (1, 'Spring', 3, 'x', now()) returning id)
      insert into registration (organisation_id, brand_id, link_id, state, email, first_name, last_name, employee_number, customer_id, decided_at)
      select 1, 1, id, 'approved', 'old@made.example', 'Early', 'Bird', 'E-0', ${id}, now() from link`);
    await run(sql`insert into invitation (organisation_id, customer_id, invited_by_id, sent_at) values (1, ${id}, ${id}, now())`);
    await run(
      sql`insert into opt_out (organisation_id, customer_id, guid_hash, undone_at) values (1, ${id}, ${`hash ${id}`}, now())`,
    );

    const data = await dataOf(await portal.as(email));

    expect(data.registrations).toMatchObject([
      { email: 'old@made.example', firstName: 'Early', employeeNumber: 'E-0', state: 'approved' },
    ]);
    expect(data.invitations).toMatchObject([{ sentOnUtc: expect.stringMatching(/Z$/) }]);
    expect(data.optOuts).toMatchObject([{ optedOutOnUtc: expect.stringMatching(/Z$/), undoneOnUtc: expect.any(String) }]);
    const other = await dataOf(await portal.as((await aPerson(portal.db)).email));
    expect([other.registrations, other.invitations, other.optOuts]).toEqual([[], [], []]);
  });

  it('contains nothing about others: not their addresses, lines or values, even where the person was involved', async () => {
    const admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
    const wearer = await aPerson(portal.db, { role: 'Buyer', firstName: 'Secretive' });
    const theirs = await portal.as(wearer.email);
    await run(sql`update customer set last_name = 'Hidden' where id = ${wearer.id}`);
    const product = await aStockedProduct(portal.db);
    const number = await orderItems(portal.db, theirs, anItem(product));
    await run(sql`update orders set placed_by_id = ${admin.customerId}, comments = 'secret remark' where id = ${number}`);
    await run(sql`update order_line set wearer_id = ${admin.customerId} where order_id = ${number}`);
    await admin.put(`/api/customers/${wearer.id}`, { customer: { employeeNumber: 'SECRET-9' } });
    await anAddress(portal.db, theirs);

    const text = JSON.stringify(await dataOf(admin));
    const data = JSON.parse(text) as MyData;

    for (const word of ['SECRET-9', 'secret remark', wearer.email, 'Test Street'])
      expect([word, text.includes(word)]).toEqual([word, false]);
    expect(
      data.orders.map(({ relation, billingAddress, orderTotal, lines }) => [relation, billingAddress, orderTotal, lines.length]),
    ).toEqual([
      ['placedForSomebody', null, null, 0],
      ['wearer', null, null, 1],
    ]);
  });

  it('requires a session, is only for oneself, and is recorded', async () => {
    const person = await portal.as((await aPerson(portal.db)).email);
    await dataOf(person);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from audit_event where actor_id = ${person.customerId} and action = 'mydata.exported'`.execute(
      portal.db,
    );
    expect(rows[0]?.n).toBe(1);
    expect((await portal.anonymous().get('/api/mydata')).status).toBe(401);
  });

  it('contains no secret', async () => {
    const text = JSON.stringify(await dataOf(await portal.as('staff@meridian.example')));
    expect(text).not.toMatch(/argon2|password_?hash|access_hash|refresh/i);
  });
});

it('the export names the files of the person, also those that someone else uploaded, and none of others', async () => {
  const [person, other] = [await aPerson(portal.db, { role: 'Staff' }), await aPerson(portal.db, { role: 'Staff' })];
  for (const [customerId, name] of [
    [person.id, 'seam.jpg'],
    [other.id, 'theirs.jpg'],
  ] as const)
    await run(sql`insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, customer_id, stored_at)
      values (1, gen_random_uuid(), 'return', ${name}, 'image/jpeg', 1234, ${Buffer.alloc(32)}, 'customer', ${other.id}, ${customerId}, now())`);

  expect((await dataOf(await portal.as(person.email))).files).toEqual([
    {
      fileName: 'seam.jpg',
      contentType: 'image/jpeg',
      bytes: 1234,
      purpose: 'return',
      returnNumber: null,
      createdOnUtc: expect.any(String),
      expiresOnUtc: null,
    },
  ]);
});

/** The texts of all sheets, as another program reads them. */
const readTexts = async (workbook: Buffer) =>
  (await readXlsx(workbook)).sheets.map(({ name, rows }) => [name, ...rows.flat()].join('\n')).join('\n');

describe('what the export leaves out', () => {
  it('is said of every text in the rows of a person, for the file and for the workbook', async () => {
    const admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
    const person = await aPersonEverywhere(portal, admin);
    const words = new Map<string, string>();
    const planted = await plantEverywhere(portal, person.id, (column, type) => {
      // Hashes, and what is encrypted with the key of the installation. The address is compared with mails, which are exported by it.
      if (type === 'bytea' || column === 'customer.email') return undefined;
      // Only as the application writes them, with a sentence and with pieces: see the next test.
      if (column === 'order_event.data' || column.startsWith('shipment.')) return undefined;
      words.set(column, words.get(column) ?? `marker${words.size}x`);
      return words.get(column);
    });
    // Its body and its measurements were not encrypted with the key of the installation.
    await run(sql`delete from body_consent where customer_id = ${person.id}`);
    await run(sql`update made_to_measure_request set sealed = null where customer_id = ${person.id}`);
    const { headers } = await portal.as(person.email);
    const file = await portal.app.inject({ url: '/api/mydata', headers });
    const workbook = await portal.app.inject({ url: '/api/mydata/exportToExcel', headers });

    const leftOut = (text: string) => planted.filter((column) => !text.includes(`${words.get(column)}`)).toSorted();
    const expected = Object.keys(NOT_EXPORTED).toSorted();
    expect([file.statusCode, leftOut(file.payload)]).toEqual([200, expected]);
    expect([workbook.statusCode, leftOut(await readTexts(workbook.rawPayload))]).toEqual([200, expected]);
  }, 60_000);
});

describe('the orders of the export', () => {
  it('have their parcels and notes, and returns have answers and refunds', async () => {
    const person = await portal.as((await aPerson(portal.db, { role: 'Buyer' })).email);
    const operator = await portal.asOperator();
    const { id, lines } = await aReleasedOrder(portal, person, [await aStockedProduct(portal.db), 3]);
    const [lineId] = lines;
    await cancelLines(operator, id, [Number(lineId), 1]);
    const shipmentId = await shipPieces(operator, [Number(lineId), 2]);
    await deliver(operator, shipmentId);
    for (const [decision, reason] of [
      ['reject', 'Worn for a year'],
      ['refund', null],
    ] as const) {
      const { body } = await askToReturn(person, {
        orderId: id,
        returnRequestReasonId: RETURN_REASONS.faulty,
        returnRequestActionId: RETURN_ACTIONS.credit,
        comments: `Seam, ${decision}`,
        items: [{ id: lineId, quantity: 1 }],
      });
      const path = `/api/operator/returns/${body.returnRequests[0]?.id}`;
      await operator.post(`${path}/receive`, { quantity: 1, condition: 'worn' });
      expect((await operator.post(`${path}/decide`, { decision, reason })).errors).toEqual({});
    }

    const { orders, returnRequests } = await dataOf(person);

    expect(orders[0]?.parcels).toMatchObject([
      { carrier: 'Northline Parcels', trackingNumber: 'NL1', deliveredOnUtc: expect.any(String), pieces: [{ quantity: 2 }] },
    ]);
    expect(orders[0]?.notes.map(({ note }) => note)).toContainEqual(expect.stringContaining('Reason: The mill has closed.'));
    expect(returnRequests).toMatchObject([
      { comments: 'Seam, reject', status: 'RequestRejected', decisionReason: 'Worn for a year', refundedAmount: null },
      {
        status: 'ItemsRefunded',
        receivedQuantity: 1,
        condition: 'worn',
        receivedOnUtc: expect.any(String),
        refundedAmount: expect.any(Number),
      },
    ]);
  });

  it('name no amount to someone who sees no prices', async () => {
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    const wearer = await portal.as(email);
    const buyer = await portal.as((await aPerson(portal.db, { role: 'Buyer' })).email);
    const orderId = await orderItems(portal.db, buyer, anItem(await aStockedProduct(portal.db)));
    await run(sql`update orders set customer_id = ${id} where id = ${orderId}`);

    expect((await dataOf(wearer)).orders).toMatchObject([{ relation: 'ordered', orderTotal: null }]);
  });

  it('name no colleague as the one who did what an operator with the same number did', async () => {
    const person = await portal.as((await aPerson(portal.db)).email);
    await run(sql`
      insert into audit_event (organisation_id, actor_kind, actor_id, action, subject_kind, subject_id, after)
      values (1, 'operator', ${person.customerId}, 'order.cancelled', 'order', '1', '{"reason": "Not theirs"}')`);

    expect((await dataOf(person)).audit.map(({ action }) => action)).not.toContain('order.cancelled');
  });
});
