-- Products and their combinations are found by the number in their barcode.
-- Works with earlier code

create index combination_by_gtin on combination (gtin) where gtin is not null;
create index product_by_gtin on product (gtin) where gtin is not null;
