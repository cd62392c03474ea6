-- Which roles may choose a way of delivery, and which one applies to wearers who see no prices.

alter table shipping_option
  add column role_ids   bigint[] not null default '{}',
  add column is_default boolean not null default false,
  add column version    int not null default 1;
comment on column shipping_option.role_ids is 'Empty: every role.';
comment on column shipping_option.is_default is
  'The only one for wearers who see no prices, and the first for everyone else. Without one it is the first that is offered.';
create unique index shipping_option_default on shipping_option (organisation_id) where is_default;
