-- Versions of an organisation and of its structure, for people who edit the same row.

create or replace trigger increment_version before update on organisation for each row execute function increment_version();
create or replace trigger increment_version before update on organisation_group for each row execute function increment_version();
create or replace trigger increment_version before update on resort for each row execute function increment_version();
create or replace trigger increment_version before update on department for each row execute function increment_version();
create or replace trigger increment_version before update on business_area for each row execute function increment_version();
create or replace trigger increment_version before update on job_role for each row execute function increment_version();
create or replace trigger increment_version before update on season for each row execute function increment_version();
create or replace trigger increment_version before update on role for each row execute function increment_version();
