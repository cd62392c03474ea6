import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A fault in a function or view of the database that decides about money, pieces or rights, which a test has to find. */
export interface SqlFault {
  /** The function or view. */
  of: string;
  /** Its file, from the root of the repository. */
  file: string;
  /** The text of the file that is replaced; it occurs once. */
  from: string;
  to: string;
  /** The tests of which one must fail. */
  tests: readonly string[];
}

const inFile = (file: string, tests: readonly string[], ...faults: readonly (readonly [of: string, from: string, to: string])[]) =>
  faults.map(([of, from, to]): SqlFault => ({ of, file, from, to, tests }));

/** Plausible faults: a condition that is missing, a boundary that is off by one, a part that is not counted. */
export const SQL_FAULTS: readonly SqlFault[] = [
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
    'api/platform/files/quota.sql',
    ['api/platform/files/file-store.test.ts'],
    ['count_file_usage', 'stored_bytes - old.size_bytes', 'stored_bytes'],
    ['count_file_usage', '      <= (select', '      < 1 + 2 * (select'],
  ),
  ...inFile(
    'api/platform/db/append-only.sql',
    ['api/ordering/invoices/issue-invoices.test.ts', 'api/platform/audit'],
    ['reject_change', "tg_op = 'UPDATE' and tg_nargs > 0", "tg_op = 'UPDATE'"],
  ),
  ...inFile(
    'api/ordering/invoices/documents.sql',
    ['api/ordering/invoices/issue-invoices.test.ts'],
    ['next_document_serial', 'c.last_serial + 1', 'c.last_serial + 2'],
    ['protect_invoice', "- 'settled_minor' = to_jsonb(old) - 'settled_minor'", "- 'due_on' = to_jsonb(old) - 'due_on'"],
  ),
  ...inFile(
    'api/ordering/orders/order-values.sql',
    ['api/ordering/remainder/shrinking-orders.test.ts', 'api/ordering/order-changes/cancel-order.test.ts', 'api/ordering/returns/exchange-ledger.test.ts'],
    ['project_order_values', 'n.unit_price_minor * n.shipped_quantity) filter (where n.exchange_of_line_id is null)', 'n.unit_price_minor * n.shipped_quantity)'],
    ['project_order_values', 'bool_or(n.cancelled_quantity < n.quantity)', 'bool_or(true)'],
    ['project_order_values', 'n.price_minor - n.unit_price_minor * (n.quantity - n.cancelled_quantity)', 'n.unit_price_minor * n.cancelled_quantity'],
  ),
  ...inFile(
    'api/ordering/credit/open-amount.sql',
    ['api/ordering/credit', 'api/ordering/payments/allocations.test.ts'],
    ['open_amount', "kind <> 'reversal' and reversed_by_id is null", "kind <> 'reversal'"],
    ['open_amount', 'amount_minor - allocated_minor)', 'amount_minor)'],
    ['open_amount', 'in (10, 20, 50)', 'in (10, 20)'],
    ['open_amount', 'not o.is_test and', ''],
    ['open_amount', 'o.total_minor - o.invoiced_minor', 'o.total_minor'],
    ['open_amount', 'when o.cancelled_value_minor = 0 then 0', 'when true then 0'],
    ['lock_open_amount', 'perform from organisation o where o.id = organisation for no key update;', ''],
    ['lock_credit_terms', 'perform pg_advisory_xact_lock_shared(hashint8extended(organisation, 7404036));', ''],
    ['lock_credit_terms', 'if not had_limit and credit_limit_minor is not null then', 'if false then'],
  ),
  ...inFile(
    'api/ordering/fulfilment/destinations.sql',
    ['api/ordering/fulfilment/shipments', 'api/ordering/fulfilment/papers'],
    ['destination_key', "lower(address ->> 'address1')", "'street'"],
    ['destination_key', "concat_ws('|', organisation, resort,", "concat_ws('|', organisation,"],
  ),
  ...inFile(
    'api/ordering/returns/returnable-lines.sql',
    ['api/ordering/returns/returns.test.ts', 'api/ordering/returns/return-decisions.test.ts', 'api/testing/deadlines.test.ts'],
    ['returnable_lines', 'filter (where o.return_days = 0 or day.sent + o.return_days >= day.today), 0)', 'filter (where o.return_days = 0 or day.sent + o.return_days > day.today), 0)'],
    ['returnable_lines', '(now() at time zone o.time_zone)::date as today', "(now() at time zone 'UTC')::date as today"],
    ['returnable_lines', 'coalesce(s.delivered_at, s.shipped_at)', 's.shipped_at'],
    ['returnable_lines', ' - l.open_return_quantity', ''],
    ['returnable_lines', 'when l.awaited_quantity > 0 then 0', 'when false then 0'],
  ),
  ...inFile(
    'api/ordering/returns/charged-line.sql',
    ['api/ordering/returns/whole-story.test.ts', 'api/ordering/returns/exchange-ledger.test.ts', 'api/ordering/returns/return-decisions.test.ts'],
    ['charged_line', 'select id from chain where exchange_of_line_id is null', 'select line'],
  ),
  ...inFile(
    'api/ordering/order-lines/entitlement-use.sql',
    ['api/ordering/order-lines', 'api/ordering/order-changes/change-order-line.test.ts', 'api/ordering/returns/exchange-ledger.test.ts'],
    ['counted_pieces', 'least(covered, quantity - cancelled - returned)', 'least(covered, quantity - cancelled)'],
    ['held_difference', 'difference * least(awaited_covered, remaining)', 'difference * awaited_covered'],
    ['held_difference', 'return difference * least', 'return 0 * least'],
    ['record_entitlement_use', 'set granted = a.granted + least(l.granted_delta, 0)', 'set granted = a.granted'],
    ['record_entitlement_use', 'greatest(a.allowance, a.reserved', 'least(a.allowance, a.reserved'],
    ['record_entitlement_use', "where granted_delta < 0;", "where false;"],
    ['record_entitlement_use', "case b.unit when 'points' then n.unit_points else n.unit_price_minor end,", "case b.unit when 'points' then n.unit_points else o.unit_price_minor end,"],
  ),
  ...inFile(
    'api/ordering/payments/payment-allocations.sql',
    ['api/ordering/payments/payments.test.ts', 'api/ordering/payments/allocations.test.ts'],
    ['project_allocations', 'set allocated_minor = p.allocated_minor + n.amount', 'set allocated_minor = n.amount'],
    ['project_allocations', 'set settled_minor = i.settled_minor + n.amount', 'set settled_minor = n.amount'],
  ),
  ...inFile(
    'api/ordering/approval/order-deciders.sql',
    ['api/ordering/decisions/who-may-decide.test.ts', 'api/ordering/approval/approval-deadlines.test.ts', 'api/testing/deadlines.test.ts'],
    ['approver_reach', 'where c.allow_order_approval and c.active and c.deleted_at is null', 'where c.allow_order_approval and c.deleted_at is null'],
    ['approver_reach', 'where held.is_admin and a.organisation_id', 'where a.organisation_id'],
    ['order_deciders', 'r.customer_id not in (person, placed_by)', 'r.customer_id <> person'],
    ['order_deciders', 'r.is_admin and r.organisation_group_id = in_group', 'r.is_admin'],
    ['order_deciders', 'today between d.starts_on and d.ends_on', 'today >= d.starts_on and today < d.ends_on'],
    ['order_deciders', 'and c.active and c.deleted_at is null\n    where d.delegate_id', 'and c.deleted_at is null\n    where d.delegate_id'],
    ['order_deciders', 'where s.customer_id not in (person, placed_by) order by', 'order by'],
    ['order_deciders', 'and (is_escalated or not exists (select from decider))', 'and is_escalated'],
    ['order_deciders', 'and c.id not in (person, placed_by)\n    and not exists', 'and not exists'],
  ),
  ...inFile(
    'api/ordering/approval/order-fingerprint.sql',
    ['api/ordering/decisions/decided-as-seen.test.ts'],
    ['order_fingerprint', 'o.id, o.total_minor, o.pending_value_minor,', 'o.id,'],
    ['order_fingerprint', 'l.id, l.combination_id, l.quantity,', 'l.id, l.quantity,'],
    ['order_fingerprint', "(select a.fingerprint_salt from approval a where a.organisation_id = o.organisation_id and a.order_id = o.id and a.status = 'requested'),", "'',"],
  ),
  ...inFile(
    'api/organisation/structure/default-permissions.sql',
    ['api/organisation/structure', 'tools/setup'],
    ['grant_default_permissions', "(34, 'AllowUniformBuilder')", "(34, 'AllowUniformBuilder'), (34, 'AllowAdhocOrder')"],
    ['grant_default_permissions', "then p || 'Modal' else p end", 'then p else p end'],
  ),
  ...inFile(
    'api/privacy/account/consents.sql',
    ['api/people/person/preferences.test.ts'],
    ['record_consents', "('email', new.marketing_by_email, asking, null::timestamptz, case when first then false else old.marketing_by_email end is distinct from new.marketing_by_email)", "('email', new.marketing_by_email, asking, null::timestamptz, false)"],
    ['record_consents', "('phone', new.marketing_by_phone,", "('phone', true,"],
  ),
  ...inFile(
    'api/catalogue/range/removed-prices.sql',
    ['api/catalogue/range/range-prices.test.ts'],
    ['save_removed_price', 'and not keeps_own_prices', ''],
    ['restore_removed_price', 'if new.overridden_price_minor is null and new.price_percent is null then', 'if true then'],
  ),
  ...inFile(
    'api/catalogue/pricing/offer.sql',
    ['api/catalogue/range/range-prices.test.ts', 'api/catalogue/products/product.routes.test.ts', 'api/catalogue/pricing'],
    ['unit_price', '(100 + percent) / 100)::bigint', '(100 + percent) / 100 - 0.5)::bigint'],
    ['unit_price', 'case when percent is null then coalesce(combination_price, greatest(product_price + adjustment, 0))', 'case when percent is null then coalesce(combination_price, product_price + adjustment)'],
    ['offer', 'where po.published and p.published;', 'where p.published;'],
    ['offer', 'and not c.discontinued', ''],
  ),
  ...inFile(
    'api/entitlement/accounts.sql',
    ['api/ordering/cart/ordering-eligibility.test.ts', 'api/catalogue/range/owed-products.test.ts'],
    ['open_collection_group', "where status = 'open' and collection_group_id is not null;\ncomment", 'where collection_group_id is not null;\ncomment'],
  ),
  ...inFile(
    'api/entitlement/ordering-eligibility.sql',
    ['api/ordering/cart', 'api/ordering/checkout/place-from-entitlement.test.ts', 'api/testing/deadlines.test.ts'],
    ['open_account', "and a.status = 'open' and (a.kind", 'and (a.kind'],
    ['open_account', '(g.id = named_group) is true desc, ', ''],
    ['open_account', "today <= coalesce(s.ordering_closes_on, 'infinity')) desc, ", "today < coalesce(s.ordering_closes_on, 'infinity')) desc, "],
    ['ordering_facts', "'left', case when a.is_limited then a.granted - a.reserved - a.used end", "'left', case when a.is_limited then a.granted - a.used end"],
    ['ordering_facts', "'left', case when b.is_limited then b.granted - b.reserved - b.used end", "'left', case when b.is_limited then b.granted - b.used end"],
    ['ordering_facts', 'w.wardrobe_opt_out_at is not null, a.id', 'false, a.id'],
  ),
  ...inFile(
    'api/entitlement/uniform-status.sql',
    ['api/people/list/people-uniform-status.test.ts', 'api/ordering/order-states/order-ledger.test.ts'],
    ['uniform_ordering_status', 'when counted < owed then 20', 'when counted <= owed then 20'],
    ['compute_uniform_status', "case when a.is_withdrawn then 0 else coalesce(a.minimum, a.allowance) end as owed", 'coalesce(a.minimum, a.allowance) as owed'],
    ['compute_uniform_status', 'and o.order_state_id not in (40, 60)', ''],
  ),
  ...inFile(
    'api/ordering/orders/uniform-status.sql',
    ['api/ordering/order-states/order-ledger.test.ts', 'api/ordering/returns/exchange-ledger.test.ts', 'api/people/list/people-uniform-status.test.ts'],
    ['refresh_status_of_order_lines', 'perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);\n  end loop;\n  return null;\nend $$;\ncreate or replace trigger refresh_status_on_insert', 'null;\n  end loop;\n  return null;\nend $$;\ncreate or replace trigger refresh_status_on_insert'],
    ['refresh_status_of_changed_lines', 'row (n.quantity, n.cancelled_quantity, n.returned_quantity,', 'row (n.quantity, x.cancelled_quantity, n.returned_quantity,'],
    ['refresh_status_of_orders', 'row (n.order_state_id in (40, 60), n.created_at) is distinct from', 'row (x.order_state_id in (40, 60), x.created_at) is distinct from'],
  ),
];

