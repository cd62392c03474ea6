import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { isLimited, parseColumns, readTextColumns, type TextColumn } from '#api/testing/text-columns.ts';
import { usePortal } from '#api/testing/use-portal.ts';

/**
 * Who writes the texts of the schema. What our code writes is a kind, a key or a value and never a sentence, so that its wording can change, and another
 * language can come, without touching rows (docs/decisions/088-store-kinds-with-values.md). A column whose values a constraint lists, that has a foreign
 * key or a format of fixed signs, or that PostgreSQL computes, needs no entry; every other text column is listed once below, and so is every JSON column.
 */

/** Texts that people write: users, operators, and those who keep the catalogue. Only erasure changes them. */
const PEOPLE = `
  address: first_name last_name email company county city address1 address2 zip_postal_code phone_number fax_number
  api_key.name approval.reason business_area.name cart.comments cart.po_number cart_line.reason cart_line_customisation: text comments category.name collection.name collection.description
  card_refund.reason checkout_question: name text_prompt default_value checkout_question_value.name cost_centre: code name
  orders.checkout_attribute_description payment_provider.host
  brand: name keyword company_name legal_name legal_address return_address company_number vat_number bank_name bank_iban bank_bic help_email help_phone
    help_text document_prefix
  collection_group.name customer: email first_name last_name employee_number po_number
  customisation: name text comments decoration_method.name decoration_position: name measured_from
  department.name email_change.email entitlement_entry.reason entitlement_request.reason entitlement_request.decision_reason garment_design: name text invoice.reason job_role.name
  list_view.name logo.name made_to_measure_request.answer operator_list_view.name operator.email operator.name operator_passkey.name order_line.reason order_line_customisation: text comments order_sheet.name
  order_sheet_row: wearer garment colour size fit pieces reason name_on_garment
  orders.comments orders.po_number
  organisation: name logo_url password_regex password_message po_number_pattern po_number_message help_email help_phone help_text vat_number
    invoice_email
  organisation_group.name payment_option.name payment_option.description payment_record.reason proof: comment colours product_organisation.name
  product_organisation.organisation_sku registration: email first_name last_name employee_number po_number reject_reason
  quote: title description internal_note decline_reason quote_item: name comments quote_item_customisation: text comments quote_version: notes terms
  quote_version_item.answer quote_message.text registration_link.name resort.name return_request.comments return_request.decision_reason role.name season.name shipping_option.name
  shipping_option: description collect_from opening_hours shipment.collected_by size_guide: name body columns
  announcement: text url slide: src text link alt_text
  slider_image.text slider_image.alt_text stock_count.name stock_entry.reason stock_incoming.reference stock_level.shelf stock_receipt.reference super_group.name super_group_option.name
  thread_colour: name number
  terms_version: terms_text privacy_text
  punchout_connection: name user_field password_field user_name vendor_number charge_sku charge_unit frame_origins return_origins purchase_order.reason
  topic: system_name title body webhook_endpoint.description webhook_endpoint.url`;

/** Names, numbers, codes, files and messages of other systems: files of catalogues and people, carriers, banks, browsers, SMTP and HTTP servers. */
const OTHER_SYSTEMS = `
  attribute.name catalogue_import.file_name catalogue_import_product: handle name
  catalogue_import_row: handle sku combination: description sku gtin manufacturer_part_number image_src image_source_url
  country.name customer.bodime_customer_id customer.bodime_used_body_blocks imported_size_guide.name operator_passkey.host
  operator_passkey.transports operator_session.user_agent catalogue_setting.time_zone organisation.time_zone payment_record.reference people_import.file_name
  people_import_column.header people_import_word.word people_import_row.cells people_import_row.number_key people_import_row.email_key people_import_row.person
  product: handle name sku garment_type vendor short_description full_description manufacturer_part_number gtin tags unit_of_measure care_note
  product_attribute_value.name product_image: src source_url alt_text
  session.user_agent shipment: carrier tracking_number
  size_chart.size_columns size_guide.image_src slider_image.src specification.name specification_option.name state_province: name abbreviation
  stored_file.file_name document_file: file_name content_type document: name description document_type.name webhook_delivery.response_excerpt brand: canonical_origin captcha_public_key
  orders.tracking_urls brand_host.host
  punchout_connection.learnt_return_origin punchout_ship_to.code punchout_trip: buyer_cookie return_url return_target charset oci_version selected_sku
  punchout_message: payload_id body purchase_order: number revision payload_id purchase_order_file: content_id file_name content_type
  card_payment: provider session_reference payment_reference redirect_url card_payment_event: provider event_id kind
  card_refund: refund_reference last_error card_dispute: dispute_reference reason`;

