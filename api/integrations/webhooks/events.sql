-- Which changes of orders, returns, invoices and stock are events. Triggers of orders, returns and invoices run when the transaction commits, so that an
-- event has the states and lines in which the transaction leaves its order.

-- Placing an order writes no event of its timeline. Whether the warehouse may work on an order, and how much of it is paid, is told by the order itself,
-- whichever act it follows from.
create or replace function record_events_of_order() returns trigger language plpgsql as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
begin
  if not exists (select from webhook_endpoint) then
    return null;
  end if;
  if is_new then
    perform record_order_webhook_event('order.placed', new.organisation_id, new.id, '{}');
  end if;
  if new.released_at is not null and (is_new or old.released_at is null) then
    perform record_order_webhook_event('order.released', new.organisation_id, new.id, '{}');
  elsif not is_new and new.released_at is null and old.released_at is not null then
    perform record_order_webhook_event('order.withheld', new.organisation_id, new.id, '{}');
  end if;
  if not is_new and new.payment_state_id <> old.payment_state_id then
    perform record_order_webhook_event('order.payment_changed', new.organisation_id, new.id, '{}');
  end if;
  return null;
end $$;
create constraint trigger record_events_of_placed_order after insert on orders deferrable initially deferred
  for each row execute function record_events_of_order();
create constraint trigger record_events_of_order after update of released_at, payment_state_id on orders deferrable initially deferred
  for each row when (old.payment_state_id <> new.payment_state_id or (old.released_at is null) <> (new.released_at is null))
  execute function record_events_of_order();

-- Of the event's data only ids are sent.
create or replace function record_webhook_event_of_order() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoint) then
    perform record_order_webhook_event(type_of_order_event(new.kind, new.data), new.organisation_id, new.order_id,
      jsonb_strip_nulls(jsonb_build_object('shipmentId', new.data -> 'shipmentId', 'returnId', new.data -> 'returnId', 'returnStatusId', (
        select r.return_state_id from return_request r
        where r.organisation_id = new.organisation_id and r.id = (new.data ->> 'returnId')::bigint))));
  end if;
  return null;
end $$;
create constraint trigger record_webhook_event after insert on order_event deferrable initially deferred
  for each row when (type_of_order_event(new.kind, new.data) is not null) execute function record_webhook_event_of_order();

-- A person asks for several returns at once: each is an event.
create or replace function record_requested_return() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoint) then
    perform record_order_webhook_event('return.requested', new.organisation_id, new.order_id,
      jsonb_build_object('returnId', new.id, 'returnStatusId', new.return_state_id));
  end if;
  return null;
end $$;
create constraint trigger record_requested_return after insert on return_request deferrable initially deferred
  for each row execute function record_requested_return();

-- Without amounts, as everywhere in events.
create or replace function record_issued_invoice() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_endpoint) then
    perform record_webhook_event(case new.kind when 'invoice' then 'invoice.issued' else 'credit_note.issued' end, new.organisation_id, array[new.brand_id],
      jsonb_build_object('invoiceId', new.id, 'number', new.number, 'creditedInvoiceId', new.credited_invoice_id, 'orderIds', (
        select coalesce(jsonb_agg(distinct x.order_id), '[]') from invoice_line x
        where x.organisation_id = new.organisation_id and x.invoice_id = new.id)));
  end if;
  return null;
end $$;
create constraint trigger record_issued_invoice after insert on invoice deferrable initially deferred
  for each row execute function record_issued_invoice();

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
