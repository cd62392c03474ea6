-- What a card pays of an order; payment-parts.rules.ts says who pays what.

-- The pieces of a line that a card pays and that have not left it: they leave before the others. `cancelled` are those of the card.
create or replace function remaining_card_pieces(card int, cancelled int, returned int) returns int language sql immutable
return greatest(card - cancelled - returned, 0);

-- An amount in hundredths as it can be paid by card: rounded half up where amounts are whole, as payable-amount.rules.ts has them.
create or replace function payable_by_card(minor bigint, currency text) returns bigint language sql immutable
return case when currency in ('AFN', 'ALL', 'BIF', 'CLP', 'COP', 'DJF', 'GNF', 'HUF', 'IDR', 'IQD', 'IRR', 'ISK', 'JPY', 'KMF', 'KPW', 'KRW', 'LAK',
    'LBP', 'MGA', 'MMK', 'PKR', 'PYG', 'RWF', 'SLL', 'SOS', 'SYP', 'UGX', 'VND', 'VUV', 'XAF', 'XOF', 'XPF', 'YER')
  then (minor + 50) / 100 * 100 else minor end;

-- What pieces cost with tax, which is rounded once, half up.
create or replace function card_pieces_value(unit_price bigint, pieces int, tax_rate numeric) returns bigint language sql immutable
return unit_price * pieces + round(unit_price * pieces * tax_rate);

-- What the card pays of the lines of an order that are not cancelled, with tax.
create or replace function card_value_of_lines(organisation bigint, of_order bigint) returns bigint language sql stable as $$
  select coalesce(sum(card_pieces_value(l.unit_price_minor, remaining_card_pieces(l.card_quantity, l.card_cancelled_quantity, 0), l.tax_rate)), 0)::bigint
  from order_line l where l.organisation_id = organisation and l.order_id = of_order and l.card_quantity > 0
$$;

-- What pieces of a line on account cost with tax: they have the tax of the line as it was ordered that the card's pieces leave. So what is on an invoice
-- stays right when pieces of the card are cancelled later, which takes their own tax along.
create or replace function account_pieces_value(unit_price bigint, card int, pieces int, tax_rate numeric) returns bigint language sql immutable
return unit_price * pieces + round(unit_price * (card + pieces) * tax_rate) - round(unit_price * card * tax_rate);

-- The pieces of a line on account that have not been cancelled: they leave after those of the card.
create or replace function account_pieces(quantity int, cancelled int, card int, card_cancelled int) returns int language sql immutable
return quantity - cancelled - (card - card_cancelled);

-- What is on account of an order with a card part, without cancelled pieces: what the card does not pay of its lines, delivery, fee and charges.
create or replace function account_value_of_order(organisation bigint, of_order bigint) returns bigint language sql stable as $$
  select case when o.is_all_by_card then 0 else o.total_minor - o.goods_minor - o.goods_tax_minor + (
    select coalesce(sum(account_pieces_value(
      l.unit_price_minor, l.card_quantity, account_pieces(l.quantity, l.cancelled_quantity, l.card_quantity, l.card_cancelled_quantity), l.tax_rate)), 0)
    from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id) end::bigint
  from orders o where o.organisation_id = organisation and o.id = of_order
$$;
