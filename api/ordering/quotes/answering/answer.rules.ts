import type { PricedDesign } from '#api/catalogue/customisation/design.rules.ts';
import type { Orderable } from '#api/catalogue/pricing/pricing.rules.ts';
import { QUOTE, type QuoteState } from '../quotes.rules.ts';

/** What the supplier says to a line. Money in minor units, excluding tax. */
export interface LineAnswer {
  /** False: the supplier does not offer it. */
  isOffered: boolean;
  productId: number | null;
  /** Null: the customer chooses colour and size. */
  combinationId: number | null;
  quantity: number;
  /** Per piece with its decoration; null: none yet. */
  unitPriceMinor: number | null;
  /** Set-up of its designs, once per order. */
  setupMinor: number;
  leadTimeDays: number | null;
  answer: string | null;
}

/** What is known of the garment of a line today: for the client, in the line's quantity, with the line's designs. Money in minor units, excluding tax. */
export interface GarmentToday
  extends Pick<Orderable, 'disableBuyButton' | 'orderMinimumQuantity' | 'orderMaximumQuantity' | 'allowedQuantities'> {
  productName: string;
  /** Colour and size in words; null where the customer chooses. */
  attributeDescription: string | null;
  sku: string | null;
  /** It is in the client's range and on sale. */
  isInRange: boolean;
  /** The person whose quote it is sees it in the range. */
  isVisible: boolean;
  /** The chosen colour and size, or at least one of them, is still sold. */
  isSold: boolean;
  /** How many colours and sizes are sold. */
  choices: number;
  /** What a piece costs with its decoration; null: on request. */
  unitMinor: number | null;
  /** What set-up of its designs costs. */
  setupMinor: number;
  /** Its logos, texts and badges: those of the line, and those that its garment has by itself. */
  designs: readonly PricedDesign[];
  /** Whether it is ordered with at least one of them. */
  isCustomisationRequired: boolean;
}

type Quantities = Pick<Orderable, 'orderMinimumQuantity' | 'orderMaximumQuantity' | 'allowedQuantities'>;

/**
 * Whether pieces of a product can be divided into at most `choices` lines, each with a quantity in which it can be ordered: a line without a size becomes
 * one line of the cart for each size.
 */
export function canBeDivided(
  pieces: number,
  { orderMinimumQuantity: least, orderMaximumQuantity: most, allowedQuantities }: Quantities,
  choices: number,
): boolean {
  if (allowedQuantities.length === 0) {
    const lines = Math.ceil(pieces / most);
    return lines <= choices && pieces >= lines * Math.max(least, 1);
  }
  const steps = allowedQuantities.filter((step) => step > 0 && step >= least && step <= most);
  // The fewest lines for each number of pieces up to the one that is asked for; more lines than pieces: none is possible.
  const impossible = pieces + 1;
  const fewest = new Uint32Array(pieces + 1).fill(impossible);
  fewest[0] = 0;
  for (let sum = 1; sum <= pieces; sum += 1) {
    for (const step of steps) {
      const lines = (fewest[sum - step] ?? impossible) + 1;
      if (lines < (fewest[sum] as number)) fewest[sum] = lines;
    }
  }
  return (fewest[pieces] as number) <= Math.min(choices, pieces);
}

function explainQuantity({ quantity, combinationId }: LineAnswer, garment: GarmentToday): string[] {
  const { orderMinimumQuantity, orderMaximumQuantity, allowedQuantities, choices } = garment;
  if (quantity < orderMinimumQuantity)
    return [`The minimum quantity of this product is ${orderMinimumQuantity}. Enter at least as many.`];
  if (combinationId === null) {
    if (canBeDivided(quantity, garment, choices)) return [];
    return [
      allowedQuantities.length > 0
        ? `This product is ordered in quantities of ${allowedQuantities.join(', ')}. Enter a sum of these.`
        : `A size of this product is ordered in ${orderMinimumQuantity} to ${orderMaximumQuantity} pieces. Change the quantity.`,
    ];
  }
  if (quantity > orderMaximumQuantity)
    return [`The maximum quantity of this product is ${orderMaximumQuantity}. Enter fewer, or add another line.`];
  if (allowedQuantities.length > 0 && !allowedQuantities.includes(quantity))
    return [`This product is ordered in quantities of ${allowedQuantities.join(', ')}. Enter one of these.`];
  return [];
}

/** Why the designs of a line cannot be made. The name of a wearer is not known before the order. */
function explainGarmentDesigns({ designs, isCustomisationRequired }: GarmentToday): string[] {
  if (isCustomisationRequired && designs.length === 0)
    return [
      'This product is ordered with a logo or a text, and the line has none. Offer another product, or write to the customer.',
    ];
  return designs.flatMap(({ problem, position, isMandatory }) => {
    if (!problem || (isMandatory && (problem === 'name' || problem === 'text'))) return [];
    return [
      problem === 'required'
        ? `${position}: the client requires another design there. Write to the customer, or offer another product.`
        : `${position}: this design can no longer be made on this product. Offer another product, or write to the customer.`,
    ];
  });
}

/** Why a line cannot be sent to the customer as it is, as sentences; empty when it can. `garment`: undefined without a product. */
export function explainAnswer(
  line: LineAnswer,
  garment: GarmentToday | undefined,
  { currencyCode, hasOtherCurrency }: { currencyCode: string; hasOtherCurrency: boolean },
): string[] {
  if (!line.isOffered) return [];
  if (!garment) return ['Choose a product of the client’s range, or mark the line as not offered.'];
  if (!garment.isInRange)
    return ['This product is not in the client’s range, or not on sale. Choose another, or mark the line as not offered.'];
  if (!garment.isVisible)
    return ['The person who asked does not see this product in their range. Choose another, or mark the line as not offered.'];
  if (!garment.isSold) return ['This colour and size are no longer sold. Choose others, or mark the line as not offered.'];
  if (garment.disableBuyButton)
    return ['Ordering this product is switched off. Choose another, or mark the line as not offered.'];
  return [
    ...explainQuantity(line, garment),
    ...explainGarmentDesigns(garment),
    ...(line.unitPriceMinor === null
      ? [hasOtherCurrency ? `The client’s currency is now ${currencyCode}. Enter a price in it.` : 'Enter a price.']
      : []),
    ...(line.setupMinor > 0 && garment.designs.length === 0
      ? ['Set-up is charged for logos and texts, and the line has none. Enter 0 for set-up.']
      : []),
  ];
}

/** What an answer adds up to, in minor units, excluding tax: its offered lines without alternatives and set-up. */
export const totalAnswer = (
  lines: readonly (Pick<LineAnswer, 'isOffered' | 'quantity' | 'unitPriceMinor'> & { alternativeToId: number | null })[],
): number =>
  lines.reduce(
    (sum, { isOffered, alternativeToId, quantity, unitPriceMinor }) =>
      isOffered && alternativeToId === null ? sum + quantity * (unitPriceMinor ?? 0) : sum,
    0,
  );

/** Why the supplier can change nothing about a quote any more, as a sentence; undefined when it can. */
export function explainUnanswerable(stateId: QuoteState): string | undefined {
  if (stateId === QUOTE.accepted) return 'The customer has accepted this quote. It can no longer be changed.';
  if (stateId === QUOTE.declined) return 'This quote is closed. The customer can ask for a new one.';
  return undefined;
}
