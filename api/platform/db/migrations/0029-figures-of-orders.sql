-- Lists and dashboards read the index of orders alone: without test orders, and exchanges apart. Earlier code reads the new index as it read the old one.
create index orders_listed on orders (organisation_id, created_at desc, id desc) include (customer_id, order_state_id, shipping_state_id,
  organisation_group_id, resort_id, business_area_id, season_id, total_minor, goods_minor, shipped_value_minor, cancelled_value_minor, pending_value_minor,
  origin, is_test);
drop index orders_newest;

-- Pieces that are late are few among those that were promised for a day.
create index order_line_due on order_line (organisation_id, due_on) include (order_id)
  where due_on is not null and quantity > shipped_quantity + cancelled_quantity;
