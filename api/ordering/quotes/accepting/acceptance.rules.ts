import type { QuoteItemRecord } from '../quote-record.ts';
import { countLeft, explainItem } from '../quote-refusals.rules.ts';

/** What is named to be accepted: pieces of a line, in a size where it has none. */
export interface NamedPart {
  id: number;
  quantity: number;
  combinationId?: number | null | undefined;
}

/** Pieces of a line that are accepted. */
export interface AcceptedPart {
  item: QuoteItemRecord;
  quantity: number;
  combinationId: number | null;
}

/** What is accepted. `invalid` has the reasons why it cannot be, by the key of the part; `missing` the keys of parts that name no line of the quote. */
export interface Acceptance {
  parts: AcceptedPart[];
  invalid: Record<string, string[]>;
  missing: string[];
}

const CHOOSE_SIZE = 'Please choose a size.';

/** The id of the line for which a line and its alternatives stand. */
const choiceOf = ({ id, alternativeToId }: QuoteItemRecord) => alternativeToId ?? id;

/** As quoted, or the only combination that its product has; null where one has to be chosen. */
const combinationOf = ({ answered, choices }: QuoteItemRecord): number | null =>
  answered?.combinationId ?? (choices.length === 1 ? (choices[0]?.combinationId ?? null) : null);

/** What a person accepts of the lines of a quote, `items`: what they name, or all that is left where they name nothing. */
export function planAcceptance(items: readonly QuoteItemRecord[], named: readonly NamedPart[] | null | undefined): Acceptance {
  return named ? planNamed(items, named) : planWhole(items);
}

function planNamed(items: readonly QuoteItemRecord[], named: readonly NamedPart[]): Acceptance {
  const invalid: Acceptance['invalid'] = {};
  const missing: string[] = [];
  const totals = new Map<QuoteItemRecord, number>();
  const parts = named.flatMap(({ id, quantity, combinationId }, index): AcceptedPart[] => {
    const at = (field: string) => `items[${index}].${field}`;
    const item = items.find((each) => each.id === id);
    if (!item) {
      missing.push(at('id'));
      return [];
    }
    const total = (totals.get(item) ?? 0) + quantity;
    totals.set(item, total);
    const isRivalNamed = [...totals.keys()].some((other) => other !== item && choiceOf(other) === choiceOf(item));
    const refusal =
      explainItem(item, items) ??
      (isRivalNamed ? 'Only one alternative of a line can be accepted. Please choose one.' : undefined);
    const own = combinationOf(item);
    const left = countLeft(item);
    if (refusal) invalid[at('id')] = [refusal];
    else if (total > left) invalid[at('quantity')] = [explainLeft(left)];
    if (own === null && !combinationId) invalid[at('combinationId')] = [CHOOSE_SIZE];
    else if (own !== null && combinationId && combinationId !== own)
      invalid[at('combinationId')] = ['This line was quoted in another size. Please choose that one.'];
    return [{ item, quantity, combinationId: own ?? combinationId ?? null }];
  });
  return { parts, invalid, missing };
}

const explainLeft = (left: number) =>
  left === 1
    ? 'Only 1 more piece of this line can be accepted. Please choose fewer.'
    : `Only ${left.toLocaleString('en-GB')} more pieces of this line can be accepted. Please choose fewer.`;

/** Alternatives are left out, unless some of their pieces were accepted before. */
function planWhole(items: readonly QuoteItemRecord[]): Acceptance {
  const chosen = new Map(items.filter(({ acceptedQuantity }) => acceptedQuantity > 0).map((item) => [choiceOf(item), item.id]));
  const whole = items.filter((item) => countLeft(item) > 0 && (chosen.get(choiceOf(item)) ?? choiceOf(item)) === item.id);
  const reasons = whole.flatMap((item) => {
    const refusal = explainItem(item, items) ?? (combinationOf(item) === null ? CHOOSE_SIZE : undefined);
    return refusal ? [`${item.answered?.name ?? item.requested.name}: ${refusal}`] : [];
  });
  if (whole.length === 0) reasons.push('Only alternatives are left. Please choose what you accept.');
  return {
    parts: whole.map((item) => ({ item, quantity: countLeft(item), combinationId: combinationOf(item) })),
    invalid: reasons.length > 0 ? { items: reasons } : {},
    missing: [],
  };
}
