-- Operators keep what can be put on garments: versions for edit conflicts.
-- Works with earlier code

alter table decoration_position add column version int not null default 1;
alter table thread_colour add column version int not null default 1;
alter table product add column positions_changed_at timestamptz;
comment on column decoration_position.version is 'Increases with every change.';
comment on column thread_colour.version is 'Increases with every change.';
comment on column product.positions_changed_at is 'When what can be put on it was last changed by an operator; field_versions has the version of that.';
