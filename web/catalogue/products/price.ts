import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import type { Combination, OrderableGarment, QuantityLimits, TierPrice } from './catalogue-types.ts';

/** Unit price for a `quantity` of one combination: the price of the highest tier reached, otherwise its own price. */
export function getUnitPrice(
  { price, tierPrices }: { price: number | null; tierPrices: readonly TierPrice[] },
  combination: Pick<Combination, 'price'> | undefined,
  quantity: number,
): number | null {
  let reached: TierPrice | undefined;
  for (const tier of tierPrices) {
    if (tier.quantity <= quantity && (!reached || tier.quantity >= reached.quantity)) reached = tier;
  }
  return reached?.price ?? combination?.price ?? price;
}

/** Adds amounts in whole pence, to avoid rounding errors such as 0.1 + 0.2. */
export const sumMoney = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/** "£12.50", "from £12.50" or "Price on request"; empty when prices are hidden from the person. */
export function formatProductPrice(
  { callForPrice, price, priceFrom }: Pick<OrderableGarment, 'callForPrice' | 'price' | 'priceFrom'>,
  currencyCode: string,
): string {
  if (callForPrice) return 'Price on request';
  if (priceFrom !== null) return `from ${formatMoney(priceFrom, currencyCode)}`;
  return price === null ? '' : formatMoney(price, currencyCode);
}

/** Quantity bands with their prices, starting at the minimum quantity: "1–24", "25–99", "100 and more". */
export function listPriceBands(price: number, tiers: readonly TierPrice[], least = 1): { quantities: string; price: number }[] {
  const first = { quantity: least, price: getUnitPrice({ price, tierPrices: tiers }, undefined, least) ?? price };
  const steps = [first, ...tiers.filter((tier) => tier.quantity > least)].sort((a, b) => a.quantity - b.quantity);
  return steps.map((step, index) => {
    const next = steps[index + 1]?.quantity;
    const from = formatNumber(step.quantity);
    if (next === undefined) return { quantities: `${from} and more`, price: step.price };
    return { quantities: next - 1 === step.quantity ? from : `${from}–${formatNumber(next - 1)}`, price: step.price };
  });
}

/** Short reason why a quantity of one combination cannot be ordered; undefined if it can. */
export function getQuantityError(limits: QuantityLimits, stock: number, quantity: number): string | undefined {
  if (quantity === 0) return undefined;
  const { allowedQuantities, orderMinimumQuantity, orderMaximumQuantity } = limits;
  if (stock <= 0) return 'Out of stock';
  if (quantity > stock) return `Only ${formatNumber(stock)} in stock`;
  if (allowedQuantities.length > 0 && !allowedQuantities.includes(quantity)) {
    return `Sold in ${allowedQuantities.map(formatNumber).join(', ')}`;
  }
  if (quantity < orderMinimumQuantity) return `At least ${formatNumber(orderMinimumQuantity)}`;
  if (quantity > orderMaximumQuantity) return `At most ${formatNumber(orderMaximumQuantity)}`;
  return undefined;
}

/** The minimum quantity in which a product is sold. */
export const getMinQuantity = ({ allowedQuantities, orderMinimumQuantity }: QuantityLimits) =>
  allowedQuantities.length > 0 ? Math.min(...allowedQuantities) : Math.max(1, orderMinimumQuantity);