/** Functions and views that decide about none of these: they announce and count changes, find texts and draw pictures. */
export const WITHOUT_FAULTS: readonly string[] = [
  'notify_access_change', 'snapshot_time', 'increment_version', 'set_changed_at', 'add_to_order_count', 'count_placed_orders', 'count_moved_order',
  'record_placed_orders', 'record_webhook_event_of_order', 'record_low_stock', 'record_webhook_event', 'record_order_webhook_event', 'webhook_event_type',
  'create_drawings', 'drawing_url', 'line_picture_id', 'raw_lexeme', 'keyword_words', 'stem_query', 'keyword_query', 'similar_products',
  'refresh_listing', 'create_listing_version', 'set_listing_limits', 'set_limited_groups', 'increment_listing_version',
  'increment_stock_level_version', 'increment_stock_version', 'notify_new_accounts', 'refresh_uniform_status',
  'refresh_status_of_customers', 'refresh_status_of_accounts', 'refresh_status_of_changed_accounts', 'refresh_status_of_collections',
  'increment_customer_version', 'count_start_day', 'compact_people_counts', 'count_people', 'rebuild_uniform_status',
];

/** The variable that names the place in `SQL_FAULTS` of the fault that every test database gets. */
const FAULT_VARIABLE = 'SQL_FAULT';

/** The environment in which tests meet a fault. */
export const withSqlFault = (index: number): Record<string, string> => ({ [FAULT_VARIABLE]: String(index) });

/** The SQL that puts the fault of this process into a database; undefined when there is none, as in every usual run. */
export async function readSqlFault(): Promise<string | undefined> {
  const chosen = process.env[FAULT_VARIABLE];
  if (chosen === undefined) return undefined;
  const fault = SQL_FAULTS[Number(chosen)];
  if (!fault) throw new Error(`There is no fault ${chosen}.`);
  return toFaultySql(fault);
}

/** The file with the fault in it. Throws when the text that it replaces does not occur exactly once. */
export async function toFaultySql({ of, file, from, to }: SqlFault): Promise<string> {
  const parts = (await readFile(join(import.meta.dirname, '../..', file), 'utf8')).split(from);
  if (parts.length !== 2) throw new Error(`“${from}”, which a fault of ${of} replaces, occurs ${parts.length - 1} times in ${file}.`);
  return parts.join(to);
}
