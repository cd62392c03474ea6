import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Tx } from '#api/platform/db/database.ts';
import { anItem, aPerson, aStockedProduct, fillCart, orderItems } from '#api/testing/builders.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import { findColumnsWith, KOLIBRI, nameKolibriEverywhere } from '#api/testing/kolibri.ts';
import { listFieldsThatAccept } from '#api/testing/named-fields.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { insertCanaryPunchout } from '#api/testing/tenant-isolation/canary-punchout.ts';
import {
  insertCanaryDesigns,
  insertCanaryLogo,
  insertCanaryProof,
  insertCanaryQuote,
} from '#api/testing/tenant-isolation/canary-records.ts';
import { parseColumns, readTextColumns, type TextColumn } from '#api/testing/text-columns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import {
  isNamedIn,
  isNamedInCells,
  isNamedInFileName,
  isNamedInJson,
  isNamedInKey,
  jsonWithoutNames,
  withoutNames,
} from './mentions.queries.ts';
import { buildMentionPatterns } from './mentions.rules.ts';
import { SEARCHED_TABLES } from './searched-columns.ts';
import { EMPTIED_COLUMNS, SEARCHED_COLUMNS } from './text-inventory.ts';

// What is planted in the columns is nothing that the application would write.
const portal = usePortal({ checksRowTypes: false });
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
});

/** Columns that only hold a name together with others: those of an address, and the lines of files. */
const PARTS = ['address.zip_postal_code', 'address.phone_number', 'address.fax_number'];

/** The kind of a searched column; those that are emptied are texts or JSON. */
const kindOf = (name: string) => {
  const [table, column = ''] = name.split('.');
  return SEARCHED_TABLES.find((each) => each.table === table)?.columns[column];
};

const DOCUMENT = {
  kind: 'planted',
  note: `Dear\n${KOLIBRI.name}, said ${KOLIBRI.email}`,
  to: {
    firstName: KOLIBRI.firstName,
    lastName: KOLIBRI.lastName,
    address1: '1 Test Street',
    employeeNumber: KOLIBRI.employeeNumber,
  },
};
const ADDRESS = { firstName: KOLIBRI.firstName, lastName: KOLIBRI.lastName, email: KOLIBRI.email, city: 'Leeds' };

/** What names the person in a column. */
function nameIn({ name, type, isJson }: TextColumn): unknown {
  if (name === 'people_import.columns')
    return sql`${JSON.stringify([{ header: KOLIBRI.name, samples: [KOLIBRI.email] }])}::jsonb`;
  if (name.endsWith('_kinds') || name.endsWith('_values') || name.endsWith('.changes'))
    return sql`${JSON.stringify([DOCUMENT])}::jsonb`;
  if (isJson) return sql`${JSON.stringify(kindOf(name) === 'address' ? ADDRESS : DOCUMENT)}::jsonb`;
  if (kindOf(name) === 'email' || /recipient$|email_key$/.test(name)) return KOLIBRI.email;
  if (kindOf(name) === 'fileName') return `sizes_${KOLIBRI.lastName}-${KOLIBRI.firstName}.xlsx`;
  if (/_key\.key$|credit_key$/.test(name)) return `for-${KOLIBRI.firstName}-${KOLIBRI.lastName}`;
  if (name === 'people_import_word.word') return `for ${KOLIBRI.name} soon`.toLowerCase();
  if (name === 'people_import_column.header') return `${KOLIBRI.firstName}${KOLIBRI.lastName}`.toLowerCase();
  if (name.endsWith('number_key')) return KOLIBRI.employeeNumber;
  if (name.endsWith('filters')) return `q=${new URLSearchParams({ '': KOLIBRI.name }).toString().slice(1)}`;
  if (name.endsWith('search_text')) return `10001 for ${KOLIBRI.name.toLowerCase()}`;
  if (name === 'shipment.tracking_url') return `https://track.example/?for=${KOLIBRI.email}`;
  if (name === 'address.first_name') return KOLIBRI.name;
  return type === '_text' ? [`For ${KOLIBRI.name}`] : `For ${KOLIBRI.name} soon`;
}

/** Names the person in one row of someone else for each column; returns the columns that have no such row. */
async function plantInEachColumn(columns: readonly TextColumn[], personId: number): Promise<string[]> {
  const unreached: string[] = [];
  const owner = openDatabase(portal.ownerUrl, { poolSize: 1 });
  await owner.db.transaction().execute(async (tx) => {
    // Without append-only rules, projections and foreign keys.
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const column of columns) if (!(await plantInOneRow(tx, column, personId))) unreached.push(column.name);
  });
  await owner.close();
  return unreached;
}

