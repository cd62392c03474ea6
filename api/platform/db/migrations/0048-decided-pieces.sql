-- What was decided about each line of an order is kept for every decision, so that it can be shown after the pieces have been sent.

alter table approval_line add column refused_quantity int check (refused_quantity >= 0);
comment on table approval_line is 'Tenant. What was decided about each line. Orders that were approved as a whole before this column have none.';
comment on column approval_line.refused_quantity is 'Pieces that were not approved; null where it was decided before this column.';
