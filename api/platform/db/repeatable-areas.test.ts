import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { AREAS, type Area, findArea } from './areas.ts';
import { namesIn } from './repeatable-files.ts';
import { readSchemaFiles } from './schema-files.ts';
import { splitStatements, stripTexts } from './sql-statements.ts';

/** Which area each table belongs to. */
const TABLES: Partial<Record<Area, string>> = {
  integrations: `webhook_endpoint webhook_delivery punchout_connection punchout_secret punchout_ship_to punchout_trip punchout_line punchout_message punchout_attempt
    purchase_order purchase_order_file`,
  content: `publication publication_brand publication_organisation publication_role publication_group publication_picture topic announcement
     slide terms_version document document_download document_file document_product document_type document_version document_visit`,
  privacy: 'consent_entry erasure_request',
  ordering: `cart cart_line cart_line_customisation order_line_customisation order_charge proof_request proof quote_state quote quote_item quote_item_customisation quote_version quote_version_item quote_message quote_file order_sheet order_sheet_row shipping_option payment_option order_state payment_state shipping_state orders order_line order_event shipment shipment_line
    order_counts order_elsewhere order_figures product_figures fit_feedback approval_rule approval approval_line delegation return_reason return_action return_state return_request return_request_file
    document_counter invoice invoice_line payment_record payment_allocation stock_notice made_to_measure_request
    payment_provider card_payment card_payment_event card_refund card_dispute receipt cost_centre checkout_question checkout_question_value`,
  people: `people_counts customer_reminder invitation opt_out special_measurement entitlement_request people_import people_import_row people_import_column people_import_word
    registration_link registration_link_resort registration_link_business_area registration_link_collection registration_link_role registration
    registration_department registration_collection`,
  sizing: 'sizing_token body_consent body size_suggestion',
  entitlement: 'customer_super_group_option entitlement_account entitlement_entry uniform_status wardrobe_version wardrobe_draft',
  catalogue: `decoration_method decoration_price decoration_position product_position thread_colour logo logo_file garment_design customisation
    size_guide imported_size_guide size_chart category product product_category product_image picture specification specification_option
    product_specification attribute product_attribute product_attribute_value combination related_product imported_product imported_offer
    product_organisation removed_range_price product_organisation_area product_organisation_job_role product_organisation_collection
    product_organisation_role tier_price catalogue_setting price_change scheduled_price tax_rate product_listing listing_version stock_level stock_receipt
    stock_entry stock_incoming stock_count stock_count_line catalogue_import catalogue_import_product catalogue_import_row product_file_layout`,
  organisation: `brand brand_host organisation organisation_group organisation_group_allocation_type resort department business_area job_role season country
    state_province permission role role_permission allocation_type collection collection_allocation_type super_group super_group_option collection_group
    collection_group_product slider_image`,
  identity: `customer customer_role customer_group customer_adminable_group customer_department customer_season customer_collection address list_setting
    list_view session used_refresh_token login_key password_token email_change failed_login known_device used_captcha second_factor recovery_code operator
    operator_brand operator_session api_key api_key_brand api_key_secret operator_second_factor operator_recovery_code operator_passkey
    used_passkey_challenge operator_password_link operator_list_setting operator_list_view`,
  platform: `audit_event mail_outbox idempotency_key operator_idempotency_key rate_limit record_change bulk_edit bulk_edit_item supplier_bulk_edit
    supplier_bulk_edit_item list_export stored_file file_usage secret_key latest_backup search_text_fill`,
};

/** Where a file reads a table of a higher area. Decision 022 allows it for a column of one; each has its reason. */
const EXCEPTIONS: Record<string, string> = {
  'api/entitlement/uniform-status.sql: order_line':
    'how far someone is with their uniform is what they have ordered of what they are owed',
  'api/entitlement/uniform-status.sql: orders': 'what was ordered counts unless the order was cancelled or rejected',
  'api/entitlement/ordering-eligibility.sql: entitlement_request':
    'until when someone may order is what an administrator has granted them when they asked for more time',
  'api/platform/files/quota.sql: organisation': 'the quota of an organisation is one of its columns',
};