async function plantInOneRow(tx: Tx, column: TextColumn, personId: number): Promise<boolean> {
  const [table = '', name = ''] = column.name.split('.');
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(tx);
  const has = (wanted: string) => rows.some(({ column_name }) => column_name === wanted);
  const inOrganisation = has('organisation_id')
    ? sql`organisation_id = 1`
    : table === 'organisation'
      ? sql`id = 1`
      : has('publication_id')
        ? sql`publication_id in (select publication_id from publication_organisation where organisation_id = 1)`
        : sql`true`;
  const isOthers =
    table === 'customer'
      ? sql`id <> ${personId}`
      : has('customer_id')
        ? sql`customer_id is distinct from ${personId}`
        : sql`true`;
  // Invoices have no reason and no key of a credit.
  const isOfKind = table === 'invoice' && name.startsWith('credit') ? sql`kind = 'credit_note'` : sql`true`;
  const done = await sql`
    update ${sql.table(table)} set ${sql.ref(name)} = ${nameIn(column)}
    where ctid = (select ctid from ${sql.table(table)} where ${inOrganisation} and ${isOthers} and ${isOfKind} limit 1)`.execute(
    tx,
  );
  return Number(done.numAffectedRows) > 0;
}

/** A row of someone else in the tables that the demonstration and the calls leave empty. */
async function addRowsOfOthers(personId: number): Promise<void> {
  const { db } = portal;
  const run = (statement: ReturnType<typeof sql>) => statement.execute(db);
  const other = await aPerson(db);
  const client = await portal.as(other.email);
  const product = await aStockedProduct(db);
  const orderId = await orderItems(db, client, anItem(product));
  await fillCart(client, anItem(product));
  const designed = { organisation: 1, customer: other.id, canary: 'Anchor' };
  const logo = await insertCanaryLogo(db, 1, 'Anchor');
  const { rows: cartLines } = await sql<{ id: number }>`
    select l.id from cart_line l join cart t on t.id = l.cart_id where t.customer_id = ${other.id}`.execute(db);
  const { rows: orderLines } = await sql<{ id: number }>`select id from order_line where order_id = ${orderId}`.execute(db);
  await insertCanaryDesigns(db, { ...designed, product: product.id, cartLine: cartLines[0]?.id as number, logo });
  // A design has a text or the form of a name.
  await run(sql`delete from garment_design where name_form is not null and organisation_id = 1`);
  await insertCanaryProof(db, { ...designed, line: orderLines[0]?.id as number });
  await run(sql`insert into approval (organisation_id, order_id, expires_at) values (1, ${orderId}, now())`);
  await run(sql`insert into list_export (organisation_id, list, query, actor_kind, actor_id, request_id, storage_key)
    values (1, 'people', 'query=anyone', 'customer', ${other.id}, 'planted', gen_random_uuid())`);
  await run(sql`insert into wardrobe_version (organisation_id, collection_id, version, contents)
    select organisation_id, id, 900, '{}' from collection where organisation_id = 1 limit 1`);
  await run(sql`insert into wardrobe_draft (organisation_id, collection_id, contents, base_version, begun_by_id, saved_by_id)
    select organisation_id, id, '{}', 1, ${other.id}, ${other.id} from collection where organisation_id = 1 limit 1`);
  await run(sql`insert into people_import_word (organisation_id, field, word, value) values (1, 'jobRoleId', 'planted', null)`);
  await run(sql`insert into slider_image (organisation_id, src) values (1, '/x.png')`);
  await run(sql`insert into stock_count (name, actor_kind, actor_id) values ('Shelf', 'operator', 1)`);
  await run(sql`insert into role (organisation_id, name) values (1, ${`Role ${orderId}`})`);
  await run(sql`insert into entitlement_request (organisation_id, customer_id, account_id, amount, expires_on)
    select 1, a.customer_id, a.id, 1, current_date from entitlement_account a
    where a.organisation_id = 1 and a.customer_id <> ${personId}
      and not exists (select from entitlement_request r where r.organisation_id = 1 and r.account_id = a.id) limit 1`);
  await run(sql`insert into made_to_measure_request (organisation_id, customer_id, requested_by_id, combination_id, quantity, status)
    select 1, ${other.id}, ${other.id}, min(id), 1, 'requested' from combination`);
  const { rows: addresses } = await sql<{ id: number }>`
    select id from address where organisation_id = 1 and customer_id is null limit 1`.execute(db);
  await insertCanaryPunchout(db, {
    organisation: 1,
    customer: other.id,
    resortAddress: addresses[0]?.id as number,
    product: product.id,
    combination: product.combinations[0]?.id as number,
    canary: 'Anchor',
  });
  await run(sql`insert into purchase_order_file (organisation_id, purchase_order_id, content_id, file_name, content_type, file_id)
    select 1, (select max(id) from purchase_order where organisation_id = 1), 'planted', 'Anchor.pdf', 'application/pdf', min(id)
    from stored_file where organisation_id = 1`);
  await run(sql`insert into cost_centre (organisation_id, code, name) values (1, ${`A${orderId}`}, 'Anchor')`);
  await run(
    sql`insert into checkout_question (organisation_id, name, kind, text_prompt, default_value) values (1, 'Anchor', 4, 'Anchor', 'Anchor')`,
  );
  await run(sql`insert into checkout_question_value (organisation_id, question_id, name)
    select 1, max(id), 'Anchor' from checkout_question where organisation_id = 1`);
  await run(sql`insert into card_payment (organisation_id, brand_id, order_id, attempt, provider, state, amount_minor, currency_code, received_minor, expires_at)
    values (1, 1, ${orderId}, 1, 'simulated', 'paid', 100, 'GBP', 100, now())`);
  await run(sql`insert into card_refund (organisation_id, payment_id, order_id, refund_key, amount_minor, reason, actor_kind)
    select 1, p.id, p.order_id, 'planted', 1, 'Anchor', 'system' from card_payment p where p.order_id = ${orderId}`);
  await run(sql`insert into receipt (organisation_id, brand_id, kind, serial, receipt_number, order_id, payment_id, currency_code, issued_on, seller, buyer, lines,
      net_minor, tax_minor, total_minor)
    select 1, 1, 'payment', p.id, 'planted ' || p.id, p.order_id, p.id, 'GBP', current_date, '{}', '{"name": "Anchor", "address": ["Anchor"]}', '[]', 100, 0, 100
    from card_payment p where p.order_id = ${orderId}`);
  const quote = await insertCanaryQuote(db, {
    ...designed,
    product: product.id,
    combination: product.combinations[0]?.id as number,
  });
  await run(sql`insert into quote_item_customisation (organisation_id, quote_item_id, method_id, position_id, text)
    select 1, ${quote.quoteItem}, 10, min(id), 'Anchor' from decoration_position`);
  await run(sql`insert into registration (organisation_id, brand_id, link_id, state, email, first_name, last_name)
    select 1, 1, min(id), 'waiting', ${`${orderId}@made.example`}, 'Ada', 'Lee' from registration_link where organisation_id = 1`);
  await run(sql`
    with endpoint as (
      insert into webhook_endpoint (organisation_id, url, event_types, sealed_secret)
      values (1, 'https://receiver.example/', '{order.placed}', 'x') returning id)
    insert into webhook_delivery (endpoint_id, organisation_id, event_id, event_type, sequence, data)
    select id, 1, gen_random_uuid(), 'order.placed', 1, '{}' from endpoint`);
}

