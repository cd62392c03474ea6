import { inFile, type SqlFault } from './sql-fault.ts';

/** Faults in what decides about who may do what, and in what is evidence. */
export const RIGHTS_FAULTS: readonly SqlFault[] = [
  ...inFile(
    'api/identity/sessions/access-end.sql',
    ['api/people/person/leavers.test.ts', 'api/people/person/access-end.test.ts', 'api/testing/deadlines.test.ts'],
    ['access_ends_at', 'leaver_access_days + 1', 'leaver_access_days'],
    ['access_ends_at', 'at time zone time_zone', "at time zone 'UTC'"],
    ['access_ends_at', 'not active or deleted_at is not null', 'not active'],
  ),
  ...inFile(
    'api/identity/sessions/end-access.sql',
    ['api/identity/sessions/sessions.test.ts', 'api/identity/passwords/secrets.test.ts', 'api/identity/passwords/links.test.ts'],
    ['end_access_of_old_password', 'and revoked_at is null\n    and id::text', 'and revoked_at is not null\n    and id::text'],
    ['end_access_of_closed_account', '(old.active and not new.active) or', ''],
    ['end_access_of_closed_account', 'lower(new.email) <> lower(old.email) or', ''],
  ),
  ...inFile(
    'api/identity/login/failed-logins.sql',
    ['api/identity/login/failed-logins.test.ts'],
    ['next_login_attempt', 'failures < 5', 'failures < 6'],
    ['next_login_attempt', ', 900)', ', 90000)'],
    ['login_account_key', 'lower(btrim(email))', 'email'],
    ['reset_failed_logins', 'delete from failed_login where key', 'delete from failed_login where false and key'],
    ['reset_failed_logins', 'delete from known_device where', 'delete from known_device where false and'],
  ),
  ...inFile(
    'api/platform/db/append-only.sql',
    ['api/privacy/erasure/append-only.test.ts'],
    ['reject_change', "tg_nargs > 0 and coalesce(current_setting('livery.erasing', true), '') = 'yes'", 'tg_nargs > 0'],
    ['reject_change', 'to_jsonb(new) - tg_argv = to_jsonb(old) - tg_argv and not', 'not'],
    ['reject_change', ' and not jsonb_strip_nulls(to_jsonb(new)) ?| tg_argv', ''],
    [
      'reject_change_except_names',
      "if tg_op = 'UPDATE' and coalesce(current_setting('livery.erasing', true), '') = 'yes'",
      'if true',
    ],
    ['reject_change_except_names', 'to_jsonb(old) - tg_argv\n  then', 'to_jsonb(old) - tg_argv or true\n  then'],
  ),
  ...inFile(
    'api/platform/files/documents.sql',
    ['api/ordering/invoices/invoice-files.test.ts'],
    ['drop_documents', "expires_at = now(), document_key = 'dropped:' || id", 'expires_at = expires_at'],
    ['drop_documents', 'perform pg_advisory_xact_lock_shared(hashint8extended(organisation, 7404037));', ''],
  ),
  ...inFile(
    'api/ordering/invoices/stored-invoices.sql',
    ['api/ordering/invoices/invoice-files.test.ts'],
    ['drop_invoice_documents', "'invoice:' || new.id", "'invoice:' || 0"],
    ['drop_statements', 'update of reference, reason on payment_record', 'update of reference on payment_record'],
    ['drop_invoices_of_order', 'and order_id = new.id', 'and order_id = 0'],
  ),
  ...inFile(
    'api/ordering/approval/order-deciders.sql',
    [
      'api/ordering/decisions/who-may-decide.test.ts',
      'api/ordering/approval/approval-deadlines.test.ts',
      'api/testing/deadlines.test.ts',
    ],
    [
      'approver_reach',
      'where c.allow_order_approval and c.active and c.deleted_at is null',
      'where c.allow_order_approval and c.deleted_at is null',
    ],
    ['approver_reach', 'where held.is_admin and a.organisation_id', 'where a.organisation_id'],
    ['order_deciders', 'r.customer_id not in (person, placed_by)', 'r.customer_id <> person'],
    ['order_deciders', 'r.is_admin and r.organisation_group_id = in_group', 'r.is_admin'],
    ['order_deciders', 'today between d.starts_on and d.ends_on', 'today >= d.starts_on and today < d.ends_on'],
    [
      'order_deciders',
      'and c.active and c.deleted_at is null\n    where d.delegate_id',
      'and c.deleted_at is null\n    where d.delegate_id',
    ],
    ['order_deciders', 'where s.customer_id not in (person, placed_by) order by', 'order by'],
    ['order_deciders', 'and (is_escalated or not exists (select from decider))', 'and is_escalated'],
    ['order_deciders', 'and c.id not in (person, placed_by)\n    and not exists', 'and not exists'],
  ),
  ...inFile(
    'api/ordering/approval/order-fingerprint.sql',
    ['api/ordering/decisions/decided-as-seen.test.ts'],
    ['order_fingerprint', 'o.id, o.total_minor, o.pending_value_minor,', 'o.id,'],
    ['order_fingerprint', 'l.id, l.combination_id, l.quantity,', 'l.id, l.quantity,'],
    ['order_fingerprint', "k.design_key || ' ' || coalesce(k.text, '')", 'k.design_key'],
    [
      'order_fingerprint',
      "(select a.fingerprint_salt from approval a where a.organisation_id = o.organisation_id and a.order_id = o.id and a.status = 'requested'),",
      "'',",
    ],
  ),
  ...inFile(
    'api/organisation/structure/default-permissions.sql',
    ['api/organisation/structure/default-permissions.test.ts'],
    ['grant_default_permissions', "(34, 'AllowUniformBuilder')", "(34, 'AllowUniformBuilder'), (34, 'AllowAdhocOrder')"],
    ['grant_default_permissions', "then p || 'Modal' else p end", 'then p else p end'],
  ),
  ...inFile(
    'api/privacy/account/consents.sql',
    ['api/people/person/preferences.test.ts'],
    [
      'record_consents',
      "('email', new.marketing_by_email, asking, null::timestamptz, case when first then false else old.marketing_by_email end is distinct from new.marketing_by_email)",
      "('email', new.marketing_by_email, asking, null::timestamptz, false)",
    ],
    ['record_consents', "('phone', new.marketing_by_phone,", "('phone', true,"],
  ),
  ...inFile(
    'api/entitlement/accounts.sql',
    ['api/ordering/cart/ordering-eligibility.test.ts', 'api/catalogue/range/owed-products.test.ts'],
    [
      'open_collection_group',
      "where status = 'open' and collection_group_id is not null;\ncomment",
      'where collection_group_id is not null;\ncomment',
    ],
  ),
];
