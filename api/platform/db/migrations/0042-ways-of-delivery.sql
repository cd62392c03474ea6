-- How the warehouse delivers what was ordered: sent or collected, by which time of the day, and what waits to be collected
-- Works with earlier code

alter table shipping_option
  add column kind          text not null default 'sent',
  add column cut_off       time,
  add column collect_from  text,
  add column opening_hours text,
  add constraint shipping_option_kind check (kind in ('sent', 'collected')),
  add constraint shipping_option_collect_from check (kind = 'sent' or collect_from is not null);
comment on column shipping_option.kind is 'sent: by a carrier; collected: whoever ordered fetches it.';
comment on column shipping_option.cut_off is
  'Local time of the organisation: what is released on a working day before it leaves, or is ready to collect, on that day. Null: on the next working day.';
comment on column shipping_option.collect_from is 'Where it is collected, in words; null where it is sent.';
comment on column shipping_option.opening_hours is 'When it can be collected, in words.';

alter table orders
  add column delivery_kind       text not null default 'sent',
  add column ready_to_collect_at timestamptz,
  add constraint orders_delivery_kind check (delivery_kind in ('sent', 'collected')) not valid;
comment on column orders.delivery_kind is 'That of the way of delivery when the order was placed.';
comment on column orders.ready_to_collect_at is 'Since when pieces of it wait to be collected; null while none do.';

alter table order_line
  add column packed_quantity int not null default 0,
  add constraint order_line_packed check (packed_quantity between 0 and quantity - shipped_quantity - cancelled_quantity) not valid;
comment on column order_line.packed_quantity is 'Of the pending pieces, those that are packed and wait to be collected: still on hand and reserved, and no one else''s.';

alter table shipment add column collected_by text;
comment on column shipment.collected_by is 'Who collected the pieces; null for those that were sent.';
