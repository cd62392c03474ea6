-- Pieces on hand go to order lines in the order of the days for which they were promised. The supplier can put one line before the others.
alter table order_line add column queue_priority int not null default 0 check (queue_priority >= 0);
comment on column order_line.queue_priority is
  'Lines with a higher number get pieces on hand first; 0: in the order of the days for which they were promised.';
