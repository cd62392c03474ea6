import { plainName } from './columns.rules.ts';

const namesOf = (cells: readonly string[]) => new Set(cells.map(plainName));

/** Whether these are the columns of the product export of a WooCommerce shop, in English. */
export function isWooCommerce(cells: readonly string[]): boolean {
  const names = namesOf(cells);
  return (
    ['type', 'name', 'regularprice'].every((name) => names.has(name)) && (names.has('parent') || names.has('visibilityincatalog'))
  );
}

/** Columns of a WooCommerce export are called in the language of whoever exports: `Attribut 1 Name`, `Atributo 1 valor(es)`. */
const isAttributeElsewhere = (name: string) => /(?:attribut|attributo|atributo|kenmerk|eigenschap)1(?!\d)/.test(name);

/** Whether these are the columns of a PrestaShop shop: its list of products, its file of combinations, or its tables. */
function isPrestaShop(names: ReadonlySet<string>): boolean {
  if (names.has('attributenametypeposition') || names.has('idproductattribute')) return true;
  const hasReference = names.has('reference') || names.has('idproduct');
  return (
    hasReference &&
    ['pricetaxexcl', 'pricetaxexcluded', 'pricetaxincl', 'pricetaxincluded', 'active01', 'idtaxrulesgroup'].some((name) =>
      names.has(name),
    )
  );
}

/** Why the export of another shop cannot be read, as the end of a sentence about the file; undefined for other files. */
export function explainOtherShop(cells: readonly string[]): string | undefined {
  const names = namesOf(cells);
  if (isPrestaShop(names))
    return 'it is an export of a PrestaShop shop, which has products and their sizes in different files: join them to one row for each size, with the columns Product code, Name, Colour, Size, SKU and Price';
  if ([...names].filter(isAttributeElsewhere).length >= 2)
    return 'it is an export of a WooCommerce shop in another language: set the language of your account there to English, and export it again';
  return undefined;
}
