import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#api/platform/db/database.ts';
import { anAddress, anItem, aPerson, aStockedProduct, fillCart, orderItems } from '#api/testing/builders.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { PERSONAL_DATA } from '../personal-data-inventory.ts';

// What is planted in the columns is nothing that the application would write.
const portal = usePortal({ checksRowTypes: false });
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

/** A word that does not occur in the demonstration, as text and as bytes. */
const WORD = 'kolibri';
const HEX = Buffer.from(WORD).toString('hex');

/** Every table of the database that contains the word. */
async function tablesWithWord(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`.execute(portal.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.raw(name)} t where lower(t::text) like ${`%${WORD}%`} or t::text like ${`%${HEX}%`}`.execute(
      portal.db,
    );
    if (hits.rows[0]?.n) found.push(name);
  }
  return found;
}

/** Columns of a person's rows that reveal nothing about them, each with its reason; the test writes the word into all others. */
const NOTHING_PERSONAL: Record<string, string> = {
  'orders.currency_code': 'the organisation’s currency',
  'uniform_status.email_domain': 'follows from the address, and is planted with it',
  'orders.shipping_method': 'a name out of the organisation’s list',
  'orders.payment_method': 'a name out of the organisation’s list',
  'order_line.product_name': 'the garment',
  'order_line.sku': 'the garment',
  'order_line.gtin': 'the garment',
  'order_line.description': 'the garment',
  'order_line.attributes': 'the garment',
  'order_line.image_src': 'the garment',
  'entitlement_account.label': 'the group or the garment',
  'return_request.custom_number': 'a number',
  'return_request.reason': 'a name out of the portal’s list',
  'return_request.action': 'a name out of the portal’s list',
  'stock_entry.kind': 'a word of the portal',
  'stock_entry.reason': 'why stock changed, written by the warehouse',
  'stock_entry.cause': 'why the portal changed stock',
  'stock_entry.actor_kind': 'a word of the portal',
  'audit_event.actor_kind': 'a word of the portal',
  'audit_event.subject_kind': 'a word of the portal',
  'audit_event.action': 'a word of the portal',
  'audit_event.subject_id': 'a number',
  'audit_event.request_id': 'a number of the portal',
  'registration_link.name': 'given by an administrator, of the organisation’s doing',
  'registration_link.token_hash': 'a secret of the organisation’s link',
  'registration_link.token_sealed': 'a secret of the organisation’s link',
  'address.source': 'a word of the portal',
};
/** Columns where the person only did something to someone else: those rows belong to others. */
const OTHERS_ROWS = [
  'registration.decided_by_id',
  'registration_link.created_by_id',
  'email_change.requested_by_id',
  'invitation.invited_by_id',
  'opt_out.undone_by_id',
  'orders.placed_by_id',
  'approval.decided_by_id',
  'delegation.approver_id',
  'delegation.delegate_id',
  'bulk_edit.actor_id',
  'people_import.created_by_id',
  'people_import.previewed_by_id',
  'session.impersonated_customer_id',
  'entitlement_entry.actor_id',
  'stored_file.actor_id',
  'entitlement_request.decided_by_id',
  'list_view.shared_by_id',
];

/** Writes the word into every text, document and secret of every row of the person. Returns the columns. */
async function plantEverywhere(id: number): Promise<string[]> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string; data_type: string }>`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'bytea', 'ARRAY') and is_generated = 'NEVER'
      and not (data_type = 'ARRAY' and udt_name <> '_text')`.execute(portal.db);
  const planted: string[] = [];
  const aKind = { kind: 'planted', [WORD]: WORD };
  const ownerDatabase = openDatabase(portal.ownerUrl, { poolSize: 1 });
  await ownerDatabase.db.transaction().execute(async (tx) => {
    // Without checks of format, append-only rules and foreign keys.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const place of Object.keys(PERSONAL_DATA).filter((each) => !OTHERS_ROWS.includes(each))) {
      const [table = '', owner = ''] = place.split('.');
      for (const { column_name, data_type } of columns.filter(({ table_name }) => table_name === table)) {
        const column = `${table}.${column_name}`;
        if (column in NOTHING_PERSONAL) continue;
        const value = {
          text: sql`${WORD} || ' ' || coalesce(${sql.ref(column_name)}::text, '')`,
          // As a kind with values, or several of them, where a constraint asks for that.
          jsonb: sql`${JSON.stringify(/_kinds$|_values$/.test(column_name) ? [aKind] : aKind)}::jsonb`,
          bytea: sql`convert_to(${WORD} || gen_random_uuid(), 'UTF8')`,
          ARRAY: sql`array[${WORD}]::text[]`,
        }[data_type];
        await sql`savepoint one`.execute(tx);
        try {
          const done =
            await sql`update ${sql.table(table)} set ${sql.ref(column_name)} = ${value} where ${sql.ref(owner)} = ${id}`.execute(
              tx,
            );
          if (Number(done.numAffectedRows) > 0) planted.push(column);
        } catch (error) {
          // The column does not accept the word, for example because it has a list of values: it can reveal nothing else.
          if ((error as { code?: string }).code !== '23514') throw error;
          await sql`rollback to savepoint one`.execute(tx);
        }
      }
    }
  });
  await ownerDatabase.close();
  return planted;
}

