-- A mail's row carries facts; its text and look are made of them when it is sent. What only the recipient may know (the
-- token of a link) is sealed with a key that is not in the database, and gone once the mail has left.

alter table mail
  add column data      jsonb not null default '{}',
  add column sealed    bytea,
  add column due_at    timestamptz not null default now(),    -- given up days after this; queueing it again moves it
  add column taken_at  timestamptz,                   -- a process is sending it; another one takes it over when this is old
  add column failed_at timestamptz;                   -- given up: refused for good, or not taken for days; last_error says why
alter table mail alter column data drop default;

-- All mails of before tell about an order that was placed: their facts are still there.
update mail m set due_at = m.created_at, data = jsonb_build_object(
  'orderId', o.id,
  'firstName', c.first_name,
  'requiresApproval', o.approval_required,
  'currencyCode', o.currency_code,
  'totalMinor', o.total_minor,
  'lines', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'quantity', l.quantity,
      'name', case when l.description <> '' then l.product_name || ', ' || l.description else l.product_name end,
      'sku', l.sku,
      'inclTaxMinor', l.price_minor + l.tax_minor) order by l.id), '[]')
    from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id))
from orders o join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
where m.template = 'order-placed' and m.organisation_id = o.organisation_id and m.dedupe_key = 'order-placed:' || o.id;
delete from mail where data = '{}';

alter table mail drop column subject, drop column html, drop column plain;

drop index mail_unsent;
create index mail_unsent on mail (due_at) where sent_at is null and failed_at is null;
create index mail_of_brand on mail (brand_id, created_at desc, id);
create index mail_sealed on mail (created_at) where sealed is not null;
