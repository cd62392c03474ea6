-- Price lists that are uploaded replace prices that are to come; tax rates by class of product, country and day.

alter table scheduled_price add column replaced_by_change_id bigint references price_change;
comment on column scheduled_price.replaced_by_change_id is
  'The change that replaced this price before it began, which is cancelled then. It comes back when the change is undone.';
create index scheduled_price_replaced on scheduled_price (replaced_by_change_id) where replaced_by_change_id is not null;

-- Tax rates by class of product, country and day. Today's are kept with each organisation whose country has them; a job writes them there.
alter table product add column tax_class text not null default 'standard'
  constraint product_tax_class_check check (tax_class in ('standard', 'reduced', 'zero', 'childrens_clothing', 'protective_equipment'));
comment on column product.tax_class is 'Decides with the country of the organisation which rate applies. A product that is exempt has no tax, whatever its class.';
alter table product_listing add column tax_class text not null default 'standard'
  constraint product_listing_tax_class_check
  check (tax_class in ('standard', 'reduced', 'zero', 'childrens_clothing', 'protective_equipment', 'exempt'));
comment on column product_listing.tax_class is 'That of the product; exempt where the product is.';
update product_listing set tax_class = 'exempt' where is_tax_exempt;

create table tax_rate (
  id           bigint generated always as identity primary key,
  country_code text not null references country (two_letter_iso_code),
  tax_class    text not null check (tax_class in ('standard', 'reduced', 'childrens_clothing', 'protective_equipment')),
  rate         numeric(6, 4) not null check (rate >= 0 and rate < 1),
  starts_on    date not null,
  ends_on      date,
  constraint tax_rate_days check (ends_on > starts_on),
  constraint tax_rate_country_class_day_key unique (country_code, tax_class, starts_on)
);
comment on table tax_rate is
  'Global. Rates of tax as fractions, by country and class of product. Of those that apply on a day, the one that began last counts.';
comment on column tax_rate.ends_on is 'The first day on which it no longer applies. Null: until another one begins.';

alter table organisation
  add column tax_country_code text references country (two_letter_iso_code),
  add column tax_rates jsonb not null default '{}';
comment on column organisation.tax_rate is
  'The rate of the organisation''s own: of every class for which tax_rates has none, except zero. Without a country, of all.';
comment on column organisation.tax_country_code is 'Country whose tax rates apply. Null: the organisation''s own rate.';
comment on column organisation.tax_rates is 'Today''s rates of its country by class of product, written by a job at midnight in its time zone.';
create index organisation_tax_country on organisation (tax_country_code) where tax_country_code is not null;
