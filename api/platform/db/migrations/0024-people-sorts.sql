-- Every way in which the list of people is sorted has an index that gives its order, ties and people without a value included.
create index customer_by_first_name on customer (organisation_id, first_name, last_name, id) where deleted_at is null;
create index customer_by_po_number on customer (organisation_id, po_number, id) where deleted_at is null;
create index customer_by_created on customer (organisation_id, created_at, id) where deleted_at is null;
create index customer_by_last_login on customer (organisation_id, last_login_at, id) where deleted_at is null;
create index customer_by_active on customer (organisation_id, active, id) where deleted_at is null;
-- Downwards people without a value are last as well, which the indexes above are not when they are read backwards.
create index customer_by_po_number_down on customer (organisation_id, po_number desc nulls last, id desc) where deleted_at is null;
create index customer_by_last_login_down on customer (organisation_id, last_login_at desc nulls last, id desc) where deleted_at is null;
