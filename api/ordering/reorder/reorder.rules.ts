import { type CartLine, type PricingContext, priceCartLines } from '../cart/cart.rules.ts';

/** Pieces that were put into a line of the cart. */
export interface Addition {
  lineId: number;
  quantity: number;
}

/** How many pieces of an addition can be ordered, and why not more. */
export interface LimitedAddition {
  added: number;
  /** As sentences; empty when all pieces can be ordered. */
  reasons: string[];
}

/** The additions in their order, and the quantity that each line of the cart should have; 0 for a line to remove. */
export interface LimitedAdditions {
  additions: LimitedAddition[];
  quantities: ReadonlyMap<number, number>;
}

/**
 * Limits what was put into a cart to what can be ordered, one addition after the other. `cart` already contains all pieces. As many pieces of an
 * addition stay as its line can have without a warning, and without keeping other lines from being ordered. The cart gets no new line when it has
 * `maxLines`.
 */
export function limitAdditions(
  cart: readonly CartLine[],
  additions: readonly Addition[],
  context: PricingContext,
  { maxLines, tooManyLines }: { maxLines: number; tooManyLines: string },
): LimitedAdditions {
  const quantities = new Map(cart.map(({ id, quantity }) => [id, quantity]));
  const quantityOf = (id: number) => quantities.get(id) ?? 0;
  for (const { lineId, quantity } of additions) quantities.set(lineId, quantityOf(lineId) - quantity);
  const lines = new Map(cart.map((line) => [line.id, line]));
  const listRelated = relateLines(cart);
  let lineCount = [...quantities.values()].filter((quantity) => quantity > 0).length;

  const limited = additions.map(({ lineId, quantity }): LimitedAddition => {
    const line = lines.get(lineId);
    if (!line) return { added: 0, reasons: [] };
    const before = quantityOf(lineId);
    if (before === 0 && lineCount >= maxLines) return { added: 0, reasons: [tooManyLines] };
    const check = (total: number) => {
      const priced = priceCartLines(
        listRelated(line)
          .map((other) => ({ ...other, quantity: other.id === lineId ? total : quantityOf(other.id) }))
          .filter((other) => other.quantity > 0),
        context,
      );
      return {
        warnings: priced.find(({ id }) => id === lineId)?.warnings ?? [],
        refusedOthers: priced.filter(({ id, warnings }) => id !== lineId && warnings.length > 0).length,
      };
    };
    const { refusedOthers } = check(before);
    const canHave = (total: number) => {
      const checked = check(total);
      return checked.warnings.length === 0 && checked.refusedOthers <= refusedOthers;
    };
    const wanted = before + quantity;
    const total = canHave(wanted) ? wanted : findLargest(listTotals(line, before, wanted), canHave);
    if (total === undefined) return { added: 0, reasons: explain(check(wanted).warnings, before) };
    if (before === 0) lineCount += 1;
    quantities.set(lineId, total);
    return { added: total - before, reasons: total === wanted ? [] : explain(check(wanted).warnings, before) };
  });
  return { additions: limited, quantities };
}

const explain = (warnings: readonly string[], before: number) => [
  ...(warnings.length > 0 ? warnings : ['Other lines in the cart need the rest.']),
  ...(before > 0 ? [`The cart already holds ${before}.`] : []),
];

/** Finds the lines of a cart that share stock or entitlement with a line, in the order of the cart; the line is one of them. */
function relateLines(cart: readonly CartLine[]): (line: CartLine) => CartLine[] {
  const keysOf = ({ combinationId, entitlement }: CartLine) => [
    `combination ${combinationId}`,
    ...(entitlement ? [`account ${entitlement.group.id}`] : []),
    ...(entitlement?.budget ? [`account ${entitlement.budget.id}`] : []),
  ];
  const byKey = new Map<string, CartLine[]>();
  for (const line of cart) for (const key of keysOf(line)) byKey.set(key, [...(byKey.get(key) ?? []), line]);
  return (line) => [...new Set(keysOf(line).flatMap((key) => byKey.get(key) ?? []))].sort((a, b) => a.id - b.id);
}

/** Quantities that a line may have, as far as its product alone decides, above `before` and up to `wanted`, ascending: a list that is read by position. */
interface Totals {
  length: number;
  at(position: number): number;
}

function listTotals(line: CartLine, before: number, wanted: number): Totals {
  const { allowedQuantities, orderMinimumQuantity, orderMaximumQuantity } = line;
  const first = Math.max(before + 1, orderMinimumQuantity);
  const last = Math.min(wanted, orderMaximumQuantity);
  if (allowedQuantities.length > 0) {
    const allowed = allowedQuantities.filter((quantity) => quantity >= first && quantity <= last).sort((a, b) => a - b);
    return { length: allowed.length, at: (position) => allowed[position] as number };
  }
  return { length: Math.max(0, last - first + 1), at: (position) => first + position };
}

/** The largest quantity that fits, by halving: when one does not fit, larger ones do not. Undefined when none fits. */
function findLargest(totals: Totals, fits: (total: number) => boolean): number | undefined {
  let largest: number | undefined;
  let from = 0;
  let to = totals.length - 1;
  while (from <= to) {
    // The smallest first: most lines that do not fit as a whole do not fit at all.
    const middle = largest === undefined ? from : Math.ceil((from + to) / 2);
    const total = totals.at(middle);
    if (!fits(total)) {
      if (largest === undefined) return undefined;
      to = middle - 1;
    } else {
      largest = total;
      from = middle + 1;
    }
  }
  return largest;
}
