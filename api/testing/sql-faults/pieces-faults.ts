import { inFile, type SqlFault } from './sql-fault.ts';

/** Faults in what decides about pieces. */
export const PIECES_FAULTS: readonly SqlFault[] = [
  ...inFile(
    'api/platform/files/quota.sql',
    ['api/platform/files/file-store.test.ts'],
    ['count_file_usage', 'stored_bytes - old.size_bytes', 'stored_bytes'],
    ['add_file_usage', '      <= (select', '      < 1 + 2 * (select'],
  ),
  ...inFile(
    'api/content/documents/document-quota.sql',
    ['api/content/documents/own-documents.test.ts'],
    ['count_document_file_usage', 'stored_bytes - old.size_bytes', 'stored_bytes'],
    ['count_document_file_usage', 'perform add_file_usage(new.organisation_id, new.size_bytes);', 'null;'],
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
    [
      'returnable_lines',
      'filter (where o.return_days = 0 or day.sent + o.return_days >= day.today), 0)',
      'filter (where o.return_days = 0 or day.sent + o.return_days > day.today), 0)',
    ],
    ['returnable_lines', '(now() at time zone o.time_zone)::date as today', "(now() at time zone 'UTC')::date as today"],
    ['returnable_lines', 'coalesce(s.delivered_at, s.shipped_at)', 's.shipped_at'],
    ['returnable_lines', ' - l.open_return_quantity', ''],
    ['returnable_lines', 'when l.awaited_quantity > 0 then 0', 'when false then 0'],
  ),
  ...inFile(
    'api/ordering/order-lines/entitlement-use.sql',
    [
      'api/ordering/order-lines',
      'api/ordering/order-changes/change-order-line.test.ts',
      'api/ordering/returns/exchange-ledger.test.ts',
    ],
    ['counted_pieces', 'least(covered, quantity - cancelled - returned)', 'least(covered, quantity - cancelled)'],
    ['held_difference', 'difference * least(awaited_covered, remaining)', 'difference * awaited_covered'],
    ['held_difference', 'return difference * least', 'return 0 * least'],
    ['record_entitlement_use', 'set granted = a.granted + least(l.granted_delta, 0)', 'set granted = a.granted'],
    ['record_entitlement_use', 'greatest(a.allowance, a.reserved', 'least(a.allowance, a.reserved'],
    ['record_entitlement_use', 'where granted_delta < 0;', 'where false;'],
    [
      'record_entitlement_use',
      "case b.unit when 'points' then n.unit_points else budget_price(n.unit_price_minor, n.decoration_outside_budget_minor) end,",
      "case b.unit when 'points' then n.unit_points else budget_price(o.unit_price_minor, n.decoration_outside_budget_minor) end,",
    ],
  ),
  ...inFile(
    'api/entitlement/ordering-eligibility.sql',
    [
      'api/ordering/cart',
      'api/ordering/checkout/place-from-entitlement.test.ts',
      'api/testing/deadlines.test.ts',
      'api/people/time-requests',
    ],
    ['last_ordering_day', 'greatest(closes_on', 'least(closes_on'],
    ['last_ordering_day', 'and r.customer_id = wearer and ', 'and '],
    ['open_account', "and x.status = 'open' and (x.kind", 'and (x.kind'],
    ['open_account', '(g.id = named_group) is true desc, ', ''],
    [
      'open_account',
      "today <= coalesce(last_ordering_day(organisation, wearer, s.id, s.ordering_closes_on), 'infinity')) desc,",
      "today < coalesce(last_ordering_day(organisation, wearer, s.id, s.ordering_closes_on), 'infinity')) desc,",
    ],
    [
      'ordering_facts',
      "'left', case when a.is_limited then a.granted - a.reserved - a.used end",
      "'left', case when a.is_limited then a.granted - a.used end",
    ],
    [
      'ordering_facts',
      "'left', case when b.is_limited then b.granted - b.reserved - b.used end",
      "'left', case when b.is_limited then b.granted - b.used end",
    ],
    ['ordering_facts', 'w.wardrobe_opt_out_at is not null, a.id', 'false, a.id'],
  ),
  ...inFile(
    'api/entitlement/uniform-status.sql',
    [
      'api/people/list/people-uniform-status.test.ts',
      'api/ordering/order-states/order-ledger.test.ts',
      'api/ordering/returns/exchange-ledger.test.ts',
    ],
    ['uniform_ordering_status', 'when counted < owed then 20', 'when counted <= owed then 20'],
    [
      'compute_uniform_status',
      'case when a.is_withdrawn then 0 else coalesce(a.minimum, a.allowance) end as owed',
      'coalesce(a.minimum, a.allowance) as owed',
    ],
    ['compute_uniform_status', ' - l.returned_quantity) as counted', ') as counted'],
  ),
  ...inFile(
    'api/ordering/orders/uniform-status.sql',
    [
      'api/ordering/order-states/order-ledger.test.ts',
      'api/ordering/returns/exchange-ledger.test.ts',
      'api/people/list/people-uniform-status.test.ts',
    ],
    [
      'refresh_status_of_order_lines',
      'perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);\n  end loop;\n  return null;\nend $$;\ncreate or replace trigger refresh_status_on_insert',
      'null;\n  end loop;\n  return null;\nend $$;\ncreate or replace trigger refresh_status_on_insert',
    ],
    [
      'refresh_status_of_changed_lines',
      'perform refresh_uniform_status(affected.organisation_id, affected.people, affected.season_id);\n  end loop;\n  return null;\nend $$;\ncreate or replace trigger refresh_status_on_update after update on order_line',
      'null;\n  end loop;\n  return null;\nend $$;\ncreate or replace trigger refresh_status_on_update after update on order_line',
    ],
  ),
];
