import { moneyFormat, type WorkbookColumn } from '../http/workbook.ts';
import type { List, ProductOrganisation } from './range.rules.ts';

/** What the parts that products are limited to are called, by id. */
export type PartNames = Readonly<Record<List, ReadonlyMap<number, string>>>;

const stateOf = ({ supplied, published }: ProductOrganisation) =>
  supplied ? (published ? 'Published' : 'Not published') : 'Withdrawn by the supplier';

/** The columns of the range: what the list shows, prices as amounts without tax. No name in a limit means everybody. */
export function columnsIn(currencyCode: string, names: PartNames): WorkbookColumn<ProductOrganisation>[] {
  const money = { width: 14, numFmt: moneyFormat(currencyCode) };
  const named = (list: List, ids: readonly number[]) => ids.map((id) => names[list].get(id) ?? `no. ${id}`).join(', ');
  return [
    { header: 'Product', width: 36, of: ({ name, productName }) => name ?? productName },
    { header: 'Name in the catalogue', width: 36, of: ({ productName }) => productName },
    { header: 'Own SKU', width: 16, of: ({ organisationSku }) => organisationSku },
    { header: 'SKU', width: 16, of: ({ sku }) => sku },
    { header: 'Price from', ...money, of: (product) => product.overriddenPrice ?? product.price },
    { header: 'Price to', ...money, of: (product) => product.overriddenPrice ?? product.priceHighest ?? product.price },
    { header: 'Catalogue from', ...money, of: ({ cataloguePrice }) => cataloguePrice },
    { header: 'Catalogue to', ...money, of: (product) => product.cataloguePriceHighest ?? product.cataloguePrice },
    { header: 'Own price', ...money, of: ({ overriddenPrice }) => overriddenPrice },
    // As a fraction, which is how spreadsheets keep percentages.
    {
      header: 'On the catalogue',
      width: 16,
      numFmt: '+0.00%;-0.00%',
      of: ({ pricePercent }) => pricePercent && pricePercent / 100,
    },
    { header: 'State', width: 24, of: stateOf },
    { header: 'Featured', width: 10, of: ({ featured }) => (featured ? 'Yes' : 'No') },
    { header: 'Business areas', width: 28, of: ({ businessAreaIds }) => named('businessAreaIds', businessAreaIds) },
    { header: 'Job roles', width: 28, of: ({ jobRoleIds }) => named('jobRoleIds', jobRoleIds) },
    { header: 'Wardrobes', width: 28, of: ({ collectionIds }) => named('collectionIds', collectionIds) },
    { header: 'Roles', width: 20, of: ({ customerRoles }) => customerRoles.map(({ name }) => name).join(', ') },
  ];
}
