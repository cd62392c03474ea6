import type { Client } from 'pg';

const ORGANISATION = 1;

/**
 * Adds products with handles `bench-1`, `bench-2` … (or another prefix) to the range of Meridian, described like the garments of the demonstration, each
 * with every combination of the colours and sizes in stock.
 */
export async function addBenchProducts(
  client: Client,
  { count, colours, sizes, prefix = 'bench' }: { count: number; colours: number; sizes: number; prefix?: string },
): Promise<void> {
  await client.query(
    `with made as (
       insert into product (handle, name, sku, price_minor, garment_type, short_description)
       select $4 || '-' || n, 'Bench garment ' || n || ', long sleeve, women’s', upper($4) || '-' || n, 1000 + n, 'polo',
         'Easy-care poplin in a cotton blend, with a soft collar and a chest pocket. Machine washable at 60 degrees.'
       from generate_series(1, $1::int) n returning id),
     described as (
       insert into product_specification (product_id, option_id)
       select made.id, o.id from made, (select min(id) as id from specification_option group by specification_id) o),
     choice as (
       insert into product_attribute (product_id, attribute_id, display_order)
       select made.id, a.id, a.place from made, (
         select distinct on (role) id, case role when 'colour' then 1 else 2 end as place from attribute where role in ('colour', 'size') order by role, id) a
       returning id, product_id, display_order),
     value as (
       insert into product_attribute_value (product_attribute_id, name, colour_rgb, display_order)
       select choice.id, case choice.display_order when 1 then 'Colour ' else 'Size ' end || n,
         case choice.display_order when 1 then '#1d2a4' || (n % 10) end, n
       from choice, generate_series(1, case choice.display_order when 1 then $2::int else $3::int end) n
       returning id, product_attribute_id, display_order, colour_rgb),
     sized as (
       insert into combination (product_id, value_ids, description, sku, display_order)
       select choice.product_id, array[colour.id, size.id], 'Colour ' || colour.display_order || ', Size ' || size.display_order,
         upper($4) || '-' || colour.id || '-' || size.id, size.display_order
       from value colour
       join choice on choice.id = colour.product_attribute_id and choice.display_order = 1
       join choice other on other.product_id = choice.product_id and other.display_order = 2
       join value size on size.product_attribute_id = other.id
       returning id, product_id),
     stocked as (insert into stock_level (combination_id, product_id, on_hand) select id, product_id, 20 from sized)
     insert into product_organisation (organisation_id, product_id, display_order) select ${ORGANISATION}, id, 1000 from made`,
    [count, colours, sizes, prefix],
  );
  await client.query('select refresh_listing($1)', [[ORGANISATION]]);
}
