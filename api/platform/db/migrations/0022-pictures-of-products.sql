-- Pictures of products are kept in the browser: their files in several sizes, the colour and side that they show, and a version.

create table picture (
  key       text not null,
  used_at   timestamptz not null default now(),
  stored_at timestamptz,
  sha256    bytea[],
  constraint picture_pkey primary key (key),
  constraint picture_key_form check (key ~ '^[0-9a-f]{40}$')
);
comment on table picture is
  'Global. The stored photographs of products. Each is kept once, however many products show it, under a key that is made of its content.';
comment on column picture.key is 'The beginning of the SHA-256 of its largest size; product_image.src is its address.';
comment on column picture.used_at is 'When it was last uploaded, put back or removed. It is deleted a day later at the earliest, and only if nothing shows it.';
comment on column picture.stored_at is 'When its content was stored; null while it is written.';
comment on column picture.sha256 is 'The checksums of its sizes, the largest first; null for one that was stored in the largest size alone.';
insert into picture (key, stored_at)
select distinct substr(src, 11, 40), now() from product_image where src ~ '^/pictures/[0-9a-f]{40}[.]webp$';

alter table product_image
  add column attribute_value_id bigint references product_attribute_value on delete set null,
  add column shows text constraint product_image_shows check (shows in ('front', 'back', 'detail'));
comment on column product_image.attribute_value_id is 'The colour that a photograph shows; null: it is for all colours.';
comment on column product_image.shows is 'What a photograph shows of the garment; null: not stated.';
create index product_image_of_value on product_image (attribute_value_id) where attribute_value_id is not null;
create index product_image_src on product_image (src) where src is not null;

alter table product add column pictures_changed_at timestamptz;
comment on column product.pictures_changed_at is 'When its photographs were last changed by an operator; field_versions has the version of that.';

create index order_line_picture on order_line (organisation_id, image_src) where image_src like '/pictures/%';
comment on column combination.image_src is
  'The picture of its colour; null: the product''s pictures. As soon as one colour has a photograph of its own, every combination has its address here, that of a drawing for colours without one.';
create index product_by_sku on product (lower(sku)) where sku is not null;
-- Signs that no file name can have are written as - or _ there.
create index combination_by_file_name on combination (translate(lower(sku), '/\:*?"<>|_ ', '-----------')) where sku ~ '[/\\:*?"<>|]';
create index product_by_file_name on product (translate(lower(sku), '/\:*?"<>|_ ', '-----------')) where sku ~ '[/\\:*?"<>|]';
