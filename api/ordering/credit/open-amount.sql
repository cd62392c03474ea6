-- What an organisation owes, against its credit limit.

-- The open amount of an organisation, including tax: unpaid invoices, less credit that is not allocated, and what has been ordered and not invoiced yet.
create or replace function open_amount(organisation bigint) returns bigint language sql stable as $$
  select (
    select coalesce(sum(total_minor - settled_minor), 0) from invoice
    where organisation_id = organisation and kind = 'invoice' and settled_minor < total_minor)
  - (
    select coalesce(sum(amount_minor - allocated_minor), 0) from payment_record
    where organisation_id = organisation and kind <> 'reversal' and reversed_by_id is null and allocated_minor < amount_minor)
  + (
    select coalesce(sum(o.total_minor - o.invoiced_minor - case when o.cancelled_value_minor = 0 then 0 else (
        select sum(l.price_minor + l.tax_minor - remains.value - round(remains.value * l.tax_rate))
        from order_line l cross join lateral (select l.unit_price_minor * (l.quantity - l.cancelled_quantity) as value) remains
        where l.organisation_id = o.organisation_id and l.order_id = o.id) end), 0)
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
