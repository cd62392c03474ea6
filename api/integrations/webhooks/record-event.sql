-- Writes an event for every endpoint that wants it.

create or replace trigger increment_version before update of url, description, event_types on webhook_endpoint
  for each row execute function increment_version();

-- Records an event for every endpoint of its owners that wants it. Writes nothing when there is none.
create or replace function record_webhook_event(type text, organisation bigint, brands bigint[], event_data jsonb) returns void language sql as $$
  with event as materialized (select gen_random_uuid() as id, nextval('webhook_event_sequence') as sequence)
  insert into webhook_delivery (endpoint_id, organisation_id, event_id, event_type, sequence, data)
  select e.id, organisation, event.id, type, event.sequence, event_data
  from webhook_endpoint e cross join event
  where (e.organisation_id = organisation or e.brand_id = any (brands)) and type = any (e.event_types)
  order by e.id;
$$;

-- Records an event about an order, with its states.
create or replace function record_order_webhook_event(type text, organisation bigint, ordered bigint, more jsonb) returns void language sql as $$
  select record_webhook_event(type, organisation, array[g.brand_id], jsonb_build_object('orderId', o.id, 'orderStatusId', o.order_state_id,
    'paymentStatusId', o.payment_state_id, 'shippingStatusId', o.shipping_state_id) || more)
  from orders o join organisation g on g.id = o.organisation_id
  where o.organisation_id = organisation and o.id = ordered;
$$;

-- The type of webhook event that an event of an order's timeline is; null for those that are not sent.
create or replace function webhook_event_type(order_event_kind text) returns text language sql immutable as $$
  select case order_event_kind
    when 'approved' then 'order.approved'
    when 'partly_approved' then 'order.approved'
    when 'shipped' then 'order.shipped'
    when 'return_received' then 'return.received'
    when 'return_authorized' then 'return.decided'
    when 'return_rejected' then 'return.decided'
    when 'return_repaired' then 'return.decided'
    when 'return_replaced' then 'return.decided'
    when 'return_refunded' then 'return.decided'
  end;
$$;
