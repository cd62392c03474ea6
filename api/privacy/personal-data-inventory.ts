import type { ReplyOf } from '#contract/index.ts';

type Section = keyof ReplyOf<'GET /api/mydata'>;

/** Which section of the personal-data export contains the rows of a table, or why none does. */
type PersonalDataEntry = { in: Section } | { justification: string };

/**
 * Every table with a column that refers to a person. A test finds new ones: each needs the section of the export that contains
 * its rows, or a reason why they are not exported.
 */
export const PERSONAL_DATA: Record<string, PersonalDataEntry> = {
  'customer.id': { in: 'profile' },
  'customer_role.customer_id': { in: 'profile' },
  'customer_group.customer_id': { in: 'profile' },
  'customer_adminable_group.customer_id': { in: 'profile' },
  'customer_department.customer_id': { in: 'profile' },
  'customer_season.customer_id': { in: 'profile' },
  'customer_collection.customer_id': { in: 'profile' },
  'customer_super_group_option.customer_id': {
    justification: 'the variant of a wardrobe that was chosen; the wardrobes and the orders are exported',
  },
  'uniform_status.customer_id': { justification: 'counts derived from the orders, which are exported' },
  'entitlement_account.customer_id': { in: 'entitlement' },
  'entitlement_entry.actor_id': { justification: 'who ordered or adjusted; the orders and the audit log are exported' },
  'entitlement_request.customer_id': { in: 'entitlementRequests' },
  'entitlement_request.decided_by_id': { in: 'audit' },
  'order_counts.customer_id': { justification: 'a count derived from the orders, which are exported' },
  'operator_idempotency_key.actor_id': { justification: 'an operator or API key of the supplier, never a customer' },
  'payment_record.actor_id': { justification: 'an operator or API key of the supplier, never a customer' },
  'price_change.actor_id': { justification: 'an operator or API key of the supplier, never a customer' },
  'supplier_bulk_edit.actor_id': { justification: 'an operator or API key of the supplier, never a customer' },
  'catalogue_import.actor_id': { justification: 'an operator or API key of the supplier, never a customer' },
  'stock_count.actor_id': { justification: 'an operator or API key of the supplier, never a customer' },
  'stock_count_line.actor_id': { justification: 'an operator or API key of the supplier, never a customer' },
  'stock_receipt.actor_id': { justification: 'an operator or API key of the supplier, never a customer' },
  'order_event.actor_id': {
    justification: 'who did something to an order; the audit log and the notes of the person’s orders contain it',
  },
  'stock_entry.actor_id': { justification: 'who caused a movement of stock; their orders are exported' },
  'shipment.wearer_id': { in: 'orders' },
  'customer_reminder.customer_id': { justification: 'which reminders were sent; the mails are exported' },
  'list_setting.customer_id': { in: 'listSettings' },
  'list_view.customer_id': { in: 'listViews' },
  'list_view.shared_by_id': { in: 'listViews' },
  'order_sheet.customer_id': { in: 'orderSheets' },
  'order_sheet_row.wearer_id': { in: 'orderSheets' },
  'order_sheet_row.typed_by_id': { in: 'orderSheets' },
  'email_change.customer_id': { justification: 'an address that waits for confirmation; the mail to it is exported' },
  'email_change.requested_by_id': { in: 'audit' },
  'address.customer_id': { in: 'addresses' },
  'special_measurement.customer_id': { in: 'specialMeasurements' },
  'made_to_measure_request.customer_id': { in: 'madeToMeasure' },
  'made_to_measure_request.requested_by_id': { in: 'madeToMeasure' },
  'body.customer_id': { in: 'bodies' },
  'body_consent.customer_id': { in: 'bodyConsent' },
  'size_suggestion.customer_id': { justification: 'calculated from the bodies, which are exported; deleted after thirty days' },
  'stock_notice.customer_id': { in: 'stockNotices' },
  'document_download.customer_id': { in: 'documentDownloads' },
  'document_visit.customer_id': {
    justification: 'when the person last looked at the list of documents, by which new ones are marked',
  },
  'document_file.actor_id': { in: 'audit' },
  'document_version.actor_id': { in: 'audit' },
  'fit_feedback.customer_id': { in: 'fitFeedback' },
  'return_request.customer_id': { in: 'returnRequests' },
  'return_request.actor_id': { in: 'audit' },
  'cart.customer_id': { in: 'cart' },
  'cart_line.wearer_id': { in: 'cart' },
  'stored_file.customer_id': { in: 'files' },
  'stored_file.actor_id': { justification: 'who uploaded a file; the files of the person are exported' },
  'orders.customer_id': { in: 'orders' },
  'orders.placed_by_id': { in: 'orders' },
  'approval.decided_by_id': { in: 'orders' },
  'delegation.approver_id': { in: 'audit' },
  'delegation.delegate_id': { in: 'audit' },
  'order_line.wearer_id': { in: 'orders' },
  'consent_entry.customer_id': { in: 'consents' },
  'session.customer_id': { in: 'logIns' },
  'session.impersonated_customer_id': {
    justification: 'another person’s session; the impersonation is in the audit log',
  },
  'erasure_request.customer_id': { in: 'erasureRequests' },
  'registration.customer_id': { in: 'registrations' },
  'registration.decided_by_id': { in: 'audit' },
  'registration_link.created_by_id': { in: 'audit' },
  'invitation.customer_id': { in: 'invitations' },
  'invitation.invited_by_id': { in: 'audit' },
  'opt_out.customer_id': { in: 'optOuts' },
  'opt_out.undone_by_id': { in: 'audit' },
  'audit_event.actor_id': { in: 'audit' },
  'audit_event.impersonated_id': { in: 'audit' },
  'people_import.created_by_id': { in: 'audit' },
  'people_import.previewed_by_id': { in: 'audit' },
  'people_import_row.customer_id': { in: 'importedRows' },
  'people_import_row.predecessor_id': {
    justification: 'the line is about the person who has the address now; the change of the address is in the audit log',
  },
  'bulk_edit.actor_id': { in: 'audit' },
  'list_export.actor_id': { in: 'audit' },
  'wardrobe_version.actor_id': { in: 'audit' },
  'wardrobe_draft.begun_by_id': { in: 'audit' },
  'wardrobe_draft.saved_by_id': { in: 'audit' },
  'bulk_edit_item.subject_id': {
    justification:
      'values that a bulk edit or an import of people can be undone to, for 30 days; the audit log shows the change itself',
  },
  'known_device.customer_id': { justification: 'hashes that identify known browsers; the sessions are exported' },
  'second_factor.customer_id': { justification: 'an encrypted secret for authentication' },
  'recovery_code.customer_id': { justification: 'hashes of authentication codes' },
  'login_key.customer_id': { justification: 'hashes of keys that are valid for five minutes' },
  'password_token.customer_id': { justification: 'hashes of mailed links; the mails are exported' },
  'idempotency_key.customer_id': { justification: 'copies of responses to the person’s own requests, kept for seven days' },
};

