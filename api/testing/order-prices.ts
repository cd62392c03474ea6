import { ALLOCATIONS } from './order-accounts.ts';
import { decorationOf } from './order-designs.ts';
import {
  type CartLine,
  isFor,
  leftIn,
  type ModelLine,
  newLine,
  type OrderModel,
  productOf,
  type SoldIn,
  WEARERS,
} from './order-model.ts';

// What is charged and how garments are sold, according to the model. Money in minor units, excluding tax.

/** The usual and the raised price of each garment. */
export const PRICES = [
  [2000, 3000],
  [40_000, 45_000],
  // The tax of pieces does not add up to that of a line.
  [1333, 1777],
  [2399, 2899],
] as const;

/** From so many pieces on, a piece costs this: usually, and when the price is raised. */
export const TIERS = [
  { quantity: 2, prices: [1800, 2600] },
  null,
  { quantity: 3, prices: [1111, 1555] },
  { quantity: 2, prices: [2199, 2699] },
] as const;

/** In which numbers of pieces a garment is sold. */
export const SOLD_IN = { any: {}, 'at least two': { minimum: 2 }, 'one or three': { allowed: [1, 3] } } as const satisfies Record<
  SoldIn,
  { minimum?: number; allowed?: readonly number[] }
>;

/** Delivery of an order, and from which value of the goods on it costs nothing. */
export const DELIVERY = 495;
export const FREE_FROM = 5000;

/** What a piece costs today when so many are ordered: the price of the garment, and its decoration. */
export function priceOf(
  model: OrderModel,
  { size, design }: Pick<ModelLine, 'size' | 'design'>,
  quantity: number,
): Pick<ModelLine, 'unit' | 'tier'> {
  const product = productOf(size);
  const index = model.isRaised[product] ? 1 : 0;
  const tier: { quantity: number; prices: readonly number[] } | null = TIERS[product];
  const decoration = decorationOf({ design });
  return tier !== null && quantity >= tier.quantity
    ? { unit: (tier.prices[index] as number) + decoration, tier: tier.quantity }
    : { unit: PRICES[product][index] + decoration, tier: null };
}

/** Whether a garment can be ordered in this number of pieces. */
export function isSoldIn(model: OrderModel, size: number, quantity: number): boolean {
  const soldIn = model.soldIn[productOf(size)];
  return soldIn === 'any' || (soldIn === 'at least two' ? quantity >= 2 : quantity === 1 || quantity === 3);
}

/** A cart as lines of an order: one after the other is covered by what is left to its wearer. */
export function coverCart(model: OrderModel, cart: readonly CartLine[] = model.cart): ModelLine[] {
  const accounts = WEARERS.flatMap((wearer) =>
    ALLOCATIONS[model.allocation].accounts.map((account) => ({ wearer, account, left: leftIn(model, wearer, account) })),
  );
  return cart.map(({ size, design, wearer, quantity, hasReason }) => {
    const price = priceOf(model, { size, design }, quantity);
    const line = newLine({ size, design, wearer, quantity, covered: 0, ...price, hasReason });
    const own = accounts.filter(({ wearer: owner, account }) => owner === wearer && isFor(account, line));
    line.covered = Math.min(quantity, ...own.map(({ account, left }) => Math.floor(left / account.cost(line))));
    if (model.paysOwn) line.card = quantity - line.covered;
    for (const entry of own) entry.left -= line.covered * entry.account.cost(line);
    return line;
  });
}

/** What delivery of goods of this value costs. */
export const deliveryOf = (goods: number) => (goods >= FREE_FROM ? 0 : DELIVERY);
