-- Wardrobes in versions, which their wearers follow in slices
-- Works with earlier code

alter table collection add column published_version int not null default 1;
comment on column collection.published_version is
  'The version that is in use. Its groups, either/ors and numbers are in the tables; those of the versions before are in wardrobe_version.';

alter table customer_collection add column wardrobe_version int not null default 1;
comment on column customer_collection.wardrobe_version is
  'The version by which the accounts of the wearer were last computed. While it is not collection.published_version, they are owed what that version said.';
create index customer_collection_by_version on customer_collection (organisation_id, collection_id, wardrobe_version);

create table wardrobe_version (
  organisation_id bigint not null,
  collection_id   bigint not null,
  version         int not null,
  contents        jsonb not null,
  published_at    timestamptz,
  actor_kind      text check (actor_kind in ('customer', 'operator', 'api_key', 'system')),
  actor_id        bigint,
  bulk_edit_id    bigint,
  constraint wardrobe_version_pkey primary key (organisation_id, collection_id, version),
  constraint wardrobe_version_collection foreign key (organisation_id, collection_id) references collection (organisation_id, id) on delete cascade
);
comment on table wardrobe_version is
  'Tenant. What a wardrobe contained in each version. Written with the first change of a wardrobe; before it there is none.';
comment on column wardrobe_version.contents is
  'What decides what people are owed: { seasonId, budgetPoints, budgetMinor, beyond, superGroups: [{ id, name, minSelect, maxSelect, options }], groups: [{ id, name, superGroupOptionId, quantity, minQuantity, products }] }, in display order.';
comment on column wardrobe_version.published_at is 'Null: in use before versions were kept.';
comment on column wardrobe_version.actor_id is 'Who published it; null: it was in use before versions were kept.';
comment on column wardrobe_version.bulk_edit_id is 'The bulk edit by which its wearers follow it.';
create index wardrobe_version_published on wardrobe_version (published_at);

create table wardrobe_draft (
  organisation_id bigint not null,
  collection_id   bigint not null,
  contents        jsonb not null,
  base_version    int not null,
  revision        int not null default 1,
  begun_by_id     bigint not null,
  begun_at        timestamptz not null default now(),
  saved_by_id     bigint not null,
  saved_at        timestamptz not null default now(),
  constraint wardrobe_draft_pkey primary key (organisation_id, collection_id),
  constraint wardrobe_draft_collection foreign key (organisation_id, collection_id) references collection (organisation_id, id) on delete cascade,
  constraint wardrobe_draft_begun_by foreign key (organisation_id, begun_by_id) references customer (organisation_id, id),
  constraint wardrobe_draft_saved_by foreign key (organisation_id, saved_by_id) references customer (organisation_id, id)
);
comment on table wardrobe_draft is
  'Tenant. Changes of a wardrobe that are collected until they are published: one draft for each wardrobe.';
comment on column wardrobe_draft.contents is 'As wardrobe_version.contents; new parts have negative ids.';
comment on column wardrobe_draft.base_version is 'The version that was in use when it was begun.';
comment on column wardrobe_draft.revision is 'Counts how often it was saved.';
create index wardrobe_draft_begun_by_person on wardrobe_draft (organisation_id, begun_by_id);
create index wardrobe_draft_saved_by_person on wardrobe_draft (organisation_id, saved_by_id);

-- What people chose of a deleted option stays without effect, so that undo brings it back, and no deletion recomputes everyone.
alter table customer_super_group_option drop constraint customer_super_group_option_option;
comment on column customer_super_group_option.super_group_option_id is
  'Without a foreign key: of a deleted option it has no effect until the deletion is undone. A job deletes it when that is no longer possible.';

-- Wearers follow in slices: no trigger computes the status of them all.
drop trigger if exists refresh_status_on_insert on super_group;
drop trigger if exists refresh_status_on_update on super_group;
drop trigger if exists refresh_status_on_delete on super_group;
drop trigger if exists refresh_status_on_insert on super_group_option;
drop trigger if exists refresh_status_on_delete on super_group_option;
drop function if exists refresh_status_of_collections();

-- One edit of a wardrobe runs at a time, beside those of other wardrobes.
alter table bulk_edit add column exclusive_key text;
comment on column bulk_edit.exclusive_key is 'Of what at most one edit of this kind runs at a time; null: of everything in the organisation.';
alter table supplier_bulk_edit add column exclusive_key text;
comment on column supplier_bulk_edit.exclusive_key is 'Of what at most one edit of this kind runs at a time; null: of everything.';
drop index bulk_edit_one_at_a_time;
create unique index bulk_edit_one_at_a_time on bulk_edit (organisation_id, kind, coalesce(exclusive_key, ''))
  where is_exclusive and finished_at is null and stopped_at is null;
