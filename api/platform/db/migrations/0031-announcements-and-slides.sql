-- Announcements, and the slides of Home as publications, whose audience is that of all that is published. The rows of slider_image are copied: versions before
-- read the table while this one is rolled out, and a later migration drops it.

create table announcement (
  publication_id bigint not null references publication on delete cascade,
  text           text not null,
  url            text,
  published_at   timestamptz,
  constraint announcement_pkey primary key (publication_id)
);
comment on table announcement is 'Global. News that the supplier or the administrators of an organisation publish.';
comment on column announcement.url is 'Where more can be read: https, or a path of the portal; null for none.';
comment on column announcement.published_at is 'When it was first published; null for one that never was.';

create table slide (
  publication_id bigint not null references publication on delete cascade,
  src            text not null,
  text           text,
  link           text,
  alt_text       text,
  constraint slide_pkey primary key (publication_id)
);
comment on table slide is 'Global. A picture of Home with its text.';
comment on column slide.src is 'Address of the picture, cut to the frame of the slider.';
comment on column slide.link is 'Where the picture leads: https, or a path of the portal; null for nowhere.';

with present as (
  select nextval(pg_get_serial_sequence('publication', 'id')) as publication_id, s.* from slider_image s
), published as (
  insert into publication (id, kind, is_published, display_order)
  select publication_id, 'slide', true, display_order from present
), read as (
  insert into publication_organisation (organisation_id, publication_id) select organisation_id, publication_id from present
)
insert into slide (publication_id, src, text, link, alt_text) select publication_id, src, text, link, alt_text from present;
insert into publication_picture (publication_id, src) select publication_id, src from slide where src like '/pictures/%';
