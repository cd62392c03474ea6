import { sql } from 'kysely';
import { type Db, openDatabase } from '#api/platform/db/database.ts';
import { PERSONAL_DATA } from '#api/privacy/personal-data-inventory.ts';
import { anAddress, anItem, aPerson, aStockedProduct, fillCart, orderItems } from './builders.ts';
import type { TestClient, TestPortal } from './portal.ts';

/** A word that does not occur in the demonstration, as text and as bytes. */
export const WORD = 'kolibri';
const HEX = Buffer.from(WORD).toString('hex');

/** Every table of the database that contains the word. */
export async function tablesWithWord(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`.execute(db);
  const found: string[] = [];
  for (const { name } of rows) {
    const hits = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.raw(name)} t where lower(t::text) like ${`%${WORD}%`} or t::text like ${`%${HEX}%`}`.execute(
      db,
    );
    if (hits.rows[0]?.n) found.push(name);
  }
  return found;
}

/** Columns of a person's rows that reveal nothing about them, each with its reason; the test writes the word into all others. */
export const NOTHING_PERSONAL: Record<string, string> = {
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
  'quote.quote_number': 'a number',
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
  'order_event.kind': 'a word of the portal',
  'shipment.carrier': 'who delivers; a name is left out of it as out of other texts',
  'stored_file.sha256': 'of a content that is deleted',
};
/** Columns where the person only did something to someone else, or an operator did: those rows belong to others. */
export const OTHERS_ROWS = [
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
  'list_export.actor_id',
  'wardrobe_version.actor_id',
  'wardrobe_draft.begun_by_id',
  'wardrobe_draft.saved_by_id',
  'people_import.created_by_id',
  'people_import.previewed_by_id',
  'session.impersonated_customer_id',
  'punchout_connection.shared_customer_id',
  'entitlement_entry.actor_id',
  'stored_file.actor_id',
  'quote.actor_id',
  'quote_version.actor_id',
  'proof_request.requested_by_id',
  'proof.decided_by_id',
  'document_file.actor_id',
  'document_version.actor_id',
  'entitlement_request.decided_by_id',
  'list_view.shared_by_id',
  'operator_idempotency_key.actor_id',
  'payment_record.actor_id',
  'card_refund.actor_id',
  'price_change.actor_id',
  'catalogue_import.actor_id',
  'supplier_bulk_edit.actor_id',
  'stock_count.actor_id',
  'stock_count_line.actor_id',
  'stock_receipt.actor_id',
];

/**
 * Writes a word into every text, document and secret of every row of the person, the same into all unless `wordFor` says another one, or none. Returns the
 * columns.
 */
