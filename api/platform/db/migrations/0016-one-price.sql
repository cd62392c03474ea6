-- What one unit costs before quantity tiers: the organisation's price, else the combination's, else the product's with the
-- adjustment of the chosen values. The only place where this rule stands; PostgreSQL writes it into the statements that use it.
create function price_of(organisation_price bigint, combination_price bigint, product_price bigint, adjustment bigint) returns bigint
language sql immutable return coalesce(organisation_price, combination_price, greatest(product_price + adjustment, 0));

create or replace view offer as
select po.organisation_id, po.id as product_organisation_id, p.id as product_id, c.id as combination_id,
       price_of(po.overridden_price_minor, c.overridden_price_minor, p.price_minor, c.price_adjustment_minor) as price_minor
from product_organisation po
join product p on p.id = po.product_id
join combination c on c.product_id = p.id and not c.discontinued
where po.published and p.published;
