-- Refunds are of the line that was charged, and an exchange is not.

-- The line of a chain of exchanges that was charged: the first one.
create or replace function charged_line(organisation bigint, line bigint) returns bigint language sql stable as $$
  with recursive chain as (
    select l.id, l.exchange_of_line_id from order_line l where l.organisation_id = organisation and l.id = line
    union all
    select l.id, l.exchange_of_line_id from chain c join order_line l on l.organisation_id = organisation and l.id = c.exchange_of_line_id)
  select id from chain where exchange_of_line_id is null
$$;
