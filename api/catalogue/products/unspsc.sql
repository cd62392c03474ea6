-- The UNSPSC code of products that have none of their own.

-- The code of the product's category or, where that has none, of the nearest one above it; null when none of them has one.
create or replace function category_unspsc(product bigint) returns text language sql stable as $$
  with recursive above as (
    select c.id as category_id, c.parent_id, c.unspsc_code, 0 as distance from product_category pc join category c on c.id = pc.category_id
    where pc.product_id = product
    union all
    select above.category_id, c.parent_id, c.unspsc_code, above.distance + 1 from above join category c on c.id = above.parent_id
    where above.unspsc_code is null)
  select unspsc_code from above where unspsc_code is not null order by distance, category_id limit 1
$$;
