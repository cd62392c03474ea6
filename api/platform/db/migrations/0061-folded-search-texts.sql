-- What people, orders and products are searched by is folded: without accents, special letters and apostrophes. No large table is rewritten, and none of
-- their indexes is built anew: the columns and the indexes on them stay, and a job folds the rows in which something changes.
-- Works with earlier code

-- No longer generated: the expression of a generated column cannot be changed without rewriting the table. Triggers write both columns from now on, also
-- for earlier code: those of api/people/list/search-text.sql and api/ordering/orders/search-text.sql. This one is created again, so that they are created
-- in the transaction of this migration, and no row is written without them meanwhile.
drop trigger if exists set_changed_at on customer;
alter table customer alter column search_text drop expression;
alter table customer alter column search_text set default '';
comment on column customer.search_text is 'What people are searched by, folded: names, the local part of the email address, employee number, PO number. Written by a trigger.';
comment on column orders.search_text is 'Number, PO number, person and SKUs, folded by a trigger.';

create table search_text_fill (
  table_name      text primary key,
  organisation_id bigint not null default 0,
  last_id         bigint not null default 0,
  constraint search_text_fill_table check (table_name in ('customer', 'orders', 'product_listing'))
);
comment on table search_text_fill is 'Global. How far the job has come that folds the search texts of rows from before they were folded. One row for each table that it has not finished.';
insert into search_text_fill (table_name) values ('customer'), ('orders'), ('product_listing');

-- The few products whose names searches cannot compare as they are stored: with apostrophes, or anything else than plain letters, digits and signs.
create index product_to_be_folded on product (id) where name ~ '[^ -&(-_a-~]';
