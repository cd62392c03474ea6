-- What orders take from what people are owed.

alter table entitlement_entry
  add constraint entitlement_entry_order_line_fkey foreign key (organisation_id, order_line_id) references order_line (organisation_id, id);