/** A person with a row in every table that can have one. */
async function aPersonEverywhere() {
  const person = await aPerson(portal.db, { role: 'Buyer', firstName: 'Kolibri' });
  await run(sql`update customer set email = ${`${WORD}@made.example`}, employee_number = ${`${WORD}-1`} where id = ${person.id}`);
  const email = `${WORD}@made.example`;
  const client = await portal.as(email);
  await portal.as(email);
  const product = await aStockedProduct(portal.db);
  const orderId = await orderItems(portal.db, client, anItem(product, 2));
  await run(sql`insert into customer_reminder values (1, ${person.id}, ${WORD}, current_date)`);
  await run(sql`insert into list_setting values (1, ${person.id}, ${WORD}, '{}')`);
  await run(
    sql`insert into list_view (organisation_id, customer_id, list, name, filters) values (1, ${person.id}, 'people', ${WORD}, ${`q=${WORD}`})`,
  );
  await run(
    sql`insert into order_event (organisation_id, order_id, kind, data) values (1, ${orderId}, 'note', ${JSON.stringify({ note: `For ${WORD}` })})`,
  );
  await run(sql`insert into shipment (organisation_id, order_id, tracking_number) values (1, ${orderId}, ${WORD})`);
  await fillCart(client, anItem(product));
  await fillCart(admin, anItem(product));
  await run(
    sql`update cart_line set wearer_id = ${person.id} where cart_id = (select id from cart where customer_id = ${admin.customerId})`,
  );
  await run(sql`update order_line set wearer_id = ${person.id} where order_id = ${orderId}`);
  await anAddress(portal.db, client);
  await client.post('/api/erasurerequest');
  await admin.put(`/api/customers/${person.id}`, {
    customer: { poNumber: WORD, organisationCollections: [11], organisationSeasons: [2] },
  });
  await client.put(`/api/customers/${person.id}`, { customer: { marketingByPost: true } });
  await admin.post('/api/customers/saveSpecialMeasurements', {
    specialMeasurements: { customerId: person.id, measurements: [{ name: WORD, value: 1, unit: 0 }] },
  });
  await admin.post('/api/customers/bulkedits', {
    action: 'wardrobes',
    customerIds: [person.id],
    organisationCollectionIds: [21],
  });
  await run(sql`insert into entitlement_entry (organisation_id, account_id, kind, granted_delta, reason)
    select 1, min(id), 'adjust', 1, ${`For ${WORD}`} from entitlement_account where customer_id = ${person.id}`);
  await run(sql`insert into entitlement_request (organisation_id, customer_id, account_id, amount, reason, expires_on)
    select 1, ${person.id}, min(id), 1, ${`For ${WORD}`}, current_date from entitlement_account where customer_id = ${person.id}`);
  await admin.post('/api/invitations', { customerIds: [person.id] });
  await admin.get(`/api/customers/exportToExcel?query=${WORD}`);
  const imported = await sql<{ id: number }>`
    insert into people_import (organisation_id, created_by_id, file_name, columns, mapping, row_count)
    values (1, ${admin.customerId}, 'people.csv', ${JSON.stringify([{ header: 'E-mail', samples: [email] }])}::jsonb, '["email"]', 2) returning id`.execute(
    portal.db,
  );
  for (const [line, whose] of [
    [1, person.id],
    [2, null],
  ] as const)
    await run(sql`insert into people_import_row (organisation_id, import_id, row_no, line, cells, customer_id)
      values (1, ${imported.rows[0]?.id}, ${line}, ${line}, array[${email}], ${whose}::int)`);
  const of = sql`1, ${person.id}`;
  await run(sql`insert into body_consent (organisation_id, customer_id, text_version) values (${of}, 1)`);
  const body = await sql<{ id: number }>`
    insert into body (organisation_id, customer_id, sealed) values (${of}, convert_to(${WORD}, 'UTF8')) returning id`.execute(
    portal.db,
  );
  await run(sql`insert into size_suggestion (organisation_id, customer_id, body_id, product_id, sealed)
    values (${of}, ${body.rows[0]?.id}, ${product.id}, convert_to(${WORD}, 'UTF8'))`);
  await run(sql`insert into fit_feedback (organisation_id, customer_id, order_line_id, fit)
    select ${of}, l.id, 'tooBig' from order_line l where l.order_id = ${orderId} limit 1`);
  await run(sql`insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, customer_id, stored_at)
    values (1, gen_random_uuid(), 'return', ${`${WORD}.pdf`}, 'application/pdf', 1, sha256('x'), 'customer', ${person.id}, ${person.id}, now())`);
  await run(sql`insert into return_request (organisation_id, customer_id, actor_kind, actor_id, order_id, order_line_id, quantity, reason, is_faulty, action, action_kind,
      comments, fingerprint)
    select ${of}, 'customer', ${person.id}, ${orderId}, min(l.id), 1, 'Wrong product ordered', false, 'Repair', 'repair', ${`For ${WORD}`}, 'x' from order_line l
    where l.order_id = ${orderId}`);
  await run(sql`insert into second_factor (organisation_id, customer_id, sealed_secret) values (${of}, 'x')`);
  await run(sql`insert into recovery_code (organisation_id, customer_id, hash) values (${of}, 'x')`);
  await run(sql`insert into known_device (organisation_id, customer_id, hash, brand_id) values (${of}, 'x', 1)`);
  await run(
    sql`insert into login_key (organisation_id, customer_id, hash, purpose, expires_at) values (${of}, 'key', 'punchout', now())`,
  );
  await run(
    sql`insert into password_token (organisation_id, customer_id, hash, purpose, expires_at) values (${of}, 'token', 'recovery', now())`,
  );
  await run(
    sql`insert into idempotency_key (organisation_id, customer_id, key, request_hash, body) values (${of}, 'k', 'x', '{}')`,
  );
  await run(sql`insert into opt_out (organisation_id, customer_id, guid_hash) values (${of}, 'erased')`);
  const link = await sql<{ id: number }>`
    insert into registration_link (organisation_id, name, registration_type, token_hash, expires_at) values (1, 'Erased', 3, 'erased', now()) returning id`.execute(
    portal.db,
  );
  for (const [state, whose] of [
    ['approved', person.id],
    ['rejected', null],
  ] as const)
    await run(sql`insert into registration (organisation_id, brand_id, link_id, state, email, first_name, last_name, customer_id, decided_at)
      values (1, 1, ${link.rows[0]?.id}, ${state}, ${email}, 'Kolibri', 'Forthetest', ${whose}::int, now())`);
  await run(sql`insert into mail_outbox (organisation_id, brand_id, recipient, template, data, dedupe_key) values
    (1, 1, 'admin@meridian.example', 'registration-awaiting-decision', ${JSON.stringify({ registrantEmail: email })}::jsonb, 'kept until then'),
    (1, 1, ${email}, 'invitation', '{}', 'to the person')`);
  await run(sql`insert into pgboss.job (name, data) values ('mail.monitor', ${JSON.stringify({ address: email })}::jsonb)`);
  return { ...person, email, client, orderId };
}

