import type { ReplyOf } from '#contract/index.ts';
import {
  getCombinationAvailability,
  getCombinationImage,
  getSelectedValues,
  indexAttributeValues,
  type ProductViewer,
  type SelectedValue,
  toCombinations,
} from './product.mapper.ts';
import type { ProductCombination, ProductFacts } from './product.queries.ts';

export type Colour = ReplyOf<'GET /api/products/colours/:id'>['colours'][number];
export type Matrix = ReplyOf<'GET /api/product/combinations'>['combinations'];
type Fit = Matrix['fits'][number];

const NO_FIT = { id: 0, name: '', displayOrder: 0 };

const withRole = (choices: readonly SelectedValue[], role: string) =>
  choices.find(({ attribute }) => attribute.role === role)?.value;

/** Whether at least one unit can be ordered. */
const isAvailable = (product: ProductFacts, combination: ProductCombination) =>
  getCombinationAvailability(product, combination).orderable > 0;

/** The colours of a product; empty when it has no colour attribute. */
export function toColours(product: ProductFacts): Colour[] {
  const choices = indexAttributeValues(product);
  const attribute = product.attributes.find(({ role }) => role === 'colour');
  return (attribute?.values ?? []).map((value) => {
    const inColour = product.combinations.filter(({ valueIds }) => valueIds.includes(value.id));
    const [first] = inColour;
    return {
      id: value.id,
      name: value.name,
      colorSquaresRgb: value.colourRgb,
      imageSrc: first ? getCombinationImage(product, first, getSelectedValues(first, choices)) : value.flatSrc,
      productId: product.id,
      productImageId: null,
      isAvailable: inColour.some((combination) => isAvailable(product, combination)),
    };
  });
}

/**
 * The size grid of a product: fits, and the sizes of each. Every cell is one combination; without `colourId` there is a cell
 * for each colour. The values other than colour and fit (size, length, …) name the cell.
 */
export function toMatrix(product: ProductFacts, viewer: ProductViewer, only: { colourId: number; fitId: number }): Matrix {
  const choices = indexAttributeValues(product);
  const items = new Map(toCombinations(product, viewer).map((item) => [item.id, item]));
  const shown = product.combinations.filter(
    ({ valueIds }) =>
      (only.colourId === 0 || valueIds.includes(only.colourId)) && (only.fitId === 0 || valueIds.includes(only.fitId)),
  );
  const fits = new Map<number, Fit>();
  for (const combination of shown) {
    const item = items.get(combination.id);
    if (!item) continue;
    const selected = getSelectedValues(combination, choices);
    const { id, name, displayOrder } = withRole(selected, 'fit') ?? NO_FIT;
    const fit = fits.get(id) ?? { id, name, displayOrder, sizes: [] };
    fits.set(id, fit);
    const cell = selected
      .filter(({ attribute }) => attribute.role !== 'colour' && attribute.role !== 'fit')
      .map(({ value }) => value);
    const size = withRole(selected, 'size') ?? cell[0];
    fit.sizes.push({
      id: size?.id ?? 0,
      name: cell.map((value) => value.name).join(' / '),
      displayOrder: size?.displayOrder ?? 0,
      colourId: withRole(selected, 'colour')?.id ?? null,
      combinationId: item.id,
      sku: item.sku,
      stockQuantity: item.stockQuantity,
      stockMessage: item.stockMessage,
      price: item.price,
      isAvailable: isAvailable(product, combination),
    });
  }
  // Stable: cells of one size stay in the order of the combinations.
  for (const fit of fits.values()) fit.sizes.sort((a, b) => a.displayOrder - b.displayOrder || a.id - b.id);
  return {
    productId: product.id,
    colours: toColours(product),
    fits: [...fits.values()].sort((a, b) => a.displayOrder - b.displayOrder || a.id - b.id),
    items: shown.flatMap(({ id }) => items.get(id) ?? []),
  };
}
