-- What is allocated of each payment, and settled of each invoice.

create or replace trigger append_only before update or delete on payment_allocation for each row execute function reject_change();

-- Sums what is allocated, by payment and by invoice.
create or replace function project_allocations() returns trigger language plpgsql as $$
begin
  update payment_record p set allocated_minor = p.allocated_minor + n.amount
  from (select organisation_id, payment_id, sum(amount_minor) as amount from new_rows group by 1, 2) n
  where p.organisation_id = n.organisation_id and p.id = n.payment_id;
  update invoice i set settled_minor = i.settled_minor + n.amount
  from (select organisation_id, invoice_id, sum(amount_minor) as amount from new_rows group by 1, 2) n
  where i.organisation_id = n.organisation_id and i.id = n.invoice_id;
  return null;
end $$;
create or replace trigger project_allocations after insert on payment_allocation referencing new table as new_rows
  for each statement execute function project_allocations();
