-- What was charged for setting up designs, on invoices.
-- Works with earlier code

alter table invoice_line
  add column order_charge_id bigint,
  drop constraint invoice_line_kind_check,
  add constraint invoice_line_kind_check check (kind in ('goods', 'delivery', 'fee', 'setup')),
  add constraint invoice_line_charge_fkey foreign key (organisation_id, order_charge_id) references order_charge (organisation_id, id),
  add constraint invoice_line_charge check ((kind = 'setup') = (order_charge_id is not null));
comment on column invoice_line.order_charge_id is 'The charge of the order, such as setting up a design.';

drop index invoice_line_charged_once;
create unique index invoice_line_charged_once on invoice_line (organisation_id, order_id, kind) where kind in ('delivery', 'fee') and credited_line_id is null;
create unique index invoice_line_charge_once on invoice_line (organisation_id, order_charge_id) where order_charge_id is not null and credited_line_id is null;
