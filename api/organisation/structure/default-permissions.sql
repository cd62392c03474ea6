-- The permissions with which the roles of a new organisation start.

create or replace function grant_default_permissions() returns trigger language plpgsql as $$
begin
  insert into role_permission (organisation_id, role_id, permission)
  select new.id, r, case when new.modal_ordering and p in ('AllowAdhocOrder', 'AllowProducts') then p || 'Modal' else p end
  from (values
    (33, 'AllowDashboard'), (33, 'AllowAdhocOrder'), (33, 'AllowUniformBuilder'), (33, 'AllowProducts'), (33, 'AllowStockEnquiry'),
    (33, 'ImpersonateInScope'),
    (35, 'AllowAdhocOrder'), (35, 'AllowProducts'), (35, 'AllowStockEnquiry'),
    (36, 'AllowProducts'), (36, 'AllowStockEnquiry'), (36, 'ImpersonateOrganisation'),
    (34, 'AllowUniformBuilder')) as given (r, p);
  return new;
end $$;
create or replace trigger grant_default_permissions after insert on organisation for each row execute function grant_default_permissions();
