import { plainName } from './columns.rules.ts';

const namesOf = (cells: readonly string[]) => new Set(cells.map(plainName));

/** Whether these are the columns of the product export of a WooCommerce shop, in English. */
export function isWooCommerce(cells: readonly string[]): boolean {
  const names = namesOf(cells);
  return (
    ['type', 'name', 'regularprice'].every((name) => names.has(name)) && (names.has('parent') || names.has('visibilityincatalog'))
  );
}

/** What the second column of a WooCommerce export says, whatever language its columns are called in. */
const WOOCOMMERCE_TYPE = /^(?:simple|variable|variation|grouped|external)(?:, ?(?:virtual|downloadable))*$/;

/** Columns of a WooCommerce export in the language of the shop’s administrator: `Attribut 1 Name`, `Atributo 1 valor(es)`. */
const isAttributeElsewhere = (name: string) => /(?:attribut|attributo|atributo|kenmerk|eigenschap)1(?!\d)/.test(name);

/** Columns with the reference of a product in English, French, Spanish, Portuguese, Italian, Dutch, German and Polish. */
const REFERENCES = [
  'reference',
  'référence',
  'referencia',
  'referência',
  'riferimento',
  'referentie',
  'artikelnr',
  'referenz',
  'indeks',
];
/** Prices that are said to be with or without tax, in these languages. */
const TAXED_PRICE =
  /^(?:price|prix|precio|preço|prezzo|prijs|preis|cena)(?:tax|ht|ttc|imp|siniva|coniva|semiva|comiva|tasse|ivae|ivai|exclbtw|inclbtw|zzgl|inkl|exkl|netto|brutto)/;
/** Columns that only the tables of a PrestaShop shop have, and its example of an import. */
const PRESTASHOP_NAMES = [
  'idproduct',
  'idproduit',
  'active01',
  'idtaxrulesgroup',
  'pricetaxexcl',
  'pricetaxincl',
  'pricetaxexcluded',
];

/** Whether these are the columns of a PrestaShop shop: its list of products, its file of combinations, or its tables. */
function isPrestaShop(cells: readonly string[], names: ReadonlySet<string>): boolean {
  const has = (known: readonly string[]) => known.some((name) => names.has(name));
  // `Attribute (Name:Type:Position)*`, which French shops call `Attribut (Nom : Type : Position)*`.
  if (cells.some((cell) => /\(\s*\p{L}+\s*:\s*typ\p{L}*\s*:\s*\p{L}+\s*\)/iu.test(cell)) || names.has('idproductattribute'))
    return true;
  if (!has(REFERENCES)) return false;
  const isNumbered = /^(?:id|productid)$/.test(plainName(cells[0] ?? ''));
  const isPriced = [...names].some((name) => TAXED_PRICE.test(name)) || (names.has('baseprice') && names.has('finalprice'));
  return has(PRESTASHOP_NAMES) || (isNumbered && isPriced);
}

/** Why the export of another shop cannot be read, as the end of a sentence about the file; undefined for other files. */
export function explainOtherShop(rows: readonly (readonly string[])[]): string | undefined {
  let isReadable = false;
  for (const cells of rows) {
    const names = namesOf(cells);
    if (isPrestaShop(cells, names))
      return 'it is an export of a PrestaShop shop, which has products and their sizes in different files: join them to one row for each size, with the columns Product code, Name, Colour, Size, SKU and Price';
    isReadable ||= isWooCommerce(cells);
    const isValue = /^\d+$/.test(cells[0]?.trim() ?? '') && WOOCOMMERCE_TYPE.test(cells[1]?.trim().toLowerCase() ?? '');
    if (!isReadable && (isValue || [...names].filter(isAttributeElsewhere).length >= 2))
      return 'it is an export of a WooCommerce shop with columns in another language, or without some: set the language of your account there to English, and export all columns again';
  }
  return undefined;
}
