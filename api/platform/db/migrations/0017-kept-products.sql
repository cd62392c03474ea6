-- Products are kept by operators: versions for edit conflicts, discontinued products with a successor, and what finds a product.
-- Works with earlier code

alter table product
  add column version int not null default 1,
  add column field_versions jsonb not null default '{}',
  add column discontinued boolean not null default false,
  add column successor_id bigint constraint product_successor references product on delete set null,
  add column categories_changed_at timestamptz,
  add column specifications_changed_at timestamptz,
  add constraint product_successor_is_another check (successor_id <> id);
comment on column product.published is 'Whether it is sold. A product that is not is a draft, or was discontinued.';
comment on column product.discontinued is 'Of a product that is not published: whether it was sold once and is sold no longer. A draft otherwise.';
comment on column product.successor_id is 'The product that replaces a discontinued one.';
comment on column product.version is 'Increases with every change.';
comment on column product.field_versions is 'By column, the version in which it was last changed, so that two people who edit the same product do not overwrite each other.';
comment on column product.categories_changed_at is 'When its categories were last changed by an operator; field_versions has the version of that.';
comment on column product.specifications_changed_at is 'When its specifications were last changed by an operator; field_versions has the version of that.';
create index product_of_successor on product (successor_id) where successor_id is not null;
create index product_name_or_sku on product using gin (lower(name || ' ' || coalesce(sku, '')) gin_trgm_ops);
create index combination_by_start_of_sku on combination (lower(sku) text_pattern_ops);
-- The history of a product.
create index audit_event_about_product on audit_event (subject_id, id) where subject_kind = 'product';
