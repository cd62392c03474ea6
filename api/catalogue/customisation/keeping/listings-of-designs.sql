-- What can be put on garments is part of what people see of products and carts, so a change of it increases the versions of listings.

create or replace function increment_every_listing_version() returns trigger language plpgsql as $$
begin
  perform from listing_version order by organisation_id for no key update;
  update listing_version set version = version + 1;
  return null;
end $$;

create or replace trigger increment_listing_version_on_insert after insert on garment_design referencing new table as changed
  for each statement execute function increment_listing_version();
create or replace trigger increment_listing_version_on_update after update on garment_design referencing new table as changed
  for each statement execute function increment_listing_version();
create or replace trigger increment_every_listing_version after insert or update on decoration_method
  for each statement execute function increment_every_listing_version();
create or replace trigger increment_every_listing_version after insert or update or delete on decoration_price
  for each statement execute function increment_every_listing_version();
create or replace trigger increment_every_listing_version after insert or update on decoration_position
  for each statement execute function increment_every_listing_version();
create or replace trigger increment_every_listing_version after insert or update on thread_colour
  for each statement execute function increment_every_listing_version();