/** Columns of a person's own row that the profile does not contain, each with its reason. */
export const NOT_IN_PROFILE: Record<string, string> = {
  builder_collection_id: 'the wardrobe that was last open in the builder; the wardrobes are exported',
  password_hash: 'a secret for authentication',
  opt_out_guid: 'the secret of a mailed link',
  deleted_at: 'empty while the person can export their data',
  erased_at: 'empty while the person can export their data',
  brand_id: 'the organisation’s brand, the same for all its people',
  terms_agreed_at: 'exported with the consents',
  privacy_agreed_at: 'exported with the consents',
  field_versions: 'counts of changes, without content',
  changed_at: 'the moment of the last change, without content',
  measured_at: 'when the body data were last stored; the body and size service exports them',
  special_measurements_at: 'when special measurements were entered',
  email_domain: 'the domain of the email address, which is exported',
  search_text: 'the person’s names and numbers, which are exported, for the search',
};

/** Texts in the rows of a person that the export does not contain, each with its reason. A test puts a word into every text and looks for it. */
export const NOT_EXPORTED: Record<string, string> = {
  'customer.password_hash': 'a secret for authentication',
  'customer.field_versions': 'counts of changes, without content',
  'list_view.field_versions': 'counts of changes, without content',
  'order_sheet.field_versions': 'counts of changes, without content',
  'customer_reminder.kind': 'which of the mails was sent; the mails are exported with their kind',
  'bulk_edit_item.before':
    'the values to which a bulk edit can be undone, for 30 days; the audit log is exported with the same values',
  'bulk_edit_item.after':
    'the values that a bulk edit set, which are those of the profile, or in the audit log, which are exported',
  'bulk_edit_item.reason': 'a text of the portal that says why a bulk edit did not change the person',
  'bulk_edit_item.reason_kinds': 'the same as a code',
  'cart.summary_lines': 'prices of the lines of the cart, which are exported, as they were shown last',
  'cart.summary_fingerprint': 'a hash of what the checkout showed last',
  'cart_line.customisation_key': 'a code by which equal lines of the cart are added up',
  'idempotency_key.key': 'a random number of the browser, for seven days',
  'idempotency_key.body':
    'a copy of an answer to the person’s own request, for seven days; what it says is exported where it is stored',
  'orders.search_text': 'numbers, names and codes of the order, which are exported, for the search',
  'orders.tracking_urls': 'the addresses of the parcels, which are exported with them',
  'people_import_row.person': 'the name and number in the cells of the line, which are exported',
  'people_import_row.number_key': 'the employee number in the cells of the line, which are exported, for comparison',
  'people_import_row.email_key': 'the email address in the cells of the line, which are exported, for comparison',
  'people_import_row.changes':
    'what differed between the cells of the line and the profile, which are both exported; the audit log has the changes that were made',
  'people_import_row.change_values': 'the same as codes',
  'people_import_row.findings': 'what of the cells had to be confirmed, as codes',
  'people_import_row.problem_kind': 'the answer to the line, which is exported, as a code',
  'people_import_row.reason_kinds': 'the answers to the line, which are exported, as codes',
};
