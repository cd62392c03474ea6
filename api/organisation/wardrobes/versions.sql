-- Versions of wardrobes and of what they consist of, for people who edit the same row.

create or replace trigger increment_version before update on collection for each row execute function increment_version();
create or replace trigger increment_version before update on super_group for each row execute function increment_version();
create or replace trigger increment_version before update on super_group_option for each row execute function increment_version();
create or replace trigger increment_version before update on collection_group for each row execute function increment_version();
