import type { TaxClass } from '#contract/catalogue/tax/tax-classes.ts';

/** An amount as the API shows it: minor units become a number with two decimals. */
export const toMajorUnits = (minor: number): number => minor / 100;

/** From `quantity` on, one unit costs `priceMinor`. */
export interface TierPrice {
  quantity: number;
  priceMinor: number;
}

/** What one unit costs before quantity tiers (the `offer` view), and the tiers that apply to the person today. */
export interface Price {
  priceMinor: number;
  tiers: readonly TierPrice[];
}

/**
 * The tier that applies when `quantity` are bought on a line: the one with the highest quantity that is reached; of two with the same quantity, that
 * with the lower price. Undefined when none is reached.
 */
export function findReachedTier(tiers: readonly TierPrice[], quantity: number): TierPrice | undefined {
  let reached: TierPrice | undefined;
  for (const tier of tiers) {
    if (tier.quantity > quantity) continue;
    if (
      !reached ||
      tier.quantity > reached.quantity ||
      (tier.quantity === reached.quantity && tier.priceMinor < reached.priceMinor)
    )
      reached = tier;
  }
  return reached;
}

/** What one unit costs when `quantity` are bought on a line, in minor units, excluding tax: the price of the tier that is reached, if any. */
export const unitPrice = (price: Price, quantity: number): number =>
  findReachedTier(price.tiers, quantity)?.priceMinor ?? price.priceMinor;

/** The tiers that can be shown: one for each quantity, ascending. */
export function distinctTiers(tiers: readonly TierPrice[]): TierPrice[] {
  const lowest = new Map<number, number>();
  for (const { quantity, priceMinor } of tiers) lowest.set(quantity, Math.min(priceMinor, lowest.get(quantity) ?? priceMinor));
  return [...lowest].map(([quantity, priceMinor]) => ({ quantity, priceMinor })).sort((a, b) => a.quantity - b.quantity);
}

const RATE_UNITS = 10_000;

/**
 * Tax on an amount, in minor units, rounded half up. `rate` has at most four decimals (0.2 is 20%), as in the database.
 * The amount is split so that no intermediate value leaves the whole numbers that a double holds exactly.
 */
export function calculateTax(minor: number, rate: number): number {
  const units = Math.round(rate * RATE_UNITS);
  const whole = Math.floor(minor / RATE_UNITS);
  const rest = minor - whole * RATE_UNITS;
  return whole * units + Math.floor((rest * units + RATE_UNITS / 2) / RATE_UNITS);
}

/** An amount including tax, in minor units. */
export const withTax = (minor: number, rate: number): number => minor + calculateTax(minor, rate);

/** The class of a product as it is taxed: that of the product, or `exempt`. */
export type AppliedTaxClass = TaxClass | 'exempt';

/** What is known of the tax that an organisation pays. Rates are fractions: 0.2 is 20%. */
export interface TaxRates {
  /** Of the standard class, and of every other without a rate of its own. */
  taxRate: number;
  /** Of other classes. */
  taxRates: Readonly<Record<string, number>>;
}

/** The rate of tax on products of a class, as a fraction. This rule is defined here only. */
export function getTaxRate({ taxRate, taxRates }: TaxRates, taxClass: AppliedTaxClass): number {
  if (taxClass === 'exempt' || taxClass === 'zero') return 0;
  return taxClass === 'standard' ? taxRate : (taxRates[taxClass] ?? taxRate);
}

/** How a person sees prices: 0 including tax, 10 excluding it. */
export interface TaxView {
  taxDisplayType: 0 | 10;
  /** A fraction. */
  taxRate: number;
}

/** How a person sees prices, if at all. */
export interface PriceView extends TaxRates {
  taxDisplayType: 0 | 10;
  pricesVisible: boolean;
}

/** The tax view for one product. */
export const getProductTaxView = (
  view: TaxRates & Pick<TaxView, 'taxDisplayType'>,
  product: { taxClass: AppliedTaxClass },
): TaxView => ({ taxDisplayType: view.taxDisplayType, taxRate: getTaxRate(view, product.taxClass) });

