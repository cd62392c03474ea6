-- The drawings of products, and which picture a line shows.

-- Every product has its drawings, so that their ids stay the same whatever photographs come and go.
create or replace function create_drawings() returns trigger language plpgsql as $$
begin
  insert into product_image (product_id, side, position)
  select id, side, position from new_rows cross join (values ('front', 0), ('back', 1)) as drawing (side, position) order by id, position;
  return null;
end $$;
create or replace trigger create_drawings after insert on product referencing new table as new_rows
  for each statement execute function create_drawings();

-- The address of the drawing of a garment with these features in these colours.
create or replace function drawing_url(garment_type text, features text, colour text, accent text, side text) returns text language sql immutable as $$
  select '/garments/' || coalesce(garment_type || coalesce('.' || nullif(features, ''), ''), 'polo') || '/' || substr(coalesce(colour, '#5b6470'), 2)
    || coalesce('-' || substr(accent, 2), '') || '-' || side || '.svg'
$$;

-- The id of a picture on a cart or order line. The drawing of a garment in one colour has no row; its id is that of the colour,
-- raised above the ids of product_image. 0 for a picture that is in the catalogue no longer.
create or replace function line_picture_id(product bigint, picture text, combination bigint) returns bigint language sql stable as $$
  select coalesce(
    (select i.id from product_image i where i.product_id = product and i.src = picture limit 1),
    (select 1000000000 + v.id from combination c join product_attribute_value v on v.id = any (c.value_ids)
     where c.id = combination and v.colour_rgb is not null order by v.id limit 1),
    (select i.id from product_image i where i.product_id = product order by i.position, i.id limit 1),
    0)
$$;
