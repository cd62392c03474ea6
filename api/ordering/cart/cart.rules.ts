import { createCustomisationKey, type PricedDesign, sumDecoration } from '#api/catalogue/customisation/design.rules.ts';
import { explainDesigns } from '#api/catalogue/customisation/priced-design.rules.ts';
import {
  type AppliedTaxClass,
  findReachedTier,
  getTaxRate,
  type LineAmounts,
  lineAmounts,
  type Orderable,
  quantityWarnings,
  type TaxRates,
  type TierPrice,
  unitPrice,
} from '#api/catalogue/pricing/pricing.rules.ts';
import { getAvailability, type StockFacts } from '#api/catalogue/stock/stock.rules.ts';
import { type Coverage, coverLines, type LineEntitlement } from '#api/entitlement/coverage.rules.ts';
import { type Eligibility, explainRefusal, type OrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import { priceCardPieces } from '../payment-parts/payment-parts.rules.ts';

/** What a line of a cart takes from the line of a quote that it comes from. Money in minor units, excluding tax. */
export interface QuotedLine {
  itemId: number;
  quoteId: number;
  quoteNumber: string;
  /** Of a piece with its decoration. */
  unitMinor: number;
  /** Of its designs, once in an order. */
  setupMinor: number;
  /** Until when that price leads, in ISO 8601. */
  validUntil: string;
  /** Whether it does now. */
  leads: boolean;
  /** Pieces that were quoted. */
  quoted: number;
  /** Pieces of them in carts and orders, those of the line too. */
  taken: number;
}

/** A cart line with everything needed to price and check it. Money in minor units, excluding tax. */
export interface CartLine extends Orderable, StockFacts {
  id: number;
  productId: number;
  combinationId: number;
  quantity: number;
  collectionId: number | null;
  collectionGroupId: number | null;
  superGroupId: number | null;
  superGroupOptionId: number | null;
  wearerId: number | null;
  wearerName: string | null;
  /** Whose entitlement the line uses: the person named on it, or the one who orders; null for goods for no one in particular. */
  entitledId: number | null;
  /** Where the line counts in the wardrobe of that person; null when it does not. */
  entitlement: LineEntitlement | null;
  /** Why pieces beyond the entitlement are needed. */
  reason: string | null;
  /** The screen that the line was added on. */
  source: 'product' | 'adhoc' | 'builder' | 'reorder' | 'sheet';
  /** The orders that were sent back and that the line comes from. */
  replacesOrderIds: readonly number[];
  /** Why the newest of them was sent back. */
  sentBackReason: string | null;
  createdAt: Date;
  updatedAt: Date;
  productName: string;
  sku: string;
  gtin: string | null;
  description: string;
  attributes: { id: number; value: string }[];
  imageSrc: string | null;
  imageId: number;
  priceMinor: number;
  tiers: readonly TierPrice[];
  isMadeToOrder: boolean;
  /** The request that the line orders, made to measure; null for a garment in a size. */
  madeToMeasure: { requestId: number; leadTimeDays: number | null; isOrderable: boolean } | null;
  /** The line of a quote that it comes from, whose price may lead; null for none. */
  quote: QuotedLine | null;
  /** What a piece with its decoration costs, where the order of a buyer's system says so; otherwise left out. */
  orderedMinor?: number;
  /** Logos, texts and badges: those of the line, and those that its garment has by itself. */
  designs: readonly PricedDesign[];
  /** Whether more can be put on it. */
  isCustomisable: boolean;
  /** Whether it is ordered with at least one of them. */
  isCustomisationRequired: boolean;
  taxClass: AppliedTaxClass;
  eligibility: Eligibility;
}

/** A line with its amounts and the reasons why it cannot be ordered. Its unit price is that of the garment and its decoration. */
export interface PricedLine extends CartLine, LineAmounts {
  /** Part of the unit price: logos, texts and badges. */
  decorationMinor: number;
  /** Part of the unit price that does not count in a budget in money. */
  decorationOutsideBudgetMinor: number;
  /** From how many pieces on the price holds; null where it is the price of no tier. */
  tierQuantity: number | null;
  taxRate: number;
  warnings: string[];
  coverage: Coverage;
}

/** Who prices a cart, and when. */
export interface PricingContext extends TaxRates {
  orderingReach: OrderingReach;
  /** The day in the organisation's time zone, such as `2026-03-29`. */
  today: string;
  currencyCode: string;
  /** Whether people can pay for more than their entitlement covers. */
  paysOwnPart: boolean;
}

/** What lines of a cart have in common that are one line, as the constraint `cart_line_once` says. Equal designs, equal line. */
export const getLineKey = (
  line: Pick<
    CartLine,
    'combinationId' | 'collectionId' | 'collectionGroupId' | 'superGroupId' | 'superGroupOptionId' | 'wearerId'
  > &
    Partial<Pick<CartLine, 'designs' | 'madeToMeasure' | 'quote'>>,
): string =>
  [
    line.combinationId,
    line.collectionId,
    line.collectionGroupId,
    line.superGroupId,
    line.superGroupOptionId,
    line.wearerId,
    line.madeToMeasure?.requestId,
    line.quote?.itemId,
    createCustomisationKey(line.designs?.filter(({ isMandatory }) => !isMandatory) ?? []),
  ].join();

/** A cart after lines are added: each to the first line that equals it, in its place, otherwise at the end. */
export function mergeLines(cart: readonly CartLine[], added: readonly CartLine[]): CartLine[] {
  const merged = [...cart];
  const places = new Map(cart.map((line, place) => [getLineKey(line), place] as const).toReversed());
  for (const line of added) {
    const key = getLineKey(line);
    const place = places.get(key) ?? merged.length;
    const equal = merged[place];
    merged[place] = equal ? { ...equal, quantity: equal.quantity + line.quantity, reason: line.reason ?? equal.reason } : line;
    places.set(key, place);
  }
  return merged;
}

/**
 * What a piece of a line costs, in minor units excluding tax: what the order of a buyer's system says, the quoted price as long as that leads, otherwise the
 * garment at its tier and its decoration. With the parts of it that are decoration, and that do not count in a budget in money, as its wardrobe says.
 */
function priceUnit(
  line: Pick<CartLine, 'priceMinor' | 'tiers' | 'quantity' | 'quote' | 'orderedMinor' | 'designs' | 'entitlement'>,
) {
  const today = sumDecoration(line.designs);
  const unitMinor = line.orderedMinor ?? (line.quote?.leads ? line.quote.unitMinor : unitPrice(line, line.quantity) + today);
  const decorationMinor = Math.min(today, unitMinor);
  return {
    unitMinor,
    decorationMinor,
    decorationOutsideBudgetMinor: line.entitlement?.isDecorationOutsideBudget ? decorationMinor : 0,
  };
}

/** Why a line of a quote cannot be ordered as it is: more pieces than are left of the quote, or a price that has ended where there is no other. */
function explainQuote({ quote, quantity, callForPrice, onOffer }: PricedFacts): string[] {
  if (!quote || !onOffer) return [];
  if (!quote.leads) return callForPrice ? ['The quoted price has ended. Please remove this line and ask for a new quote.'] : [];
  const most = Math.max(quote.quoted - (quote.taken - quantity), 0);
  if (quantity <= most) return [];
  return [
    `Quote ${quote.quoteNumber} has ${most === 0 ? 'no more pieces' : `only ${most} more ${most === 1 ? 'piece' : 'pieces'}`} at this price. Please add further pieces from the product’s page.`,
  ];
}
type PricedFacts = Pick<CartLine, 'quote' | 'quantity' | 'callForPrice' | 'onOffer'>;

/**
 * Prices lines and lists the reasons why each cannot be ordered. Demand for one combination is summed over all lines before
 * it is compared with the stock, and lines of one wearer share what is left of their entitlement. Quantity tiers are of the garment; decoration is added
 * afterwards.
 */
export function priceCartLines(
  lines: readonly CartLine[],
  { orderingReach, today, currencyCode, paysOwnPart, ...tax }: PricingContext,
): PricedLine[] {
  const demand = new Map<number, number>();
  for (const line of lines) demand.set(line.combinationId, (demand.get(line.combinationId) ?? 0) + line.quantity);
  const prices = lines.map(priceUnit);
  const coverage = coverLines(
    lines.map(({ quantity, entitlement, eligibility }, index) => ({
      quantity,
      entitlement,
      unitMinor: (prices[index]?.unitMinor ?? 0) - (prices[index]?.decorationOutsideBudgetMinor ?? 0),
      wearerName: eligibility.wearer?.name ?? null,
    })),
    currencyCode,
    { paysOwnPart },
  );
  return lines.map((line, index) => {
    const { unitMinor, ...decoration } = prices[index] as ReturnType<typeof priceUnit>;
    const rate = getTaxRate(tax, line.taxClass);
    const otherDemand = (demand.get(line.combinationId) ?? 0) - line.quantity;
    const covered = coverage[index] ?? { covered: null, beyond: 0, own: 0, refusal: undefined };
    const refusal = explainRefusal(line.eligibility, orderingReach, today);
    return {
      ...line,
      ...decoration,
      ...lineAmounts(unitMinor, line.quantity, rate),
      tierQuantity: findReachedTier(line.tiers, line.quantity)?.quantity ?? null,
      taxRate: rate,
      coverage: covered,
      warnings: refusal
        ? [refusal]
        : line.madeToMeasure?.isOrderable === false
          ? [NOT_MADE_ANY_MORE]
          : [
              ...explainQuote(line),
              ...quantityWarnings(line, line.quantity, getAvailability(line).orderable - otherDemand),
              ...(covered.refusal === undefined ? [] : [covered.refusal]),
              ...explainDesigns(line.designs, line.isCustomisationRequired),
            ],
    };
  });
}

/** The refusal of a line made to measure whose request has expired, was withdrawn or is in another order. */
const NOT_MADE_ANY_MORE = 'This request can no longer be ordered. Please remove the line and ask again.';

/** What the pieces cost, including tax, that the person pays of a line; 0 where the price is on request. Shown also to people who see no prices. */
export function getOwnMinor({ unitMinor, taxRate, callForPrice, coverage }: PricedLine): number {
  if (callForPrice) return 0;
  return getPiecesMinor({ unitMinor, taxRate }, coverage.own);
}

/** What pieces cost, including tax, of which the person pays. */
export function getPiecesMinor(line: Pick<PricedLine, 'unitMinor' | 'taxRate'>, pieces: number): number {
  const { netMinor, taxMinor } = priceCardPieces(line, pieces);
  return netMinor + taxMinor;
}

/** What the person pays of the goods of a cart, in minor units excluding tax. */
export const sumOwnGoods = (lines: readonly PricedLine[]): number =>
  lines.reduce((sum, { unitMinor, callForPrice, coverage }) => sum + (callForPrice ? 0 : unitMinor * coverage.own), 0);

/** Sums of a cart: goods excluding tax and the tax on them, in minor units, and the number of units. */
export interface CartTotals {
  goodsMinor: number;
  taxMinor: number;
  quantity: number;
}

/** Sums the lines. Lines whose price is on request count towards the quantity only. */
export function totalCartLines(lines: readonly PricedLine[]): CartTotals {
  const totals = { goodsMinor: 0, taxMinor: 0, quantity: 0 };
  for (const line of lines) {
    totals.quantity += line.quantity;
    // Lines whose price is on request have no amount and cannot be ordered.
    if (line.callForPrice) continue;
    totals.goodsMinor += line.exclTaxMinor;
    totals.taxMinor += line.taxMinor;
  }
  return totals;
}
