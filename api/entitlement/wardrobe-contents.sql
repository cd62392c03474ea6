-- What a wardrobe contains that decides what people are owed, as its versions and drafts keep it.

create or replace function wardrobe_contents(organisation bigint, wardrobe bigint) returns jsonb language sql stable as $$
  select jsonb_build_object('seasonId', w.season_id, 'budgetPoints', w.budget_points, 'budgetMinor', w.budget_minor, 'beyond', w.beyond,
    'necessity', w.necessity,
    'superGroups', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'minSelect', s.min_select, 'maxSelect', s.max_select,
        'options', coalesce((
          select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'imageSrc', o.image_src) order by o.display_order, o.id)
          from super_group_option o where o.organisation_id = s.organisation_id and o.super_group_id = s.id), '[]')) order by s.display_order, s.id)
      from super_group s where s.organisation_id = w.organisation_id and s.collection_id = w.id), '[]'),
    'groups', coalesce((
      select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'superGroupOptionId', g.super_group_option_id, 'quantity', g.quantity,
        'minQuantity', g.min_quantity, 'products', coalesce((
          select jsonb_agg(jsonb_build_object('productId', p.product_id, 'quantity', p.quantity, 'points', p.points) order by p.display_order, p.product_id)
          from collection_group_product p where p.organisation_id = g.organisation_id and p.collection_group_id = g.id), '[]')) order by g.display_order, g.id)
      from collection_group g where g.organisation_id = w.organisation_id and g.collection_id = w.id), '[]'))
  from collection w where w.organisation_id = organisation and w.id = wardrobe
$$;

-- Who gets a wardrobe is owed what it contains then.
create or replace function set_wardrobe_version() returns trigger language plpgsql as $$
begin
  new.wardrobe_version := (select w.published_version from collection w where w.organisation_id = new.organisation_id and w.id = new.collection_id);
  return new;
end $$;
create or replace trigger set_wardrobe_version before insert on customer_collection for each row execute function set_wardrobe_version();