export async function plantEverywhere(
  portal: Pick<TestPortal, 'ownerUrl' | 'db'>,
  id: number,
  wordFor: (column: string, type: string) => string | undefined = () => WORD,
): Promise<string[]> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string; data_type: string }>`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'bytea', 'ARRAY') and is_generated = 'NEVER'
      and not (data_type = 'ARRAY' and udt_name <> '_text')`.execute(portal.db);
  const planted: string[] = [];
  const ownerDatabase = openDatabase(portal.ownerUrl, { poolSize: 1 });
  await ownerDatabase.db.transaction().execute(async (tx) => {
    // Without checks of format, append-only rules and foreign keys.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const place of Object.keys(PERSONAL_DATA).filter((each) => !OTHERS_ROWS.includes(each))) {
      const [table = '', owner = ''] = place.split('.');
      for (const { column_name, data_type } of columns.filter(({ table_name }) => table_name === table)) {
        const column = `${table}.${column_name}`;
        if (column in NOTHING_PERSONAL) continue;
        const word = wordFor(column, data_type);
        if (word === undefined) continue;
        const aKind = { kind: 'planted', [word]: word };
        const value = {
          text: sql`${word} || ' ' || coalesce(${sql.ref(column_name)}::text, '')`,
          // As a kind with values, or several of them, where a constraint asks for that.
          jsonb: sql`${JSON.stringify(/_kinds$|_values$/.test(column_name) ? [aKind] : aKind)}::jsonb`,
          bytea: sql`convert_to(${word} || gen_random_uuid(), 'UTF8')`,
          ARRAY: sql`array[${word}]::text[]`,
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
export async function aPersonEverywhere(portal: TestPortal, admin: TestClient) {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
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
  await run(sql`with own as (insert into order_sheet (organisation_id, customer_id, name) values (1, ${person.id}, ${WORD}) returning id)
    insert into order_sheet_row (organisation_id, sheet_id, position, typed_by_id, wearer) select 1, id, 1, ${person.id}, ${WORD} from own`);
  await run(sql`with others as (insert into order_sheet (organisation_id, customer_id, name) values (1, ${admin.customerId}, 'Of a colleague') returning id)
    insert into order_sheet_row (organisation_id, sheet_id, position, wearer_id, wearer) select 1, id, 1, ${person.id}, ${WORD} from others`);
  await run(
    sql`insert into order_event (organisation_id, order_id, actor_kind, actor_id, kind, data)
      values (1, ${orderId}, 'customer', ${person.id}, 'note', ${JSON.stringify({ note: `For ${WORD}` })})`,
  );
  await run(
    sql`insert into shipment (organisation_id, order_id, wearer_id, tracking_number) values (1, ${orderId}, ${person.id}, ${WORD})`,
  );
  // What others ordered for the person.
  const othersOrderId = await orderItems(portal.db, admin, anItem(product));
  await run(
    sql`insert into shipment (organisation_id, order_id, wearer_id, tracking_number) values (1, ${othersOrderId}, ${person.id}, ${WORD})`,
  );
  await run(sql`update order_line set wearer_id = ${person.id}, reason = ${`For ${WORD}`} where order_id = ${othersOrderId}`);
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
  await run(sql`insert into made_to_measure_request (organisation_id, customer_id, requested_by_id, combination_id, quantity, status, answer,
      sealed, consent_version, consented_at)
    select 1, ${person.id}, ${person.id}, min(id), 1, 'requested', ${`For ${WORD}`}, ${Buffer.from(WORD)}, 1, now() from combination`);
  await run(sql`insert into customisation (organisation_id, customer_id, name, product_id, method_id, position_id, text, font_name, comments)
    select 1, ${person.id}, ${WORD}, ${product.id}, 10, min(id), ${WORD}, 'Sans', ${WORD} from decoration_position`);
  await run(sql`insert into stock_notice (organisation_id, customer_id, combination_id, expires_at)
    select 1, ${person.id}, min(id), now() from combination`);
  await run(sql`with of_document as (insert into publication (kind) values ('document') returning id),
      file as (insert into document_file (storage_key, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, stored_at)
        values (gen_random_uuid(), 'a.pdf', 'application/pdf', 1, sha256('a'), 'customer', ${person.id}, now()) returning id),
      named as (insert into document (publication_id, document_type_id, name) select id, 1, 'Care of shirts' from of_document),
      version as (insert into document_version (publication_id, number, file_id, actor_kind, actor_id)
        select of_document.id, 1, file.id, 'customer', ${person.id} from of_document, file returning id)
    insert into document_download (organisation_id, version_id, customer_id) select 1, id, ${person.id} from version`);
  await run(sql`insert into document_visit (organisation_id, customer_id, visited_at) values (1, ${person.id}, now())`);
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
  await run(sql`
    with asked as (
      insert into quote (organisation_id, customer_id, actor_kind, actor_id, title, description, currency_code)
      values (${of}, 'customer', ${person.id}, ${`For ${WORD}`}, ${WORD}, 'GBP') returning id),
    item as (
      insert into quote_item (organisation_id, quote_id, display_order, is_requested, name, quantity, comments)
      select 1, id, 1, true, ${`Coat of ${WORD}`}, 1, ${WORD} from asked returning id),
    decorated as (
      insert into quote_item_customisation (organisation_id, quote_item_id, method_id, position_id, text, comments)
      select 1, item.id, 10, (select min(id) from decoration_position), ${WORD}, ${WORD} from item),
    answered as (
      insert into quote_version (organisation_id, quote_id, version, valid_until_on, notes, terms, sent_at, actor_kind, actor_id)
      select 1, id, 1, current_date, ${`For ${WORD}`}, ${WORD}, now(), 'operator', 1 from asked returning quote_id),
    priced as (
      insert into quote_version_item (organisation_id, quote_id, version, quote_item_id, is_offered, quantity, answer)
      select 1, answered.quote_id, 1, item.id, false, 1, ${`Not for ${WORD}`} from answered, item)
    insert into quote_message (organisation_id, quote_id, from_supplier, actor_kind, actor_id, text)
    select 1, id, false, 'customer', ${person.id}, ${`It is for ${WORD}`} from asked`);
  await run(sql`
    with connection as (
      insert into punchout_connection (organisation_id, name, protocol, key, currency_code)
      values (1, ${`Purchasing ${person.id}`}, 'cxml', ${`purchasing-${person.id}`}, 'GBP') returning id)
    insert into punchout_trip (organisation_id, connection_id, customer_id, operation, is_test, return_url, ship_to, ends_at)
    select 1, id, ${person.id}, 'create', false, 'https://buyer.example', ${JSON.stringify({ name: WORD })}::jsonb, now() from connection`);
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
