-- Operators keep the tree of categories; products have certification marks, care instructions, and kept lists of what is shown with them.
-- Works with earlier code

alter table category
  add column version int not null default 1,
  add column field_versions jsonb not null default '{}';
comment on column category.version is 'Increases with every change.';
comment on column category.field_versions is 'By column, the version in which it was last changed, so that two people who edit the same category do not overwrite each other.';

alter table product
  add column marks jsonb not null default '[]' constraint product_marks check (jsonb_typeof(marks) = 'array'),
  add column care_wash text,
  add column care_bleach text,
  add column care_dry text,
  add column care_iron text,
  add column care_dry_clean text,
  add column care_note text constraint product_care_note check (length(care_note) <= 500),
  add column related_changed_at timestamptz,
  add column cross_sells_changed_at timestamptz;
comment on column product.marks is 'Standards to which it is certified, in their order: [{"standard": "EN ISO 20471", "detail": "Class 2"}]; detail is null for none.';
comment on column product.care_wash is 'How it is washed, one of the codes of the contract; null: not said. The same for the other columns of care.';
comment on column product.care_note is 'What else is to be said about its care.';
comment on column product.related_changed_at is 'When its related products were last changed by an operator; field_versions has the version of that.';
comment on column product.cross_sells_changed_at is 'When the products offered with it in the cart were last changed by an operator; field_versions has the version of that.';
