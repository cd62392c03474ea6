-- What a card pays of an order; payment-parts.rules.ts says who pays what.

-- The pieces of a line that a card pays and that have not left it: they leave before the others.
create or replace function remaining_card_pieces(card int, cancelled int, returned int) returns int language sql immutable
return greatest(card - cancelled - returned, 0);

-- What pieces cost with tax, which is rounded once, half up.
create or replace function card_pieces_value(unit_price bigint, pieces int, tax_rate numeric) returns bigint language sql immutable
return unit_price * pieces + round(unit_price * pieces * tax_rate);

-- What the card pays of the lines of an order that are not cancelled, with tax.
create or replace function card_value_of_lines(organisation bigint, of_order bigint) returns bigint language sql stable as $$
  select coalesce(sum(card_pieces_value(l.unit_price_minor, remaining_card_pieces(l.card_quantity, l.cancelled_quantity, 0), l.tax_rate)), 0)::bigint
  from order_line l where l.organisation_id = organisation and l.order_id = of_order and l.card_quantity > 0
$$;
