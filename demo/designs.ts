/**
 * Designs of Corvane: its logo, which a fleece or softshell jacket has by itself, and name badges for two shirts or polos.
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
    order by logo.id limit 1)
  insert into garment_design (organisation_id, name, place, method_id, name_form, font_name, thread_colour_id, letter_mm, product_id, price_minor)
    select person.organisation_id, 'Name badge', 'right-chest', 40, 'first-initial', 'Sans', (select min(id) from thread_colour), 5, offered.product_id, 290
    from person join offered on offered.garment_type not in ('fleece', 'softshell') and offered.place <= 2`;
