import { type IdsByName, normaliseName } from '#api/platform/workbook/cell-names.ts';
import {
  type ColumnOrder,
  DATE_ORDERS,
  type DateOrder,
  NAME_ORDERS,
  type NameOrder,
  WORD_FIELDS,
  type WordField,
} from '#contract/people/import/interpretation.ts';
import type { ColumnField } from '#contract/people/import.ts';
import { GENDERS } from '../person/history.rules.ts';
import type { NamedThing } from './import-reasons.rules.ts';
import { ACCOUNTS_BY_WORD, EMPTY_WORDS, foldFixedWord, GENDERS_BY_WORD } from './known-words.ts';
import { isRoleOfPeople, type NameLookup } from './name-lookup.rules.ts';

/** What a word of a field means; null: nothing, as an empty cell. Stored as JSON. */
export interface WordMeaning {
  field: WordField;
  /** As `normaliseName` makes it. */
  word: string;
  value: number | null;
}

/** How the values of a file are read where they do not say so themselves. Stored as JSON. */
export interface Interpretation {
  /** The order of each column; null where there is none. */
  orders: (ColumnOrder | null)[];
  words: WordMeaning[];
}

/** The order of each column of an import; of one that was previewed before interpretations were kept, one order for all dates. */
export const getOrders = ({
  mapping,
  interpretation,
  month_first,
}: {
  mapping: readonly (ColumnField | null)[];
  interpretation: Interpretation | null;
  month_first: boolean;
}): readonly (ColumnOrder | null)[] =>
  interpretation?.orders ?? mapping.map((field) => (isDateField(field) ? (month_first ? 'month' : 'day') : null));

/** What words mean, by field and word. */
export type WordMeanings = ReadonlyMap<WordField, ReadonlyMap<string, number | null>>;

/** Groups meanings to be looked up. */
export function groupMeanings(words: readonly WordMeaning[]): WordMeanings {
  const meanings = new Map<WordField, Map<string, number | null>>();
  for (const { field, word, value } of words) {
    const ofField = meanings.get(field) ?? new Map<string, number | null>();
    meanings.set(field, ofField.set(normaliseName(word), value));
  }
  return meanings;
}

/** Where the words of a field are looked up, and what one of them is called. */
export const NAMED_FIELDS = {
  organisationGroupIds: ['groups', 'group'],
  organisationCollections: ['collections', 'wardrobe'],
  organisationSeasons: ['seasons', 'season'],
  roleIds: ['roles', 'role'],
  organisationResortId: ['resorts', 'destination'],
  organisationBusinessAreaId: ['areas', 'business_area'],
  jobRoleId: ['jobs', 'job_role'],
  allocationTypeId: ['allocations', 'allocation'],
} as const satisfies Partial<Record<WordField, readonly [keyof NameLookup, NamedThing]>>;

/** Fields whose cells can hold several words. */
const LIST_FIELDS: ReadonlySet<string> = new Set<WordField>([
  'organisationGroupIds',
  'organisationCollections',
  'organisationSeasons',
  'roleIds',
]);

/** Whether the words of a field can be mapped. */
export const isWordField = (field: ColumnField | null): field is WordField => (WORD_FIELDS as readonly unknown[]).includes(field);
/** Whether the cells of a field can hold several words. */
export const isListField = (field: WordField): field is WordField & keyof typeof NAMED_FIELDS => LIST_FIELDS.has(field);
/** Whether the cells of a field are dates. */
export const isDateField = (field: ColumnField | null): field is 'startDateUtc' | 'endDateUtc' =>
  field === 'startDateUtc' || field === 'endDateUtc';

const isOneOf = <V>(values: readonly V[], value: unknown): value is V => (values as readonly unknown[]).includes(value);

/** An order as one of dates; null where it is another one. */
export const toDateOrder = (order: unknown): DateOrder | null => (isOneOf(DATE_ORDERS, order) ? order : null);
/** An order as one of names; null where it is another one. */
export const toNameOrder = (order: unknown): NameOrder | null => (isOneOf(NAME_ORDERS, order) ? order : null);

/** The words that are known for a field, each with its value. */
export function getKnownWords(field: WordField, nameLookup: NameLookup): IdsByName {
  if (field === 'gender') return GENDERS_BY_WORD;
  if (field === 'active') return ACCOUNTS_BY_WORD;
  return nameLookup[NAMED_FIELDS[field][0]];
}

/**
 * What a word means: a known one by itself, an unknown one as it was mapped; null for one that means nothing, undefined for one that was not mapped. What was
 * mapped to something that is gone since is not mapped.
 */
export function readWord(
  field: WordField,
  word: string,
  nameLookup: NameLookup,
  meanings: WordMeanings,
): number | null | undefined {
  const key = normaliseName(word);
  const isFixed = field === 'gender' || field === 'active';
  const known = getKnownWords(field, nameLookup).get(isFixed ? foldFixedWord(key) : key);
  if (known !== undefined) return known;
  const mapped = meanings.get(field)?.get(key);
  if (mapped === null) return null;
  if (mapped !== undefined && isValueOf(field, mapped, nameLookup)) return mapped;
  return EMPTY_WORDS.has(key) ? null : undefined;
}

/** The tables of the names of a field. */
const TABLES = {
  organisationGroupIds: 'organisation_group',
  organisationCollections: 'collection',
  organisationSeasons: 'season',
  roleIds: 'role',
  organisationResortId: 'resort',
  organisationBusinessAreaId: 'business_area',
  jobRoleId: 'job_role',
  allocationTypeId: 'allocation_type',
} as const satisfies Record<keyof typeof NAMED_FIELDS, string>;

/** Whether a number is a value of a field: asked for each row, so without a search. */
export function isValueOf(field: WordField, value: number, nameLookup: NameLookup): boolean {
  if (field === 'active') return value === 0 || value === 1;
  if (field === 'gender') return GENDERS.has(value);
  if (field === 'roleIds' && !isRoleOfPeople(value)) return false;
  return nameLookup.names[TABLES[field]]?.has(value) ?? false;
}

const ACCOUNT_CHOICES = [
  { id: 1, name: 'Open' },
  { id: 0, name: 'Closed' },
];
/** Admin and Sales, which a file cannot grant. */
const ROLES_NOT_GRANTED = new Set([33, 36]);

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What a word of a field can mean, in the order of their names. `groupIds` limits the groups of an administrator; none: all. */
export function listWordChoices(
  field: WordField,
  nameLookup: NameLookup,
  groupIds: readonly number[],
): { id: number; name: string }[] {
  if (field === 'active') return ACCOUNT_CHOICES;
  if (field === 'gender') return [...GENDERS].map(([id, name]) => ({ id, name: capitalise(name) }));
  const usable = new Set(getKnownWords(field, nameLookup).values());
  return [...(nameLookup.names[TABLES[field]] ?? [])]
    .filter(([id]) => usable.has(id) && !(field === 'roleIds' && ROLES_NOT_GRANTED.has(id)))
    .filter(([id]) => field !== 'organisationGroupIds' || groupIds.length === 0 || groupIds.includes(id))
    .map(([id, name]) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
