import type { Db, Tx } from '#api/platform/db/database.ts';
import { invalid } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { normaliseHeading, normaliseName } from '#api/platform/workbook/cell-names.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { type ColumnOrder, MAX_WORD_LENGTH, type WordField } from '#contract/people/import/interpretation.ts';
import type { ColumnField } from '#contract/people/import.ts';
import { decideOrders, listColumnQuestions } from './column-questions.rules.ts';
import { findMappingProblem } from './columns.rules.ts';
import type { ImportRecord } from './imports.queries.ts';
import { readColumnProfile, readSavedOrders, readSavedWords, saveWords } from './interpretation.queries.ts';
import { groupMeanings, type Interpretation, isValueOf, listWordChoices, type WordMeaning } from './interpretation.rules.ts';
import { readNameLookup } from './people.queries.ts';

type ImportQuestions = ReplyOf<'GET /api/peopleimports/:id/questions'>['importQuestions'];
type Input = Pick<BodyOf<'POST /api/peopleimports/:id/preview'>, 'orders' | 'words' | 'monthFirst'>;

const NO_QUESTIONS: ImportQuestions = { dates: [], names: [], words: [], notes: [] };

/** The fields of a list between commas, one for each column; null for one that is left out. */
const splitFields = (columns: string): (string | null)[] => columns.split(',').map((field) => field.trim() || null);

async function readFacts(db: Db, scope: Scope, { id, kind, columns }: ImportRecord, fields: readonly (ColumnField | null)[]) {
  const [profile, savedOrders, savedWords, nameLookup] = await Promise.all([
    readColumnProfile(db, scope, id),
    readSavedOrders(db, scope, kind),
    readSavedWords(db, scope),
    readNameLookup(db, scope),
  ]);
  const headers = columns.map(({ header }) => header);
  return {
    headers,
    fields,
    profile,
    rememberedOrders: headers.map((header) => savedOrders.get(normaliseHeading(header)) ?? null),
    savedWords,
    meanings: groupMeanings(savedWords),
    nameLookup,
    groupIds: scope.adminableGroupIds,
  };
}

/** The questions about the columns of an import: as they are mapped, or as they would be. Throws 422 where a column cannot be that. */
export async function listImportQuestions(
  db: Db,
  scope: Scope,
  peopleImport: ImportRecord,
  columns: string | undefined,
): Promise<ImportQuestions> {
  const { kind, mapping } = peopleImport;
  const fields = columns === undefined ? mapping : splitFields(columns);
  const problem = columns === undefined ? undefined : findMappingProblem(kind, fields, peopleImport.columns.length);
  if (problem) throw invalid('columns', problem);
  if (kind !== 'people') return NO_QUESTIONS;
  return listColumnQuestions(await readFacts(db, scope, peopleImport, fields as (ColumnField | null)[]));
}

/**
 * Decides how the values of a file of people are read, from what its columns prove, what was answered before, and the answers now, which it saves for the next
 * file. Throws 422 where a question about the order of dates or names is open, or a word cannot mean what was answered.
 */
export async function interpretFile(
  tx: Tx,
  scope: Scope,
  peopleImport: ImportRecord,
  fields: readonly (ColumnField | null)[],
  { orders = [], words = [], monthFirst }: Input,
): Promise<{ interpretation: Interpretation; answeredOrders: (ColumnOrder | null)[] }> {
  const facts = await readFacts(tx, scope, peopleImport, fields);
  const decided = decideOrders(fields, listColumnQuestions(facts), { orders, monthFirst });
  if (decided.open.length > 0) throw invalid('orders', ...decided.open);
  const answers = uniqueWords(words);
  const choices = new Map<WordField, ReadonlySet<number>>();
  const listChoices = (field: WordField) => new Set(listWordChoices(field, facts.nameLookup, facts.groupIds).map(({ id }) => id));
  for (const { field, word, value } of answers) {
    if (value === null) continue;
    const ofField = choices.get(field) ?? listChoices(field);
    choices.set(field, ofField);
    const isAsBefore = facts.meanings.get(field)?.get(word) === value && isValueOf(field, value, facts.nameLookup);
    if (!ofField.has(value) && !isAsBefore) throw invalid('words', `“${word}” cannot mean this. Please choose again.`);
  }
  await saveWords(tx, scope, answers);
  const used = new Set<string | null>(fields);
  const all = uniqueWords([...facts.savedWords, ...answers]).filter(({ field }) => used.has(field));
  return { interpretation: { orders: decided.orders, words: all }, answeredOrders: decided.answered };
}

/** Each word of a field once, as it is compared; the last meaning counts. */
function uniqueWords(words: readonly WordMeaning[]): WordMeaning[] {
  const byKey = new Map(
    words.map(({ field, word, value }) => {
      const key = normaliseName(word);
      return [`${field} ${key}`, { field, word: key, value }];
    }),
  );
  return [...byKey.values()].filter(({ word }) => word !== '' && word.length <= MAX_WORD_LENGTH);
}
