-- Which changes of tables are changes of records of which other systems keep a copy.

create or replace trigger note_inserted_order after insert on orders referencing new table as new_rows
  for each statement execute function note_changed_records('order', 'id', 'organisation_id');
create or replace trigger note_updated_order after update on orders referencing new table as new_rows
  for each statement execute function note_changed_records('order', 'id', 'organisation_id');
create or replace trigger note_order_of_inserted_line after insert on order_line referencing new table as new_rows
  for each statement execute function note_changed_records('order', 'order_id', 'organisation_id');
create or replace trigger note_order_of_updated_line after update on order_line referencing new table as new_rows
  for each statement execute function note_changed_records('order', 'order_id', 'organisation_id');

create or replace trigger note_inserted_shipment after insert on shipment referencing new table as new_rows
  for each statement execute function note_changed_records('shipment', 'id', 'organisation_id');
create or replace trigger note_updated_shipment after update on shipment referencing new table as new_rows
  for each statement execute function note_changed_records('shipment', 'id', 'organisation_id');

create or replace trigger note_inserted_return after insert on return_request referencing new table as new_rows
  for each statement execute function note_changed_records('return', 'id', 'organisation_id');
create or replace trigger note_updated_return after update on return_request referencing new table as new_rows
  for each statement execute function note_changed_records('return', 'id', 'organisation_id');

-- A return shows whether its exchange has been released and sent, and what the new size was exchanged for later.
create or replace function note_returns_of_exchanges() returns trigger language plpgsql as $$
begin
  insert into record_change (kind, organisation_id, record_id)
  select distinct 'return', r.organisation_id, r.id
  from new_rows n
  join order_line l on l.organisation_id = n.organisation_id and l.order_id = n.id
  join return_request r on r.organisation_id = l.organisation_id and r.exchange_line_id = l.id;
  return null;
end $$;
create or replace trigger note_returns_of_exchange after update on orders referencing new table as new_rows
  for each statement execute function note_returns_of_exchanges();
create or replace function note_returns_of_exchanged_lines() returns trigger language plpgsql as $$
begin
  insert into record_change (kind, organisation_id, record_id)
  select distinct 'return', r.organisation_id, r.id
  from new_rows n join return_request r on r.organisation_id = n.organisation_id and r.exchange_line_id = n.id;
  return null;
end $$;
create or replace trigger note_returns_of_exchanged_line after update on order_line referencing new table as new_rows
  for each statement execute function note_returns_of_exchanged_lines();

create or replace trigger note_inserted_invoice after insert on invoice referencing new table as new_rows
  for each statement execute function note_changed_records('invoice', 'id', 'organisation_id');
create or replace trigger note_updated_invoice after update on invoice referencing new table as new_rows
  for each statement execute function note_changed_records('invoice', 'id', 'organisation_id');

create or replace trigger note_inserted_stock after insert on stock_level referencing new table as new_rows
  for each statement execute function note_changed_records('stock', 'combination_id', 'null');
create or replace trigger note_updated_stock after update on stock_level referencing new table as new_rows
  for each statement execute function note_changed_records('stock', 'combination_id', 'null');
create or replace trigger note_stock_of_expected after insert on stock_incoming referencing new table as new_rows
  for each statement execute function note_changed_records('stock', 'combination_id', 'null');
create or replace trigger note_stock_of_changed_expected after update on stock_incoming referencing new table as new_rows
  for each statement execute function note_changed_records('stock', 'combination_id', 'null');
create or replace trigger note_stock_of_arrived after delete on stock_incoming referencing old table as new_rows
  for each statement execute function note_changed_records('stock', 'combination_id', 'null');
create or replace trigger note_stock_movement after insert on stock_entry referencing new table as new_rows
  for each statement execute function note_changed_records('stockMovement', 'id', 'null');

-- A payment shows what is open of the invoices that it covers.
create or replace function note_payments_of_invoices() returns trigger language plpgsql as $$
begin
  insert into record_change (kind, organisation_id, record_id)
  select distinct 'payment', a.organisation_id, a.payment_id
  from new_rows n join payment_allocation a on a.organisation_id = n.organisation_id and a.invoice_id = n.id;
  return null;
end $$;
create or replace trigger note_payments_of_invoice after update on invoice referencing new table as new_rows
  for each statement execute function note_payments_of_invoices();
create or replace trigger note_inserted_payment after insert on payment_record referencing new table as new_rows
  for each statement execute function note_changed_records('payment', 'id', 'organisation_id');
create or replace trigger note_updated_payment after update on payment_record referencing new table as new_rows
  for each statement execute function note_changed_records('payment', 'id', 'organisation_id');

create or replace trigger note_inserted_product after insert on product referencing new table as new_rows
  for each statement execute function note_changed_records('product', 'id', 'null');
create or replace trigger note_updated_product after update on product referencing new table as new_rows
  for each statement execute function note_changed_records('product', 'id', 'null');
create or replace trigger note_product_of_inserted_variant after insert on combination referencing new table as new_rows
  for each statement execute function note_changed_records('product', 'product_id', 'null');
create or replace trigger note_product_of_updated_variant after update on combination referencing new table as new_rows
  for each statement execute function note_changed_records('product', 'product_id', 'null');
create or replace trigger note_product_of_added_picture after insert on product_image referencing new table as new_rows
  for each statement execute function note_changed_records('product', 'product_id', 'null');
create or replace trigger note_product_of_removed_picture after delete on product_image referencing old table as new_rows
  for each statement execute function note_changed_records('product', 'product_id', 'null');
create or replace trigger note_product_of_added_category after insert on product_category referencing new table as new_rows
  for each statement execute function note_changed_records('product', 'product_id', 'null');
create or replace trigger note_product_of_removed_category after delete on product_category referencing old table as new_rows
  for each statement execute function note_changed_records('product', 'product_id', 'null');
create or replace trigger note_product_of_added_offer after insert on product_organisation referencing new table as new_rows
  for each statement execute function note_changed_records('product', 'product_id', 'null');
create or replace trigger note_product_of_removed_offer after delete on product_organisation referencing old table as new_rows
  for each statement execute function note_changed_records('product', 'product_id', 'null');
