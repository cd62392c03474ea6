-- The stock enquiry: what finds a combination.

alter table combination add column search tsvector generated always as (array_to_tsvector(array_remove(
  regexp_split_to_array(lower(left(description, 500)), '[[:space:],]+') || regexp_split_to_array(lower(left(description, 500)), '[[:space:],/-]+')
    || lower(left(sku, 500)) || lower(coalesce(left(gtin, 500), '')), ''))) stored;
comment on column combination.search is
  'The words of its description, as they are and divided at "/" and "-", its SKU and its GTIN, in lower case, without stemming: "S" and "32/34" are sizes.';
create index combination_search on combination using gin (search);
