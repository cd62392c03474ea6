-- Versions of size guides, for people who edit the same guide.

create or replace trigger increment_version before update on size_guide for each row execute function increment_version();
