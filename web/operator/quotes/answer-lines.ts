import type { BodyOf } from '#contract/index.ts';
import { MAX_QUOTE_QUANTITY } from '#contract/ordering/quotes/quote-limits.ts';
import { formatMoney, formatNumber } from '#web/ui/format/format.ts';
import { isWholeMinorUnits, parseNumber } from '#web/ui/forms/parse-number.ts';
import type { OperatorQuote } from './quote-labels.ts';

type Draft = OperatorQuote['draft'];
export type AnswerItem = Draft['items'][number];

/** A line of the answer as it is typed: amounts in major units of the quote's currency, as text. */
export interface AnswerLine {
  /** Names the line in the page: `i12` for line 12 of the quote, `n3` for one that is not saved yet. */
  key: string;
  /** 0 until it is saved. */
  id: number;
  alternativeToId: number | null;
  isOffered: boolean;
  productId: number | null;
  productName: string | null;
  combinationId: number | null;
  attributeDescription: string | null;
  quantity: string;
  unitPrice: string;
  setupPrice: string;
  leadTimeDays: string;
  answer: string;
}

/** The answer as it is typed. */
export interface AnswerFields {
  validUntil: string;
  notes: string;
  terms: string;
  internalNote: string;
  lines: readonly AnswerLine[];
}

/** An answer with the version that it becomes, and the number of the save that it begins from. */
export interface SavedAnswer extends AnswerFields {
  version: number;
  saves: number;
}

