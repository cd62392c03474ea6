/**
 * Designs of Corvane: its logo, which a fleece or softshell jacket has by itself, and name badges for two shirts or polos. In the cart of its buyer is a piece
 * with a name and one with a text of their own.
 */
export const INSERT_DESIGNS_SQL = `
  with person as (select organisation_id, id from customer where email = 'buyer@corvane.example'),
  offered as (
    select l.product_id, p.garment_type, row_number() over (partition by p.garment_type in ('fleece', 'softshell') order by l.product_id) as place
    from person join product_listing l on l.organisation_id = person.organisation_id join product p on p.id = l.product_id
    where p.customisation_enabled and p.garment_type in ('fleece', 'softshell', 'polo', 'shirt', 'short-sleeve-shirt')
      and exists (select from product_position pp join decoration_position d on d.id = pp.position_id
        where pp.product_id = p.id and d.place = 'left-chest' and 10 = any (pp.method_ids))
      and exists (select from product_position pp join decoration_position d on d.id = pp.position_id
        where pp.product_id = p.id and d.place = 'right-chest' and 40 = any (pp.method_ids))),
  required as (
    insert into garment_design (organisation_id, name, place, method_id, logo_id, is_mandatory, product_id, setup_minor)
    select person.organisation_id, 'Corvane logo', 'left-chest', 10, logo.id, true, offered.product_id, 0
    from person join offered on offered.garment_type in ('fleece', 'softshell') and offered.place = 1
    join logo on logo.organisation_id = person.organisation_id and logo.archived_at is null
    order by logo.id limit 1),
  names as (
    insert into garment_design (organisation_id, name, place, method_id, name_form, font_name, thread_colour_id, letter_mm, product_id, price_minor)
    select person.organisation_id, 'Name badge', 'right-chest', 40, 'first-initial', 'Sans', (select min(id) from thread_colour), 5, offered.product_id, 290
    from person join offered on offered.garment_type not in ('fleece', 'softshell') and offered.place <= 2
    returning organisation_id, id, product_id),
  cart as (
    insert into cart (organisation_id, customer_id) select organisation_id, id from person
    on conflict on constraint cart_once_per_customer do update set updated_at = now() returning organisation_id, id),
  chosen as (select * from names order by product_id limit 1),
  position as (
    select d.place, d.id from chosen join product_position pp on pp.product_id = chosen.product_id join decoration_position d on d.id = pp.position_id),
  wanted (place, method_id, text, is_name, key) as (values
    ('right-chest', 40, 'Niamh D.', true, 'demonstration-name'), ('left-chest', 10, 'Front desk', false, 'demonstration-text')),
  line as (
    insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity, customisation_key, source)
    select cart.organisation_id, cart.id, size.product_id, size.id, case when wanted.is_name then 1 else 4 end, wanted.key, 'product'
    from cart, chosen, wanted, lateral (
      select c.id, c.product_id from combination c join stock_level s on s.combination_id = c.id
      where c.product_id = chosen.product_id and not c.discontinued and s.on_hand - s.reserved > 10 order by c.id limit 1) size
    returning organisation_id, id, customisation_key)
  insert into cart_line_customisation (organisation_id, cart_line_id, method_id, position_id, text, font_name, thread_colour_id, garment_design_id)
  select line.organisation_id, line.id, wanted.method_id, position.id, wanted.text, 'Sans', (select min(id) from thread_colour),
    case when wanted.is_name then chosen.id end
  from line join wanted on wanted.key = line.customisation_key join position on position.place = wanted.place, chosen`;
