-- Combinations are edited by several operators at once: versions for edit conflicts.
-- Works with earlier code

alter table combination
  add column version int not null default 1,
  add column field_versions jsonb not null default '{}';
comment on column combination.version is 'Increases with every change.';
comment on column combination.field_versions is 'By column, the version in which it was last changed, so that two people who edit the same combination do not overwrite each other.';

alter table product add column attributes_changed_at timestamptz;
comment on column product.attributes_changed_at is 'When its attributes or their values were last changed by an operator; field_versions has the version of that.';