const CREDENTIALS =
  /^(grant_type|username|password|captcha_response|otp|refresh_token|token|auto|setup|email|name|caller.*|current.*|new.*|confirmation|fingerprint|unused)$/;
const has = (pattern: RegExp) => (call: string) => pattern.test(call);

/** Why the name is not written with a call, or with a field of it. */
const WITHOUT_NAMES: readonly ((call: string, field: string) => boolean)[] = [
  // What is compared or encrypted, not stored.
  (_, field) =>
    /(^|[.])(caller.*|.*fingerprint|seenOnUtc|sku|code|confirmation|otp|password|token|secretKey|webhookSecret|customerGuid|unused)$/i.test(
      field,
    ) ||
    field === 'query' ||
    field === 'order',
  (call, field) =>
    /token|password|enrolment|secondfactor|recoverycodes|confirmemail|passkey|[/]email$/i.test(call) && CREDENTIALS.test(field),
  // Dates that the call refuses later.
  (_, field) => /(Utc|On|on)$/.test(field),
  // Only names and devices of operators, or the supplier’s catalogue and settings.
  has(
    /api[/]operator[/](operators|decoration|products|productimports|categories|sizeguides|documents|documenttypes)|[/]deliveryoptions|productorganisation|productsorganisation/,
  ),
  // Published for many people to read.
  has(/api[/]owndocuments/),
  // Names and texts of the structure and of integrations: the name is written into each column of them below.
  has(/api[/](organisation|customerroles|registrationlinks|webhooks|operator[/]webhooks|operator[/]apikeys)/),
  // The same columns as with the call that adds the record, which succeeded.
  has(
    /^PUT .*(listviews|customeraddresses)|^POST [/]api[/]customers$|grant$|preview$|setpaymentform|saveImpersonatedCustomerShippingAddressDetails/,
  ),
  // Only where orders need approval: written into the column below.
  has(/approvereject$/),
  // Texts of designs: the name is written into each column of them below.
  has(/api[/](customisation|operator[/](proofs|organisations[/]:id[/](logos|designs)))|proofs[/]:id[/]decision/),
  // Cost centres and questions at checkout: the name is written into each column of them below.
  has(/api[/](operator[/])?(costcentres|checkoutquestions)/),
  // Texts of quotes, whoever writes them: the name is written into each column of them below.
  has(/api[/](operator[/])?quotes?([/]|$)/),
  // Prices are calculated from what was sent; a cart keeps the reason of a line, which is written into the column below.
  has(/stockmultiple|getbuynowtotals|shopping_cart_items|ordersheets[/](check|add|file)$/),
  // What products are searched by, what clients call them, shelves, and texts of the stock: the name is written into each column of them below.
  has(/api[/]operator[/](stock[/]|stock$|prices[/]file|organisations[/]:id[/](prices|range))/),
  // Reasons of refunds: the name is written into their column below; a key names no one.
  has(/api[/]operator[/]cardpayments/),
  // The provider of a brand: an address and keys.
  has(/api[/]operator[/]paymentproviders/),
  // Connections of buyers’ systems: the name is written into each column of them below that can hold it.
  has(/api[/]operator[/]punchout/),
  // Rules of the supplier, published for everyone.
  has(/api[/]operator[/]terms/),
  // Texts of the supplier: the name is written into each column of them below.
  has(/api[/]operator[/](topics|announcements|slides)/),
  // Encrypted: the rows of the person are deleted, and measurements of others are not read by anyone else.
  has(/[/]sizing[/]|saveSpecialMeasurements|api[/]madetomeasure/),
  // What the supplier answers: the name is written into the column of it below.
  has(/api[/]operator[/]madetomeasure/),
];

