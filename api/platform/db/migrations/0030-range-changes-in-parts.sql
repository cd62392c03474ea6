-- Changes of many products are carried out in parts, as those of people are: each product is a row that waits, and says
-- afterwards what became of it and how it was before. Undoing is a change, too.

-- What was taken back already can be taken back no more, and is of no other use.
delete from range_change where undone_at is not null;

alter table range_change
  add column wanted      jsonb not null default '{}',  -- what was asked for, in the wire's words
  add column undoes_id   int,
  add column total       int not null default 0,
  add column request_id  text not null default '',
  add column finished_at timestamptz,
  add constraint range_change_key unique (organisation_id, id),
  add constraint range_change_undoes foreign key (organisation_id, undoes_id) references range_change (organisation_id, id)
    on delete cascade,
  drop constraint range_change_what_check,
  add constraint range_change_what_check check (what in ('changed', 'added', 'removed', 'undone'));
-- A change is taken back once, whoever asks for it at the same moment.
create unique index range_change_undone_once on range_change (organisation_id, undoes_id) where undoes_id is not null;

create table range_change_product (
  organisation_id         int not null,
  change_id               int not null,
  place                   int not null,
  product_id              int not null,
  product_organisation_id int,                        -- null until a product that is to be bought has a row
  seen                    int,                        -- the version that whoever asked had looked at
  outcome                 text not null default 'waiting' check (outcome in ('waiting', 'changed', 'unchanged', 'skipped')),
  reason                  text,                       -- why it was left as it is
  version                 int,                        -- of the product after the change: what is newer is somebody else's
  state                   jsonb,                      -- how it was before
  held                    jsonb,                      -- in which wardrobes it was, when it was taken off the range
  primary key (organisation_id, change_id, place),
  constraint range_change_product_change foreign key (organisation_id, change_id) references range_change (organisation_id, id)
    on delete cascade
);
create index range_change_product_waiting on range_change_product (organisation_id, change_id, place) where outcome = 'waiting';

insert into range_change_product (organisation_id, change_id, place, product_id, product_organisation_id, outcome, version, state, held)
select c.organisation_id, c.id, p.place, (p.product ->> 'productId')::int, (p.product ->> 'id')::int, 'changed', (p.product ->> 'version')::int,
  p.product -> 'state', p.product -> 'held'
from range_change c, jsonb_array_elements(c.products) with ordinality p (product, place);
update range_change c set finished_at = made_at, total = jsonb_array_length(products);

alter table range_change drop column products, drop column undone_at;