/** Kinds, keys and names of ours that are one word: their values are open to newer versions, which is why no constraint lists them. */
const KINDS = `
  audit_event: action subject_kind
  bulk_edit: kind action exclusive_key supplier_bulk_edit: kind action exclusive_key
  picture.sha256 publication_picture.src topic.se_name
  customer_reminder.kind list_export.list list_setting.list list_view.list list_view.columns mail_outbox.template operator_list_setting.list
  operator_list_view: list columns
  order_event.kind people_import_column.field people_import.confirmed_findings people_import_row.findings
  product: care_wash care_bleach care_dry care_iron care_dry_clean
  decoration_position: garment_type place garment_design: place font_name customisation.font_name cart_line_customisation.font_name quote_item_customisation.font_name
  punchout_attempt.kind punchout_message.kind
  permission.name role.system_name webhook_delivery.event_type webhook_endpoint.event_types api_key.scopes`;

/** Keys, numbers and hashes that our code makes, and copies of values, for finding and comparing. */
const KEYS = `
  audit_event: subject_id request_id
  bulk_edit.request_id supplier_bulk_edit.request_id catalogue_import.blob_key people_import.file_key catalogue_import_product.planned cart.summary_fingerprint cart_line.customisation_key customer.password_hash operator.password_hash idempotency_key.key
  list_export: request_id file_name rights_hash query
  decoration_price.currency_code order_charge.design_key order_line_customisation.design_key proof_request.proof_key
  operator_idempotency_key.key invoice.number invoice.credit_key list_view.filters operator_list_view.filters mail_outbox.recipient mail_outbox.dedupe_key customer.search_text orders.search_text quote: quote_number search_text
  card_refund.refund_key receipt.receipt_number punchout_secret.hash
  orders.currency_code people_counts.email_domain uniform_status.email_domain rate_limit.key return_request.custom_number`;

/** Texts that are what they were when something was ordered, issued or named: the names of others, and the words of the day on a document or the report of a file. */
const AS_ISSUED = `
  cart: shipping_option payment_method
  card_payment.problem catalogue_import.problem catalogue_import_row.text
  entitlement_account.label invoice_line: name sku description
  order_line: product_name sku gtin description image_src
  order_charge.name order_line_customisation: method position side measured_from logo_name font_name thread_colour thread_number thread_rgb
  orders: shipping_method payment_method
  product_listing: name sku short_description handle
  quote_item: sku attribute_description
  punchout_line: sku description unit classification punchout_message: answer decided_text punchout_attempt.outcome
  return_request: reason action`;

/** Words of the wire for states, actions and reasons, one row for each, which migrations write: other rows refer to them by number. */
const WORDS_OF_THE_WIRE = `
  allocation_type.name order_state.name payment_state.name shipping_state.name return_state.name return_action.name return_reason.name quote_state.name`;

/** Sentences of versions that stored sentences: read, no longer written, and dropped by a later migration. */
const NO_LONGER_WRITTEN = `
  punchout_message.last_error
  bulk_edit_item.reason mail_outbox.last_error people_import_row: problem reasons webhook_delivery.last_error`;

