import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import type { SheetReading } from '#api/platform/sheet-file/sheet-reading.ts';
import { sealBody } from '#api/sizing/bodies.actions.ts';
import { EMPTY_BODY } from '#api/sizing/bodies.rules.ts';
import { createApiKey, startOperatorSession } from '../operators.ts';
import { TEST_KEY } from '../portal.ts';

interface Person {
  organisation: number;
  brandId: number;
  canary: string;
  group: number;
}

export async function insertCanaryCustomer(db: Db, { organisation, brandId, canary, group }: Person): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into customer (organisation_id, brand_id, email, first_name, last_name)
    values (${organisation}, ${brandId}, ${`${canary}@planted.example`}, ${canary}, ${canary}) returning id`.execute(db);
  const id = rows[0]?.id as number;
  await sql`insert into customer_role select ${organisation}::bigint, ${id}::bigint, r from unnest(array[3, 34]) r`.execute(db);
  await sql`insert into customer_group values (${organisation}, ${id}, ${group})`.execute(db);
  return id;
}

const READING: SheetReading = {
  ...{
    sheets: [],
    sheet: 0,
    line: 1,
    headingLines: 1,
    linesAbove: [],
    encoding: null,
    odd: [],
    hiddenRows: 'leave out',
    hiddenRowCount: 0,
  },
  ...{ hiddenColumns: [], hasFilter: false, filledCells: 0, strayLines: 0, repeatedHeadings: 0, damagedCells: 0, formulas: 0 },
};

/** Adds an import of people with one row, as after its upload. */
export async function insertCanaryImport(db: Db, organisation: number, customer: number, canary: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into people_import (organisation_id, created_by_id, file_name, columns, mapping, row_count, reading)
    values (${organisation}, ${customer}, ${`${canary}.csv`}, ${JSON.stringify([{ header: canary, samples: [canary] }])}::jsonb, '[null]', 1, ${JSON.stringify(READING)}::jsonb) returning id`.execute(
    db,
  );
  const id = rows[0]?.id as number;
  await sql`insert into people_import_row (organisation_id, import_id, row_no, line, cells, person) values (${organisation}, ${id}, 1, 2, ${[canary]}, ${canary})`.execute(
    db,
  );
  return id;
}

export async function insertCanaryAddress(db: Db, organisation: number, customer: number, canary: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into address (organisation_id, customer_id, first_name, last_name, country_id, city, address1, zip_postal_code)
    select ${organisation}, ${customer}, ${canary}, ${canary}, id, ${canary}, ${canary}, 'AB1' from country where two_letter_iso_code = 'GB' returning id`.execute(
    db,
  );
  return rows[0]?.id as number;
}

const vault = createVaultFromKeys(TEST_KEY);

/** Adds a body and a size suggestion. What wearers state about themselves is in no response to anyone else. */
export async function insertCanaryBody(
  db: Db,
  { organisation, customer, product }: { organisation: number; customer: number; product: number },
): Promise<{ body: number; suggestion: number }> {
  const one = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(db)).rows[0]?.id as number;
  await sql`insert into body_consent values (${organisation}, ${customer}, 1)`.execute(db);
  const storedBody = { ...EMPTY_BODY, fields: { gender: 0, height: 187.654, weight: 82 } };
  const body = await one(
    sql`insert into body (organisation_id, customer_id, sealed) values (${organisation}, ${customer}, ${sealBody(vault, customer, storedBody)}) returning id`,
  );
  const advice = { sizeId: 1, size: 'M', confidence: 0.7, alternatives: [], askFor: null };
  const suggestion = await one(sql`
    insert into size_suggestion (organisation_id, customer_id, body_id, product_id, sealed)
    values (${organisation}, ${customer}, ${body}, ${product}, ${vault.seal(`suggestion:${customer}`, JSON.stringify(advice))}) returning id`);
  return { body, suggestion };
}

const addressOf = (canary: string) => ({
  id: 1,
  firstName: canary,
  lastName: canary,
  email: null,
  company: null,
  countryId: 826,
  countryName: 'United Kingdom',
  stateProvinceId: null,
  stateProvinceName: null,
  county: null,
  city: canary,
  address1: canary,
  address2: null,
  zipPostalCode: 'AB1',
  phoneNumber: null,
  faxNumber: null,
  isDefault: false,
  isReadOnly: false,
  source: 'customer',
  createdOnUtc: '2026-01-01T00:00:00.000Z',
});

interface CanaryOrder {
  organisation: number;
  customer: number;
  canary: string;
  product: number;
  combination: number;
}

export async function insertCanaryOrder(
  db: Db,
  { organisation, customer, canary, product, combination }: CanaryOrder,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into orders (organisation_id, customer_id, placed_by_id, checkout_id, order_state_id, payment_state_id, shipping_state_id, currency_code, tax_rate,
      tax_display_type, goods_minor, shipping_minor, goods_tax_minor, shipping_tax_minor, total_minor, pending_value_minor, payment_method,
      billing_address, po_number, search_text)
    values (${organisation}, ${customer}, ${customer}, gen_random_uuid(), 10, 10, 20, 'GBP', 0.2, 10, 1000, 0, 200, 0, 1200, 1000, 'Payments.OnAccount',
      ${JSON.stringify(addressOf(canary))}::jsonb, ${canary}, ${canary}) returning id`.execute(db);
  const id = rows[0]?.id as number;
  await sql`
    insert into order_line (organisation_id, order_id, product_id, combination_id, product_name, sku, quantity, unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate)
    values (${organisation}, ${id}, ${product}, ${combination}, ${canary}, ${canary}, 1, 1000, 200, 1000, 200, 0.2)`.execute(db);
  await sql`update stock_level set reserved = reserved + 1 where combination_id = ${combination}`.execute(db);
  return id;
}

