import { moneyFormat, type WorkbookColumn } from '#api/platform/workbook/workbook.ts';
import type { RangeImportField } from '#contract/catalogue/range/range-import.ts';
import type { AudienceList, ProductOrganisation } from './range.rules.ts';

/** Names of the business areas, job roles, wardrobes and roles that products can be limited to, by id. */
export type AudienceItemNames = Readonly<Record<AudienceList, ReadonlyMap<number, string>>>;

/** What the export says instead of published or not. */
export const WITHDRAWN_LABEL = 'Withdrawn by the supplier';

const statusLabel = ({ supplied, published }: ProductOrganisation) =>
  supplied ? (published ? 'Published' : 'Not published') : WITHDRAWN_LABEL;

/** A column of the exported range, and the field that it holds when the workbook is imported again. */
export interface RangeColumn extends WorkbookColumn<ProductOrganisation> {
  field: RangeImportField;
}

/** The headings of the exported range, by which its columns are recognised when it is imported again. */
export const RANGE_HEADINGS: Readonly<Record<RangeImportField, string>> = {
  name: 'Product',
  productName: 'Name in the catalogue',
  organisationSku: 'Own SKU',
  sku: 'SKU',
  price: 'Price from',
  priceHighest: 'Price to',
  cataloguePrice: 'Catalogue from',
  cataloguePriceHighest: 'Catalogue to',
  overriddenPrice: 'Own price',
  pricePercent: 'On the catalogue',
  published: 'Status',
  featured: 'Featured',
  businessAreaIds: 'Business areas',
  jobRoleIds: 'Job roles',
  collectionIds: 'Wardrobes',
  customerRoleIds: 'Roles',
  displayOrder: 'Position',
  id: 'ID',
  version: 'Version',
};

/** The columns of the exported range: those of the list, with prices excluding tax. An empty limit means everyone. */
export function createRangeExportColumns(currencyCode: string, names: AudienceItemNames): RangeColumn[] {
  const money = { width: 14, numFmt: moneyFormat(currencyCode) };
  const named = (list: AudienceList, ids: readonly number[]) => ids.map((id) => names[list].get(id) ?? `no. ${id}`).join(', ');
  const columns: Omit<RangeColumn, 'header'>[] = [
    { field: 'name', width: 36, value: ({ name, productName }) => name ?? productName },
    { field: 'productName', width: 36, value: ({ productName }) => productName },
    { field: 'organisationSku', width: 16, value: ({ organisationSku }) => organisationSku },
    { field: 'sku', width: 16, value: ({ sku }) => sku },
    { field: 'price', ...money, value: (product) => product.overriddenPrice ?? product.price },
    {
      field: 'priceHighest',
      ...money,
      value: (product) => product.overriddenPrice ?? product.priceHighest ?? product.price,
    },
    { field: 'cataloguePrice', ...money, value: ({ cataloguePrice }) => cataloguePrice },
    { field: 'cataloguePriceHighest', ...money, value: (product) => product.cataloguePriceHighest ?? product.cataloguePrice },
    { field: 'overriddenPrice', ...money, value: ({ overriddenPrice }) => overriddenPrice },
    // As a fraction, which is how spreadsheets keep percentages.
    {
      field: 'pricePercent',
      width: 16,
      numFmt: '+0.00%;-0.00%',
      value: ({ pricePercent }) => pricePercent && pricePercent / 100,
    },
    { field: 'published', width: 24, value: statusLabel },
    { field: 'featured', width: 10, value: ({ featured }) => (featured ? 'Yes' : 'No') },
    { field: 'businessAreaIds', width: 28, value: ({ businessAreaIds }) => named('businessAreaIds', businessAreaIds) },
    { field: 'jobRoleIds', width: 28, value: ({ jobRoleIds }) => named('jobRoleIds', jobRoleIds) },
    { field: 'collectionIds', width: 28, value: ({ collectionIds }) => named('collectionIds', collectionIds) },
    { field: 'customerRoleIds', width: 20, value: ({ customerRoles }) => customerRoles.map(({ name }) => name).join(', ') },
    { field: 'displayOrder', width: 10, value: ({ displayOrder }) => displayOrder },
    // The product and its version at the time of the export, for an import.
    { field: 'id', width: 10, value: ({ id }) => id },
    { field: 'version', width: 10, value: ({ version }) => version },
  ];
  return columns.map((column) => ({ ...column, header: RANGE_HEADINGS[column.field] }));
}
