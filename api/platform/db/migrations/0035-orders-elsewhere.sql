-- What people of a group have placed elsewhere: the counters of dashboards have orders in the groups in which they were placed.
create table order_elsewhere (
  organisation_id       bigint not null,
  order_id              bigint not null,
  organisation_group_id bigint not null,
  season_id             bigint,
  constraint order_elsewhere_pkey primary key (organisation_id, order_id, organisation_group_id),
  constraint order_elsewhere_order_fkey foreign key (organisation_id, order_id) references orders (organisation_id, id) on delete cascade
);
comment on table order_elsewhere is
  'Tenant. Orders of the people of a group that were placed in another group or in none, test orders too: people move, and some are in several groups. Written by triggers in the transaction that places the order or changes the groups of its person.';
comment on column order_elsewhere.organisation_group_id is 'A group in which the person of the order is now.';
comment on column order_elsewhere.season_id is 'That of the order, so that those of a season are found without reading the others.';
create index order_elsewhere_of_group on order_elsewhere (organisation_id, organisation_group_id, season_id, order_id);

-- The same as in the view current_order_elsewhere.
insert into order_elsewhere
select o.organisation_id, o.id, g.organisation_group_id, o.season_id
from orders o join customer_group g on g.organisation_id = o.organisation_id and g.customer_id = o.customer_id
where o.organisation_group_id is distinct from g.organisation_group_id;
