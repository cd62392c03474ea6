-- What the last catalogue import said, where people in the portal may have decided otherwise since. The next import
-- changes these things only when its file says something new.

create table imported_product (
  product_id  int primary key references product on delete cascade,
  offered     boolean not null,
  category_id int references category on delete set null,
  option_ids  int[] not null default '{}'           -- specification_option
);

create table imported_combination (
  combination_id int primary key references combination on delete cascade,
  quantity       int not null                       -- what the file counted; stock has moved on since
);