/** Whether two lines say the same. */
export const isSameLine = (one: AnswerLine, other: AnswerLine | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

const toText = (amount: number | null) => (amount === null ? '' : amount.toFixed(2));

/** What the fields begin with. */
export const toAnswer = ({ draft, internalNote }: Pick<OperatorQuote, 'draft' | 'internalNote'>): SavedAnswer => ({
  version: draft.version,
  saves: draft.saves,
  validUntil: draft.validUntil,
  notes: draft.notes ?? '',
  terms: draft.terms ?? '',
  internalNote: internalNote ?? '',
  lines: draft.items.map((item) => ({
    key: `i${item.id}`,
    id: item.id,
    alternativeToId: item.alternativeToId,
    isOffered: item.isOffered,
    productId: item.productId,
    productName: item.productName,
    combinationId: item.combinationId,
    attributeDescription: item.attributeDescription,
    quantity: String(item.quantity),
    unitPrice: toText(item.unitPrice),
    setupPrice: toText(item.setupPrice),
    leadTimeDays: item.leadTimeDays === null ? '' : String(item.leadTimeDays),
    answer: item.answer ?? '',
  })),
});

/** The product that is offered for a line; without a combination, the customer chooses colour and size. */
export type OfferedProduct = Pick<AnswerLine, 'productId' | 'productName' | 'combinationId' | 'attributeDescription'>;

let added = 0;

/** A line that the supplier adds: of its own, or in place of a requested one. */
export const createLine = (product: OfferedProduct, alternativeTo?: AnswerLine): AnswerLine => {
  added += 1;
  return {
    key: `n${added}-${Date.now()}`,
    id: 0,
    alternativeToId: alternativeTo?.id ?? null,
    isOffered: true,
    ...product,
    quantity: alternativeTo?.quantity ?? '1',
    unitPrice: '',
    setupPrice: '0.00',
    leadTimeDays: alternativeTo?.leadTimeDays ?? '',
    answer: '',
  };
};

/** The lines with one more: an alternative after its line and the alternatives that it has, another at the end. */
export function insertLine(lines: readonly AnswerLine[], line: AnswerLine): AnswerLine[] {
  const after = lines.findLastIndex(
    ({ id, alternativeToId }) =>
      line.alternativeToId !== null && (id === line.alternativeToId || alternativeToId === line.alternativeToId),
  );
  return after === -1 ? [...lines, line] : lines.toSpliced(after + 1, 0, line);
}

/** A field of a line that can be wrong. */
export type LineField = 'quantity' | 'unitPrice' | 'setupPrice' | 'leadTimeDays';

const MAX_PRICE = 1_000_000;
const isPrice = (text: string) => {
  const amount = parseNumber(text);
  return amount >= 0 && amount <= MAX_PRICE && isWholeMinorUnits(amount);
};
const isWhole = (text: string, min: number, max: number) =>
  text.trim() !== '' && Number.isInteger(parseNumber(text)) && parseNumber(text) >= min && parseNumber(text) <= max;
const PRICE_HELP = 'Enter an amount from 0 to 1,000,000 with at most two decimals.';

/** What is wrong with the fields of a line: it cannot be saved so. */
export function findFieldErrors({
  quantity,
  unitPrice,
  setupPrice,
  leadTimeDays,
}: AnswerLine): Partial<Record<LineField, string>> {
  return {
    ...(!isWhole(quantity, 1, MAX_QUOTE_QUANTITY) && {
      quantity: `Enter a whole number from 1 to ${formatNumber(MAX_QUOTE_QUANTITY)}.`,
    }),
    ...(unitPrice.trim() !== '' && !isPrice(unitPrice) && { unitPrice: PRICE_HELP }),
    ...(setupPrice.trim() !== '' && !isPrice(setupPrice) && { setupPrice: PRICE_HELP }),
    ...(leadTimeDays.trim() !== '' && !isWhole(leadTimeDays, 0, 730) && { leadTimeDays: 'Enter 0 to 730 days.' }),
  };
}

const orNull = (text: string) => text.trim() || null;
const toAmount = (text: string) => (text.trim() === '' ? null : Math.round(parseNumber(text) * 100) / 100);

/** What is sent to save an answer. Its fields must have no errors. */
export const toBody = ({
  saves,
  validUntil,
  notes,
  terms,
  internalNote,
  lines,
}: SavedAnswer): BodyOf<'PUT /api/operator/quotes/:id'> => ({
  saves,
  validUntil: orNull(validUntil),
  notes: orNull(notes),
  terms: orNull(terms),
  internalNote: orNull(internalNote),
  items: lines.map((line) => ({
    ...(line.id > 0 ? { id: line.id } : { alternativeToId: line.alternativeToId }),
    isOffered: line.isOffered,
    productId: line.productId,
    combinationId: line.combinationId,
    quantity: parseNumber(line.quantity),
    unitPrice: toAmount(line.unitPrice),
    setupPrice: toAmount(line.setupPrice) ?? 0,
    leadTimeDays: toAmount(line.leadTimeDays),
    answer: orNull(line.answer),
  })),
});

/** How a typed price differs from today's, in words: "£2.50 less (−20%)"; undefined where there is nothing to compare. */
export function describeDifference(typed: string, today: number | null, currencyCode: string): string | undefined {
  if (today === null || typed.trim() === '' || !isPrice(typed)) return undefined;
  const difference = Math.round((parseNumber(typed) - today) * 100) / 100;
  if (difference === 0) return 'As today';
  const percent = today === 0 ? '' : ` (${difference > 0 ? '+' : '−'}${formatPercent(Math.abs(difference / today) * 100)}%)`;
  return `${formatMoney(Math.abs(difference), currencyCode)} ${difference > 0 ? 'more' : 'less'}${percent}`;
}

/** With a decimal below 10, without above. */
const formatPercent = (percent: number) =>
  percent < 10 ? String(Math.round(percent * 10) / 10) : formatNumber(Math.round(percent));

/** Offered lines at a price of 0. */
export const listFreeLines = (lines: readonly AnswerLine[]): AnswerLine[] =>
  lines.filter(({ isOffered, unitPrice }) => isOffered && unitPrice.trim() !== '' && parseNumber(unitPrice) === 0);

/** Pieces and sum of the offered lines, in major units excluding tax and without alternatives and set-up, and the set-up beside it. */
export function sumAnswer(lines: readonly AnswerLine[]): { total: number; setup: number } {
  let total = 0;
  let setup = 0;
  for (const line of lines) {
    if (!line.isOffered || line.alternativeToId !== null) continue;
    const [quantity, price, once] = [parseNumber(line.quantity), toAmount(line.unitPrice), toAmount(line.setupPrice)];
    if (price !== null && quantity > 0 && price >= 0) total += Math.round(quantity * price * 100);
    if (once !== null && once >= 0) setup += Math.round(once * 100);
  }
  return { total: total / 100, setup: setup / 100 };
}
