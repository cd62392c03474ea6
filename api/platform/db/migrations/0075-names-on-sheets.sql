-- Names on garments, on saved sheets for many wearers.
-- Works with earlier code

alter table order_sheet_row add column name_on_garment text not null default '';
comment on column order_sheet_row.name_on_garment is 'The name on the garment as typed; empty: it follows the wearer, a dash: none.';
