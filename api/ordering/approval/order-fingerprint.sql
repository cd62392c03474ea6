-- What tells one state of an order from another for those who decide on it.

-- The fingerprint of an order: another one as soon as its lines, quantities, designs, prices or total are. The salt of the request for approval keeps people who
-- see no prices from finding them by trying.
create or replace function order_fingerprint(organisation bigint, ordered bigint) returns text language sql stable as $$
  select left(encode(sha256(convert_to(concat_ws('|',
    (select a.fingerprint_salt from approval a where a.organisation_id = o.organisation_id and a.order_id = o.id and a.status = 'requested'),
    o.id, o.total_minor, o.pending_value_minor,
    (select string_agg(concat_ws(',', l.id, l.combination_id, l.quantity, l.shipped_quantity, l.cancelled_quantity, l.unit_price_minor, l.price_minor, l.tax_minor,
          (select string_agg(k.design_key || ' ' || coalesce(k.text, ''), ' ' order by k.position_id)
            from order_line_customisation k where k.organisation_id = l.organisation_id and k.order_line_id = l.id)),
        ';' order by l.id)
      from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id)), 'UTF8')), 'hex'), 32)
  from orders o where o.organisation_id = organisation and o.id = ordered
$$;
