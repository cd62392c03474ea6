-- An organisation may buy a product so many percent above or below the catalogue, which keeps what larger sizes cost more.

alter table product_organisation
  add column price_percent numeric(6, 2) check (price_percent between -100 and 1000 and price_percent <> 0),
  add constraint product_organisation_one_price check (overridden_price_minor is null or price_percent is null);

-- What one unit costs before quantity tiers: the organisation's price, else what the catalogue says (the combination's price, or the
-- product's with the adjustment of the chosen values), up or down by the organisation's percentage, rounded half up. The only place
-- where this rule stands. There is none without the percentage, so that nobody can forget it.
create function price_of(organisation_price bigint, percent numeric, combination_price bigint, product_price bigint, adjustment bigint) returns bigint
language sql immutable return coalesce(organisation_price,
  case when percent is null then coalesce(combination_price, greatest(product_price + adjustment, 0))
       else round(coalesce(combination_price, greatest(product_price + adjustment, 0)) * (100 + percent) / 100)::bigint end);

create or replace view offer as
select po.organisation_id, po.id as product_organisation_id, p.id as product_id, c.id as combination_id,
       price_of(po.overridden_price_minor, po.price_percent, c.overridden_price_minor, p.price_minor, c.price_adjustment_minor) as price_minor
from product_organisation po
join product p on p.id = po.product_id
join combination c on c.product_id = p.id and not c.discontinued
where po.published and p.published;

drop function price_of(bigint, bigint, bigint, bigint);
