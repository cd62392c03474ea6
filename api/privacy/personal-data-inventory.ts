import type { ReplyOf } from '#contract/index.ts';

type Section = keyof ReplyOf<'GET /api/mydata'>;

/** Where the rows of a table that are about a person stand in the file of their data, or why they do not. */
type PersonalDataEntry = { in: Section } | { justification: string };

/**
 * Every table with a column that points at a person. A test finds new ones: whoever adds one says here where its rows are
 * told, or why they need not be.
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
    justification: 'which cut of a wardrobe was chosen; the wardrobes are told, and what was ordered of them',
  },
  'uniform_status.customer_id': { justification: 'counts that follow from the orders, which are told' },
  'order_counts.customer_id': { justification: 'a count that follows from the orders, which are told' },
  'order_event.actor_id': { justification: 'who did something to an order; the audit log contains it' },
  'stock_entry.actor_id': { justification: 'who caused a movement of stock; their orders are included' },
  'shipment.wearer_id': { justification: 'the wearer of a parcel; the parcels are included with the orders' },
  'customer_reminder.customer_id': { justification: 'which reminders were sent; the mails are included' },
  'list_setting.customer_id': { justification: 'how lists were arranged: columns and sort order' },
  'email_change.customer_id': { justification: 'an address that waits for confirmation; the mail to it is included' },
  'address.customer_id': { in: 'addresses' },
  'special_measurement.customer_id': { in: 'specialMeasurements' },
  'body.customer_id': { in: 'bodies' },
  'body_consent.customer_id': { in: 'bodyConsent' },
  'size_suggestion.customer_id': { justification: 'worked out from the bodies, which are told; forgotten after thirty days' },
  'fit_feedback.customer_id': { in: 'fitFeedback' },
  'cart.customer_id': { in: 'cart' },
  'cart_line.wearer_id': { in: 'cart' },
  'orders.customer_id': { in: 'orders' },
  'orders.placed_by_id': { in: 'orders' },
  'orders.decided_by_id': { in: 'orders' },
  'order_line.wearer_id': { in: 'orders' },
  'consent_entry.customer_id': { in: 'consents' },
  'session.customer_id': { in: 'logIns' },
  'session.impersonated_customer_id': {
    justification: 'somebody else’s log-in; that it acted for the person stands in the audit trail',
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
  'people_import.worked_for_id': { in: 'audit' },
  'people_import_row.customer_id': {
    justification: 'what a file said of the person, for 90 days; what it changed is told in the audit trail',
  },
  'bulk_edit.actor_id': { in: 'audit' },
  'bulk_edit_item.subject_id': {
    justification: 'values that a bulk edit of people can be undone to, for 30 days; the audit log shows the change itself',
  },
  'known_device.customer_id': { justification: 'hashes by which browsers are known again; the log-ins are told' },
  'second_factor.customer_id': { justification: 'a sealed secret that proves who somebody is' },
  'recovery_code.customer_id': { justification: 'hashes of codes that prove who somebody is' },
  'login_key.customer_id': { justification: 'hashes of keys that live five minutes' },
  'password_token.customer_id': { justification: 'hashes of links that were mailed; the mails are told' },
  'idempotency_key.customer_id': { justification: 'copies of answers to the person’s own requests, kept for seven days' },
};

/** Columns of a person's own row that the profile does not show, each with its reason. */
export const NOT_IN_PROFILE: Record<string, string> = {
  builder_collection_id: 'the wardrobe that was last open in the builder; the wardrobes are included',
  password_hash: 'a secret that proves who somebody is',
  opt_out_guid: 'a secret of a mailed link',
  deleted_at: 'empty while the person can ask',
  erased_at: 'empty while the person can ask',
  brand_id: 'the organisation’s brand, the same for all its people',
  terms_agreed_at: 'told with the consents',
  privacy_agreed_at: 'told with the consents',
  field_versions: 'counts of changes, without content',
  changed_at: 'the moment of the last change, without content',
  measured_at: 'when the body data were last stored; they are told by the service that keeps them',
  special_measurements_at: 'when special measurements were written down',
  email_domain: 'the end of the e-mail address once more',
  search_text: 'the person’s names and numbers once more',
};
