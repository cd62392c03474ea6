import { createDesignKey } from '#api/catalogue/customisation/design.rules.ts';
import { nameSetUp } from '#api/catalogue/customisation/design-names.rules.ts';
import { calculateTax, toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { PricedLine } from './cart.rules.ts';

/** An amount of an order beside its goods. Money in minor units, without tax. */
export interface Charge {
  kind: 'setup' | 'question';
  name: string;
  /** What is set up; see `createDesignKey`. */
  designKey: string | null;
  chargeMinor: number;
  taxMinor: number;
  /** Of the garment, as a fraction. */
  taxRate: number;
}

type ChargedLine = Pick<PricedLine, 'callForPrice' | 'designs' | 'productName' | 'taxRate' | 'quote'>;

/**
 * What setting up the designs of lines costs by the quotes that they come from, by the keys of the designs: the sum that is quoted for a line of a quote is that
 * of the first of its designs, once for all sizes, and the others are set up for nothing.
 */
function readQuotedSetUps(lines: readonly ChargedLine[]): Map<string, number> {
  const setUps = new Map<string, number>();
  const items = new Set<number>();
  for (const { quote, designs } of lines) {
    if (!quote?.leads) continue;
    for (const [index, design] of designs.entries()) {
      const key = createDesignKey(design.productId, design);
      const quotedMinor = index === 0 && !items.has(quote.itemId) ? quote.setupMinor : 0;
      setUps.set(key, (setUps.get(key) ?? 0) + quotedMinor);
    }
    items.add(quote.itemId);
  }
  return setUps;
}

/**
 * What lines are charged beside their goods: setting up each of their designs, once, whatever sizes, colours and wearers have it. Taxed like its garment.
 * What is quoted for a design leads. A design that is set up for nothing is no charge, and lines whose price is on request have none.
 */
export function listCharges(lines: readonly ChargedLine[]): Charge[] {
  const quoted = readQuotedSetUps(lines);
  const charges = new Map<string, Charge>();
  for (const { callForPrice, designs, productName, taxRate } of lines) {
    if (callForPrice) continue;
    for (const design of designs) {
      const designKey = createDesignKey(design.productId, design);
      const chargeMinor = quoted.get(designKey) ?? design.setupMinor;
      if (chargeMinor === 0 || charges.has(designKey)) continue;
      const taxMinor = calculateTax(chargeMinor, taxRate);
      const name = nameSetUp(design, productName);
      charges.set(designKey, { kind: 'setup', name, designKey, chargeMinor, taxMinor, taxRate });
    }
  }
  return [...charges.values()];
}

/** What charges add up to, in minor units: without tax, and their tax. */
export const totalCharges = (charges: readonly Pick<Charge, 'chargeMinor' | 'taxMinor'>[]) => ({
  chargesMinor: charges.reduce((sum, { chargeMinor }) => sum + chargeMinor, 0),
  chargesTaxMinor: charges.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
});

type ChargesReply = ReplyOf<'GET /api/shopping_cart_items'>['charges'];

/** Charges as the API shows them; without amounts for people who see no prices. */
export const toChargesReply = (
  charges: readonly Pick<Charge, 'kind' | 'name' | 'chargeMinor' | 'taxMinor'>[],
  { pricesVisible }: Pick<Scope, 'pricesVisible'>,
): ChargesReply =>
  charges.map(({ kind, name, chargeMinor, taxMinor }) => ({
    kind,
    name,
    inclTax: pricesVisible ? toMajorUnits(chargeMinor + taxMinor) : null,
    exclTax: pricesVisible ? toMajorUnits(chargeMinor) : null,
  }));