/** JSON that our code writes. Kinds with values have a constraint that every kind is one word. */
const JSON_COLUMNS: Readonly<Record<string, string>> = {
  'approval.reasons': 'kinds with values, of approval-reasons.rules.ts',
  'audit_event.before': 'values by field, worded by the history of the record',
  'audit_event.after': 'values by field, worded by the history of the record',
  'bulk_edit.payload': 'a request, as it was made',
  'bulk_edit_item.reason_kinds': 'kinds with values',
  'bulk_edit_item.before': 'values of columns',
  'bulk_edit_item.after': 'values of columns',
  'catalogue_import.columns': 'headings and samples of a file',
  'catalogue_import.mapping': 'headings and values of a file by field',
  'catalogue_import.counts': 'numbers by outcome',
  'catalogue_import_product.content': 'a product as a file describes it, and its part of the report',
  'catalogue_import_row.changes': 'the report of a file, with values before and after',
  'card_payment_event.data': 'amounts and references of a payment provider',
  'card_refund.lines': 'what is refunded, as the receipt prints it',
  'cart.answers': 'ids of questions, with what people answer: ids, a text or a day',
  'cart.summary_lines': 'lines as they were last shown, to find what has changed',
  'entitlement_entry.cause': 'kinds with values',
  'idempotency_key.body': 'a reply, sent again for seven days to those who repeat the request',
  'invoice.seller': 'legal facts, as issued',
  'invoice.buyer': 'names and addresses, as issued',
  'list_setting.settings': 'columns, numbers and one word',
  'listing_version.limited_groups': 'ids',
  'mail_outbox.data': 'what one mail says, as of the moment that it reports',
  'mail_outbox.failure': 'kinds with values',
  'operator_list_setting.settings': 'columns, numbers and one word',
  'operator_idempotency_key.body': 'a reply, sent again for seven days to those who repeat the request',
  'order_event.data': 'values by the kind of the event; data.cause is a kind with values',
  'punchout_connection.buyer_identities': 'how a buyer’s system names itself',
  'punchout_connection.classifications': 'ids of categories with codes',
  'punchout_connection.custom_fields': 'names of values by number of a field',
  'punchout_connection.extrinsics': 'names of a buyer’s system by our field',
  'punchout_connection.material_groups': 'codes of a buyer’s system',
  'punchout_connection.sender_identities': 'how a network names itself',
  'punchout_connection.supplier_identity': 'how a buyer’s system names the supplier',
  'punchout_connection.units': 'codes of a buyer’s system by our unit',
  'punchout_line.garment': 'ids and designs of a cart line, as it was returned',
  'punchout_message.failure': 'kinds with values',
  'punchout_message.findings': 'what of a document is not as its standard says',
  'punchout_trip.buyer_identity': 'how a buyer’s system names itself',
  'punchout_trip.edited_items': 'lines of a buyer’s cart, as its system sent them',
  'punchout_trip.missing_items': 'lines of a buyer’s cart, as its system sent them',
  'punchout_trip.return_fields': 'fields that go back to a buyer’s system as they came',
  'punchout_trip.return_form': 'a form, as it was sent to a buyer’s system',
  'punchout_trip.ship_to': 'an address, as a buyer’s system sent it',
  'purchase_order.document': 'an order, as a buyer’s system sent it',
  'purchase_order.findings': 'in what an order differs from the cart, by kind, worded as the supplier was told',
  'purchase_order.replaced': 'an order before a change that waits, as a buyer’s system sent it',
  'proof_request.design': 'a design as it was ordered first',
  'product.marks': 'names of standards with their classes, as the supplier writes them',
  'order_line.attributes': 'names of the catalogue',
  'orders.answers': 'questions and answers as they were when it was ordered',
  'orders.billing_address': 'an address, as ordered',
  'orders.shipping_address': 'an address, as ordered',
  'organisation.tax_rates': 'numbers by class of products',
  'people_import.columns': 'headings and samples of a file',
  'people_import.mapping': 'names of fields',
  'people_import.interpretation': 'orders, and words with ids',
  'people_import.profile': 'values of a file with their counts',
  'people_import.reading': 'names of sheets, lines above the headings, and numbers',
  'people_import.counts': 'numbers by outcome',
  'people_import.findings': 'numbers by finding',
  'people_import.invitations': 'sentences of earlier versions; no longer written',
  'people_import.invited': 'numbers by the kind of reason',
  'people_import_row.changes': 'texts of earlier versions; no longer written',
  'people_import_row.change_values': 'kinds with values',
  'people_import_row.problem_kind': 'kinds with values',
  'people_import_row.reason_kinds': 'kinds with values',
  'product_file_layout.mapping': 'headings and values of a file by field',
  'product_listing.colours': 'names of the catalogue',
  'product_listing.images': 'addresses and names of the catalogue',
  'product_listing.specifications': 'names of the catalogue',
  'receipt.buyer': 'names and addresses, as issued',
  'receipt.lines': 'lines, as issued',
  'receipt.seller': 'legal facts, as issued',
  'size_chart.points': 'numbers',
  'size_chart.legs': 'numbers',
  'size_guide.rows': 'cells of a table that operators keep',
  'stock_entry.cause': 'kinds with values',
  'supplier_bulk_edit.payload': 'a request, as it was made',
  'supplier_bulk_edit_item.reason_kinds': 'kinds with values',
  'supplier_bulk_edit_item.before': 'values of columns',
  'supplier_bulk_edit_item.after': 'values of columns',
  'wardrobe_draft.contents': 'as wardrobe_version.contents',
  'wardrobe_version.contents': 'what a wardrobe contains, of contents.rules.ts',
  'webhook_delivery.data': 'the body of an event, as it is sent',
  'webhook_delivery.failure': 'kinds with values',
};

