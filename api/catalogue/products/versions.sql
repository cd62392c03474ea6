-- Versions of products and categories, for operators who edit the same one.

create or replace trigger increment_version before update on product for each row execute function increment_version();
create or replace trigger increment_version before update on combination for each row execute function increment_version();
create or replace trigger increment_version before update on category for each row execute function increment_version();
