import type { ReplyOf } from '#contract/index.ts';
import { toWirePrice } from '../pricing/pricing.mapper.ts';
import { getMinOrderQuantity, type PriceView, quantityWarnings } from '../pricing/pricing.rules.ts';
import { toDateTime } from '../products/listing.mapper.ts';
import { getCombinationImage, getSelectedValues, indexAttributeValues } from '../products/product.mapper.ts';
import type { ProductFacts } from '../products/product.queries.ts';
import type { StockedCombination } from '../stock/stock.queries.ts';
import { getAvailability } from '../stock/stock.rules.ts';

/** A row of the stock enquiry. */
export type EnquiredStockItem = ReplyOf<'GET /api/stock'>['stock'][number];
export type StockItem = ReplyOf<'GET /api/product/stock/:sku'>['stock'];

/** What keeps a quantity from being ordered, or without one the smallest that the product's rules allow, as sentences. Says nothing about who orders. */
const listWarnings = (item: StockedCombination, quantity?: number | null): string[] =>
  quantityWarnings({ ...item, onOffer: !item.discontinued }, quantity ?? getMinOrderQuantity(item), getAvailability(item).free);

/** Whether a quantity can be ordered; see `listWarnings`. */
export const isOrderable = (item: StockedCombination, quantity?: number | null): boolean =>
  listWarnings(item, quantity).length === 0;

/** Why no one can wait for a combination to be in stock again, as a sentence; undefined when one can. */
export function explainNotAwaitable(item: StockedCombination): string | undefined {
  if (item.discontinued) return 'This is no longer sold.';
  if (item.callForPrice || item.disableBuyButton) return 'This cannot be ordered online.';
  return isOrderable(item) ? 'It can be ordered now.' : undefined;
}

/** A combination as a stock item. `canOrder` applies to `quantity`, or without it to the smallest quantity that the product's rules allow. */
export function toStockItem(item: StockedCombination, view: PriceView, quantity?: number | null): StockItem {
  const stock = getAvailability(item);
  const warnings = listWarnings(item, quantity);
  return {
    productId: item.productId,
    combinationId: item.combinationId,
    found: true,
    sku: item.sku,
    gtin: item.gtin,
    name: item.name,
    attributeDescription: item.description,
    colour: item.colour,
    size: item.size,
    fit: item.fit,
    imageSrc: item.imageSrc,
    price: toWirePrice(item.priceMinor, view, item),
    stockQuantity: stock.shownQuantity,
    stockStatus: stock.status,
    stockMessage: stock.message,
    dueDateUtc: toDateTime(stock.dueOn),
    dueQuantity: stock.dueQuantity,
    canOrder: warnings.length === 0,
    warnings,
  };
}

/** A combination as an item of the stock enquiry. */
export const toEnquiredStockItem = (item: StockedCombination, view: PriceView): EnquiredStockItem => ({
  ...toStockItem(item, view),
  productId: item.productId,
  combinationId: item.combinationId,
  canBeAwaited: explainNotAwaitable(item) === undefined,
});

/** Every combination of a product as a stock item. */
export function toStockItems(product: ProductFacts, view: PriceView): StockItem[] {
  const choices = indexAttributeValues(product);
  return product.combinations.map((combination) => {
    const picked = getSelectedValues(combination, choices);
    const nameOf = (role: string) => picked.find(({ attribute }) => attribute.role === role)?.value.name ?? null;
    return toStockItem(
      {
        ...product,
        ...combination,
        productId: product.id,
        combinationId: combination.id,
        gtin: combination.gtin ?? product.gtin,
        colour: nameOf('colour'),
        size: nameOf('size'),
        fit: nameOf('fit'),
        imageSrc: getCombinationImage(product, combination, picked),
        discontinued: false,
      },
      view,
    );
  });
}

/** The item for a SKU that does not exist or is not in the person's range. */
export const unknownStockItem = (sku: string): StockItem => ({
  productId: null,
  combinationId: null,
  found: false,
  sku,
  gtin: null,
  name: null,
  attributeDescription: null,
  colour: null,
  size: null,
  fit: null,
  imageSrc: null,
  price: null,
  stockQuantity: null,
  stockStatus: 'OutOfStock',
  stockMessage: 'This SKU is not known.',
  dueDateUtc: null,
  dueQuantity: null,
  canOrder: false,
  warnings: ['This SKU is not known.'],
});
