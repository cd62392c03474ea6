-- Wearers whose ordering window has closed ask for more time. A granted request lets its person order until a later day.

alter table entitlement_request
  alter column account_id drop not null,
  alter column amount drop not null,
  add column season_id          bigint,
  add column ordering_closes_on date,
  add constraint entitlement_request_season_fkey foreign key (organisation_id, season_id) references season (organisation_id, id),
  add constraint entitlement_request_about
    check ((account_id is null) = (season_id is not null) and (account_id is null) = (amount is null)),
  drop constraint entitlement_request_granted,
  add constraint entitlement_request_granted check (
    (status = 'granted' and account_id is not null) = (granted_amount is not null)
    and (status = 'granted' and account_id is not null) = (adjustment_id is not null)
    and (status = 'granted' and season_id is not null) = (ordering_closes_on is not null));
comment on table entitlement_request is
  'Tenant. Wearers'' requests for more of what an account grants, or for more time to order in a season, and the decisions of administrators.';
comment on column entitlement_request.account_id is 'Null in a request for more time.';
comment on column entitlement_request.season_id is 'The season for which more time is asked for; null in a request for more of an account.';
comment on column entitlement_request.ordering_closes_on is
  'The last day on which the person may order in the season, if it is after that of the season; null unless more time was granted.';
create unique index entitlement_request_one_open_for_time on entitlement_request (organisation_id, customer_id, season_id)
  where status = 'open' and season_id is not null;
create index entitlement_request_granted_time on entitlement_request (organisation_id, customer_id, season_id) include (ordering_closes_on)
  where status = 'granted' and season_id is not null;