/** A price as the person sees it, in minor units; null stays null. */
export function getDisplayPrice(minor: number, view: TaxView): number;
/** As above; null stays null. */
export function getDisplayPrice(minor: number | null, view: TaxView): number | null;
/** Implements both overloads. */
export function getDisplayPrice(minor: number | null, { taxDisplayType, taxRate }: TaxView): number | null {
  return minor === null ? null : taxDisplayType === 0 ? withTax(minor, taxRate) : minor;
}

/** Amounts of one line, in minor units. */
export interface LineAmounts {
  unitMinor: number;
  unitTaxMinor: number;
  /** Of the whole line, excluding tax. */
  exclTaxMinor: number;
  /** Of the whole line: calculated once on its sum, not per unit. */
  taxMinor: number;
  inclTaxMinor: number;
}

/** What `quantity` units cost on one line. */
export function lineAmounts(unitMinor: number, quantity: number, taxRate: number): LineAmounts {
  const exclTaxMinor = unitMinor * quantity;
  const taxMinor = calculateTax(exclTaxMinor, taxRate);
  return {
    unitMinor,
    unitTaxMinor: calculateTax(unitMinor, taxRate),
    exclTaxMinor,
    taxMinor,
    inclTaxMinor: exclTaxMinor + taxMinor,
  };
}

/** The properties that decide whether, and in which quantities, a product can be ordered. */
export interface Orderable {
  /** The product is published and in the person's range, and this combination is still sold. */
  onOffer: boolean;
  disableBuyButton: boolean;
  /** The price is on request. An Admin who orders for someone else may order anyway; pass false then. */
  callForPrice: boolean;
  orderMinimumQuantity: number;
  orderMaximumQuantity: number;
  /** Empty: any quantity between minimum and maximum. */
  allowedQuantities: readonly number[];
  managesStock: boolean;
  /** 0 none, 1 allowed, 2 allowed and shown to the person. */
  backorderMode: number;
}

/**
 * The reasons why a line of this quantity cannot be ordered, as sentences in the order of the contract's cart checks; empty
 * when it can. `freeStock` is what is left for this line: on hand less reserved, less the demand of other lines.
 */
export function quantityWarnings(product: Orderable, quantity: number, freeStock: number): string[] {
  if (!product.onOffer) return ['This product is no longer available.'];
  const warnings: string[] = [];
  if (product.disableBuyButton) warnings.push('Buying is disabled for this product.');
  if (product.callForPrice) warnings.push('The price of this product is on request. Please ask for a quote.');
  if (quantity < product.orderMinimumQuantity) {
    warnings.push(`The minimum quantity allowed for purchase is ${product.orderMinimumQuantity}.`);
  }
  if (quantity > product.orderMaximumQuantity) {
    warnings.push(`The maximum quantity allowed for purchase is ${product.orderMaximumQuantity}.`);
  }
  if (product.allowedQuantities.length > 0 && !product.allowedQuantities.includes(quantity)) {
    warnings.push(`Allowed quantities for this product: ${product.allowedQuantities.join(', ')}.`);
  }
  if (product.managesStock && product.backorderMode === 0 && quantity > freeStock) {
    warnings.push(
      freeStock <= 0
        ? 'Out of stock.'
        : `Your quantity exceeds stock on hand. The maximum quantity that can be added is ${freeStock}.`,
    );
  }
  return warnings;
}

/** The smallest quantity that the product's own rules allow. */
export function getMinOrderQuantity(
  product: Pick<Orderable, 'orderMinimumQuantity' | 'orderMaximumQuantity' | 'allowedQuantities'>,
): number {
  const allowed = product.allowedQuantities.filter(
    (quantity) => quantity >= product.orderMinimumQuantity && quantity <= product.orderMaximumQuantity,
  );
  return allowed.length > 0 ? Math.min(...allowed) : product.orderMinimumQuantity;
}
