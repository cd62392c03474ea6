import type { ReplyOf } from '#contract/index.ts';
import type { ColumnField } from '#contract/people/import.ts';
import type { PeopleImport } from './import-labels.ts';

/** What was chosen in the step of columns. */
export interface ColumnChoice {
  fields: (ColumnField | null)[];
  deactivateMissing: boolean;
  clearEmpty: boolean;
  invite: boolean;
}

export type ImportQuestions = ReplyOf<'GET /api/peopleimports/:id/questions'>['importQuestions'];

/** What was chosen for the present preview, or what is suggested. */
export const getColumnChoice = ({ columns, deactivateMissing, clearEmpty, invite }: PeopleImport): ColumnChoice => ({
  fields: columns.map(({ field }) => field),
  deactivateMissing,
  clearEmpty,
  invite,
});

/** The call for the questions about columns with these fields. */
export const listQuestionsCall = (id: number, fields: readonly (ColumnField | null)[]) =>
  [
    'GET /api/peopleimports/:id/questions',
    { params: { id }, query: { columns: fields.map((field) => field ?? '').join(',') } },
  ] as const;

/** Whether there is a question that neither the file nor an earlier answer answers. */
export const hasToBeAsked = ({ dates, names, words }: ImportQuestions): boolean =>
  [...dates, ...names].some(({ order }) => order === null) ||
  words.some((column) => column.words.some(({ isRemembered }) => !isRemembered));
