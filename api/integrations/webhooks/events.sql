-- Which changes of orders and stock are events.

-- Orders that a statement placed. Placing an order writes no event of its timeline.
create or replace function record_placed_orders() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoint) then
    perform record_order_webhook_event('order.placed', organisation_id, id, '{}') from new_rows order by organisation_id, id;
  end if;
  return null;
end $$;
create or replace trigger record_webhook_events after insert on orders referencing new table as new_rows
  for each statement execute function record_placed_orders();

-- Runs when the transaction commits, so that the event has the states in which the transaction leaves the order. Of the event's data only
-- ids are sent.
create or replace function record_webhook_event_of_order() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoint) then
    perform record_order_webhook_event(webhook_event_type(new.kind), new.organisation_id, new.order_id,
      jsonb_strip_nulls(jsonb_build_object('shipmentId', new.data -> 'shipmentId', 'returnId', new.data -> 'returnId', 'returnStatusId', (
        select r.return_state_id from return_request r
        where r.organisation_id = new.organisation_id and r.id = (new.data ->> 'returnId')::bigint))));
  end if;
  return null;
end $$;
create constraint trigger record_webhook_event after insert on order_event deferrable initially deferred
  for each row when (webhook_event_type(new.kind) is not null) execute function record_webhook_event_of_order();

-- Of the supplier's endpoints, those of brands whose organisations buy the product are told.
create or replace function record_low_stock() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoint where brand_id is not null) then
    perform record_webhook_event('stock.low', null, array(
        select distinct o.brand_id from product_organisation p join organisation o on o.id = p.organisation_id where p.product_id = new.product_id),
      jsonb_build_object('productId', new.product_id, 'combinationId', new.combination_id, 'available', new.on_hand - new.reserved,
        'lowStockThreshold', new.low_stock_threshold));
  end if;
  return null;
end $$;
create or replace trigger record_low_stock after update on stock_level for each row
  when (old.on_hand - old.reserved >= new.low_stock_threshold and new.on_hand - new.reserved < new.low_stock_threshold)
  execute function record_low_stock();
