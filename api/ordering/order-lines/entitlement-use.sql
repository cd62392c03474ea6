-- What the pieces of order lines take from what people are owed, and give back to it.

-- The pieces of an order line that its accounts count: those that were covered, less what has been cancelled or returned, of which those beyond
-- the entitlement went first. Pieces that have been sent are used, the others are reserved.
create or replace function counted_pieces(covered int, quantity int, shipped int, cancelled int, returned int, out reserved int, out used int) language sql immutable as $$
  select counted - least(counted, shipped - returned), least(counted, shipped - returned) from (select least(covered, quantity - cancelled - returned) as counted) x
$$;

-- What a piece of a line takes from a budget in money: its price, without decoration where the wardrobe does not count that.
create or replace function budget_price(piece_price bigint, decoration_outside_budget bigint) returns bigint language sql immutable
return piece_price - decoration_outside_budget;

-- What an exchange reserves in a budget in money while the exchanged pieces have not come back: the amount by which the new size costs more.
create or replace function held_difference(difference bigint, awaited_covered int, remaining int) returns bigint language sql immutable
return difference * least(awaited_covered, remaining);

-- Records what cancelling, sending and returning pieces, and changing their price or number, changes in the accounts of their lines. Placing an order reserves by a conditional update
-- of its own and writes its entries itself.
create or replace function record_entitlement_use() returns trigger language plpgsql as $$
begin
  with moved as (
    select n.organisation_id, n.id as line_id, account.id as account_id,
      account.cost_after * after.reserved + account.held_after - account.cost_before * before.reserved - account.held_before as reserved_delta,
      account.cost_after * after.used - account.cost_before * before.used as used_delta
    from new_rows n join old_rows o on o.organisation_id = n.organisation_id and o.id = n.id
    cross join lateral counted_pieces(o.covered_quantity, o.quantity, o.shipped_quantity, o.cancelled_quantity, o.returned_quantity) before
    cross join lateral counted_pieces(n.covered_quantity, n.quantity, n.shipped_quantity, n.cancelled_quantity, n.returned_quantity) after
    cross join lateral (
      select n.group_account_id as id, 1::bigint as cost_before, 1::bigint as cost_after, 0::bigint as held_before, 0::bigint as held_after
      union all
      select b.id, case b.unit when 'points' then o.unit_points else budget_price(o.unit_price_minor, o.decoration_outside_budget_minor) end,
        case b.unit when 'points' then n.unit_points else budget_price(n.unit_price_minor, n.decoration_outside_budget_minor) end,
        held_difference(o.exchange_difference_minor, o.awaited_covered_quantity, o.quantity - o.cancelled_quantity),
        held_difference(n.exchange_difference_minor, n.awaited_covered_quantity, n.quantity - n.cancelled_quantity)
      from entitlement_account b where b.organisation_id = n.organisation_id and b.id = n.budget_account_id) account
    where account.id is not null
      and row (account.cost_after * after.reserved + account.held_after, account.cost_after * after.used)
        <> row (account.cost_before * before.reserved + account.held_before, account.cost_before * before.used)),
  -- What is given back goes to the person, or expires where the wardrobe no longer grants so much.
  changed as (
    select m.organisation_id, m.account_id, sum(m.reserved_delta) as reserved_delta, sum(m.used_delta) as used_delta from moved m group by 1, 2),
  locked as materialized (
    select a.organisation_id, a.id, c.reserved_delta, c.used_delta,
      case when a.is_limited then greatest(a.allowance, a.reserved + a.used + c.reserved_delta + c.used_delta) - a.granted else 0 end as granted_delta
    from entitlement_account a join changed c on c.organisation_id = a.organisation_id and c.account_id = a.id
    order by a.organisation_id, a.id for update of a),
  updated as (
    update entitlement_account a
    set granted = a.granted + least(l.granted_delta, 0), reserved = a.reserved + l.reserved_delta, used = a.used + l.used_delta
    from locked l where a.organisation_id = l.organisation_id and a.id = l.id)
  insert into entitlement_entry (organisation_id, account_id, kind, granted_delta, reserved_delta, used_delta, order_line_id)
  select organisation_id, account_id,
    case when used_delta > 0 then 'use' when used_delta < 0 then 'return' when reserved_delta < 0 then 'release' else 'reserve' end,
    0, reserved_delta, used_delta, line_id
  from moved
  where reserved_delta <> 0 or used_delta <> 0
  union all
  select organisation_id, id, 'expire', granted_delta, 0, 0, null from locked where granted_delta < 0;
  return null;
end $$;
create or replace trigger record_entitlement_use after update on order_line referencing old table as old_rows new table as new_rows
  for each statement execute function record_entitlement_use();
