import { toSearchableText } from '#contract/platform/fold-text.ts';
import { toSearchWords } from '#contract/platform/search-words.ts';
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

/** What the search of the ad hoc list compares: name and every SKU, folded. */
const searchTexts = new WeakMap<AdhocProduct, string>();

function getSearchText(product: AdhocProduct): string {
  let text = searchTexts.get(product);
  if (text === undefined) {
    const skus = product.productAttributeCombinations.map(({ sku }) => sku ?? '');
    text = toSearchableText([product.name, product.sku ?? '', ...skus].join(' '));
    searchTexts.set(product, text);
  }
  return text;
}

/** The products whose name or SKUs contain every word. */
export function filterProducts(products: readonly AdhocProduct[], search: string): readonly AdhocProduct[] {
  const words = toSearchWords(search);
  return words.length === 0
    ? products
    : products.filter((product) =>
        words.every((spellings) => spellings.some((spelling) => getSearchText(product).includes(spelling))),
      );
}
