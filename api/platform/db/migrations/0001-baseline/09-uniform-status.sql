-- How far each person is with their uniform: a projection, and counters over it.

create table uniform_status (
  organisation_id              bigint not null,
  season_id                    bigint not null,
  customer_id                  bigint not null,
  season_ref                   bigint generated always as (nullif(season_id, 0)) stored,
  resort_id                    bigint,
  business_area_id             bigint,
  group_ids                    bigint[] not null,
  starts_on                    date,
  pieces_due                   int not null default 0,
  pieces_fulfilled             int not null default 0,
  pieces_ordered               int not null default 0,
  open_choices                 int not null default 0,
  ordering_status              smallint check (ordering_status in (10, 20, 30, 40)),
  measuring_status             smallint check (measuring_status in (10, 20, 30)),
  ordering_status_since_start  smallint check (ordering_status_since_start in (10, 20, 30, 40)),
  measuring_status_since_start smallint check (measuring_status_since_start in (10, 20, 30)),
  email_domain                 text not null default '',
  constraint uniform_status_pkey primary key (organisation_id, season_id, customer_id),
  constraint uniform_status_season foreign key (organisation_id, season_ref) references season (organisation_id, id) on delete cascade,
  constraint uniform_status_customer foreign key (organisation_id, customer_id) references customer (organisation_id, id) on delete cascade
);
comment on table uniform_status is
  'Tenant. Projection: one row per person and season that they take part in, and one with season 0 that represents the person in lists without a season. Triggers write it in the transaction that changes its sources; refresh_uniform_status() can recompute it at any time.';
comment on column uniform_status.season_ref is 'season_id, or null for the row without a season: the foreign key.';
comment on column uniform_status.pieces_due is 'Pieces that the person is owed by number, with the least of the options of unanswered either/ors.';
comment on column uniform_status.pieces_fulfilled is 'Pieces ordered that count towards those that are due, none beyond.';
comment on column uniform_status.pieces_ordered is 'Pieces ordered in the season, also those outside the wardrobes.';
comment on column uniform_status.open_choices is 'Super groups that still require a choice.';
comment on column uniform_status.ordering_status is '10 not started, 20 part ordered, 30 complete, 40 opted out; null: no wearer in this season.';
comment on column uniform_status.measuring_status is '10 not measured, 20 measured, 30 special measurements; null: not a wearer.';
comment on column uniform_status.ordering_status_since_start is 'The same, counting only what was done since the first working day. Whether that day has come is decided when the row is read.';
create index uniform_status_of_customer on uniform_status (organisation_id, customer_id);
create index uniform_status_facets on uniform_status
  (organisation_id, season_id, ordering_status, measuring_status, resort_id, business_area_id, ordering_status_since_start, measuring_status_since_start, customer_id)
  include (email_domain, starts_on);

create table people_counts (
  organisation_id              bigint not null,
  season_id                    bigint not null,
  resort_id                    bigint,
  business_area_id             bigint,
  group_ids                    bigint[] not null,
  starts_on                    date not null,
  ordering_status              smallint,
  measuring_status             smallint,
  ordering_status_since_start  smallint,
  measuring_status_since_start smallint,
  people                       int not null,
  email_domain                 text not null default ''
);
comment on table people_counts is
  'Tenant. Counter: how many people share a uniform status, so that no list has to count them. Rows are only added, so that concurrent orders do not wait for one row; the number is the sum. compact_people_counts() merges the rows of a cell. Without a key, for the same reason.';
comment on column people_counts.starts_on is '-infinity: has started; infinity: has no first working day.';
create index people_counts_cells on people_counts (organisation_id, season_id);
