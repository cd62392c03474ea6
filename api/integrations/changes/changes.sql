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

create or replace trigger note_inserted_invoice after insert on invoice referencing new table as new_rows
  for each statement execute function note_changed_records('invoice', 'id', 'organisation_id');
create or replace trigger note_updated_invoice after update on invoice referencing new table as new_rows
  for each statement execute function note_changed_records('invoice', 'id', 'organisation_id');

create or replace trigger note_inserted_stock after insert on stock_level referencing new table as new_rows
  for each statement execute function note_changed_records('stock', 'combination_id', 'null');
create or replace trigger note_updated_stock after update on stock_level referencing new table as new_rows
  for each statement execute function note_changed_records('stock', 'combination_id', 'null');
create or replace trigger note_stock_movement after insert on stock_entry referencing new table as new_rows
  for each statement execute function note_changed_records('stockMovement', 'id', 'null');

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
