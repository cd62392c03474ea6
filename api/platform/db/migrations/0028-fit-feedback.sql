-- What a wearer said of the fit of something they were sent: one word for each line, kept for learning from later.
create table fit_feedback (
  organisation_id int not null,
  order_line_id   int not null,
  customer_id     int not null,
  fit             text not null,
  updated_at      timestamptz not null default now(),
  primary key (organisation_id, order_line_id),
  foreign key (organisation_id, order_line_id) references order_line (organisation_id, id) on delete cascade,
  foreign key (organisation_id, customer_id) references customer (organisation_id, id) on delete cascade,
  constraint fit_feedback_fit check (fit in ('tooSmall', 'right', 'tooBig'))
);
create index fit_feedback_of_wearer on fit_feedback (organisation_id, customer_id);