const WRITERS = { PEOPLE, OTHER_SYSTEMS, KINDS, KEYS, AS_ISSUED, WORDS_OF_THE_WIRE, NO_LONGER_WRITTEN };

const portal = usePortal();
let columns: TextColumn[];

beforeAll(async () => {
  columns = (await readTextColumns(portal.db)).filter(({ type }) => type !== 'bytea' && type !== 'tsvector');
});

/** A constraint on JSON that every kind is one word. */
const CHECKS_KINDS = /@\."kind" like_regex "\^\[a-z\]\[a-z_\]\*\$"/;

describe('every text column', () => {
  const listed = Object.values(WRITERS).flatMap(parseColumns);

  it('is limited to values or a format, or its writer is listed', () => {
    const unlisted = columns.filter((column) => !column.isJson && !isLimited(column) && !listed.includes(column.name));
    expect(unlisted.map(({ name }) => name)).toEqual([]);
  });

  it('is listed once, and only if it exists and is a text', () => {
    const texts = columns.filter(({ isJson }) => !isJson).map(({ name }) => name);
    expect(listed.filter((name) => !texts.includes(name))).toEqual([]);
    expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([]);
  });

  it.each(parseColumns(KINDS))('%s holds one word in each row', async (name) => {
    const [table = '', column = ''] = name.split('.');
    const { rows } = await sql`
      select ${sql.ref(column)} from ${sql.table(table)}
      where jsonb_path_exists(to_jsonb(${sql.ref(column)}), '$[*] ? (@ like_regex "[[:space:]]")') limit 3`.execute(portal.db);
    expect(rows).toEqual([]);
  });
});

describe('every JSON column', () => {
  it('says what it holds', () => {
    const names = columns.filter(({ isJson }) => isJson).map(({ name }) => name);
    expect(Object.keys(JSON_COLUMNS).toSorted()).toEqual(names.toSorted());
  });

  it('with kinds and values has a constraint that each kind is one word', () => {
    // Written before kinds were checked, and a large table.
    const exceptions = ['approval.reasons'];
    const withKinds = columns.filter(({ name }) => JSON_COLUMNS[name]?.startsWith('kinds with values'));
    const unchecked = withKinds.filter(({ checks }) => !checks.some((check) => CHECKS_KINDS.test(check)));
    expect(withKinds.length).toBeGreaterThan(5);
    expect(unchecked.map(({ name }) => name)).toEqual(exceptions);
  });
});
