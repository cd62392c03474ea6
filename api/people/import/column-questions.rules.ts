import type { ColumnProfile } from '#api/platform/sheet-file/column-profile.rules.ts';
import { type DateShapes, findDateShape, NO_DATES } from '#api/platform/sheet-file/date-shapes.rules.ts';
import { normaliseName } from '#api/platform/workbook/cell-names.ts';
import type { ReplyOf } from '#contract/index.ts';
import { type ColumnOrder, MAX_WORD_LENGTH, NAME_ORDERS, type WordField } from '#contract/people/import/interpretation.ts';
import type { ColumnField } from '#contract/people/import.ts';
import { listWords } from './cells.rules.ts';
import { findColumnOrder } from './date-order.rules.ts';
import { findNameOrder, listNameExamples } from './full-names.rules.ts';
import {
  getKnownWords,
  isDateField,
  isListField,
  isValueOf,
  isWordField,
  listWordChoices,
  readWord,
  toDateOrder,
  toNameOrder,
  type WordMeanings,
} from './interpretation.rules.ts';
import { AWAY_WORDS } from './known-words.ts';
import type { NameLookup } from './name-lookup.rules.ts';
import { createNearNameFinder } from './near-names.rules.ts';

type ImportQuestions = ReplyOf<'GET /api/peopleimports/:id/questions'>['importQuestions'];
type DateQuestion = ImportQuestions['dates'][number];
type NameQuestion = ImportQuestions['names'][number];
type WordQuestion = ImportQuestions['words'][number];

/** What the questions about the columns of a file follow from. */
interface ColumnFacts {
  headers: readonly string[];
  fields: readonly (ColumnField | null)[];
  /** Null where it is not known. */
  profile: readonly ColumnProfile[] | null;
  /** Order of each column as it was answered for an earlier file. */
  rememberedOrders: readonly (ColumnOrder | null)[];
  /** What words mean, as it was answered for an earlier file. */
  meanings: WordMeanings;
  nameLookup: NameLookup;
  /** The groups of an administrator of some groups; none: all. */
  groupIds: readonly number[];
}

const MAX_EXAMPLES = 4;
/** Words of a column for which near names are sought, which takes time for each. */
const MAX_PROPOSED = 100;

/** A date that shows what is asked, or what proves the answer. */
function findExample(profile: ColumnProfile | undefined, shape: keyof DateShapes): string | undefined {
  return profile?.values.find(({ value }) => findDateShape(value) === shape)?.value;
}

function listDateQuestions({ headers, fields, profile, rememberedOrders }: ColumnFacts): DateQuestion[] {
  return fields.flatMap((field, column): DateQuestion[] => {
    if (!isDateField(field)) return [];
    const ofColumn = profile?.[column];
    // Of a column that is not known, every date may be in doubt.
    const shapes = ofColumn?.dates ?? { ...NO_DATES, either: 1 };
    const found = findColumnOrder(shapes, toDateOrder(rememberedOrders[column]));
    if (!found) return [];
    const proof = { day: 'onlyDayFirst', month: 'onlyMonthFirst' } as const;
    const shown = found.basis === 'proved' ? proof[found.order] : 'either';
    return [
      {
        column,
        header: headers[column] ?? '',
        ...found,
        example: findExample(ofColumn, shown) ?? findExample(ofColumn, 'either') ?? '03/04/2026',
        dayFirst: shapes.onlyDayFirst,
        monthFirst: shapes.onlyMonthFirst,
        either: ofColumn ? shapes.either : 0,
      },
    ];
  });
}

function listNameQuestions({ headers, fields, profile, rememberedOrders }: ColumnFacts): NameQuestion[] {
  return fields.flatMap((field, column): NameQuestion[] => {
    if (field !== 'fullName') return [];
    const ofColumn = profile?.[column] ?? { values: [] };
    return [
      {
        column,
        header: headers[column] ?? '',
        ...findNameOrder(ofColumn, toNameOrder(rememberedOrders[column])),
        choices: NAME_ORDERS.map((order) => ({ order, examples: listNameExamples(ofColumn, order, MAX_EXAMPLES) })),
      },
    ];
  });
}

/** The unknown words of a column with their rows, the most frequent first. */
function countUnknownWords(field: WordField, { values }: ColumnProfile, { nameLookup, meanings }: ColumnFacts) {
  const counts = new Map<string, { word: string; rows: number }>();
  let uncountedRows = 0;
  const none: WordMeanings = new Map();
  for (const { value, count } of values) {
    if (value.length > MAX_WORD_LENGTH) {
      // It was cut, so that it cannot be compared.
      uncountedRows += count;
      continue;
    }
    for (const word of isListField(field) ? listWords(field, value, nameLookup, meanings) : [value]) {
      const key = normaliseName(word);
      if (readWord(field, word, nameLookup, none) !== undefined) continue;
      const counted = counts.get(key) ?? { word: word.trim(), rows: 0 };
      counts.set(key, { ...counted, rows: counted.rows + count });
    }
  }
  return { words: [...counts].toSorted(([, a], [, b]) => b.rows - a.rows), uncountedRows };
}

