-- Invoices and credit notes are numbered without gaps, and never change once issued.

-- The next serial number of a brand's documents. Call it as late as possible: everyone else who issues such a document waits until the transaction ends.
create or replace function next_document_serial(brand bigint, document_kind text) returns bigint language sql volatile as $$
  insert into document_counter as c (brand_id, kind, last_serial) values (brand, document_kind, 1)
  on conflict on constraint document_counter_pkey do update set last_serial = c.last_serial + 1
  returning last_serial;
$$;

-- An issued document is evidence: only the projection of its payments changes. Erasing a person leaves their name out
-- of the reason, the buyer's address and the key.
create or replace function protect_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'settled_minor' = to_jsonb(old) - 'settled_minor' then return new; end if;
  if tg_op = 'UPDATE' and coalesce(current_setting('livery.erasing', true), '') = 'yes'
    and to_jsonb(new) - array['reason', 'buyer', 'credit_key'] = to_jsonb(old) - array['reason', 'buyer', 'credit_key']
  then
    return new;
  end if;
  raise exception 'an issued % never changes', old.kind using errcode = 'restrict_violation';
end $$;
create or replace trigger protect_invoice before update or delete on invoice for each row execute function protect_invoice();
create or replace trigger append_only before update or delete on invoice_line for each row execute function reject_change();
