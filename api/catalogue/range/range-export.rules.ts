import { moneyFormat, type WorkbookColumn } from '#api/platform/workbook/workbook.ts';
import type { AudienceList, ProductOrganisation } from './range.rules.ts';

/** Names of the business areas, job roles, wardrobes and roles that products can be limited to, by id. */
export type AudienceItemNames = Readonly<Record<AudienceList, ReadonlyMap<number, string>>>;

const statusLabel = ({ supplied, published }: ProductOrganisation) =>
  supplied ? (published ? 'Published' : 'Not published') : 'Withdrawn by the supplier';

/** The columns of the exported range: those of the list, with prices excluding tax. An empty limit means everyone. */
export function createRangeExportColumns(currencyCode: string, names: AudienceItemNames): WorkbookColumn<ProductOrganisation>[] {
  const money = { width: 14, numFmt: moneyFormat(currencyCode) };
  const named = (list: AudienceList, ids: readonly number[]) => ids.map((id) => names[list].get(id) ?? `no. ${id}`).join(', ');
  return [
    { header: 'Product', width: 36, value: ({ name, productName }) => name ?? productName },
    { header: 'Name in the catalogue', width: 36, value: ({ productName }) => productName },
    { header: 'Own SKU', width: 16, value: ({ organisationSku }) => organisationSku },
    { header: 'SKU', width: 16, value: ({ sku }) => sku },
    { header: 'Price from', ...money, value: (product) => product.overriddenPrice ?? product.price },
    { header: 'Price to', ...money, value: (product) => product.overriddenPrice ?? product.priceHighest ?? product.price },
    { header: 'Catalogue from', ...money, value: ({ cataloguePrice }) => cataloguePrice },
    { header: 'Catalogue to', ...money, value: (product) => product.cataloguePriceHighest ?? product.cataloguePrice },
    { header: 'Own price', ...money, value: ({ overriddenPrice }) => overriddenPrice },
    // As a fraction, which is how spreadsheets keep percentages.
    {
      header: 'On the catalogue',
      width: 16,
      numFmt: '+0.00%;-0.00%',
      value: ({ pricePercent }) => pricePercent && pricePercent / 100,
    },
    { header: 'State', width: 24, value: statusLabel },
    { header: 'Featured', width: 10, value: ({ featured }) => (featured ? 'Yes' : 'No') },
    { header: 'Business areas', width: 28, value: ({ businessAreaIds }) => named('businessAreaIds', businessAreaIds) },
    { header: 'Job roles', width: 28, value: ({ jobRoleIds }) => named('jobRoleIds', jobRoleIds) },
    { header: 'Wardrobes', width: 28, value: ({ collectionIds }) => named('collectionIds', collectionIds) },
    { header: 'Roles', width: 20, value: ({ customerRoles }) => customerRoles.map(({ name }) => name).join(', ') },
  ];
}
