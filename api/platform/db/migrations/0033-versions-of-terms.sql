-- Versions of the terms and privacy policy of a brand, as they were published.

create table terms_version (
  brand_id     bigint not null references brand on delete cascade,
  version      int not null check (version > 0),
  terms_url    text check (terms_url ~ '^(https://|/)'),
  terms_text   text,
  privacy_url  text check (privacy_url ~ '^(https://|/)'),
  privacy_text text,
  published_at timestamptz,
  constraint terms_version_pkey primary key (brand_id, version),
  constraint terms_version_sizes check (octet_length(terms_text) <= 100000 and octet_length(privacy_text) <= 100000)
);
comment on table terms_version is
  'Global. What people agreed to with a version of the terms and privacy policy of a brand. The current version, and the addresses that lead to it, are those of the brand.';
comment on column terms_version.terms_url is 'The page with the terms; null or /terms: the portal’s own page. Likewise privacy_url.';
comment on column terms_version.terms_text is 'Sanitised HTML of the portal’s own page; null: its standard text. Likewise privacy_text.';
comment on column terms_version.published_at is 'Null: before versions were kept.';
