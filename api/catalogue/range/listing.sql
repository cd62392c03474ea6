-- The listing of the range: one row for each organisation and product, ready to be shown and filtered.

-- Rewrites the listing of these organisations, of all products or of these.
create or replace function refresh_listing(organisations bigint[], products bigint[] default null) returns void language plpgsql as $$
begin
  update listing_version set version = version + 1 where organisation_id = any (organisations);
  delete from product_listing where organisation_id = any (organisations) and (products is null or product_id = any (products));
  insert into product_listing (organisation_id, product_id, product_organisation_id, version, name, sku, short_description, handle, price_minor, price_from_minor,
    old_price_minor, call_for_price, is_made_to_order, is_tax_exempt, disable_buy_button, lead_time_days, size_guide_id, combination_id, colours, colour_count,
    images, specifications, option_ids, category_ids, business_area_ids, job_role_ids, collection_ids, role_ids, featured, display_order, created_at, search, tax_class, is_made_to_measure)
  select po.organisation_id, p.id, po.id, v.version, coalesce(po.name, p.name), coalesce(po.organisation_sku, p.sku), p.short_description, p.handle,
         price.lowest, case when price.lowest < price.highest then price.lowest end,
         case when o.currency_code = cs.currency_code then p.old_price_minor end,
         is_price_on_request(p.call_for_price, po.overridden_price_minor, o.currency_code, cs.currency_code), p.is_made_to_order, p.is_tax_exempt, p.disable_buy_button, p.lead_time_days, p.size_guide_id,
         case when price.combinations = 1 then price.combination_id end, coalesce(colour.list, '[]'), coalesce(colour.count, 0),
         coalesce(image.list, flat.list), coalesce(spec.list, '[]'), coalesce(spec.option_ids, '{}'), coalesce(cat.ids, '{}'),
         array(select business_area_id from product_organisation_area a where a.organisation_id = po.organisation_id and a.product_organisation_id = po.id order by 1),
         array(select job_role_id from product_organisation_job_role a where a.organisation_id = po.organisation_id and a.product_organisation_id = po.id order by 1),
         array(select collection_id from product_organisation_collection a where a.organisation_id = po.organisation_id and a.product_organisation_id = po.id order by 1),
         array(select role_id from product_organisation_role a where a.organisation_id = po.organisation_id and a.product_organisation_id = po.id order by 1),
         po.featured, po.display_order, p.created_at,
         setweight(text_vector(coalesce(po.name, p.name)), 'A')
           || setweight(array_to_tsvector(sku.list), 'A')
           || setweight(text_vector(coalesce(cat.names, '') || ' ' || coalesce(spec.names, '') || ' ' || array_to_string(p.tags, ' ')), 'B')
           || setweight(text_vector(coalesce(p.short_description, '') || ' ' || coalesce(p.vendor, '') || ' ' || coalesce(choice.names, '')), 'C')
           || setweight(text_vector(regexp_replace(coalesce(p.full_description, ''), '<[^>]*>', ' ', 'g')), 'D'),
         case when p.is_tax_exempt then 'exempt' else p.tax_class end, p.is_made_to_measure
  from product_organisation po
  join product p on p.id = po.product_id
  join listing_version v on v.organisation_id = po.organisation_id
  join organisation o on o.id = po.organisation_id
  cross join catalogue_setting cs
  join lateral (select min(f.price_minor) as lowest, max(f.price_minor) as highest, count(*) as combinations, min(f.combination_id) as combination_id from offer f
                where f.organisation_id = po.organisation_id and f.product_id = p.id) price on price.lowest is not null
  left join lateral (select jsonb_agg(jsonb_build_object('id', i.id, 'src', i.src, 'position', i.position, 'altText', i.alt_text)
                       || jsonb_strip_nulls(jsonb_build_object('attributeValueId', i.attribute_value_id, 'shows', i.shows)) order by i.position, i.id) as list
                     from product_image i where i.product_id = p.id and i.src is not null) image on true
  left join lateral (select jsonb_agg(jsonb_build_object('id', i.id, 'position', i.position, 'src', drawing_url(p.garment_type, p.drawing_features, c.colour_rgb, c.accent_rgb, i.side),
                       'altText', case i.side when 'front' then p.name else p.name || ', back' end) order by i.position) as list
                     from product_image i left join lateral (
                       select pv.colour_rgb, pv.accent_rgb from product_attribute pa join product_attribute_value pv on pv.product_attribute_id = pa.id
                       where pa.product_id = p.id and pv.colour_rgb is not null order by pa.display_order, pv.display_order, pv.id limit 1) c on true
                     where i.product_id = p.id and i.side is not null) flat on true
  left join lateral (select count(*)::int as count, jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'colorSquaresRgb', c.colour_rgb,
                       'imageSrc', coalesce(c.picture, case when image.list is null and c.colour_rgb is not null
                         then drawing_url(p.garment_type, p.drawing_features, c.colour_rgb, c.accent_rgb, 'front') end)) order by c.place) filter (where c.place <= 5) as list
                     from (select pv.id, pv.name, pv.colour_rgb, pv.accent_rgb, sold.picture,
                             row_number() over (order by pa.display_order, pv.display_order, pv.id) as place
                           from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'colour'
                           join product_attribute_value pv on pv.product_attribute_id = pa.id
                           join lateral (select min(k.image_src) as picture, count(*) as count from combination k
                                         where k.product_id = p.id and not k.discontinued and pv.id = any (k.value_ids)) sold on sold.count > 0
                           where pa.product_id = p.id) c) colour on true
  left join lateral (select array_agg(s.option_id order by s.option_id) as option_ids, string_agg(s.option_name, ' ') as names,
                       (select jsonb_agg(jsonb_build_object('id', g.specification_id, 'name', g.name, 'values', g.list) order by g.display_order, g.name)
                        from (select a.id as specification_id, a.name, a.display_order,
                                jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'colorSquaresRgb', o.colour_rgb) order by o.display_order, o.name) as list
                              from product_specification ps join specification_option o on o.id = ps.option_id
                              join specification a on a.id = o.specification_id where ps.product_id = p.id group by a.id) g) as list
                     from (select ps.option_id, o.name as option_name from product_specification ps join specification_option o on o.id = ps.option_id
                           where ps.product_id = p.id) s) spec on true
  left join lateral (with recursive up as (
                       select c.id, c.parent_id, c.name from product_category pc join category c on c.id = pc.category_id where pc.product_id = p.id
                       union select c.id, c.parent_id, c.name from category c join up on c.id = up.parent_id)
                     select array_agg(id order by id) as ids, string_agg(name, ' ') as names from up) cat on true
  left join lateral (select string_agg(pv.name, ' ') as names from product_attribute pa join product_attribute_value pv on pv.product_attribute_id = pa.id
                     where pa.product_id = p.id) choice on true
  left join lateral (select coalesce(array_agg(distinct lower(s)) filter (where s <> ''), '{}') as list
                     from (select c.sku as s from combination c where c.product_id = p.id union all select p.sku union all select po.organisation_sku) x) sku on true
  where po.organisation_id = any (organisations) and (products is null or po.product_id = any (products)) and po.published and p.published;
end $$;
