import { createDesignKey } from '#api/catalogue/customisation/design.rules.ts';
import type { PricedLine } from '#api/ordering/cart/cart.rules.ts';
import { type Charge, listCharges } from '#api/ordering/cart/charges.rules.ts';

/** Divides an amount in proportion to weights, to the hundredth: the parts add up to it. Without weights, the first part has all of it. */
export function divideAmong(amountMinor: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let before = 0;
  let given = 0;
  return weights.map((weight, index) => {
    before += weight;
    const upTo = sum === 0 ? (index === 0 ? amountMinor : given) : Math.round((amountMinor * before) / sum);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}

/**
 * The lines of an order with what setting up their designs costs by the order: the amount is divided among the designs as their charges are today. `other` is the
 * charge where no line has a design: it belongs to no garment, like that of an answer, so it stays as long as anything is left of the order. `taxRate` is that of goods for which nothing else is said.
 */
export function chargeSetUps(
  lines: readonly PricedLine[],
  amountMinor: number,
  taxRate: number,
  calculateTax: (minor: number, rate: number) => number,
): { lines: PricedLine[]; other: Charge[] } {
  const keys = [...new Set(lines.flatMap(({ designs }) => designs.map((design) => createDesignKey(design.productId, design))))];
  if (keys.length === 0)
    return {
      lines: [...lines],
      other:
        amountMinor === 0
          ? []
          : [
              {
                ...{ kind: 'question', name: 'Set-up charges', designKey: null, chargeMinor: amountMinor, taxRate },
                taxMinor: calculateTax(amountMinor, taxRate),
              },
            ],
    };
  const today = new Map(listCharges(lines).map(({ designKey, chargeMinor }) => [designKey, chargeMinor]));
  const parts = divideAmong(
    amountMinor,
    keys.map((key) => today.get(key) ?? 0),
  );
  const byKey = new Map(keys.map((key, index) => [key, parts[index] ?? 0]));
  return {
    lines: lines.map((line) => ({
      ...line,
      designs: line.designs.map((design) => ({
        ...design,
        setupMinor: byKey.get(createDesignKey(design.productId, design)) ?? 0,
      })),
    })),
    other: [],
  };
}
