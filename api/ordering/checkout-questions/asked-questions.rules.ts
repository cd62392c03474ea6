import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { calculateTax } from '#api/catalogue/pricing/pricing.rules.ts';
import { parseIsoDate } from '#api/platform/http/dates.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { CARD_NUMBER_MESSAGE, looksLikeCardNumber } from '#contract/card-numbers.ts';
import { MAX_ANSWER_LENGTH, type QuestionKindId } from '#contract/ordering/checkout-questions/question-kinds.ts';
import type { Charge } from '../cart/charges.rules.ts';

/** An answer to choose from. Money in minor units, excluding tax. */
export interface QuestionValue {
  id: number;
  name: string;
  priceMinor: number;
  isPreselected: boolean;
  /** Of a cost centre: what its orders of a season may cost without approval; null or absent without a limit. */
  seasonLimitMinor?: number | null;
}

/** A question that is asked at checkout. */
export interface AskedQuestion {
  id: number;
  name: string;
  textPrompt: string | null;
  kind: QuestionKindId;
  isRequired: boolean;
  isCostCentre: boolean;
  defaultValue: string | null;
  /** Only for orders with one of these products, or with a garment of one of these wardrobes; both empty: for every order. */
  productIds: readonly number[];
  collectionIds: readonly number[];
  values: readonly QuestionValue[];
}

/** An answer as requests have it: ids of values, a text or a day; empty for none. */
export interface SentAnswer {
  id: number;
  value: string;
}

/** An answer as it is kept with the cart: what the last summary showed, and what it added then. */
export interface KeptAnswer extends SentAnswer {
  /** In minor units, excluding tax. Left out: nothing. */
  shownMinor?: number;
}

/** A question with the answer of the person who orders. */
export interface AnsweredQuestion {
  question: AskedQuestion;
  /** Empty for no answer. */
  value: string;
  chosen: readonly QuestionValue[];
  /** What has become of an earlier answer; null when nothing has. */
  notice: string | null;
}

/** An answer as it is kept with the order. */
export interface OrderedAnswer {
  questionId: number;
  name: string;
  text: string;
  /** Ids of values, a text or a day, as it was sent. */
  value: string;
  valueIds: number[];
}

const CHOICES: readonly QuestionKindId[] = [1, 2, 3];
const TEXT = 4;
const CHECKBOXES = 3;
const DAY = 20;

/** Whether a question is answered by choosing values. */
export const hasValues = (kind: QuestionKindId): boolean => CHOICES.includes(kind);

interface LineOfOrder {
  productId: number;
  collectionId: number | null;
  entitlement: { collectionId: number } | null;
}

/** The questions that are asked for these lines. One without anything to choose from is not asked. */
export const listQuestionsFor = (questions: readonly AskedQuestion[], lines: readonly LineOfOrder[]): AskedQuestion[] =>
  questions.filter(({ kind, values, productIds, collectionIds }) => {
    if (hasValues(kind) && values.length === 0) return false;
    if (productIds.length === 0 && collectionIds.length === 0) return true;
    return lines.some(
      ({ productId, collectionId, entitlement }) =>
        productIds.includes(productId) ||
        [collectionId, entitlement?.collectionId].some((id) => id != null && collectionIds.includes(id)),
    );
  });

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const CONTROLS_OF_LINES = /[^\P{Cc}\n]+/gu;

/** A text as it is kept: one line of text has no line breaks. */
function cleanText(kind: QuestionKindId, value: string): string {
  const text = value.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return (kind === TEXT ? text.replaceAll(CONTROLS, ' ') : text.replaceAll(CONTROLS_OF_LINES, ' ')).trim();
}

type Read = { value: string; chosen: QuestionValue[]; missingIds: string[] } | { problem: string };

