-- Someone who orders for others lists what they placed, the newest first.
create index orders_of_placer on orders (organisation_id, placed_by_id, created_at desc, id desc);
