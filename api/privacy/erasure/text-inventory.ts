import { SEARCHED_TABLES } from './searched-columns.ts';

/**
 * What erasing a person does about every column of texts, JSON and bytes, so that none is forgotten. A column whose values a constraint lists, that has a
 * foreign key or that PostgreSQL computes needs no entry. Lists name columns as `table.column`; `table:` stands for all names without a dot that follow it.
 */

/** Columns in which others can have named the person: their name is left out. */
export const SEARCHED_COLUMNS: readonly string[] = SEARCHED_TABLES.flatMap(({ table, columns }) =>
  Object.keys(columns).map((column) => `${table}.${column}`),
);

/** Columns that are emptied, or whose row is deleted, wherever they name the person or are about them. */
export const EMPTIED_COLUMNS = `
  address: zip_postal_code phone_number fax_number
  approval.reason audit_event: before after
  bulk_edit.payload bulk_edit_item: reason reason_kinds
  entitlement_entry.reason
  idempotency_key.key operator_idempotency_key.key
  list_export.query list_view: name filters
  mail_outbox: recipient data last_error failure dedupe_key
  operator_list_view: name filters
  order_sheet_row: wearer garment colour size fit pieces name_on_garment
  orders: billing_address shipping_address
  punchout_attempt.outcome
  people_import_column.header people_import.profile people_import_word.word
  people_import_row: cells problem problem_kind number_key email_key person reasons reason_kinds changes change_values
  invoice.credit_key payment_record.reference stock_count.name stock_entry.reason stock_incoming.reference stock_receipt.reference`;

