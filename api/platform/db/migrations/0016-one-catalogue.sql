-- One catalogue for all organisations: a handle, a SKU and a GTIN each name one product or combination of the installation.
-- Works with earlier code

-- Copies of a product have orders and stock of their own, so only someone who knows the garments can say which one remains.
do $$
declare
  copies text;
begin
  select string_agg(format('%s %s: %s', kind, code, products), E'\n' order by kind, code) into copies from (
    select 'SKU' as kind, min(c.sku) as code, string_agg(format('product %s "%s"', p.id, p.name), ', ' order by p.id, c.id) as products
    from combination c join product p on p.id = c.product_id group by lower(c.sku) having count(*) > 1
    union all
    select 'GTIN', c.gtin, string_agg(format('product %s "%s"', p.id, p.name), ', ' order by p.id, c.id)
    from combination c join product p on p.id = c.product_id where c.gtin is not null group by c.gtin having count(*) > 1
    union all
    select 'Handle', handle, string_agg(format('product %s "%s"', id, name), ', ' order by id) from product group by handle having count(*) > 1) found;
  if copies is not null then
    raise exception E'The catalogue has more than one product for the same code. Rename or remove all but one of each, then migrate again:\n%', copies
      using errcode = 'unique_violation';
  end if;
end $$;

drop index product_handle;
create unique index product_handle on product (handle);

drop index combination_by_sku;
create unique index combination_by_sku on combination (lower(sku));
drop index combination_by_gtin;
create unique index combination_by_gtin on combination (gtin) where gtin is not null;

-- A combination that is sold no longer may have had the values of one that is.
alter table combination drop constraint combination_product_value_ids_key;
create unique index combination_by_values on combination (product_id, value_ids) where not discontinued;
create index combination_of_product on combination (product_id);

-- Only the command that imports files used it: what a file counts is stock, whatever the last one said.
drop table imported_combination;

create table imported_offer (
  organisation_id bigint not null references organisation on delete cascade,
  product_id      bigint not null references product on delete cascade,
  offered         boolean not null,
  constraint imported_offer_pkey primary key (organisation_id, product_id)
);
comment on table imported_offer is
  'Tenant. Whether the last file of an organisation offered the product. Someone may have changed that since; the next import changes it only if its file differs from the last one.';
create index imported_offer_by_product on imported_offer (product_id);
insert into imported_offer (organisation_id, product_id, offered)
select p.exclusive_organisation_id, p.id, i.offered from imported_product i join product p on p.id = i.product_id where p.exclusive_organisation_id is not null;
update imported_product i set offered = p.published from product p where p.id = i.product_id;

comment on column product.exclusive_organisation_id is 'The organisation that the product is made for, which alone may have it in its range; null: any.';
comment on column product.handle is 'Stable name of the product in imports and links, unique in the installation.';
comment on table imported_product is
  'Global. What the last file of the catalogue said about a product. People may have changed these values since; the next import changes them only if its file differs from the last one.';
comment on column imported_product.offered is 'Whether that file offered the product.';