/** Adds an invoice for an order, with a serial number that no other has, and a payment. */
/** Adds a design on a line of an order, and a proof of it that waits for a decision. */
export async function insertCanaryProof(
  db: Db,
  { organisation, customer, line, canary }: { organisation: number; customer: number; line: number; canary: string },
): Promise<{ proofRequest: number; proof: number }> {
  const { rows } = await sql<{ proofRequest: number; proof: number }>`
    with request as (
      insert into proof_request (organisation_id, proof_key, design, requested_by_id)
      values (${organisation}, ${canary}, ${JSON.stringify({ text: canary })}::jsonb, ${customer}) returning id),
    designed as (
      insert into order_line_customisation (organisation_id, order_line_id, method_id, method, position_id, position, side, x_cm, y_cm, width_cm, height_cm, text,
        price_minor, setup_minor, design_key, proof_request_id)
      select ${organisation}, ${line}, 10, ${canary}, 1, ${canary}, 'front', 1, 1, 9, 7, ${canary}, 0, 0, ${canary}, id from request),
    picture as (
      insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, stored_at)
      values (${organisation}, gen_random_uuid(), 'proof', ${`${canary}.png`}, 'image/png', 1, sha256(${canary}::bytea), 'operator', 1, now()) returning id)
    insert into proof (organisation_id, request_id, version, file_id, width_mm, height_mm, colours)
    select ${organisation}, request.id, 1, picture.id, 80, 35, array[${canary}] from request, picture returning request_id as "proofRequest", id as proof`.execute(
    db,
  );
  return rows[0] as (typeof rows)[number];
}

export async function insertCanaryInvoice(
  db: Db,
  {
    organisation,
    brandId,
    order,
    line,
    canary,
  }: { organisation: number; brandId: number; order: number; line: number; canary: string },
): Promise<{ invoice: number; invoiceLine: number; payment: number }> {
  const idOf = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(db)).rows[0]?.id as number;
  const shipmentLine = await idOf(sql`
    with parcel as (
      insert into shipment (organisation_id, order_id, carrier, billed_at) values (${organisation}, ${order}, ${canary}, now()) returning id)
    insert into shipment_line (organisation_id, shipment_id, order_line_id, quantity) select ${organisation}, id, ${line}, 1 from parcel returning id`);
  const party = JSON.stringify({
    name: canary,
    address: [canary],
    vatNumber: canary,
    companyNumber: null,
    bankName: null,
    bankIban: null,
    bankBic: null,
    paymentTermDays: 30,
  });
  const invoice = await idOf(sql`
    insert into invoice (organisation_id, brand_id, kind, serial, number, currency_code, issued_on, due_on, seller, buyer, net_minor, tax_minor, total_minor)
    values (${organisation}, ${brandId}, 'invoice', 1000000 + ${organisation}, ${canary}, 'GBP', current_date, current_date + 30, ${party}::jsonb, ${party}::jsonb,
      1000, 200, 1200) returning id`);
  const invoiceLine = await idOf(sql`
    insert into invoice_line (organisation_id, invoice_id, kind, order_id, order_line_id, shipment_line_id, name, quantity, unit_price_minor, net_minor, tax_rate, tax_minor)
    values (${organisation}, ${invoice}, 'goods', ${order}, ${line}, ${shipmentLine}, ${canary}, 1, 1000, 1000, 0.2, 200) returning id`);
  const payment = await idOf(sql`
    insert into payment_record (organisation_id, kind, amount_minor, currency_code, received_on, reference, actor_kind)
    values (${organisation}, 'payment', 500, 'GBP', current_date, ${canary}, 'system') returning id`);
  return { invoice, invoiceLine, payment };
}