describe('erasing a person', () => {
  it('leaves only their orders, without a name, in any table or file', async () => {
    expect(await tablesWithWord()).toEqual([]);
    const person = await aPersonEverywhere();
    const sums = async () =>
      (await sql`select goods_minor, total_minor, order_state_id from orders where id = ${person.orderId}`.execute(portal.db))
        .rows;
    const before = await sums();
    // Their own address, which the counters count.
    await run(sql`update customer set email = ${`own@${WORD}.example`} where id = ${person.id}`);
    const planted = await plantEverywhere(person.id);
    await run(
      sql`update customer set email = ${person.email}, first_name = 'Kolibri', last_name = 'Forthetest' where id = ${person.id}`,
    );
    // A change of the address withdraws a pending one, so it is requested last.
    await run(sql`insert into email_change (organisation_id, customer_id, email, token_hash, requested_by_id, expires_at)
      values (1, ${person.id}, ${person.email}, ${Buffer.from(WORD)}, ${admin.customerId}, now() + interval '7 days')`);
    // Every table of the person had a row with the word, except those that have only numbers.
    const withTexts = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and data_type in ('text', 'jsonb', 'bytea') and is_generated = 'NEVER'`.execute(portal.db);
    const expected = Object.keys(PERSONAL_DATA)
      .filter((place) => !OTHERS_ROWS.includes(place))
      .map((place) => place.split('.')[0] ?? '')
      .filter((table) => withTexts.rows.some(({ name }) => name === table));
    const untouched = [
      'entitlement_account',
      'email_change',
      // Written for operators and API keys only.
      'operator_idempotency_key',
      'payment_record',
      'stock_receipt',
      'invitation',
      'order_line',
      'order_event',
      'stock_entry',
      'shipment',
      'cart_line',
      'erasure_request',
      'consent_entry',
      'fit_feedback',
      'uniform_status',
    ];
    expect(
      [...new Set(expected)].filter(
        (table) => !untouched.includes(table) && !planted.some((place) => place.startsWith(`${table}.`)),
      ),
    ).toEqual([]);
    expect((await tablesWithWord()).length).toBeGreaterThan(18);
    expect(await tablesWithWord()).toEqual(expect.arrayContaining(['public.people_counts', 'public.email_change']));

    const { status, errors } = await erasePerson(admin, person.id, person.email.toUpperCase());

    expect([status, errors]).toEqual([200, {}]);
    // One of three values, so the word could not be written.
    expect((await sql`select from fit_feedback where customer_id = ${person.id}`.execute(portal.db)).rows).toEqual([]);
    expect(await tablesWithWord()).toEqual([]);
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
    expect(await tablesWithWord()).toEqual(expect.arrayContaining(['public.audit_event', 'public.mail_outbox']));

    expect((await erasePerson(admin, gone.id, 'ann.lee@made.example')).status).toBe(200);

    expect(await tablesWithWord()).toEqual([]);
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
