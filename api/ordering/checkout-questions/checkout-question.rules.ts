import { parseIsoDate } from '#api/platform/http/dates.ts';
import { MAX_ANSWER_LENGTH, type QuestionKindId } from '#contract/ordering/checkout-questions/question-kinds.ts';
import { hasValues } from './asked-questions.rules.ts';

interface QuestionToCheck {
  kind: QuestionKindId;
  hasCostCentres: boolean;
  defaultValue: string | null;
  values: readonly { name: string; isPreselected: boolean }[];
}

const LIST = 1;
const CHECKBOXES = 3;
const TEXT = 4;
const DAY = 20;

/** Why a question cannot be kept like this: the field and a sentence; undefined when it can. */
export function explainQuestion(question: QuestionToCheck): { field: string; message: string } | undefined {
  const { kind, hasCostCentres, defaultValue, values } = question;
  if (hasCostCentres && kind !== LIST) return { field: 'hasCostCentres', message: 'Only a list can offer the cost centres.' };
  if (hasCostCentres && values.length > 0)
    return { field: 'values', message: 'The cost centres are the answers. Please remove the others.' };
  if (!hasValues(kind)) {
    if (values.length > 0)
      return { field: 'values', message: 'A text or a day has no answers to choose from. Please remove them.' };
    return explainDefault(kind, defaultValue);
  }
  if (defaultValue !== null)
    return { field: 'defaultValue', message: 'Only texts and days can be filled in. Preselect an answer instead.' };
  if (!hasCostCentres && values.length === 0)
    return { field: 'values', message: 'Please add at least one answer to choose from.' };
  const names = values.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) return { field: 'values', message: 'Two answers are the same. Please change one.' };
  if (kind !== CHECKBOXES && values.filter(({ isPreselected }) => isPreselected).length > 1)
    return { field: 'values', message: 'Only one answer can be preselected. Use checkboxes for several.' };
  return undefined;
}

function explainDefault(kind: QuestionKindId, value: string | null) {
  if (value === null) return undefined;
  if (kind === DAY && !parseIsoDate(value)?.isDay)
    return { field: 'defaultValue', message: 'Please enter a day, such as 2026-12-03.' };
  const longest = kind === TEXT ? MAX_ANSWER_LENGTH.text : MAX_ANSWER_LENGTH.longText;
  if (value.length > longest) return { field: 'defaultValue', message: `Please enter at most ${longest} characters.` };
  return undefined;
}
