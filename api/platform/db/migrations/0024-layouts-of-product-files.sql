-- What the columns of product files mean, as operators said it, to propose it for the next file with the same columns.

create table product_file_layout (
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  mapping     jsonb not null check (jsonb_typeof(mapping) = 'object'),
  updated_at  timestamptz not null default now(),
  constraint product_file_layout_pkey primary key (fingerprint)
);
comment on table product_file_layout is 'Global. What the columns of a product file mean, for files whose columns have the same names.';
comment on column product_file_layout.fingerprint is 'SHA-256 of the names of the columns, in alphabetical order.';
comment on column product_file_layout.mapping is 'Names of columns and constants by field: ColumnMapping in api/catalogue/import/files/column-mapping.rules.ts.';
