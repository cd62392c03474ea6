-- Which size guides came from a file, by the name that they were given, so that the same file finds its guide again.
create table imported_size_guide (
  size_guide_id   int primary key references size_guide on delete cascade,
  organisation_id int not null references organisation on delete cascade,
  name            text not null,
  unique (organisation_id, name)
);