/** Adds an answered quote with a message, a file and a draft of a newer answer. */
export async function insertCanaryQuote(
  db: Db,
  {
    organisation,
    customer,
    canary,
    product,
    combination,
  }: { organisation: number; customer: number; canary: string; product: number; combination: number },
): Promise<{ quote: number; quoteItem: number }> {
  const { rows } = await sql<{ quote: number; quoteItem: number }>`
    with asked as (
      insert into quote (organisation_id, customer_id, actor_kind, actor_id, title, description, currency_code, quote_state_id, version, valid_until_at, total_minor,
        internal_note, search_text)
      values (${organisation}, ${customer}, 'customer', ${customer}, ${canary}, ${canary}, 'GBP', 30, 1, now() + interval '30 days', 1000, ${canary}, ${canary}) returning id),
    line as (
      insert into quote_item (organisation_id, quote_id, display_order, is_requested, product_id, combination_id, name, sku, quantity, comments)
      select ${organisation}, id, 1, true, ${product}, ${combination}, ${canary}, ${canary}, 2, ${canary} from asked returning id),
    answered as (
      insert into quote_version (organisation_id, quote_id, version, valid_until_on, notes, terms, sent_at, actor_kind, actor_id)
      select ${organisation}, id, n.version, current_date + 30, ${canary}, ${canary}, case n.version when 1 then now() end, 'operator', 1
      from asked, (values (1), (2)) n (version) returning quote_id, version),
    priced as (
      insert into quote_version_item (organisation_id, quote_id, version, quote_item_id, is_offered, product_id, combination_id, quantity, unit_price_minor, answer)
      select ${organisation}, quote_id, version, line.id, true, ${product}, ${combination}, 2, 500, ${canary} from answered, line),
    written as (
      insert into quote_message (organisation_id, quote_id, from_supplier, actor_kind, actor_id, text)
      select ${organisation}, id, true, 'operator', 1, ${canary} from asked),
    stored as (
      insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, customer_id, stored_at)
      values (${organisation}, gen_random_uuid(), 'quote', ${`${canary}.pdf`}, 'application/pdf', 1, sha256(${canary}::bytea), 'customer', ${customer}, ${customer}, now())
      returning id),
    attached as (
      insert into quote_file (organisation_id, quote_id, file_id) select ${organisation}, asked.id, stored.id from asked, stored)
    select asked.id as quote, line.id as "quoteItem" from asked, line`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** An operator with a session, a passkey and a saved view, and an API key, both of the brand alone. */
export async function insertCanaryOperator(db: Db, brandId: number, canary: string) {
  const { id: operator, sessionId: operatorSession } = await startOperatorSession(db, { brandIds: [brandId], name: canary });
  const { id: apiKey } = await createApiKey(db, ['orders:read'], [brandId], canary);
  const { rows } = await sql<{ id: number }>`
    insert into operator_passkey (operator_id, host, credential, public_key, counter, transports, name)
    values (${operator}, 'localhost', sha256(${canary}::bytea), '', 0, '{}', ${canary}) returning id`.execute(db);
  const views = await sql<{ id: number }>`
    insert into operator_list_view (operator_id, list, name, filters) values (${operator}, 'board', ${canary}, ${`q=${canary}`}) returning id`.execute(
    db,
  );
  return {
    operator,
    operatorSession,
    operatorPasskey: rows[0]?.id as number,
    operatorListView: views.rows[0]?.id as number,
    apiKey,
  };
}

/** An endpoint of a webhook with a delivery. Requests to its address are refused before anything is sent. */
export async function insertCanaryWebhook(db: Db, organisation: number, canary: string) {
  const { rows } = await sql<{ webhook: number; webhookDelivery: number }>`
    with endpoint as (
      insert into webhook_endpoint (organisation_id, url, description, event_types, sealed_secret)
      values (${organisation}, ${`https://192.0.2.1/${canary}`}, ${canary}, array['order.shipped'], 'sealed') returning id)
    insert into webhook_delivery (endpoint_id, organisation_id, event_id, event_type, sequence, data, failure)
    select id, ${organisation}::bigint, gen_random_uuid(), 'order.shipped', 1, '{}', jsonb_build_object('kind', 'request_failed', 'message', ${canary}::text) from endpoint
    returning endpoint_id as webhook, id as "webhookDelivery"`.execute(db);
  return rows[0] as (typeof rows)[number];
}

/** Adds an announcement that the organisation's administrators keep, and a slide, both for the whole organisation. */
export async function insertCanaryPublications(db: Db, organisation: number, canary: string) {
  const publish = async (kind: 'announcement' | 'slide' | 'document', keeper: number | null) => {
    const { rows } = await sql<{ id: number }>`
      insert into publication (organisation_id, kind, is_published) values (${keeper}, ${kind}, true) returning id`.execute(db);
    const id = rows[0]?.id as number;
    await sql`insert into publication_organisation (organisation_id, publication_id) values (${organisation}, ${id})`.execute(db);
    return id;
  };
  const announcement = await publish('announcement', organisation);
  await sql`insert into announcement (publication_id, text, url) values (${announcement}, ${canary}, ${`/${canary}`})`.execute(
    db,
  );
  const slide = await publish('slide', null);
  await sql`insert into slide (publication_id, src, text) values (${slide}, ${`/${canary}.png`}, ${canary})`.execute(db);
  const document = await publish('document', organisation);
  await sql`insert into document (publication_id, document_type_id, name, description) values (${document}, 1, ${canary}, ${canary})`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    insert into document_file (organisation_id, storage_key, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, stored_at)
    values (${organisation}, gen_random_uuid(), ${`${canary}.pdf`}, 'application/pdf', 1, sha256(${canary}::bytea), 'operator', 1, now()) returning id`.execute(
    db,
  );
  const documentFile = rows[0]?.id as number;
  await sql`
    insert into document_version (publication_id, number, file_id, actor_kind, actor_id)
    values (${document}, 1, ${documentFile}, 'operator', 1)`.execute(db);
  return { announcement, slide, document, documentFile };
}

/** Adds a logo of the organisation, with its picture and a file for production. */
export async function insertCanaryLogo(db: Db, organisation: number, canary: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with files as (
      insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, stored_at)
      select ${organisation}::bigint, gen_random_uuid(), n.purpose, ${canary}, n.type, 1, sha256(${canary}::bytea), 'operator', 1, now()
      from (values ('garmentLogo', 'image/png'), ('production', 'application/octet-stream')) n (purpose, type)
      returning id, purpose),
    added as (
      insert into logo (organisation_id, name, file_id, width_px, height_px, created_by_kind)
      select ${organisation}::bigint, ${canary}, id, 1, 1, 'system' from files where purpose = 'garmentLogo' returning id),
    beside as (
      insert into logo_file (organisation_id, logo_id, file_id)
      select ${organisation}::bigint, added.id, files.id from added, files where purpose = 'production')
    select id from added`.execute(db);
  return rows[0]?.id as number;
}

/** Adds designs of the organisation, a text and one for names, one that a person has saved, and one on a line of their cart. */
export async function insertCanaryDesigns(
  db: Db,
  {
    organisation,
    customer,
    product,
    cartLine,
    logo,
    canary,
  }: { organisation: number; customer: number; product: number; cartLine: number; logo: number; canary: string },
): Promise<{ garmentDesign: number; customisation: number; cartCustomisation: number }> {
  const { rows } = await sql<{ garmentDesign: number; customisation: number; cartCustomisation: number }>`
    with place as (select id from decoration_position where garment_type = 'polo' and place = 'left-chest'),
    possible as (insert into product_position (product_id, position_id, method_ids) select ${product}, id, '{10}' from place on conflict do nothing),
    designs as (
      insert into garment_design (organisation_id, name, place, method_id, text, name_form, font_name, letter_mm)
      values (${organisation}, ${canary}, 'upper-back', 20, ${canary}, null, 'Sans', 20), (${organisation}, ${canary}, 'right-chest', 40, null, 'first', 'Sans', 6)
      returning id, name_form),
    design as (select id from designs where name_form is not null),
    saved as (
      insert into customisation (organisation_id, customer_id, name, product_id, method_id, position_id, logo_id, text, font_name, comments)
      select ${organisation}, ${customer}, ${canary}, ${product}, 10, place.id, ${logo}, ${canary}, 'Sans', ${canary} from place returning id),
    on_line as (
      insert into cart_line_customisation (organisation_id, cart_line_id, method_id, position_id, logo_id, text, font_name, comments)
      select ${organisation}, ${cartLine}, 10, place.id, ${logo}, ${canary}, 'Sans', ${canary} from place returning id),
    keyed as (update cart_line set customisation_key = ${canary} where organisation_id = ${organisation} and id = ${cartLine})
    select design.id as "garmentDesign", saved.id as customisation, on_line.id as "cartCustomisation" from design, saved, on_line`.execute(
    db,
  );
  return rows[0] as (typeof rows)[number];
}
