-- Which orders go to the same destination, and can be packed together.

-- Orders with the same key go to the same destination: an organisation's site, at one address.
create or replace function destination_key(organisation bigint, resort bigint, address jsonb) returns text language sql immutable as $$
  select md5(concat_ws('|', organisation, resort, lower(address ->> 'address1'), lower(address ->> 'address2'), upper(replace(address ->> 'zipPostalCode', ' ', ''))))
$$;
