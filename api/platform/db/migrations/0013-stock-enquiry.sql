-- The stock enquiry: what finds a combination.

alter table combination add column search tsvector generated always as (array_to_tsvector(array_remove(
  regexp_split_to_array(lower(left(description, 500)), '[[:space:],]+') || regexp_split_to_array(lower(left(description, 500)), '[[:space:],/-]+')
    || lower(left(sku, 500)) || lower(coalesce(left(gtin, 500), '')), ''))) stored;
comment on column combination.search is
  'The words of its description, as they are and divided at "/" and "-", its SKU and its GTIN, in lower case, without stemming: "S" and "32/34" are sizes.';
create index combination_search on combination using gin (search);

-- Whom to tell when something that is out of stock can be ordered again.
create table stock_notice (
  id              bigint generated always as identity,
  organisation_id bigint not null,
  customer_id     bigint not null,
  combination_id  bigint not null references combination on delete cascade,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,
  notified_at     timestamptz,
  constraint stock_notice_pkey primary key (organisation_id, id),
  constraint stock_notice_customer_fkey foreign key (organisation_id, customer_id) references customer (organisation_id, id) on delete cascade
);
comment on table stock_notice is
  'Tenant. A person wants one mail when a combination can be ordered again. It reserves nothing.';
comment on column stock_notice.notified_at is 'When the mail was written; null while the notice is open, or has expired.';
create unique index stock_notice_open on stock_notice (organisation_id, customer_id, combination_id) where notified_at is null;
create index stock_notice_of_combination on stock_notice (combination_id) where notified_at is null;
