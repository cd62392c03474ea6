-- Versions of saved sheets for many wearers, for two people who edit the same one, and for one person in two tabs.

create or replace trigger increment_version before update of name, is_shared, rows_saved_at on order_sheet
  for each row execute function increment_version();
