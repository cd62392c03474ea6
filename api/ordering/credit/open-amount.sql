-- What an organisation owes, against its credit limit.

-- The open amount of an organisation, including tax: unpaid invoices, less credit that is not allocated, and what has been ordered on account and not
-- invoiced yet. What a card pays is no part of it.
create or replace function open_amount(organisation bigint) returns bigint language sql stable as $$
  select (
    select coalesce(sum(total_minor - settled_minor), 0) from invoice
    where organisation_id = organisation and kind = 'invoice' and settled_minor < total_minor)
  - (
    select coalesce(sum(amount_minor - allocated_minor), 0) from payment_record
    where organisation_id = organisation and kind <> 'reversal' and reversed_by_id is null and allocated_minor < amount_minor)
  + (
    select coalesce(sum(case when o.card_payer is not null then account_value_of_order(o.organisation_id, o.id) - o.invoiced_minor
      else o.total_minor - o.invoiced_minor - case when o.cancelled_value_minor = 0 then 0 else (
        select sum(l.price_minor + l.tax_minor - remains.value - round(remains.value * l.tax_rate))
        from order_line l cross join lateral (select l.unit_price_minor * (l.quantity - l.cancelled_quantity) as value) remains
        where l.organisation_id = o.organisation_id and l.order_id = o.id) end end), 0)
    from orders o
    where o.organisation_id = organisation and o.order_state_id in (10, 20, 50) and not o.is_test and o.origin <> 'exchange');
$$;

-- The open amount, with the organisation locked until the transaction ends: of orders that together exceed the limit, the later one sees the earlier.
-- The lock comes before the sum, in a statement of its own, because a statement does not see what was committed while it waited.
create or replace function lock_open_amount(organisation bigint) returns bigint language plpgsql volatile as $$
begin
  perform from organisation o where o.id = organisation for no key update;
  return open_amount(organisation);
end $$;

-- The open amount, the credit limit and whether the account is on hold, read under a lock that orders share: whoever sets a hold or a limit waits until
-- the transaction ends, or is seen. It is not the organisation's row, which administrators lock for much else. Where the first limit was set in the
-- meantime, the transaction has to be repeated, because amounts are summed under the lock of the row.
create or replace function lock_credit_terms(organisation bigint, out open_minor bigint, out credit_limit_minor bigint, out credit_hold boolean)
language plpgsql volatile as $$
declare
  had_limit constant boolean := (select o.credit_limit_minor is not null from organisation o where o.id = organisation);
begin
  perform pg_advisory_xact_lock_shared(hashint8extended(organisation, 7404036));
  open_minor := case when had_limit then lock_open_amount(organisation) else 0 end;
  select o.credit_limit_minor, o.credit_hold into credit_limit_minor, credit_hold from organisation o where o.id = organisation;
  if not had_limit and credit_limit_minor is not null then
    raise exception 'a credit limit has just been set' using errcode = 'serialization_failure';
  end if;
end $$;
