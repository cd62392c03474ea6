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

/**
 * What lines are charged beside their goods: setting up each of their designs, once, whatever sizes, colours and wearers have it. Taxed like its garment.
 * A design that is set up for nothing is no charge, and lines whose price is on request have none.
 */
export function listCharges(
  lines: readonly Pick<PricedLine, 'callForPrice' | 'designs' | 'productName' | 'taxRate'>[],
): Charge[] {
  const charges = new Map<string, Charge>();
  for (const { callForPrice, designs, productName, taxRate } of lines) {
    if (callForPrice) continue;
    for (const design of designs) {
      const designKey = createDesignKey(design.productId, design);
      if (design.setupMinor === 0 || charges.has(designKey)) continue;
      const taxMinor = calculateTax(design.setupMinor, taxRate);
      const name = nameSetUp(design, productName);
      charges.set(designKey, { kind: 'setup', name, designKey, chargeMinor: design.setupMinor, taxMinor, taxRate });
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
