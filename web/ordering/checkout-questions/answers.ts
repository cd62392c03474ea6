import type { ReplyOf } from '#contract/index.ts';
import type { QuestionKindId } from '#contract/ordering/checkout-questions/question-kinds.ts';
import { formatDay } from '#web/ui/format/format.ts';
import { INCOMPLETE_DAY, INCOMPLETE_DAY_ERROR } from '#web/ui/forms/incomplete-day.ts';

/** A question of the checkout, as the summary asks it. */
export type Question = ReplyOf<'POST /api/checkoutsummary'>['checkoutAttributes'][number];

/** Answers by id of the question: an id, several with commas between them, a text, or a day such as 2026-03-12; empty where there is none. */
export type Answers = Readonly<Record<number, string>>;

/** How questions are answered: `attributeControlTypeId`. */
export const QUESTION_KIND = { list: 1, radio: 2, checkboxes: 3, text: 4, longText: 10, day: 20 } as const satisfies Record<
  string,
  QuestionKindId
>;

const WITH_VALUES: readonly number[] = [QUESTION_KIND.list, QUESTION_KIND.radio, QUESTION_KIND.checkboxes];

/** Whether an answer is chosen from values, rather than typed. */
export const hasValues = ({ attributeControlTypeId }: Pick<Question, 'attributeControlTypeId'>): boolean =>
  WITH_VALUES.includes(attributeControlTypeId);

/** Name of the field in which a question is answered. */
export const nameAnswerField = (questionId: number): string => `answer-${questionId}`;

/** The ids of an answer that is chosen. */
export const listChosenIds = (answer: string): readonly number[] => (answer === '' ? [] : answer.split(',').map(Number));

/** Without the values that can no longer be chosen. */
function keepOffered(question: Question, answer: string): string {
  if (!hasValues(question)) return answer;
  return listChosenIds(answer)
    .filter((id) => question.values.some((value) => value.id === id))
    .join(',');
}

/** The answer to each question: what has been entered here, or what the server keeps, which may be a default. */
export const listShownAnswers = (questions: readonly Question[], entered: Answers): Answers =>
  Object.fromEntries(
    questions.map((question) => [question.id, keepOffered(question, entered[question.id] ?? question.selected ?? '')]),
  );

const isSame = (a: string, b: string) => a.trim() === b.trim();

/** Whether the server keeps other answers than these. An incomplete day cannot be kept. */
export const hasUnsavedAnswers = (questions: readonly Question[], answers: Answers): boolean =>
  questions.some(({ id, selected }) => {
    const answer = answers[id] ?? '';
    return answer !== INCOMPLETE_DAY && !isSame(answer, selected ?? '');
  });

/** The answers as calls 90 and 91 take them; an empty one withdraws what was answered before. */
export const toAnswerPayload = (answers: Answers): { id: number; value: string }[] =>
  Object.entries(answers).flatMap(([id, answer]) =>
    answer === INCOMPLETE_DAY ? [] : [{ id: Number(id), value: answer.trim() }],
  );

/** What is missing from an answer; undefined if it can be sent. */
export function findAnswerProblem({ name, isRequired }: Question, answer: string): string | undefined {
  if (answer === INCOMPLETE_DAY) return INCOMPLETE_DAY_ERROR;
  return isRequired && answer.trim() === '' ? `${name} is required.` : undefined;
}

/** The names of what is chosen, the day in words, or the text. */
export function describeAnswer(question: Question, answer: string): string {
  if (hasValues(question)) {
    const chosen = listChosenIds(answer);
    return question.values
      .filter(({ id }) => chosen.includes(id))
      .map(({ name }) => name)
      .join(', ');
  }
  if (question.attributeControlTypeId !== QUESTION_KIND.day || answer === '') return answer.trim();
  return answer === INCOMPLETE_DAY ? '' : formatDay(answer);
}

/** Where the sentences of a refusal that name no question are shown: at the top of the step. */
const STEP = 'questions';

/** What is refused of answers, by the field that shows it. The server begins each sentence with the question: "Gift wrap: Please choose an answer." */
export function placeAnswerErrors(questions: readonly Question[], text: string): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const sentence of text.split('\n')) {
    const question = questions.find(({ name }) => sentence.startsWith(`${name}: `));
    const field = question ? nameAnswerField(question.id) : STEP;
    errors[field] = question ? sentence.slice(question.name.length + 2) : sentence;
  }
  return errors;
}
