-- What orders cost the organisation, by cost centre.

-- What an order costs the organisation, excluding tax: goods that are not cancelled, without those that a person pays, and delivery, fee and charges
-- unless everything is the person's. Returns do not lower it.
create or replace function organisation_net_value(o orders) returns bigint language sql stable as $$
  select case when o.card_payer = 'person' and o.is_all_by_card then 0
    else o.goods_minor - o.cancelled_value_minor + o.shipping_minor + o.fee_minor + o.charges_minor
      - case when o.card_payer = 'person' then coalesce((
          select sum(l.unit_price_minor * remaining_card_pieces(l.card_quantity, l.card_cancelled_quantity, 0)) from order_line l
          where l.organisation_id = o.organisation_id and l.order_id = o.id and l.card_quantity > 0), 0) else 0 end end::bigint
$$;

-- The same of all orders of a cost centre in a season that are neither cancelled nor rejected.
create or replace function cost_centre_value(organisation bigint, cost_centre bigint, season bigint) returns bigint language sql stable as $$
  select coalesce(sum(organisation_net_value(o)), 0)::bigint from orders o
  where o.organisation_id = organisation and o.cost_centre_id = cost_centre and o.season_id = season and o.order_state_id not in (40, 60)
$$;
