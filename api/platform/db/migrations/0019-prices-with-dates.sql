-- Prices that begin and end on a day, of the catalogue and of one client; and what holds for the catalogue as a whole.

create table catalogue_setting (
  is_only       boolean not null default true check (is_only),
  currency_code text not null default 'GBP' check (currency_code ~ '^[A-Z]{3}$'),
  time_zone     text not null default 'Europe/London',
  constraint catalogue_setting_pkey primary key (is_only)
);
comment on table catalogue_setting is
  'Global. What holds for the whole catalogue: one row. Its prices are in one currency; its days begin at midnight in its time zone.';
-- An installation that has sold in another currency until now goes on to do so.
insert into catalogue_setting (currency_code)
select coalesce((select currency_code from organisation group by 1 order by count(*) desc, 1 limit 1), 'GBP');

-- One change of prices: of one or many products, on one day.
create table price_change (
  id              bigint generated always as identity primary key,
  organisation_id bigint references organisation,
  actor_kind      text not null check (actor_kind in ('operator', 'api_key')),
  actor_id        bigint not null,
  created_at      timestamptz not null,
  undone_at       timestamptz
);
comment on table price_change is 'Shared. What an operator or API key changed of prices at once, to undo it. Without an organisation: of the catalogue.';
create index price_change_of_organisation on price_change (organisation_id, id);

create table scheduled_price (
  id                 bigint generated always as identity primary key,
  price_change_id    bigint not null references price_change,
  organisation_id    bigint references organisation,
  product_id         bigint not null references product on delete cascade,
  combination_id     bigint references combination on delete cascade,
  price_minor        bigint check (price_minor between 0 and 100000000),
  price_percent      numeric(6, 2) check (price_percent between -100 and 1000 and price_percent <> 0),
  starts_on          date not null,
  ends_on            date,
  state              text not null default 'coming' check (state in ('coming', 'active', 'applied', 'ended', 'cancelled')),
  before_price_minor bigint,
  before_percent     numeric(6, 2),
  constraint scheduled_price_one_price check (price_minor is null or price_percent is null),
  constraint scheduled_price_combination check (combination_id is null or organisation_id is null),
  constraint scheduled_price_catalogue check (organisation_id is not null or (price_percent is null and (price_minor is not null or combination_id is not null))),
  constraint scheduled_price_days check (ends_on > starts_on),
  -- Ranges of one number instead of the numbers, because GiST knows ranges without an extension.
  constraint scheduled_price_periods exclude using gist (
    int8range(coalesce(organisation_id, 0), coalesce(organisation_id, 0), '[]') with =,
    int8range(product_id, product_id, '[]') with =,
    int8range(coalesce(combination_id, 0), coalesce(combination_id, 0), '[]') with =,
    daterange(starts_on, coalesce(ends_on, starts_on + 1)) with &&
  ) where (state in ('coming', 'active'))
);
comment on table scheduled_price is
  'Shared. A price from a day, and until a day where it has an end: the organisation''s, or the catalogue''s without an organisation. A job writes it into the columns that have today''s prices.';
comment on column scheduled_price.combination_id is 'Null: of the whole product.';
comment on column scheduled_price.price_minor is
  'Neither price nor percentage: the catalogue''s price for an organisation, the product''s for a combination.';
comment on column scheduled_price.ends_on is
  'The first day on which the price before it applies again. Null: it lasts until another one is set, so it is a change on one day, not a period.';
comment on column scheduled_price.state is
  'active: has begun and will end; applied: has begun and has no end; ended: the price before it has returned, or a newer one was left; cancelled: has never begun, or was undone.';
comment on column scheduled_price.before_price_minor is 'What the price was when it began.';
create index scheduled_price_due on scheduled_price (starts_on) where state in ('coming', 'active');
create index scheduled_price_of_product on scheduled_price (product_id, organisation_id) where state in ('coming', 'active');
create index scheduled_price_of_change on scheduled_price (price_change_id);
