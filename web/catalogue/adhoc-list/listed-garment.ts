import type { AdhocProduct, OrderableGarment } from '../products/catalogue-types.ts';
import { adhocToOrderableGarment } from '../products/garment.ts';

const garments = new WeakMap<AdhocProduct, OrderableGarment>();

/** The garment of a listed product; the same object for the same product, so that its grid is made once. */
export function toListedGarment(product: AdhocProduct): OrderableGarment {
  const known = garments.get(product);
  if (known) return known;
  const garment = adhocToOrderableGarment(product);
  garments.set(product, garment);
  return garment;
}

/** What the search of the ad hoc list compares: name and every SKU, in small letters. */
const searchTexts = new WeakMap<AdhocProduct, string>();

function getSearchText(product: AdhocProduct): string {
  let text = searchTexts.get(product);
  if (text === undefined) {
    const skus = product.productAttributeCombinations.map(({ sku }) => sku ?? '');
    text = [product.name, product.sku ?? '', ...skus].join('\n').toLowerCase();
    searchTexts.set(product, text);
  }
  return text;
}

/** The products whose name or SKUs contain every word. */
export function filterProducts(products: readonly AdhocProduct[], search: string): readonly AdhocProduct[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0
    ? products
    : products.filter((product) => words.every((word) => getSearchText(product).includes(word)));
}
