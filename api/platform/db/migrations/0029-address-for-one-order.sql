-- Where somebody who acts for a person has one order delivered: in nobody's list of addresses, and gone with the order.
alter table address add column for_order_only boolean not null default false
  constraint address_for_one_order check (not for_order_only or customer_id is not null);
create index address_for_order_only on address (created_at) where for_order_only;
