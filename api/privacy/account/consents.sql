-- Each consent that is given or withdrawn is recorded, whichever code writes it.

create or replace trigger append_only before update on consent_entry for each row execute function reject_change();

-- Records each consent that is given or withdrawn, regardless of which code writes it.
create or replace function record_consents() returns trigger language plpgsql as $$
declare
  asking int := (select marketing_version from brand where id = new.brand_id);
  first boolean := tg_op = 'INSERT';
begin
  insert into consent_entry (organisation_id, customer_id, kind, given, text_version, created_at)
  select new.organisation_id, new.id, kind, given, text_version, coalesce(at, now())
  from (values
    ('email', new.marketing_by_email, asking, null::timestamptz, case when first then false else old.marketing_by_email end is distinct from new.marketing_by_email),
    ('phone', new.marketing_by_phone, asking, null, case when first then false else old.marketing_by_phone end is distinct from new.marketing_by_phone),
    ('post', new.marketing_by_post, asking, null, case when first then false else old.marketing_by_post end is distinct from new.marketing_by_post),
    ('fax', new.marketing_by_fax, asking, null, case when first then false else old.marketing_by_fax end is distinct from new.marketing_by_fax),
    ('terms', new.terms_agreed_version is not null, coalesce(new.terms_agreed_version, case when not first then old.terms_agreed_version end), new.terms_agreed_at,
      case when first then null else old.terms_agreed_version end is distinct from new.terms_agreed_version),
    ('privacy', new.privacy_agreed_version is not null, coalesce(new.privacy_agreed_version, case when not first then old.privacy_agreed_version end), new.privacy_agreed_at,
      case when first then null else old.privacy_agreed_version end is distinct from new.privacy_agreed_version)
  ) as c (kind, given, text_version, at, changed)
  where changed;
  return null;
end $$;
create or replace trigger record_consents_on_insert after insert on customer for each row
  when (new.marketing_by_email or new.marketing_by_phone or new.marketing_by_post or new.marketing_by_fax
    or new.terms_agreed_version is not null or new.privacy_agreed_version is not null) execute function record_consents();
create or replace trigger record_consents_on_update after update of
  marketing_by_email, marketing_by_phone, marketing_by_post, marketing_by_fax, terms_agreed_version, privacy_agreed_version on customer
  for each row execute function record_consents();
