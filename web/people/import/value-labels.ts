import type { ColumnOrder, NameOrder, WordField } from '#contract/people/import/interpretation.ts';
import type { ImportQuestions } from './column-choice.ts';

type UnknownWord = ImportQuestions['words'][number]['words'][number];

/** A word that is not mapped: its values are left as they are, with a note. */
export const LEFT = '';
/** A word that means nothing. */
export const EMPTY = 'empty';

/** What is chosen for a word at first: the earlier answer, or what has nearly this name. */
export function toInitialWord({ isRemembered, value, proposal }: UnknownWord): string {
  if (isRemembered) return value === null ? EMPTY : String(value);
  return proposal === null ? LEFT : String(proposal);
}

/** What was chosen for a word, as the preview takes it. */
export const toWordValue = (meaning: string): number | null => (meaning === EMPTY ? null : Number(meaning));

/** What a word can mean. What was answered once can be changed, but not taken back. */
export const listWordChoices = (
  field: WordField,
  choices: readonly { id: number; name: string }[],
  { isRemembered }: Pick<UnknownWord, 'isRemembered'>,
): { value: string; label: string }[] => [
  ...(isRemembered ? [] : [{ value: LEFT, label: 'Don’t import, and note it' }]),
  { value: EMPTY, label: field === 'active' ? 'Leave the account as it is' : 'Leave empty' },
  ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
];

/** The orders of dates; the empty choice only as long as none is made. */
export const dateOrderChoices = (order: ColumnOrder | null): { value: string; label: string }[] => [
  ...(order ? [] : [{ value: '', label: 'Please choose' }]),
  { value: 'day', label: 'Day first, as in Britain' },
  { value: 'month', label: 'Month first, as in the USA' },
];

export const nameOrderLabels: Readonly<Record<NameOrder, string>> = {
  'last, first': 'Last, First (with a comma)',
  'first last': 'First Last',
  'last first': 'Last First',
};