describe('what others have said of a person', () => {
  it('is left out wherever anyone can have written it, through any call', async () => {
    expect(await findColumnsWith(portal.db)).toEqual([]);
    const person = await nameKolibriEverywhere(portal, admin);
    const reached = await findColumnsWith(portal.db);
    // The places where names survived, each by a call of the one who writes there.
    expect(reached).toEqual(expect.arrayContaining([...person.reachedColumns]));
    // Every call that accepts a name succeeded, or has a reason.
    const fields = listFieldsThatAccept(`For ${KOLIBRI.name}`)
      .filter(([call]) => !person.calls.has(call))
      .flatMap(([call, names]) => names.map((name) => [call, name] as const));
    expect(fields.filter(([call, name]) => !WITHOUT_NAMES.some((isOne) => isOne(call, name)))).toEqual([]);

    expect((await erasePerson(admin, person.id, KOLIBRI.email)).errors).toEqual({});

    expect(await findColumnsWith(portal.db)).toEqual([]);
  }, 60_000);

  it('is left out of every column that can hold it', async () => {
    const person = await nameKolibriEverywhere(portal, admin);
    await addRowsOfOthers(person.id);
    // Of two headings that are a name together, the planting below would overwrite one.
    await sql`delete from people_import_column where header = any (${[KOLIBRI.firstName, KOLIBRI.lastName].map((name) => name.toLowerCase())}::text[])`.execute(
      portal.db,
    );
    const wanted = [...SEARCHED_COLUMNS, ...parseColumns(EMPTIED_COLUMNS)].filter((name) => !PARTS.includes(name));
    const columns = (await readTextColumns(portal.db)).filter(({ name }) => wanted.includes(name));
    expect(await plantInEachColumn(columns, person.id)).toEqual([]);
    const reached = await findColumnsWith(portal.db);
    expect(wanted.filter((name) => !reached.includes(name))).toEqual([]);

    expect((await erasePerson(admin, person.id, KOLIBRI.email)).errors).toEqual({});

    expect(await findColumnsWith(portal.db)).toEqual([]);
  }, 60_000);
});

