-- Topics: texts of the supplier at places of the portal. What is published can show pictures that were uploaded.

create table topic (
  publication_id              bigint not null references publication on delete cascade,
  system_name                 text not null,
  title                       text,
  body                        text,
  se_name                     text not null,
  portal_location             text constraint topic_portal_location check (portal_location in
    ('home', 'login', 'importantnotice', 'cart', 'checkout', 'orderconfirmation', 'footer', 'help')),
  include_in_information_menu boolean not null default false,
  is_important_notice         boolean not null default false,
  constraint topic_pkey primary key (publication_id),
  constraint topic_size check (octet_length(body) <= 100000)
);
comment on table topic is 'Global. A text at a place of the portal, in the information menu, or both. Its publication says who reads it.';
comment on column topic.system_name is 'The name by which integrations know it; no two topics have the same, whatever the case.';
comment on column topic.body is 'HTML, sanitised when it was saved; it is sanitised again when it is shown.';
comment on column topic.se_name is 'Its title in the form of an address.';
comment on column topic.portal_location is 'Where it is shown; null: only in the information menu. Those of login are of brands, for everyone.';
comment on column topic.is_important_notice is 'Shown as an important notice whatever its place; a topic of importantnotice always is.';
create unique index topic_system_name on topic (lower(system_name));
create index topic_of_location on topic (portal_location);

create table publication_picture (
  publication_id bigint not null references publication on delete cascade,
  src            text not null,
  constraint publication_picture_pkey primary key (src, publication_id)
);
comment on table publication_picture is 'Global. The addresses of the stored pictures that something published shows, in their largest size. Such a picture is not deleted.';
create index publication_picture_of on publication_picture (publication_id);
