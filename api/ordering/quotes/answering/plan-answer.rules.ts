import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import type { BodyOf } from '#contract/index.ts';
import type { LineAnswer } from './answer.rules.ts';

type ItemInput = BodyOf<'PUT /api/operator/quotes/:id'>['items'][number];

/** A line of a quote with what the answer says to it so far. */
export interface KnownLine {
  itemId: number;
  isRequested: boolean;
  /** Products that it has or had: these are kept also after they have left the range. */
  productIds: readonly number[];
  /** Of a requested line, what is written where the new answer does not name it; undefined for an added line that the answer has no longer. */
  current: LineAnswer | undefined;
}

/** What is known of the products and lines that an answer names. */
export interface AnswerFacts {
  known: ReadonlyMap<number, KnownLine>;
  /** Products on sale in the client's range. */
  rangeProducts: ReadonlySet<number>;
  /** The product of each named colour and size. */
  productOf: ReadonlyMap<number, number>;
}

/** What a saved answer writes. */
export interface PlannedAnswer {
  lines: (LineAnswer & { itemId: number })[];
  /** Lines that are added; `alternativeToId` is the requested line that each stands for. */
  added: (LineAnswer & { alternativeToId: number | null; productId: number })[];
  /** Sentences (422), and entities that do not exist for the client (404), by the key of the part. */
  invalid: Record<string, string[]>;
  missing: Record<string, string>;
}

const NOT_IN_RANGE = 'This product is not in the client’s range. Choose another, or add it to the range first.';

/** What an input says to a line; each is replaced as a whole. */
const toLine = (input: ItemInput, productOf: AnswerFacts['productOf'], at: (field: string) => string): LineAnswer => {
  const combinationId = input.combinationId || null;
  return {
    isOffered: input.isOffered,
    productId: input.productId || (combinationId === null ? null : (productOf.get(combinationId) ?? null)),
    combinationId,
    quantity: input.quantity,
    unitPriceMinor: input.unitPrice == null ? null : toMinorUnits(input.unitPrice, at('unitPrice')),
    setupMinor: toMinorUnits(input.setupPrice ?? 0, at('setupPrice')),
    leadTimeDays: input.leadTimeDays ?? null,
    answer: input.answer?.trim() || null,
  };
};

/**
 * What saving an answer writes: requested lines that it does not name stay as they are, added ones that it does not name go. Nothing may be written when
 * something is invalid or missing. Throws 422 for fractions of a penny.
 */
export function planAnswer(inputs: readonly ItemInput[], { known, rangeProducts, productOf }: AnswerFacts): PlannedAnswer {
  const plan: PlannedAnswer = { lines: [], added: [], invalid: {}, missing: {} };
  const named = new Set<number>();
  for (const [index, input] of inputs.entries()) {
    const at = (field: string) => `items[${index}].${field}`;
    const item = input.id ? known.get(input.id) : undefined;
    const line = toLine(input, productOf, at);
    const { productId, combinationId } = line;
    if (input.id && !item) plan.missing[at('id')] = 'quoteItem';
    if (combinationId !== null && productOf.get(combinationId) !== productId) plan.missing[at('combinationId')] = 'combination';
    else if (productId !== null && !rangeProducts.has(productId) && !item?.productIds.includes(productId))
      plan.invalid[at('productId')] = [NOT_IN_RANGE];
    if (item) {
      if (named.has(item.itemId)) plan.invalid[at('id')] = ['This line is in the answer twice. Remove one of the two.'];
      named.add(item.itemId);
      plan.lines.push({ ...line, itemId: item.itemId });
      continue;
    }
    const alternativeToId = input.alternativeToId || null;
    if (alternativeToId !== null && !known.get(alternativeToId)?.isRequested) plan.missing[at('alternativeToId')] = 'quoteItem';
    if (productId === null) plan.invalid[at('productId')] = ['Choose a product for the added line.'];
    else plan.added.push({ ...line, productId, alternativeToId });
  }
  for (const { itemId, isRequested, current } of known.values())
    if (isRequested && current && !named.has(itemId)) plan.lines.push({ ...current, itemId });
  return plan;
}