describe('what names a person', () => {
  const patterns = buildMentionPatterns({
    emails: ['ann@lee.example'],
    firstNames: ['Ann', 'Ånn (Sue)'],
    lastNames: ['Lee'],
    employeeNumbers: ['2041', 'E-77041'],
  });
  const ask = async (condition: ReturnType<typeof sql>) =>
    (await sql<{ is: boolean }>`select ${condition} as is`.execute(portal.db)).rows[0]?.is;

  it.each([
    ['For Ann Lee, please', true],
    ['ANN  LEE', true],
    ['Lee, Ann', true],
    ['people_Ann_Lee.csv', true],
    ['Ånn (Sue) Lee', true],
    ['Write to ann@lee.example.', true],
    ['Joann Lee', false],
    ['Ann Leeson', false],
    ['Mary-Ann Lee', false],
    ['Ann Lee-Smith', false],
    ['jo.ann@lee.example', false],
    ['ann@lee.example.test', false],
    ['Order 2041', false],
  ])('in a text: %s', async (text, isNamed) => {
    expect(await ask(isNamedIn(sql`${text}::text`, patterns))).toBe(isNamed);
  });

  it.each([
    [{ note: 'Dear\nAnn Lee' }, true],
    [{ lines: [{ wearer: { firstName: 'Ann', email: null, lastName: 'LEE' } }] }, true],
    [{ first_name: 'Ann', surname: 'Lee' }, true],
    [
      [
        { firstName: 'Ann', lastName: 'Smith' },
        { firstName: 'Joe', lastName: 'Lee' },
      ],
      false,
    ],
    [{ month: 'Ann', colour: 'Lee' }, false],
    [{ sku: '2041', zipPostalCode: '2041' }, false],
    [{ employeeNumber: '2041' }, true],
    [{ firstName: 'Ann', lastName: 'Leeson' }, false],
    [{ Ann: 1, Lee: 2 }, false],
    [{ total: 2041, note: 'Order 2041' }, false],
  ])('in a document: %j', async (document, isNamed) => {
    expect(await ask(isNamedInJson(sql`${JSON.stringify(document)}::jsonb`, patterns))).toBe(isNamed);
  });

  it.each([
    ['AnnLee.xlsx', true],
    ['sizes-lee.ann-2026.csv', true],
    ['no_E-77041.pdf', true],
    ['order-2041.pdf', false],
    ['joannlee.csv', false],
    ['20415.csv', false],
  ])('in the name of a file: %s', async (name, isNamed) => {
    expect(await ask(isNamedInFileName(sql`${name}::text`, patterns))).toBe(isNamed);
  });

  it.each([
    [['x', 'Lee', 'Ann'], true],
    [['Ann', 'Leeson'], false],
    [['2041'], true],
  ])('in the cells of a line: %j', async (cells, isNamed) => {
    expect(await ask(isNamedInCells(sql`${cells}::text[]`, patterns))).toBe(isNamed);
  });

  it('is the number of no order in a key', async () => {
    expect(await ask(isNamedInKey(sql`'ship-2041-E-77041'::text`, patterns))).toBe(false);
    expect(await ask(isNamedInKey(sql`'ship-ann-lee'::text`, patterns))).toBe(true);
  });

  it('leaves other values of a document as they are', async () => {
    const document = [
      { firstName: 'Ann', lastName: 'Lee', sku: '2041', colour: 'Lee' },
      { firstName: 'Ann', lastName: 'Smith' },
    ];
    const { rows } = await sql<{ json: unknown }>`
      select ${jsonWithoutNames(sql`${JSON.stringify(document)}::jsonb`, patterns)} as json`.execute(portal.db);
    expect(rows[0]?.json).toEqual([{ firstName: '[…]', lastName: '[…]', sku: '2041', colour: 'Lee' }, document[1]]);
  });

  it('is only in fields for names when it also means something else', async () => {
    const grey = buildMentionPatterns({ emails: [], firstNames: ['Heather'], lastNames: ['Grey'], employeeNumbers: [] }, [
      'heather grey',
    ]);
    expect(await ask(isNamedIn(sql`'6 in Heather Grey'::text`, grey))).toBe(false);
    expect(await ask(isNamedInJson(sql`'{"colour": "Heather Grey"}'::jsonb`, grey))).toBe(false);
    expect(await ask(isNamedInJson(sql`'{"firstName": "Heather", "lastName": "Grey"}'::jsonb`, grey))).toBe(true);
  });

  it('makes no text longer', async () => {
    const { rows } = await sql<{
      text: string;
    }>`select ${withoutNames(sql`${'Ann Lee asks Joann Lee, and Ann Lee'}::text`, patterns)} as text`.execute(portal.db);
    expect(rows).toEqual([{ text: '[…] asks Joann Lee, and […]' }]);
  });
});