const { migrations, files } = await readSchemaFiles();
const areaOfTable = new Map(
  AREAS.flatMap((area) =>
    (TABLES[area] ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((table) => [table, area] as const),
  ),
);
const objects = files.flatMap((file) => file.objects.map((object) => ({ ...object, file: file.name })));
const fileOf = new Map(objects.map(({ identity, file }) => [identity, file]));
const portal = usePortal();

/** The tables that a text reads or writes, or has triggers on; not what it names itself, between `with` and `as`. */
function tablesIn(text: string): string[] {
  const code = stripTexts(text);
  const own = new Set([...code.matchAll(/\b(\w+) as (?:materialized )?\(/g)].map(([, name]) => name));
  const named = [...code.matchAll(/\b(?:from|join|update|into|table|setof|on)\s+(\w+)|^\s*(?:declare\s+)?\w+ (\w+);$/gm)].map(
    ([, read, declared]) => read ?? declared ?? '',
  );
  return [...new Set(named)].filter((name) => areaOfTable.has(name) && !own.has(name));
}

const isAbove = (area: Area | undefined, other: Area | undefined) =>
  area === undefined || other === undefined || AREAS.indexOf(area) < AREAS.indexOf(other);

describe('repeatable SQL', () => {
  it('reads only tables of its own area and of lower ones, except where it is listed with a reason', () => {
    const upward = files.flatMap(({ name, text }) =>
      tablesIn(text)
        .filter((table) => isAbove(areaOfTable.get(table), findArea(name)))
        .map((table) => `${name}: ${table}`),
    );
    expect(upward.toSorted()).toEqual(Object.keys(EXCEPTIONS).toSorted());
  });

  it('uses only functions and views of its own area and of lower ones', () => {
    const upward = files.flatMap(({ name, text }) =>
      [...namesIn(text)]
        .filter((identity) => fileOf.has(identity) && isAbove(findArea(fileOf.get(identity) ?? ''), findArea(name)))
        .map((identity) => `${name}: ${identity}`),
    );
    expect(upward).toEqual([]);
  });

  it('is found by these rules', () => {
    expect(tablesIn('select 1 from a join orders o on true; delete from cart; insert into body values (1)')).toEqual([
      'orders',
      'cart',
      'body',
    ]);
    expect(tablesIn(`with session as (select 'from role') select from session -- from customer`)).toEqual([]);
    expect(tablesIn('create trigger x after update of a, b on shipment\n  for each row execute function y()')).toEqual([
      'shipment',
    ]);
    expect(tablesIn('create function f() returns setof approval as $$\ndeclare removed delegation;\nbegin')).toEqual([
      'approval',
      'delegation',
    ]);
    expect(files.flatMap(({ text }) => tablesIn(text)).length).toBeGreaterThan(80);
  });

  it('says in its first line which rule a file holds', () => {
    expect(files.filter(({ text }) => !/^-- \S.{20,}/.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it('defines each trigger on a table whose area is known', () => {
    const tables = objects.map(({ identity }) => / on (\w+)$/.exec(identity)?.[1]).filter((table) => table !== undefined);
    expect(tables.filter((table) => !areaOfTable.has(table))).toEqual([]);
    expect(tables.length).toBeGreaterThan(80);
  });
});

it('every table belongs to one area', async () => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('schema_migration', 'repeatable_sql', 'repeatable_sql_version')`.execute(
    portal.db,
  );
  expect(Object.values(TABLES).join(' ').split(/\s+/).filter(Boolean).toSorted()).toEqual(
    rows.map(({ name }) => name).toSorted(),
  );
});

describe('numbered migrations', () => {
  const texts = migrations.flatMap(({ files }) => files);
  const definitions = texts.flatMap((file) =>
    splitStatements(file.sql)
      .filter(({ text }) => /^create\s+(?:or\s+replace\s+)?(?:function|view|(?:constraint\s+)?trigger)\b/i.test(text))
      .map(({ text }) => ({ file: file.name, object: /^.*?(?:function|view|trigger)\s+\w+/i.exec(text)?.[0] ?? text })),
  );

  it('define only functions that tables need', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct p.proname as name from pg_depend d join pg_proc p on p.oid = d.refobjid
      where d.refclassid = 'pg_proc'::regclass and p.pronamespace = 'public'::regnamespace
        and d.classid in ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass)
        and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')`.execute(
      portal.db,
    );
    expect(definitions.map(({ object }) => object).toSorted()).toEqual(
      rows.map(({ name }) => `create function ${name}`).toSorted(),
    );
  });

  it('name no function or view that is repeatable', () => {
    const used = texts.flatMap(({ name, sql: text }) =>
      [...namesIn(text)].filter((identity) => fileOf.has(identity)).map((identity) => `${name}: ${identity}`),
    );
    expect(used).toEqual([]);
  });
});
