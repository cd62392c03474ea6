-- The accounts of what people are owed: their ledger never changes, and they decide which groups of wardrobes are open.

create or replace trigger append_only before update on entitlement_entry for each row execute function reject_change('reason');

create or replace view open_collection_group as
select organisation_id, customer_id, collection_id, collection_group_id from entitlement_account
where status = 'open' and collection_group_id is not null;
comment on view open_collection_group is
  'The groups that are open to each person: those in which they have an open account. What such a group lists the person may see and order. A group can occur more than once.';

-- Cached sessions contain the groups that are open to their person. Accounts are inserted in large numbers, and updated by every order.
create or replace function notify_new_accounts() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', json_build_object('key', 'c' || customer_id)::text)
  from (select distinct customer_id from changed where status = 'open' and collection_group_id is not null) opened;
  return null;
end $$;
create or replace trigger notify_access_change_on_insert after insert on entitlement_account referencing new table as changed
  for each statement execute function notify_new_accounts();
create or replace trigger notify_access_change after update of status on entitlement_account
  for each row when (old.status <> new.status) execute function notify_access_change();
