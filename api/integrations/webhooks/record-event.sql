-- Writes an event for every endpoint that wants it.

create or replace trigger increment_version before update of url, description, event_types on webhook_endpoint
  for each row execute function increment_version();

-- The path of the call that reads what an event is about, for the supplier or for an organisation.
create or replace function path_of_event(for_supplier boolean, event_data jsonb) returns text language sql immutable as $$
  select case
    when for_supplier and event_data ? 'combinationId' then '/api/operator/stock/' || (event_data ->> 'combinationId')
    when for_supplier and event_data ? 'invoiceId' then '/api/operator/invoices/' || (event_data ->> 'invoiceId')
    when for_supplier and event_data ? 'returnId' then '/api/operator/returns/' || (event_data ->> 'returnId')
    when for_supplier then '/api/operator/orders/' || (event_data ->> 'orderId') || '/full'
    when event_data ? 'invoiceId' then '/api/invoices/' || (event_data ->> 'invoiceId')
    else '/api/orders/' || (event_data ->> 'orderId')
  end;
$$;

-- Records an event for every endpoint of its owners that wants it, with the path of the call with which that owner reads what it is about. Writes nothing
-- when there is none.
create or replace function record_webhook_event(type text, organisation bigint, brands bigint[], event_data jsonb) returns void language sql as $$
  with event as materialized (select gen_random_uuid() as id, nextval('webhook_event_sequence') as sequence)
  insert into webhook_delivery (endpoint_id, organisation_id, event_id, event_type, sequence, data)
  select e.id, organisation, event.id, type, event.sequence,
    event_data || jsonb_build_object('path', path_of_event(e.brand_id is not null, event_data))
  from webhook_endpoint e cross join event
  where (e.organisation_id = organisation or e.brand_id = any (brands)) and type = any (e.event_types)
  order by e.id;
$$;

-- Records an event about an order, with its states and its lines. Without the lines when there are more than 200, so that a request stays small.
create or replace function record_order_webhook_event(type text, organisation bigint, ordered bigint, more jsonb) returns void language sql as $$
  select record_webhook_event(type, organisation, array[g.brand_id], jsonb_build_object('orderId', o.id, 'orderStatusId', o.order_state_id,
    'paymentStatusId', o.payment_state_id, 'shippingStatusId', o.shipping_state_id, 'isReleased', o.released_at is not null,
    'lines', case when l.count <= 200 then l.lines end) || more)
  from orders o
  join organisation g on g.id = o.organisation_id
  cross join lateral (
    select count(*) as count, jsonb_agg(jsonb_build_object('orderItemId', l.id, 'combinationId', l.combination_id, 'sku', l.sku, 'quantity', l.quantity,
      'shippedQuantity', l.shipped_quantity, 'cancelledQuantity', l.cancelled_quantity,
      'pendingQuantity', l.quantity - l.shipped_quantity - l.cancelled_quantity, 'readyToCollectQuantity', l.packed_quantity,
      'returnedQuantity', l.returned_quantity, 'dueOn', l.due_on)
      order by l.id) as lines
    from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id) l
  where o.organisation_id = organisation and o.id = ordered;
$$;

-- The type of webhook event that an event of an order's timeline is; null for those that are not sent.
create or replace function type_of_order_event(kind text, data jsonb) returns text language sql immutable as $$
  select case kind
    when 'approved' then 'order.approved'
    when 'partly_approved' then 'order.approved'
    when 'rejected' then 'order.rejected'
    when 'sent_back' then 'order.sent_back'
    when 'cancelled' then 'order.cancelled'
    when 'pieces_cancelled' then 'order.pieces_cancelled'
    when 'lines_cancelled' then 'order.pieces_cancelled'
    when 'line_changed' then 'order.changed'
    when 'date_moved' then 'order.dates_moved'
    when 'picking_started' then 'order.picking_started'
    when 'ready_to_collect' then 'order.ready_to_collect'
    when 'shipped' then 'order.shipped'
    when 'delivered' then 'order.delivered'
    when 'completed' then 'order.completed'
    when 'return_received' then 'return.received'
    when 'return_authorized' then 'return.decided'
    when 'return_rejected' then 'return.decided'
    when 'return_repaired' then 'return.decided'
    when 'return_replaced' then 'return.decided'
    when 'return_refunded' then 'return.decided'
    when 'return_cancelled' then 'return.cancelled'
    when 'exchange_expired' then 'return.cancelled'
    when 'note' then case data #>> '{cause,kind}' when 'approval_expired' then 'order.expired' end
  end;
$$;
