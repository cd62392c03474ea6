import { sql } from 'kysely';
import { syncOrganisationEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { EntityName } from '#contract/values.ts';
import { insertCanaryCardPayment } from './canary-card-payment.ts';
import { insertCanaryPunchout } from './canary-punchout.ts';
import { insertCanaryQuestions } from './canary-questions.ts';
import {
  insertCanaryAddress,
  insertCanaryBody,
  insertCanaryCustomer,
  insertCanaryDesigns,
  insertCanaryImport,
  insertCanaryInvoice,
  insertCanaryLogo,
  insertCanaryOperator,
  insertCanaryOrder,
  insertCanaryProof,
  insertCanaryPublications,
  insertCanaryQuote,
  insertCanaryWebhook,
} from './canary-records.ts';

/** The ids of one object of every kind that a request can name, all of one tenant, all with the canary in their texts. */
export interface CanaryTenant {
  name: string;
  canary: string;
  organisationId: number;
  brandId: number;
  customerId: number;
  ids: Record<EntityName, number>;
}

const MISSING = 2_000_000_000;

/**
 * Creates an organisation of a brand with one object of each kind. Every text contains the canary, a word that no one outside
 * the organisation may ever see.
 */
export async function createCanaryTenant(db: Db, brandId: number, name: string): Promise<CanaryTenant> {
  const canary = `canary${name}`;
  const one = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(db)).rows[0]?.id as number;
  const insertNamed = (table: string, org: number) =>
    one(sql<{ id: number }>`insert into ${sql.table(table)} (organisation_id, name) values (${org}, ${canary}) returning id`);

  const organisation = await one(
    sql`insert into organisation (brand_id, name, logo_url) values (${brandId}, ${canary}, ${`/logos/${canary}.svg`}) returning id`,
  );
  const group = await insertNamed('organisation_group', organisation);
  const resort = await insertNamed('resort', organisation);
  const department = await one(
    sql`insert into department (organisation_id, resort_id, name) values (${organisation}, ${resort}, ${canary}) returning id`,
  );
  const businessArea = await insertNamed('business_area', organisation);
  const jobRole = await insertNamed('job_role', organisation);
  const collection = await insertNamed('collection', organisation);
  const role = await insertNamed('role', organisation);
  const registrationLink = await one(
    sql`insert into registration_link (organisation_id, organisation_group_id, name, registration_type, token_hash, asks_resort, expires_at)
      values (${organisation}, ${group}, ${canary}, 3, sha256(${canary}::bytea), true, now() + interval '30 days') returning id`,
  );
  const registrationRequest = await one(
    sql`insert into registration (organisation_id, brand_id, link_id, state, email, first_name, last_name, resort_id)
      values (${organisation}, ${brandId}, ${registrationLink}, 'waiting', ${`joins.${canary}@planted.example`}, ${canary}, ${canary}, ${resort}) returning id`,
  );
  const season = await one(
    sql`insert into season (organisation_id, name, starts_on, ends_on) values (${organisation}, ${canary}, current_date, current_date + 90) returning id`,
  );
  const customer = await insertCanaryCustomer(db, { organisation, brandId, canary, group });
  const peopleImport = await insertCanaryImport(db, organisation, customer, canary);
  // A person belongs to each part of the organisation, so that no part can be deleted during the matrix.
  await sql`update customer set resort_id = ${resort}, business_area_id = ${businessArea}, job_role_id = ${jobRole} where id = ${customer}`.execute(
    db,
  );
  await sql`insert into customer_department values (${organisation}, ${customer}, ${department})`.execute(db);
  await sql`insert into customer_season values (${organisation}, ${customer}, ${season})`.execute(db);
  await sql`insert into customer_role values (${organisation}, ${customer}, ${role})`.execute(db);
  const bulkEdit = await one(
    sql`insert into bulk_edit (organisation_id, kind, action, payload, actor_id, total, refused, request_id, finished_at)
      values (${organisation}, 'people', 'wardrobes', ${JSON.stringify({ canary })}::jsonb, ${customer}, 1, 1, 'planted', now()) returning id`,
  );
  await sql`insert into bulk_edit_item (organisation_id, bulk_edit_id, position, subject_id, outcome, reason)
    values (${organisation}, ${bulkEdit}, 0, ${customer}, 'refused', ${canary})`.execute(db);
  const resortAddress = await one(
    sql`insert into address (organisation_id, resort_id, first_name, last_name, country_id, city, address1, zip_postal_code)
      select ${organisation}, ${resort}, ${canary}, ${canary}, id, ${canary}, ${canary}, 'AB1' from country where two_letter_iso_code = 'GB' returning id`,
  );
  await sql`insert into slider_image (organisation_id, src, text) values (${organisation}, ${`/${canary}.png`}, ${canary})`.execute(
    db,
  );
  const publications = await insertCanaryPublications(db, organisation, canary);
  const logo = await insertCanaryLogo(db, organisation, canary);
  const deliveryOption = await one(
    sql`insert into shipping_option (organisation_id, name, rate_minor) values (${organisation}, ${canary}, 100) returning id`,
  );
  await sql`insert into payment_option (organisation_id, system_name, name) values (${organisation}, 'Payments.OnAccount', ${canary})`.execute(
    db,
  );
  const address = await insertCanaryAddress(db, organisation, customer, canary);
  await sql`insert into customer_collection values (${organisation}, ${customer}, ${collection})`.execute(db);
  const superGroup = await one(
    sql`insert into super_group (organisation_id, collection_id, name) values (${organisation}, ${collection}, ${canary}) returning id`,
  );
  const superGroupOption = await one(
    sql`insert into super_group_option (organisation_id, collection_id, super_group_id, name) values (${organisation}, ${collection}, ${superGroup}, ${canary}) returning id`,
  );

  const topic = await one(
    sql`with published as (insert into publication (kind, is_published) values ('topic', true) returning id),
      reader as (insert into publication_organisation (organisation_id, publication_id) select ${organisation}, id from published)
      insert into topic (publication_id, system_name, title, body, se_name, portal_location, include_in_information_menu)
      select id, ${canary}, ${canary}, ${`<p>${canary}</p>`}, ${canary}, 'home', true from published returning publication_id as id`,
  );

  const product = await one(
    sql`insert into product (exclusive_organisation_id, handle, name, sku, price_minor, short_description, full_description)
      values (${organisation}, ${canary}, ${canary}, ${canary}, 1000, ${canary}, ${canary}) returning id`,
  );
  const sizeGuide = await one(
    sql`insert into size_guide (name, columns, rows) values (${canary}, ${['Size']}, ${JSON.stringify([[canary]])}::jsonb) returning id`,
  );
  await sql`update product set size_guide_id = ${sizeGuide} where id = ${product}`.execute(db);
  const category = await one(sql`insert into category (name) values (${canary}) returning id`);
  await sql`insert into product_category values (${product}, ${category})`.execute(db);
  const specification = await one(sql`insert into specification (name) values (${canary}) returning id`);
  const option = await one(
    sql`insert into specification_option (specification_id, name) values (${specification}, ${canary}) returning id`,
  );
  await sql`insert into product_specification values (${product}, ${option})`.execute(db);
  const attribute = await one(sql`insert into attribute (name, role) values (${canary}, 'colour') returning id`);
  const choice = await one(
    sql`insert into product_attribute (product_id, attribute_id) values (${product}, ${attribute}) returning id`,
  );
  const value = await one(
    sql`insert into product_attribute_value (product_attribute_id, name, colour_rgb) values (${choice}, ${canary}, '#112233') returning id`,
  );
  const combination = await one(
    sql`insert into combination (product_id, value_ids, description, sku) values (${product}, ${[value]}, ${canary}, ${canary}) returning id`,
  );
  const picture = await one(
    sql`insert into product_image (product_id, src, alt_text, attribute_value_id) values (${product}, ${`/pictures/${canary}.webp`}, ${canary}, ${value}) returning id`,
  );
  await sql`insert into stock_level (combination_id, product_id, on_hand) values (${combination}, ${product}, 50)`.execute(db);
  await sql`insert into stock_entry (combination_id, kind, on_hand_delta) values (${combination}, 'receipt', 50)`.execute(db);
  await sql`insert into product_organisation (organisation_id, product_id, featured) values (${organisation}, ${product}, true)`.execute(
    db,
  );
  const priceChange = await one(
    sql`insert into price_change (organisation_id, actor_kind, actor_id, created_at) values (${organisation}, 'operator', 1, now()) returning id`,
  );
  const scheduledPrice = await one(
    sql`insert into scheduled_price (price_change_id, organisation_id, product_id, price_minor, starts_on)
      values (${priceChange}, ${organisation}, ${product}, 900, current_date + 400) returning id`,
  );
  // A country of its own, whose rates operators of other brands cannot change because a client of this brand pays by them.
  await sql`update organisation set tax_country_code = (select two_letter_iso_code from country order by id
      offset ${organisation}::int % least(200, (select count(*) from country)) limit 1)
    where id = ${organisation}`.execute(db);
  const taxRate = await one(
    sql`insert into tax_rate (country_code, tax_class, rate, starts_on) select tax_country_code, 'reduced', 0.05, current_date + 400 from organisation
      where id = ${organisation} returning id`,
  );
  const quantityTier = await one(
    sql`insert into tier_price (product_id, organisation_id, quantity, price_minor) values (${product}, ${organisation}, 500, 900) returning id`,
  );
  // Wearers order what an open group of their wardrobe lists.
  const collectionGroup = await one(
    sql`insert into collection_group (organisation_id, collection_id, name, quantity) values (${organisation}, ${collection}, ${canary}, 9) returning id`,
  );
  await sql`insert into collection_group_product (organisation_id, collection_group_id, product_id) values (${organisation}, ${collectionGroup}, ${product})`.execute(
    db,
  );
  await runInTransaction(db, (tx) => syncOrganisationEntitlement(tx, { organisationId: organisation }));
  const entitlementAccount = await one(
    sql`select id from entitlement_account where organisation_id = ${organisation} and customer_id = ${customer}`,
  );
  const entitlementEntry = await one(
    sql`insert into entitlement_entry (organisation_id, account_id, kind, granted_delta, reason)
      values (${organisation}, ${entitlementAccount}, 'adjust', 1, ${canary}) returning id`,
  );
  await sql`update entitlement_account set adjusted = 1, granted = granted + 1 where organisation_id = ${organisation} and id = ${entitlementAccount}`.execute(
    db,
  );
  const entitlementRequest = await one(
    sql`insert into entitlement_request (organisation_id, customer_id, account_id, amount, reason, expires_on)
      values (${organisation}, ${customer}, ${entitlementAccount}, 1, ${canary}, current_date + 30) returning id`,
  );
  // Another product is removed from the range in the matrix, so that the one that other requests name stays.
  const productOrganisation = await one(
    sql`with other as (insert into product (handle, name) values (${`other ${canary}`}, ${canary}) returning id)
      insert into product_organisation (organisation_id, product_id, name) select ${organisation}, id, ${canary} from other returning id`,
  );
  const productOrganisationRole = await one(
    sql`insert into product_organisation_role (organisation_id, product_organisation_id, role_id)
      values (${organisation}, ${productOrganisation}, 33) returning id`,
  );
  await sql`select refresh_listing(array[${organisation}]::bigint[])`.execute(db);

  const cart = await one(sql`insert into cart (organisation_id, customer_id) values (${organisation}, ${customer}) returning id`);
  const cartLine = await one(
    sql`insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity) values (${organisation}, ${cart}, ${product}, ${combination}, 1) returning id`,
  );
  const designs = await insertCanaryDesigns(db, { organisation, customer, product, cartLine, logo, canary });
  const orderSheet = await one(
    sql`insert into order_sheet (organisation_id, customer_id, name, is_shared) values (${organisation}, ${customer}, ${canary}, true) returning id`,
  );
  await sql`insert into order_sheet_row (organisation_id, sheet_id, position, wearer_id, wearer, garment, pieces)
    values (${organisation}, ${orderSheet}, 1, ${customer}, ${canary}, ${canary}, '1')`.execute(db);
  const order = await insertCanaryOrder(db, { organisation, customer, canary, product, combination });
  const line = await one(sql`select id from order_line where organisation_id = ${organisation} and order_id = ${order}`);
  const returnRequest = await one(
    sql`insert into return_request (organisation_id, customer_id, actor_kind, actor_id, order_id, order_line_id, quantity, reason, is_faulty, action, action_kind, comments, fingerprint)
      values (${organisation}, ${customer}, 'customer', ${customer}, ${order}, ${line}, 1, 'Wrong product ordered', false, 'Store credit', 'credit', ${canary}, '')
      returning id`,
  );
  const quotes = await insertCanaryQuote(db, { organisation, customer, canary, product, combination });
  const shipment = await one(
    sql`with sent as (insert into shipment (organisation_id, order_id, carrier, shipped_at) values (${organisation}, ${order}, ${canary}, now()) returning id),
      packed as (insert into shipment_line (organisation_id, shipment_id, order_line_id, quantity) select ${organisation}, id, ${line}, 1 from sent)
      select id from sent`,
  );
  const delegation = await one(
    sql`with delegate as (
        insert into customer (organisation_id, brand_id, email, first_name, last_name)
        values (${organisation}, ${brandId}, ${`delegate.${canary}@planted.example`}, ${canary}, ${canary}) returning id)
      insert into delegation (organisation_id, approver_id, delegate_id, starts_on, ends_on)
      select ${organisation}, ${customer}, id, current_date, current_date + 7 from delegate returning id`,
  );
  const approvalRule = await one(
    sql`insert into approval_rule (organisation_id, kind, amount_minor) values (${organisation}, 'above_amount', 100000000) returning id`,
  );
  const questions = await insertCanaryQuestions(db, organisation, canary);
  const storedFile = await one(
    sql`insert into stored_file (organisation_id, storage_key, purpose, file_name, content_type, size_bytes, sha256, actor_kind, actor_id, customer_id, stored_at)
      values (${organisation}, gen_random_uuid(), 'return', ${`${canary}.pdf`}, 'application/pdf', 1, sha256(${canary}::bytea), 'customer', ${customer}, ${customer}, now())
      returning id`,
  );
  await sql`insert into list_view (organisation_id, customer_id, list, name, filters)
    values (${organisation}, ${customer}, 'people', ${canary}, ${`q=${canary}`})`.execute(db);
  const stockNotice = await one(
    sql`insert into stock_notice (organisation_id, customer_id, combination_id, expires_at)
      values (${organisation}, ${customer}, ${combination}, now() + interval '90 days') returning id`,
  );
  const madeToMeasureRequest = await one(
    sql`insert into made_to_measure_request (organisation_id, customer_id, requested_by_id, combination_id, quantity, status, answer)
      values (${organisation}, ${customer}, ${customer}, ${combination}, 1, 'requested', ${canary}) returning id`,
  );
  const expectedDelivery = await one(
    sql`insert into stock_incoming (combination_id, due_on, quantity, reference) values (${combination}, current_date + 30, 5, ${canary}) returning id`,
  );
  const supplierBulkEdit = await one(sql`
    insert into supplier_bulk_edit (kind, action, actor_kind, actor_id, brand_ids, payload, total, refused, request_id, finished_at)
    values ('product-import', 'import', 'operator', 1, array[${brandId}::bigint], ${JSON.stringify({ importId: 0, canary })}::jsonb, 1, 1, 'planted', now())
    returning id`);
  const operators = await insertCanaryOperator(db, brandId, canary);
  const listExport = await one(sql`
    insert into list_export (organisation_id, list, query, actor_kind, actor_id, request_id, state, file_name, size_bytes, rights_hash, storage_key)
    values (${organisation}, 'people', ${`query=${canary}`}, 'customer', ${customer}, 'planted', 'finished', ${`${canary}.xlsx`}, 1, '', gen_random_uuid())
    returning id`);
  const supplierExport = await one(sql`
    insert into list_export (list, query, actor_kind, actor_id, request_id, state, file_name, size_bytes, rights_hash, storage_key)
    values ('products', ${`keyword=${canary}`}, 'operator', ${operators.operator}, 'planted', 'finished', ${`${canary}.xlsx`}, 1, '', gen_random_uuid())
    returning id`);
  const productImport = await one(sql`
    insert into catalogue_import (actor_kind, actor_id, brand_ids, organisation_id, file_name, bytes, columns, state)
    values ('operator', 1, array[${brandId}::bigint], ${organisation}, ${`${canary}.csv`}, 1, ${JSON.stringify([{ header: canary, samples: [] }])}::jsonb, 'uploaded')
    returning id`);
  await sql`
    insert into catalogue_import_row (import_id, product_position, row_no, line, outcome, handle, sku, text)
    values (${productImport}, -1, 0, 2, 'refused', ${canary}, ${canary}, ${canary})`.execute(db);
  const stockCount = await one(sql`
    with begun as (insert into stock_count (name, actor_kind, actor_id) values (${canary}, 'operator', 1) returning id),
      line as (insert into stock_count_line (count_id, combination_id) select id, ${combination} from begun)
    select id from begun`);
  const listView = await one(
    sql`insert into list_view (organisation_id, shared_by_id, list, name, filters)
      values (${organisation}, ${customer}, 'people', ${canary}, ${`q=${canary}`}) returning id`,
  );
  const proofs = await insertCanaryProof(db, { organisation, customer, line, canary });
  const invoices = await insertCanaryInvoice(db, { organisation, brandId, order, line, canary });
  const cardPayments = await insertCanaryCardPayment(db, { organisation, brandId, order, canary });
  const webhooks = await insertCanaryWebhook(db, organisation, canary);
  const punchout = await insertCanaryPunchout(db, { organisation, customer, resortAddress, product, combination, canary });
  const bodies = await insertCanaryBody(db, { organisation, customer, product });
  return {
    name,
    canary,
    organisationId: organisation,
    brandId,
    customerId: customer,
    ids: {
      brand: brandId,
      ...operators,
      organisation,
      customer,
      group,
      businessArea,
      jobRole,
      collection,
      season,
      resort,
      department,
      role,
      registrationLink,
      registrationRequest,
      peopleImport,
      product,
      productOrganisation,
      productOrganisationRole,
      combination,
      category,
      specificationOption: option,
      // The same for all clients: what is foreign of these is what does not exist.
      decorationMethod: MISSING,
      decorationPosition: MISSING,
      threadColour: MISSING,
      sizeGuide,
      priceChange,
      taxRate,
      deliveryOption,
      scheduledPrice,
      quantityTier,
      attributeValue: value,
      cartLine,
      address,
      resortAddress,
      order,
      orderSheet,
      bulkEdit,
      collectionGroup,
      superGroup,
      superGroupOption,
      entitlementAccount,
      entitlementEntry,
      entitlementRequest,
      madeToMeasureRequest,
      ...proofs,
      ...designs,
      orderItem: line,
      ...quotes,
      shipment,
      delegation,
      approvalRule,
      ...questions,
      ...invoices,
      ...cardPayments,
      returnRequest,
      storedFile,
      topic,
      picture,
      listView,
      stockNotice,
      expectedDelivery,
      stockCount,
      supplierBulkEdit,
      listExport,
      supplierExport,
      productImport,
      ...webhooks,
      ...punchout,
      ...bodies,
      ...publications,
      logo,
      // Shared by all tenants, or not implemented yet: an id that does not exist.
      documentType: MISSING,
      returnReason: MISSING,
      returnAction: MISSING,
      country: MISSING,
      state: MISSING,
      sizingBrand: MISSING,
      sizingCategory: MISSING,
      sizingSize: MISSING,
    },
  };
}

/**
 * A digest of every row of a tenant, to check afterwards that nothing has changed. `record_change` is left out: whoever reads what has changed gives
 * positions to the changes of all tenants, and removes those that later ones supersede.
 */
export async function digestTenant(db: Db, organisationId: number): Promise<string> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organisation_id' and table_name in (select tablename from pg_tables where schemaname = 'public')
      and table_name not in ('audit_event', 'listing_version', 'document_visit', 'record_change') order by 1`.execute(db);
  const digests = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{ digest: string }>`
        select ${name} || coalesce(md5(string_agg(t::text, '|' order by t::text)), '-') as digest from ${sql.table(name)} t
        where organisation_id = ${organisationId}`.execute(db);
      return rows[0]?.digest ?? '';
    }),
  );
  return digests.join('\n');
}
