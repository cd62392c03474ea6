import { QUOTE, type QuoteState } from './quotes.rules.ts';

/** What decides whether anything of a quote can be accepted. */
export interface AcceptableQuote {
  stateId: QuoteState;
  /** Whether the last day of its prices is over. */
  hasEnded: boolean;
  /** Of its prices. */
  currencyCode: string;
  /** Of the organisation today. */
  ownCurrencyCode: string;
}

/** A line of a quote, as far as it decides what can be accepted of it. */
export interface AcceptableItem {
  id: number;
  /** The line that it stands for; null for none. */
  alternativeToId: number | null;
  isOffered: boolean;
  /** Whether the caller can order its product: published, in their range, and in the quoted size still sold. */
  isOnSale: boolean;
  /** Pieces that were quoted. */
  quantity: number;
  /** Of them in carts and orders. */
  acceptedQuantity: number;
}

const WAITING = 'This quote has not been answered yet. You can accept it once it is.';
const DECLINED = 'This quote was declined. Please request a new quote.';
const EXPIRED = 'The prices of this quote have ended. Please request a new quote.';

/** Refusal of a quote of which nothing is left. */
export const NOTHING_LEFT = 'Everything in this quote was accepted. Please request a new quote for more.';

/** Why nothing of a quote can be accepted, as a sentence; undefined when the quote itself is no obstacle. */
export function explainQuoteRefusal(quote: AcceptableQuote): string | undefined {
  const { stateId, hasEnded, currencyCode, ownCurrencyCode } = quote;
  if (stateId === QUOTE.submitted || stateId === QUOTE.inReview) return WAITING;
  if (stateId === QUOTE.declined) return DECLINED;
  if (stateId === QUOTE.expired || hasEnded) return EXPIRED;
  if (currencyCode !== ownCurrencyCode)
    return `This quote is in ${currencyCode}, and your organisation orders in ${ownCurrencyCode} by now. Please request a new quote.`;
  return undefined;
}

/** How many pieces of a line are left to accept. */
export const countLeft = ({ quantity, acceptedQuantity }: Pick<AcceptableItem, 'quantity' | 'acceptedQuantity'>): number =>
  Math.max(quantity - acceptedQuantity, 0);

/** The id of the line for which a line and its alternatives stand. */
const choiceOf = ({ id, alternativeToId }: AcceptableItem) => alternativeToId ?? id;

/** Why a line cannot be accepted, as a sentence; undefined when it can. `items` are all lines of the quote. */
export function explainItemRefusal(item: AcceptableItem, items: readonly AcceptableItem[]): string | undefined {
  if (!item.isOffered) return 'This is not offered. Please leave it out.';
  if (countLeft(item) === 0) return 'All pieces of it were accepted. Please request a new quote for more.';
  const taken = items.find((other) => other.id !== item.id && choiceOf(other) === choiceOf(item) && other.acceptedQuantity > 0);
  if (taken)
    return 'Another alternative of this line was accepted, and only one of them can be. Take that out of the cart to accept this one.';
  if (!item.isOnSale) return 'This product is no longer available. Please ask your supplier for another answer.';
  return undefined;
}

/**
 * The lines that are accepted where none is named: what is left of each, alternatives only where one was accepted before. A line that is not offered is
 * left out.
 */
export function listWhole<Item extends AcceptableItem>(items: readonly Item[]): Item[] {
  const chosen = new Map(items.filter(({ acceptedQuantity }) => acceptedQuantity > 0).map((item) => [choiceOf(item), item.id]));
  return items.filter(
    (item) => item.isOffered && countLeft(item) > 0 && (chosen.get(choiceOf(item)) ?? choiceOf(item)) === item.id,
  );
}

/** A part of an acceptance: pieces of a line, in a size. */
export interface AcceptedPart<Item> {
  item: Item;
  quantity: number;
  /** Null for the only one that its product has. */
  combinationId: number | null;
}

/** What is named to be accepted. */
export interface NamedPart {
  id: number;
  quantity: number;
  combinationId?: number | null | undefined;
}

/** A line in which someone may have chosen a size, or can still choose one. */
export interface SizedItem extends AcceptableItem {
  name: string;
  /** As quoted, or the only one of its product; null where one has to be chosen. */
  combinationId: number | null;
}

const CHOOSE_SIZE = 'Please choose a size.';

/**
 * What a person accepts: what they name, or all that is left. `invalid` has the reasons why it cannot be, by the key of the part; `missing` the keys of
 * parts that name no line of the quote.
 */
export function planAcceptance<Item extends SizedItem>(
  items: readonly Item[],
  named: readonly NamedPart[] | null | undefined,
): { parts: AcceptedPart<Item>[]; invalid: Record<string, string[]>; missing: string[] } {
  if (!named) return planWhole(items);
  const invalid: Record<string, string[]> = {};
  const missing: string[] = [];
  const planned = new Map<Item, number>();
  const parts = named.flatMap(({ id, quantity, combinationId }, index): AcceptedPart<Item>[] => {
    const at = (field: string) => `items[${index}].${field}`;
    const item = items.find((each) => each.id === id);
    if (!item) {
      missing.push(at('id'));
      return [];
    }
    const rival = [...planned.keys()].find((other) => other !== item && choiceOf(other) === choiceOf(item));
    const refusal =
      explainItemRefusal(item, items) ?? (rival && 'Only one alternative of a line can be accepted. Please choose one.');
    if (refusal) invalid[at('id')] = [refusal];
    if (item.combinationId !== null && combinationId && combinationId !== item.combinationId)
      invalid[at('combinationId')] = ['This line was quoted in another size. Please choose that one.'];
    if (item.combinationId === null && !combinationId) invalid[at('combinationId')] = [CHOOSE_SIZE];
    const total = (planned.get(item) ?? 0) + quantity;
    planned.set(item, total);
    const left = countLeft(item);
    if (!refusal && total > left)
      invalid[at('quantity')] = [`At most ${left.toLocaleString('en-GB')} pieces are left in this quote. Please choose fewer.`];
    return [{ item, quantity, combinationId: item.combinationId ?? combinationId ?? null }];
  });
  return { parts, invalid, missing };
}

function planWhole<Item extends SizedItem>(items: readonly Item[]): ReturnType<typeof planAcceptance<Item>> {
  const whole = listWhole(items);
  const reasons = whole.flatMap((item) => {
    const refusal = explainItemRefusal(item, items) ?? (item.combinationId === null ? CHOOSE_SIZE : undefined);
    return refusal ? [`${item.name}: ${refusal}`] : [];
  });
  return {
    parts: whole.map((item) => ({ item, quantity: countLeft(item), combinationId: item.combinationId })),
    invalid: reasons.length > 0 ? { items: reasons } : {},
    missing: [],
  };
}
