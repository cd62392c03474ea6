-- A receipt is evidence, as an invoice is: it never changes. Erasing a person leaves their name and address out of it.

create or replace function protect_receipt() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and coalesce(current_setting('livery.erasing', true), '') = 'yes'
    and to_jsonb(new) - array['buyer', 'lines'] = to_jsonb(old) - array['buyer', 'lines']
  then
    return new;
  end if;
  raise exception 'a receipt never changes' using errcode = 'restrict_violation';
end $$;
create or replace trigger protect_receipt before update or delete on receipt for each row execute function protect_receipt();

create or replace function drop_receipt_document() returns trigger language plpgsql as $$
begin
  perform drop_documents(new.organisation_id, 'receipt:' || new.id);
  return null;
end $$;
create or replace trigger drop_receipt_document after update of buyer, lines on receipt for each row
  when (old.buyer is distinct from new.buyer or old.lines is distinct from new.lines) execute function drop_receipt_document();