/** An answer in the form in which it is kept; a sentence says why it is none. Values that are not offered are left out, and named by their ids. */
function readAnswer({ kind, values }: AskedQuestion, value: string): Read {
  if (hasValues(kind)) {
    const ids = [...new Set(value.split(',', 200).map((id) => id.trim()))].filter((id) => id !== '');
    const chosen = values.filter(({ id }) => ids.includes(String(id)));
    if (kind !== CHECKBOXES && ids.length > 1) return { problem: 'Please choose one answer.' };
    return {
      value: chosen.map(({ id }) => id).join(','),
      chosen,
      missingIds: ids.filter((id) => !values.some((each) => String(each.id) === id)),
    };
  }
  if (kind === DAY) {
    const text = value.trim();
    const day = /^\d{4}-\d{2}-\d{2}/.test(text) ? parseIsoDate(text) : undefined;
    if (text !== '' && !day) return { problem: 'Please enter a day.' };
    return { value: text === '' ? '' : text.slice(0, 10), chosen: [], missingIds: [] };
  }
  const text = cleanText(kind, value);
  const longest = kind === TEXT ? MAX_ANSWER_LENGTH.text : MAX_ANSWER_LENGTH.longText;
  if (text.length > longest) return { problem: `Please enter at most ${longest} characters.` };
  if (looksLikeCardNumber(text)) return { problem: CARD_NUMBER_MESSAGE };
  return { value: text, chosen: [], missingIds: [] };
}

/** The answer that applies by itself: what is chosen until another one is. */
export function getDefaultAnswer({ kind, values, defaultValue }: AskedQuestion): string {
  if (!hasValues(kind)) return defaultValue ?? '';
  const ids = values.filter(({ isPreselected }) => isPreselected).map(({ id }) => id);
  return (kind === CHECKBOXES ? ids : ids.slice(0, 1)).join(',');
}

const NO_LONGER = 'Your earlier answer is no longer available. Please choose another one.';

/**
 * The questions with their answers: those of this request, otherwise those that are kept with the cart, otherwise, with `appliesDefaults`, those that apply
 * by themselves; so what no summary has shown is no answer. What was chosen and is no longer offered is dropped, with a notice. Answers to questions that
 * are no longer asked are ignored where they were kept. `problems` has a sentence for each answer of this request that is none.
 */
export function answerQuestions(
  questions: readonly AskedQuestion[],
  kept: readonly KeptAnswer[],
  sent: readonly SentAnswer[] | undefined,
  { appliesDefaults }: { appliesDefaults: boolean },
): { answered: AnsweredQuestion[]; problems: string[] } {
  const problems: string[] = [];
  const answered = questions.map((question): AnsweredQuestion => {
    const keptValue = kept.find(({ id }) => id === question.id)?.value;
    const sentValue = sent?.findLast(({ id }) => id === question.id)?.value;
    const read = readAnswer(question, sentValue ?? keptValue ?? (appliesDefaults ? getDefaultAnswer(question) : ''));
    if ('problem' in read) {
      if (sentValue !== undefined) problems.push(`${question.name}: ${read.problem}`);
      return { question, value: '', chosen: [], notice: sentValue === undefined ? NO_LONGER : null };
    }
    const { value, chosen, missingIds } = read;
    // What was chosen once was offered then.
    const known = (keptValue ?? '').split(',');
    if (missingIds.some((id) => !known.includes(id)))
      problems.push(`${question.name}: This answer is not available. Please choose another one.`);
    return { question, value, chosen, notice: missingIds.length > 0 ? NO_LONGER : null };
  });
  const isKnown = (id: number) => questions.some((question) => question.id === id) || kept.some((answer) => answer.id === id);
  if (sent?.some(({ id }) => !isKnown(id))) problems.push('There is no such question.');
  return { answered, problems };
}

/** What is kept with the cart: every answer that is shown, also that there is none. */
export const toKeptAnswers = (answered: readonly AnsweredQuestion[]): KeptAnswer[] =>
  answered.map(({ question, value, chosen }) => {
    const shownMinor = sumPrices(chosen);
    return { id: question.id, value, ...(shownMinor === 0 ? {} : { shownMinor }) };
  });