/** Why no name of an erased person can be in the other columns. In each list the person’s own rows are deleted or emptied with them. */
export const NEVER_NAMED: Readonly<Record<string, string>> = {
  'names, addresses and numbers of whose row it is': `
    customer: email first_name last_name employee_number search_text bodime_customer_id bodime_used_body_blocks password_hash
    email_change.email registration: email first_name last_name employee_number
    operator: email name password_hash`,
  'given by an operator to a device of their own, or reported by a browser': `
    operator_passkey: name host transports operator_session.user_agent session.user_agent`,
  'hashes, random bytes and encrypted values': `
    punchout_connection.sealed_outgoing_secret punchout_secret.hash purchase_order.fingerprint punchout_message.fingerprint
    payment_provider: sealed_secret_key sealed_webhook_secret sealed_previous_webhook_secret
    api_key_secret.hash body.sealed cart.summary_fingerprint email_change.token_hash failed_login.key idempotency_key.request_hash
    known_device.hash login_key.hash mail_outbox.sealed operator_idempotency_key.request_hash operator_password_link.hash
    operator_passkey: credential public_key
    operator_recovery_code.hash operator_second_factor.sealed_secret operator_session.access_hash opt_out.guid_hash password_token.hash rate_limit.key
    picture: key sha256 product_file_layout.fingerprint recovery_code.hash registration_link: token_hash token_sealed
    list_export.rights_hash return_request.fingerprint second_factor.sealed_secret
    session: access_hash refresh_hash previous_refresh_hash rotation_nonce
    size_suggestion.sealed sizing_token.token_hash special_measurement.sealed made_to_measure_request.sealed stock_receipt.request_hash stored_file.sha256 document_file.sha256
    used_captcha: hash account
    used_passkey_challenge.hash used_refresh_token.hash webhook_endpoint: sealed_secret sealed_previous_secret`,
  'names, keys, kinds, numbers and settings that the portal writes': `
    card_payment: provider problem card_refund: refund_key last_error receipt.receipt_number
    audit_event: action subject_kind subject_id request_id
    bulk_edit: kind action request_id exclusive_key supplier_bulk_edit: kind action request_id payload exclusive_key
    catalogue_import: blob_key counts catalogue_import_product.planned
    api_key.scopes approval.reasons cart.payment_method
    cart_line.customisation_key cart_line_customisation.font_name customisation.font_name quote_item_customisation.font_name quote.quote_number customer_reminder.kind entitlement_entry.cause invoice.number
    list_export: list request_id file_name list_setting: list settings list_view: list columns listing_version.limited_groups mail_outbox.template
    operator_list_setting: list settings
    operator_list_view: list columns
    garment_design: place font_name order_line_customisation.design_key order_charge.design_key proof_request.proof_key
    order_event.kind orders: currency_code payment_method organisation.tax_rates
    people_counts.email_domain people_import: mapping counts findings confirmed_findings invitations invited file_key
    people_import_row.findings
    people_import_column.field permission.name return_request: custom_number reason action stored_file.document_key document_file.content_type
    role.system_name size_chart: points legs
    publication_picture.src stock_entry.cause topic: system_name se_name
    uniform_status.email_domain webhook_delivery: event_type data
    webhook_endpoint.event_types
    punchout_attempt.kind punchout_message.kind`,
  'how an operator has set up a buyer’s system, and how that system names itself, its orders, addresses and documents': `
    punchout_connection: key buyer_identities sender_identities supplier_identity user_field password_field user_name units classifications material_groups
      custom_fields vendor_number charge_sku charge_unit frame_origins return_origins learnt_return_origin extrinsics outgoing_url
    punchout_ship_to.code punchout_trip: buyer_identity return_target charset oci_version selected_sku edited_items missing_items
    punchout_line: sku unit classification punchout_message.payload_id
    purchase_order: number revision payload_id purchase_order_file: content_id content_type`,
  'what payment providers call payments, and their addresses; amounts, and nothing about people': `
    card_dispute: dispute_reference reason card_payment: session_reference payment_reference redirect_url
    card_payment_event: provider event_id kind data card_refund.refund_reference payment_provider.host`,
  'the words of the wire and of laws, and codes': `
    cost_centre.code
    allocation_type.name country: name state_province: name abbreviation
    order_state.name payment_state.name shipping_state.name return_state.name return_action.name return_reason.name quote_state.name`,
  'facts, addresses on the web and rules of companies': `
    brand: name keyword company_name canonical_origin terms_url privacy_url captcha_public_key legal_name legal_address return_address company_number
      vat_number bank_name bank_iban bank_bic help_email help_phone help_text
    brand_host.host catalogue_setting.time_zone invoice.seller receipt.seller organisation: name host logo_url password_regex po_number_pattern vat_number time_zone
    terms_version: terms_url terms_text privacy_url privacy_text announcement.url webhook_endpoint.url`,
  'published for many people to read by those who keep it, who change or delete what concerns one person': `
    document: name description document_file.file_name document_type.name`,
  'the supplier’s catalogue, the same for all organisations, or how a garment was called when it was ordered': `
    attribute.name category.name
    catalogue_import: file_name columns mapping problem catalogue_import_product: handle name content
    catalogue_import_row: handle sku text changes supplier_bulk_edit_item: before after reason_kinds
    combination: description sku gtin manufacturer_part_number image_src image_source_url
    decoration_method.name decoration_position: garment_type place name measured_from decoration_price.currency_code order_charge.name
    order_line_customisation: method position side measured_from font_name thread_colour thread_number thread_rgb proof.colours thread_colour: name number
    collection.image_src imported_size_guide.name invoice_line: name sku description
    order_line: product_name sku gtin description attributes image_src
    product: handle name sku garment_type vendor short_description full_description manufacturer_part_number gtin tags unit_of_measure drawing_features
      unspsc_code marks care_wash care_bleach care_dry care_iron care_dry_clean care_note
    quote_item: sku attribute_description product_attribute_value.name product_file_layout.mapping product_image: src source_url alt_text
    product_listing: name sku short_description handle colours images specifications search
    product_organisation: name organisation_sku size_chart.size_columns
    size_guide: name body image_src columns rows
    slide: src link slider_image: src link specification.name specification_option.name stock_level.shelf super_group_option.image_src`,
};
