import { inFile, type SqlFault } from './sql-fault.ts';

/** Faults in what decides about money. */
export const MONEY_FAULTS: readonly SqlFault[] = [
  ...inFile(
    'api/ordering/invoices/documents.sql',
    ['api/ordering/invoices/issue-invoices.test.ts', 'api/privacy/erasure/append-only.test.ts'],
    ['next_document_serial', 'c.last_serial + 1', 'c.last_serial + 2'],
    ['protect_invoice', "- 'settled_minor' = to_jsonb(old) - 'settled_minor'", "- 'due_on' = to_jsonb(old) - 'due_on'"],
    ['protect_invoice', "coalesce(current_setting('livery.erasing', true), '') = 'yes'", 'true'],
  ),
  ...inFile(
    'api/ordering/orders/order-values.sql',
    [
      'api/ordering/remainder/shrinking-orders.test.ts',
      'api/ordering/order-changes/cancel-order.test.ts',
      'api/ordering/returns/exchange-ledger.test.ts',
    ],
    [
      'project_order_values',
      'n.unit_price_minor * n.shipped_quantity) filter (where n.exchange_of_line_id is null)',
      'n.unit_price_minor * n.shipped_quantity)',
    ],
    ['project_order_values', 'bool_or(n.cancelled_quantity < n.quantity)', 'bool_or(true)'],
    [
      'project_order_values',
      'n.price_minor - n.unit_price_minor * (n.quantity - n.cancelled_quantity)',
      'n.unit_price_minor * n.cancelled_quantity',
    ],
  ),
  ...inFile(
    'api/ordering/order-lines/entitlement-use.sql',
    ['api/ordering/checkout/personalised-orders.test.ts'],
    ['budget_price', 'return piece_price - decoration_outside_budget;', 'return piece_price;'],
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
    'api/ordering/cost-centres/cost-centre-value.sql',
    ['api/ordering/cost-centres/cost-centres.test.ts'],
    ['organisation_net_value', 'o.goods_minor - o.cancelled_value_minor', 'o.goods_minor'],
    ['cost_centre_value', 'not in (40, 60)', 'not in (60)'],
  ),
  ...inFile(
    'api/ordering/card-payments/receipts/receipts.sql',
    [
      'api/ordering/card-payments/operators/operator-card-payments.test.ts',
      'api/ordering/card-payments/receipts/receipt-erasure.test.ts',
    ],
    ['protect_receipt', "raise exception 'a receipt never changes' using errcode = 'restrict_violation';", 'return new;'],
    ['drop_receipt_document', "'receipt:' || new.id", "'receipt:' || 0"],
  ),
  ...inFile(
    'api/ordering/payment-parts/card-part.sql',
    ['api/ordering/payment-parts/mixed-orders.test.ts', 'api/ordering/payment-parts/whole-currency.test.ts'],
    ['remaining_card_pieces', 'card - cancelled - returned', 'card - returned'],
    ['payable_by_card', '(minor + 50) / 100 * 100', 'minor'],
    ['card_pieces_value', 'round(unit_price * pieces * tax_rate)', 'pieces * round(unit_price * tax_rate)'],
    ['card_value_of_lines', 'l.card_quantity, l.card_cancelled_quantity, 0', 'l.card_quantity, 0, 0'],
    ['account_pieces_value', '- round(unit_price * card * tax_rate)', ''],
    ['account_value_of_order', 'case when o.is_all_by_card then 0 else', 'case when false then 0 else'],
    ['account_pieces', 'quantity - cancelled - (card - card_cancelled)', 'quantity - card'],
  ),
  ...inFile(
    'api/ordering/returns/card-pieces.sql',
    ['api/ordering/payment-parts/mixed-orders.test.ts', 'api/ordering/card-payments/changes/card-changes.test.ts'],
    ['card_pieces_left', 'and r.return_state_id = 40', 'and false'],
    ['card_pieces_left', 'and x.exchange_of_line_id = l.id', 'and false'],
    [
      'divide_cancelled_pieces',
      'card_pieces_left(old.organisation_id, old.id)',
      'old.card_quantity - old.card_cancelled_quantity',
    ],
  ),
  ...inFile(
    'api/ordering/returns/charged-line.sql',
    [
      'api/ordering/returns/whole-story.test.ts',
      'api/ordering/returns/exchange-ledger.test.ts',
      'api/ordering/returns/return-decisions.test.ts',
    ],
    ['charged_line', 'select id from chain where exchange_of_line_id is null', 'select line'],
  ),
  ...inFile(
    'api/ordering/payments/payment-allocations.sql',
    ['api/ordering/payments/payments.test.ts', 'api/ordering/payments/allocations.test.ts'],
    ['project_allocations', 'set allocated_minor = p.allocated_minor + n.amount', 'set allocated_minor = n.amount'],
    ['project_allocations', 'set settled_minor = i.settled_minor + n.amount', 'set settled_minor = n.amount'],
  ),
  ...inFile(
    'api/catalogue/range/removed-prices.sql',
    ['api/catalogue/range/range-prices.test.ts'],
    ['save_removed_price', 'and not keeps_own_prices', ''],
    ['restore_removed_price', 'if new.overridden_price_minor is null and new.price_percent is null then', 'if true then'],
  ),
  ...inFile(
    'api/catalogue/pricing/offer.sql',
    ['api/catalogue/pricing/offer.test.ts'],
    ['unit_price', '(100 + percent) / 100)::bigint', '(100 + percent) / 100 - 0.5)::bigint'],
    [
      'unit_price',
      'case when percent is null then coalesce(combination_price, greatest(product_price + adjustment, 0))',
      'case when percent is null then coalesce(combination_price, product_price + adjustment)',
    ],
    ['offer', 'where po.published and p.published;', 'where p.published;'],
    ['offer', 'and not c.discontinued', ''],
  ),
  ...inFile(
    'api/catalogue/pricing/offer.sql',
    ['api/catalogue/prices/catalogue-prices.test.ts'],
    ['is_price_on_request', '(organisation_price is null and currency is distinct from catalogue_currency)', 'false'],
  ),
  ...inFile(
    'api/ordering/dashboards/order-elsewhere.sql',
    ['api/ordering/dashboards/order-elsewhere.test.ts'],
    ['current_order_elsewhere', 'where o.organisation_group_id is distinct from', 'where o.organisation_group_id <>'],
    [
      'add_placed_elsewhere',
      's.season_id = 0 and (s.organisation_id, s.customer_id) in (select n.organisation_id, n.customer_id from new_rows n)\n  order',
      'false order',
    ],
    ['replace_order_elsewhere', 'where organisation_id = old.organisation_id and order_id = old.id', 'where false'],
    ['change_groups_elsewhere', 'and e.organisation_group_id = affected.organisation_group_id and e.order_id', 'and e.order_id'],
    ['change_groups_elsewhere', 'and e.customer_id = any (affected.people)', 'and false'],
    ['rebuild_order_elsewhere', 'delete from order_elsewhere where organisation_id = organisation', 'null'],
  ),
];
