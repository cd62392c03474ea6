-- Price lists that are uploaded replace prices that are to come; tax rates by class of product, country and day.

alter table scheduled_price add column replaced_by_change_id bigint references price_change;
comment on column scheduled_price.replaced_by_change_id is
  'The change that replaced this price before it began, which is cancelled then. It comes back when the change is undone.';
create index scheduled_price_replaced on scheduled_price (replaced_by_change_id) where replaced_by_change_id is not null;
