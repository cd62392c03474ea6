/**
 * The fields that a column of an imported range can hold: those of the exported workbook. `id` or `sku` identify the product, `version` is the one
 * at the time of the export. `productName`, `price`, `priceHighest`, `cataloguePrice` and `cataloguePriceHighest` are only compared.
 */
export const RANGE_IMPORT_FIELDS = [
  'id',
  'version',
  'sku',
  'name',
  'productName',
  'organisationSku',
  'price',
  'priceHighest',
  'cataloguePrice',
  'cataloguePriceHighest',
  'overriddenPrice',
  'pricePercent',
  'published',
  'featured',
  'displayOrder',
  'businessAreaIds',
  'jobRoleIds',
  'collectionIds',
  'customerRoleIds',
] as const;

/** One of `RANGE_IMPORT_FIELDS`. */
export type RangeImportField = (typeof RANGE_IMPORT_FIELDS)[number];
