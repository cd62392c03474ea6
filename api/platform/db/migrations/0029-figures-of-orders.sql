-- Lists and dashboards read the index of orders alone: without test orders, and exchanges apart. Earlier code reads the new index as it read the old one.
create index orders_listed on orders (organisation_id, created_at desc, id desc) include (customer_id, order_state_id, shipping_state_id,
  organisation_group_id, resort_id, business_area_id, season_id, total_minor, goods_minor, shipped_value_minor, cancelled_value_minor, pending_value_minor,
  origin, is_test);
drop index orders_newest;

-- Late and waiting orders are found among those that are not finished.
create index orders_open on orders (organisation_id, id) include (order_state_id, customer_id, organisation_group_id, resort_id, business_area_id, season_id,
  created_at, is_test) where order_state_id in (10, 20, 50);
drop index orders_unfinished;
create index order_line_due on order_line (organisation_id, due_on) include (order_id, quantity, shipped_quantity, cancelled_quantity)
  where quantity > shipped_quantity + cancelled_quantity and due_on is not null;

-- What people have not ordered yet of what they are owed, and budgets in money.
create index uniform_status_figures on uniform_status (organisation_id, season_id, customer_id)
  include (ordering_status, pieces_due, pieces_fulfilled, resort_id, business_area_id, group_ids);
create index entitlement_account_unordered on entitlement_account (organisation_id, season_id, customer_id)
  include (collection_group_id, product_id, minimum, allowance, reserved, used)
  where unit = 'pieces' and status = 'open' and not is_withdrawn and coalesce(minimum, allowance) > reserved + used;
create index entitlement_account_of_money on entitlement_account (organisation_id, season_id, customer_id) include (granted, reserved, used)
  where unit = 'money' and status = 'open' and is_limited and not is_withdrawn;

create table order_figures (
  organisation_id       bigint not null,
  season_id             bigint not null,
  month_on              date not null,
  organisation_group_id bigint not null,
  resort_id             bigint not null,
  business_area_id      bigint not null,
  order_state_id        smallint not null,
  shipping_state_id     smallint not null,
  is_exchange           boolean not null,
  orders                int not null,
  pieces                bigint not null,
  goods_minor           bigint not null,
  shipped_value_minor   bigint not null,
  cancelled_value_minor bigint not null,
  pending_value_minor   bigint not null,
  is_sum                boolean not null default false
);
comment on table order_figures is
  'Tenant. Counter: orders, without test orders, by where and when they were placed and by their states, so that dashboards need not read them all. Rows are only added, so that concurrent orders do not wait for one row; the number is the sum. compact_order_figures() merges them.';
comment on column order_figures.season_id is '0: none; so are groups, destinations and business areas.';
comment on column order_figures.month_on is 'The first day of the month in the time zone of the organisation.';
comment on column order_figures.pieces is 'Pieces as ordered, cancelled ones included.';
comment on column order_figures.is_sum is 'Merged; at most one row of its kind.';
create index order_figures_cells on order_figures (organisation_id, season_id, month_on);
create unique index order_figures_sum on order_figures (organisation_id, season_id, month_on, organisation_group_id, resort_id, business_area_id, order_state_id,
  shipping_state_id, is_exchange) where is_sum;
create index order_figures_added on order_figures (organisation_id) where not is_sum;

create table product_figures (
  organisation_id       bigint not null,
  season_id             bigint not null,
  organisation_group_id bigint not null,
  resort_id             bigint not null,
  business_area_id      bigint not null,
  product_id            bigint not null,
  pieces                bigint not null,
  price_minor           bigint not null,
  is_sum                boolean not null default false
);
comment on table product_figures is
  'Tenant. Counter: pieces and value of the lines of orders that are pending, processing or complete, by product and by where the orders were placed. As order_figures.';
create index product_figures_cells on product_figures (organisation_id, season_id);
create unique index product_figures_sum on product_figures (organisation_id, season_id, organisation_group_id, resort_id, business_area_id, product_id) where is_sum;
create index product_figures_added on product_figures (organisation_id) where not is_sum;

-- The same statements as in rebuild_order_figures().
insert into order_figures
select o.organisation_id, coalesce(o.season_id, 0), date_trunc('month', o.created_at at time zone g.time_zone)::date, coalesce(o.organisation_group_id, 0),
  coalesce(o.resort_id, 0), coalesce(o.business_area_id, 0), o.order_state_id, o.shipping_state_id, o.origin = 'exchange', count(*), coalesce(sum(l.pieces), 0),
  sum(o.goods_minor), sum(o.shipped_value_minor), sum(o.cancelled_value_minor), sum(o.pending_value_minor), true
from orders o
join organisation g on g.id = o.organisation_id
left join (select organisation_id, order_id, sum(quantity) as pieces from order_line group by 1, 2) l on l.organisation_id = o.organisation_id and l.order_id = o.id
where not o.is_test group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
insert into product_figures
select o.organisation_id, coalesce(o.season_id, 0), coalesce(o.organisation_group_id, 0), coalesce(o.resort_id, 0), coalesce(o.business_area_id, 0),
  l.product_id, sum(l.quantity), sum(l.price_minor), true
from orders o join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
where not o.is_test and o.order_state_id in (10, 20, 30) group by 1, 2, 3, 4, 5, 6;
