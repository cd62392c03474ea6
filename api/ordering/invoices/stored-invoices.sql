-- What is stored of an invoice, credit note or statement goes when a text in it is changed, as it is when a person whom it names is erased.

create or replace function drop_invoice_documents() returns trigger language plpgsql as $$
begin
  perform drop_documents(new.organisation_id, 'invoice:' || new.id);
  perform drop_documents(new.organisation_id, 'statement:%');
  return null;
end $$;
create or replace trigger drop_invoice_documents after update of reason, buyer on invoice for each row
  when (old.reason is distinct from new.reason or old.buyer is distinct from new.buyer) execute function drop_invoice_documents();

create or replace function drop_statements() returns trigger language plpgsql as $$
begin
  perform drop_documents(new.organisation_id, 'statement:%');
  return null;
end $$;
create or replace trigger drop_statements after update of reference, reason on payment_record for each row
  when (old.reference is distinct from new.reference or old.reason is distinct from new.reason) execute function drop_statements();

-- An invoice shows the purchase order numbers of its orders.
create or replace function drop_invoices_of_order() returns trigger language plpgsql as $$
begin
  perform drop_documents(new.organisation_id, 'invoice:' || l.invoice_id) from (
    select distinct invoice_id from invoice_line where organisation_id = new.organisation_id and order_id = new.id) l;
  return null;
end $$;
create or replace trigger drop_invoices_of_order after update of po_number on orders for each row
  when (old.po_number is distinct from new.po_number) execute function drop_invoices_of_order();
