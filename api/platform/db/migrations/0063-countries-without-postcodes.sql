-- Which countries have no postcodes
-- Works with earlier code

alter table country add column has_postcodes boolean not null default true;
comment on column country.has_postcodes is 'False where post is addressed without a postcode: an address there need not have one, and is stored with an empty one.';
