-- What a piece costs an organisation.

-- The unit price before quantity tiers: the organisation's price; otherwise the catalogue's (the combination's price, or
-- the product's with the adjustment of the chosen values), raised or lowered by the organisation's percentage and
-- rounded half up. This rule is defined here only; PostgreSQL inlines it.
create or replace function unit_price(organisation_price bigint, percent numeric, combination_price bigint, product_price bigint, adjustment bigint) returns bigint
language sql immutable return coalesce(organisation_price,
  case when percent is null then coalesce(combination_price, greatest(product_price + adjustment, 0))
       else round(coalesce(combination_price, greatest(product_price + adjustment, 0)) * (100 + percent) / 100)::bigint end);

create or replace view offer as
select po.organisation_id, po.id as product_organisation_id, p.id as product_id, c.id as combination_id,
       unit_price(po.overridden_price_minor, po.price_percent, c.overridden_price_minor, p.price_minor, c.price_adjustment_minor) as price_minor
from product_organisation po
join product p on p.id = po.product_id
join combination c on c.product_id = p.id and not c.discontinued
where po.published and p.published;
comment on view offer is 'What one unit of a combination costs an organisation, before quantity tiers.';

-- Whether people of an organisation pay a price on request: that of the product is, or the organisation has no price of its own and another currency than
-- the catalogue, whose price would be a figure in the wrong currency. PostgreSQL inlines it.
create or replace function is_price_on_request(call_for_price boolean, organisation_price bigint, currency text, catalogue_currency text) returns boolean
language sql immutable return call_for_price or (organisation_price is null and currency is distinct from catalogue_currency);
