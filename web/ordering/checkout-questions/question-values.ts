import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import { isWholeMinorUnits, parseNumber } from '#web/ui/forms/parse-number.ts';
import { hasValues, QUESTION_KIND, type Question } from './answers.ts';
import type { ChangedQuestion, KeptQuestion, NewQuestion } from './question-keeper.ts';

/** An answer to choose from, while it is edited. */
export interface EditedAnswer {
  /** Tells it from the others in the form. */
  key: string;
  /** Null: it is new. */
  id: number | null;
  name: string;
  /** As it is typed; empty: it adds nothing. */
  price: string;
  isPreSelected: boolean;
}

/** The form of a question. */
export interface QuestionValues {
  name: string;
  textPrompt: string;
  kind: number;
  isRequired: boolean;
  hasCostCentres: boolean;
  defaultValue: string;
  groupIds: readonly number[];
  collectionIds: readonly number[];
  products: readonly { id: number; name: string }[];
  answers: readonly EditedAnswer[];
}

export const newAnswer = (key: string): EditedAnswer => ({ key, id: null, name: '', price: '', isPreSelected: false });

/** A question as the form shows it; a new one is a list with room for two answers. */
export const toQuestionValues = (question: KeptQuestion | undefined): QuestionValues => ({
  name: question?.name ?? '',
  textPrompt: question?.textPrompt ?? '',
  kind: question?.kind ?? QUESTION_KIND.list,
  isRequired: question?.isRequired ?? false,
  hasCostCentres: question?.hasCostCentres ?? false,
  defaultValue: question?.defaultValue ?? '',
  groupIds: question?.groups.map(({ id }) => id) ?? [],
  collectionIds: question?.collections.map(({ id }) => id) ?? [],
  products: question?.products ?? [],
  answers: question
    ? question.values
        .filter(({ active }) => active)
        .map(({ id, name, priceAdjustment, isPreSelected }) => ({
          key: String(id),
          id,
          name,
          price: priceAdjustment === 0 ? '' : String(priceAdjustment),
          isPreSelected,
        }))
    : [newAnswer('new 1'), newAnswer('new 2')],
});

/** Whether the answers are entered in the form, rather than typed by people or taken from the cost centres. */
export const hasOwnAnswers = ({ kind, hasCostCentres }: Pick<QuestionValues, 'hasCostCentres' | 'kind'>): boolean =>
  hasValues({ attributeControlTypeId: kind as Question['attributeControlTypeId'] }) && !hasCostCentres;

/** Rows in which nothing has been entered do not count. */
export const listFilled = ({ answers }: Pick<QuestionValues, 'answers'>): readonly EditedAnswer[] =>
  answers.filter(({ id, name, price }) => id !== null || name.trim() !== '' || price.trim() !== '');

/** Name of the field in which an answer is entered. */
export const nameAnswerInput = (key: string, field: 'name' | 'price'): string => `${field} of ${key}`;

const MAX_PRICE = 100_000;
const isPrice = (text: string) => {
  const amount = text.trim() === '' ? 0 : parseNumber(text);
  return amount >= 0 && amount <= MAX_PRICE && isWholeMinorUnits(amount);
};

/** The errors that can be found without the server. */
export function findQuestionProblems(values: QuestionValues): FieldErrors {
  const errors: Record<string, string> = {};
  if (values.name.trim() === '') errors.name = 'Enter the question, such as “Cost centre”.';
  if (!hasOwnAnswers(values)) return errors;
  const filled = listFilled(values);
  const [first] = values.answers;
  if (filled.length === 0 && first) errors[nameAnswerInput(first.key, 'name')] = 'Enter at least one answer.';
  for (const { key, name, price } of filled) {
    const isTwice = filled.some((other) => other.key !== key && other.name.trim().toLowerCase() === name.trim().toLowerCase());
    if (name.trim() === '') errors[nameAnswerInput(key, 'name')] = 'Enter an answer, or remove the row.';
    else if (isTwice) errors[nameAnswerInput(key, 'name')] = 'Each answer can be listed once.';
    if (!isPrice(price)) errors[nameAnswerInput(key, 'price')] = 'Enter an amount such as 4.50, or leave it blank.';
  }
  return errors;
}

/** What is saved of these fields. */
export function toQuestionBody(values: QuestionValues, changed: readonly (keyof QuestionValues)[]): ChangedQuestion {
  const own = hasOwnAnswers(values);
  const hasChosen = hasValues({ attributeControlTypeId: values.kind as Question['attributeControlTypeId'] });
  const parts: { [K in keyof QuestionValues]?: ChangedQuestion } = {
    name: { name: values.name.trim() },
    textPrompt: { textPrompt: values.textPrompt.trim() || null },
    isRequired: { isRequired: values.isRequired },
    hasCostCentres: { hasCostCentres: values.hasCostCentres },
    defaultValue: { defaultValue: (!hasChosen && values.defaultValue.trim()) || null },
    groupIds: { groupIds: [...values.groupIds] },
    collectionIds: { collectionIds: [...values.collectionIds] },
    products: { productIds: values.products.map(({ id }) => id) },
    answers: {
      values: own
        ? listFilled(values).map(({ id, name, price, isPreSelected }) => ({
            id,
            name: name.trim(),
            priceAdjustment: price.trim() === '' ? 0 : parseNumber(price),
            isPreSelected,
          }))
        : [],
    },
  };
  // Where the answers become the cost centres, or stop being them, what is entered changes with it.
  const saved = changed.includes('hasCostCentres') ? [...changed, 'answers' as const] : changed;
  return Object.assign({}, ...saved.map((name) => parts[name] ?? {})) as ChangedQuestion;
}

/** What is sent for a new question. */
export const toNewQuestion = (values: QuestionValues): NewQuestion => ({
  ...(toQuestionBody(values, Object.keys(values) as (keyof QuestionValues)[]) as Omit<NewQuestion, 'kind' | 'name'>),
  name: values.name.trim(),
  kind: values.kind,
});

/** The question as the checkout would ask it. */
export const toPreview = (values: QuestionValues): Question => {
  const answers = hasOwnAnswers(values) ? listFilled(values) : [];
  return {
    id: 0,
    name: values.name.trim() || 'Your question',
    textPrompt: values.textPrompt.trim() || null,
    isRequired: values.isRequired,
    attributeControlTypeId: values.kind as Question['attributeControlTypeId'],
    defaultValue: null,
    values: answers.map(({ name, price, isPreSelected }, index) => ({
      id: index + 1,
      name: name.trim() || `Answer ${index + 1}`,
      priceAdjustment: isPrice(price) && price.trim() !== '' ? parseNumber(price) : 0,
      isPreSelected,
      displayOrder: index,
    })),
    selected: hasOwnAnswers(values)
      ? answers.flatMap(({ isPreSelected }, index) => (isPreSelected ? [String(index + 1)] : [])).join(',') || null
      : values.defaultValue || null,
    isCostCentre: values.hasCostCentres,
    notice: null,
  };
};
