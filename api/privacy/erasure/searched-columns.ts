/** What a column holds, which decides how a person is found in it and what remains. */
export type SearchedKind =
  /** A text: the name of the person is left out. */
  | 'text'
  /** The folded text by which a row is searched, which has further spellings of some words at its end. */
  | 'searchText'
  /** Several texts, likewise. */
  | 'texts'
  /** A name that is unique, such as that of a wardrobe: it says “Erased person 4711” instead. */
  | 'name'
  /** An address for mail: emptied when it is the person’s. */
  | 'email'
  /** The name of a file. */
  | 'fileName'
  /** A document: names are left out, and numbers in their field. */
  | 'json'
  /** An address as a document: its fields for names and email are emptied when they are the person’s. */
  | 'address';

/** Whose rows of a table are searched: those of the person’s organisation, with or without those of no organisation, what is published for it, or all. */
type SearchedRows = 'organisation' | 'organisationOrNone' | 'published' | 'all';

interface SearchedTable {
  table: string;
  rows: SearchedRows;
  columns: Readonly<Record<string, SearchedKind>>;
}

const named = (table: string, columns: SearchedTable['columns'] = {}): SearchedTable => ({
  table,
  rows: 'organisation',
  columns: { name: 'name', ...columns },
});

const texts = (table: string, columns: SearchedTable['columns'], rows: SearchedRows = 'organisation'): SearchedTable => ({
  table,
  rows,
  columns,
});

/**
 * Where others can have named a person in rows that stay, because they are theirs, the organisation’s or the supplier’s. What of these rows is deleted or
 * emptied as a whole is in `erase-person.queries.ts`. The order is that in which rows are locked (decision 100), except for the structure: who changes it
 * locks people later, which the server repeats when both wait for each other.
 */
export const SEARCHED_TABLES: readonly SearchedTable[] = [
  // The organisation and its structure: a wardrobe or a destination can have the name of the person for whom it was made.
  texts('organisation', {
    password_message: 'text',
    po_number_message: 'text',
    help_text: 'text',
    help_phone: 'text',
    help_email: 'email',
    invoice_email: 'email',
  }),
  named('organisation_group'),
  named('resort'),
  named('department'),
  named('business_area'),
  named('job_role'),
  named('season'),
  named('role'),
  named('collection', { description: 'text' }),
  named('super_group'),
  named('super_group_option'),
  named('collection_group'),
  texts('wardrobe_version', { contents: 'json' }),
  texts('wardrobe_draft', { contents: 'json' }),
  texts('logo', { name: 'text' }),
  texts('garment_design', { name: 'text', text: 'text' }),
  texts('customisation', { name: 'text', text: 'text', comments: 'text' }),
  named('registration_link'),
  named('shipping_option', { description: 'text', collect_from: 'text', opening_hours: 'text' }),
  named('payment_option', { description: 'text' }),
  named('cost_centre'),
  named('checkout_question', { text_prompt: 'text', default_value: 'text' }),
  named('checkout_question_value'),
  texts('slider_image', { text: 'text', alt_text: 'text' }),
  texts('topic', { title: 'text', body: 'text' }, 'published'),
  texts('announcement', { text: 'text' }, 'published'),
  texts('slide', { text: 'text', alt_text: 'text' }, 'published'),
  // People.
  texts('customer', { po_number: 'text' }),
  texts('address', {
    first_name: 'text',
    last_name: 'text',
    email: 'email',
    company: 'text',
    county: 'text',
    city: 'text',
    address1: 'text',
    address2: 'text',
  }),
  texts('registration', { po_number: 'text', reject_reason: 'text' }),
  texts('entitlement_request', { reason: 'text', decision_reason: 'text' }),
  // Quotes, before the carts and files that are locked after them.
  texts('quote', {
    title: 'text',
    description: 'text',
    internal_note: 'text',
    decline_reason: 'text',
    search_text: 'searchText',
  }),
  texts('quote_item', { name: 'text', comments: 'text' }),
  texts('quote_item_customisation', { text: 'text', comments: 'text' }),
  texts('quote_version', { notes: 'text', terms: 'text' }),
  texts('quote_version_item', { answer: 'text' }),
  texts('quote_message', { text: 'text' }),
  texts('stored_file', { file_name: 'fileName' }),
  texts('people_import', { file_name: 'fileName', columns: 'json', reading: 'json', interpretation: 'json' }),
  texts('bulk_edit_item', { before: 'json', after: 'json' }),
  // Orders of others.
  texts('cart', { comments: 'text', po_number: 'text', shipping_option: 'text', summary_lines: 'json', answers: 'json' }),
  texts('cart_line', { reason: 'text' }),
  texts('cart_line_customisation', { text: 'text', comments: 'text' }),
  named('order_sheet'),
  texts('order_sheet_row', { reason: 'text' }),
  texts('orders', {
    comments: 'text',
    po_number: 'text',
    search_text: 'searchText',
    shipping_method: 'text',
    tracking_urls: 'texts',
    answers: 'json',
    checkout_attribute_description: 'text',
  }),
  texts('order_line', { reason: 'text' }),
  texts('order_line_customisation', { text: 'text', comments: 'text', logo_name: 'text' }),
  texts('proof_request', { design: 'json' }),
  texts('proof', { comment: 'text' }),
  texts('order_event', { data: 'json' }),
  texts('shipment', { carrier: 'text', tracking_number: 'text', tracking_url: 'text', collected_by: 'text' }),
  texts('made_to_measure_request', { answer: 'text' }),
  texts('return_request', { comments: 'text', decision_reason: 'text' }),
  // Documents keep their numbers, amounts and lines.
  texts('payment_record', { reason: 'text' }),
  texts('invoice', { reason: 'text', buyer: 'address' }),
  texts('receipt', { buyer: 'json', lines: 'json' }),
  texts('card_refund', { reason: 'text', lines: 'json' }),
  texts('entitlement_account', { label: 'text' }),
  // Other systems, and those of the supplier.
  named('punchout_connection'),
  texts('punchout_trip', {
    buyer_cookie: 'text',
    return_url: 'text',
    ship_to: 'json',
    return_fields: 'json',
    return_form: 'json',
  }),
  texts('punchout_line', { description: 'text', garment: 'json' }),
  texts('purchase_order', { document: 'json', findings: 'json', replaced: 'json', reason: 'text' }),
  texts('purchase_order_file', { file_name: 'fileName' }),
  texts('punchout_message', {
    body: 'text',
    answer: 'text',
    decided_text: 'text',
    findings: 'json',
    failure: 'json',
    last_error: 'text',
  }),
  texts('idempotency_key', { body: 'json' }),
  texts('operator_idempotency_key', { body: 'json' }, 'all'),
  texts('webhook_endpoint', { description: 'text' }, 'organisationOrNone'),
  texts('webhook_delivery', { response_excerpt: 'text', last_error: 'text', failure: 'json' }, 'organisationOrNone'),
  texts('api_key', { name: 'text' }, 'all'),
];