const sumPrices = (chosen: readonly QuestionValue[]) => chosen.reduce((sum, { priceMinor }) => sum + priceMinor, 0);

/** What answers add to an order: an amount for each value that has a price, taxed at `taxRate`, a fraction. */
export const listQuestionCharges = (answered: readonly AnsweredQuestion[], taxRate: number): Charge[] =>
  answered.flatMap(({ question, chosen }) =>
    chosen
      .filter(({ priceMinor }) => priceMinor > 0)
      .map(({ name, priceMinor }) => ({
        kind: 'question' as const,
        name: `${question.name}: ${name}`,
        designKey: null,
        chargeMinor: priceMinor,
        taxMinor: calculateTax(priceMinor, taxRate),
        taxRate,
      })),
  );

/** The cost centre that the order is charged to; undefined for none. */
export const findChosenCostCentre = (answered: readonly AnsweredQuestion[]): QuestionValue | undefined =>
  answered.find(({ question }) => question.isCostCentre)?.chosen[0];

const toText = ({ question, value, chosen }: AnsweredQuestion) => {
  if (hasValues(question.kind)) return chosen.map(({ name }) => name).join(', ');
  return question.kind === DAY && value !== '' ? formatDay(value) : value;
};

/** The answers as the order keeps them, without questions that were not answered. */
export const toOrderedAnswers = (answered: readonly AnsweredQuestion[]): OrderedAnswer[] =>
  answered
    .map((each) => ({
      questionId: each.question.id,
      name: each.question.name,
      text: toText(each),
      value: each.value,
      valueIds: each.chosen.map(({ id }) => id),
    }))
    .filter(({ text }) => text !== '');

/** Answers as the text that is kept with the order: a line for each, `Gift wrap: Yes`; null for none. */
export const describeAnswers = (answers: readonly OrderedAnswer[]): string | null =>
  answers.length === 0 ? null : answers.map(({ name, text }) => `${name}: ${text}`).join('\n');

/** Why an order cannot be placed with these answers: those that are missing, and those that are no longer available. Both in words. */
export function listAnswerRefusals(answered: readonly AnsweredQuestion[]): { missing: string[]; gone: string[] } {
  const gone = answered.filter(({ notice }) => notice !== null);
  const missing = answered.filter(({ question, value, notice }) => question.isRequired && value === '' && notice === null);
  return {
    gone: gone.map(({ question, notice }) => `${question.name}: ${notice}`),
    missing: missing.map(({ question }) => `${question.name}: ${askFor(question.kind)}`),
  };
}

const askFor = (kind: QuestionKindId) => {
  if (hasValues(kind)) return 'Please choose an answer.';
  return kind === DAY ? 'Please enter a day.' : 'Please enter an answer.';
};

/** Says, one sentence each, what answers cost now that the last summary showed otherwise; without amounts for people who see no prices. */
export const describeChangedAnswers = (
  kept: readonly KeptAnswer[],
  answered: readonly AnsweredQuestion[],
  { currencyCode, pricesVisible }: Pick<Scope, 'currencyCode' | 'pricesVisible'>,
): string[] =>
  answered.flatMap(({ question, value, chosen }) => {
    const before = kept.find(({ id }) => id === question.id);
    const [was, is] = [before?.shownMinor ?? 0, sumPrices(chosen)];
    if (was === is) return [];
    if (before && before.value !== value) return [`The answer to “${question.name}” has changed.`];
    const [priceBefore, priceAfter] = [was, is].map((minor) => formatMoney(minor, currencyCode));
    return [
      pricesVisible
        ? `What “${question.name}” adds has changed from ${priceBefore} to ${priceAfter} excluding tax.`
        : `The price of “${question.name}” has changed.`,
    ];
  });