function listWordQuestions(facts: ColumnFacts): WordQuestion[] {
  const { headers, fields, profile, meanings, nameLookup, groupIds } = facts;
  return fields.flatMap((field, column): WordQuestion[] => {
    const ofColumn = profile?.[column];
    if (!isWordField(field) || !ofColumn) return [];
    const { words, uncountedRows } = countUnknownWords(field, ofColumn, facts);
    if (words.length === 0) return [];
    const choices = listWordChoices(field, nameLookup, groupIds);
    const propose = createProposer(field, nameLookup, choices);
    return [
      {
        column,
        header: headers[column] ?? '',
        field,
        words: words.map(([key, { word, rows }], index) => {
          const remembered = meanings.get(field)?.get(key);
          const isRemembered = remembered === null || (remembered !== undefined && isValueOf(field, remembered, nameLookup));
          const proposal = isRemembered || index >= MAX_PROPOSED ? null : propose(word);
          return { word, rows, isRemembered, value: isRemembered ? remembered : null, proposal };
        }),
        unlistedRows: ofColumn.others + uncountedRows,
        choices,
      },
    ];
  });
}

/** Proposes what a word means: of those that may be chosen, the one with nearly this name; for who is away, an open account. */
function createProposer(
  field: WordField,
  nameLookup: NameLookup,
  choices: readonly { id: number }[],
): (word: string) => number | null {
  const allowed = new Set(choices.map(({ id }) => id));
  const findNear = createNearNameFinder(getKnownWords(field, nameLookup));
  return (word) => {
    const proposed = field === 'active' && AWAY_WORDS.test(word) ? 1 : findNear(word);
    return proposed !== undefined && allowed.has(proposed) ? proposed : null;
  };
}

const ORDER_SENTENCES: Readonly<Record<ColumnOrder, string>> = {
  day: 'with the day first',
  month: 'with the month first',
  'last, first': 'as “Last, First”',
  'first last': 'as “First Last”',
  'last first': 'as “Last First”',
};

const countRows = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'row' : 'rows'}`;

/** How columns are read that prove or remember their order, and which of their values mean that there is none. */
function listNotes(facts: ColumnFacts, dates: readonly DateQuestion[], names: readonly NameQuestion[]): string[] {
  const orders = [...dates, ...names].flatMap(({ header, order, basis }) => {
    if (order === null) return [];
    const why = basis === 'proved' ? 'as its values prove' : 'as was chosen for this column';
    return [`“${header}” is read ${ORDER_SENTENCES[order]}, ${why}.`];
  });
  const never = facts.fields.flatMap((field, column) => {
    const ofColumn = facts.profile?.[column];
    const count = ofColumn?.dates.never ?? 0;
    if (!isDateField(field) || count === 0) return [];
    const what = field === 'endDateUtc' ? 'no last day of work' : 'no first day of work';
    const examples = (ofColumn?.values ?? [])
      .filter(({ value }) => findDateShape(value) === 'never')
      .map(({ value }) => `“${value}”`);
    const shown = examples.length > MAX_EXAMPLES ? [...examples.slice(0, MAX_EXAMPLES), 'others'] : examples;
    const subject = shown.length > 0 ? new Intl.ListFormat('en-GB').format(shown) : 'Dates far from now';
    return [`${subject} in “${facts.headers[column]}” ${shown.length === 1 ? 'means' : 'mean'} ${what} (${countRows(count)}).`];
  });
  return [...orders, ...never];
}

/** The questions about the columns of a file of people. */
export function listColumnQuestions(facts: ColumnFacts): ImportQuestions {
  const dates = listDateQuestions(facts);
  const names = listNameQuestions(facts);
  return { dates, names, words: listWordQuestions(facts), notes: listNotes(facts, dates, names) };
}

/** The answers of a preview to the orders of columns. */
interface OrderAnswers {
  orders: readonly { column: number; order: ColumnOrder }[];
  /** For all dates that are not in `orders`. */
  monthFirst: boolean | undefined;
}

/** The order of each column, with the answers to what is open; or which questions remain, each as a sentence. Proof is above answers. */
export function decideOrders(
  fields: readonly (ColumnField | null)[],
  { dates, names }: Pick<ImportQuestions, 'dates' | 'names'>,
  answers: OrderAnswers,
): { orders: (ColumnOrder | null)[]; answered: (ColumnOrder | null)[]; open: string[] } {
  const given = new Map(answers.orders.map(({ column, order }) => [column, order]));
  const forDates = answers.monthFirst === undefined ? null : answers.monthFirst ? 'month' : 'day';
  const orders: (ColumnOrder | null)[] = fields.map(() => null);
  const answered: (ColumnOrder | null)[] = fields.map(() => null);
  const open: string[] = [];
  for (const { column, header, order, basis, example } of dates) {
    const answer = toDateOrder(given.get(column)) ?? forDates;
    orders[column] = basis === 'proved' ? order : (answer ?? order);
    if (basis !== 'proved') answered[column] = orders[column] ?? null;
    if (!orders[column]) open.push(`Please choose whether the day or the month comes first in “${header}”, as in ${example}.`);
  }
  for (const { column, header, order, basis } of names) {
    orders[column] = basis === 'proved' ? order : (toNameOrder(given.get(column)) ?? order);
    if (basis !== 'proved') answered[column] = orders[column] ?? null;
    if (!orders[column]) open.push(`Please choose in which order “${header}” has first and last names.`);
  }
  return { orders, answered, open };
}
