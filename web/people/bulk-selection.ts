import type { BodyOf, QueryOf } from '#contract/index.ts';
import type { Selection } from '../ui/selection.ts';
import { type PeopleFilters, toExportQuery } from './people-filters.ts';

/** So many people can be named in one change; more are meant by the filters. */
const MOST_NAMED = 500;

export type BulkChange = Omit<
  BodyOf<'POST /api/customers/changes'>,
  'customerIds' | 'versions' | 'everybody' | 'expected' | 'seenOnUtc'
>;

/** The filters of a list without its order: what a selection of it, and a change of everybody in it, is about. */
export function listOf(filters: PeopleFilters): QueryOf<'POST /api/customers/changes'> {
  const { order: _, ...query } = toExportQuery(filters);
  return query;
}

/** Why nothing can be done with a selection; undefined when something can. */
export const obstacleOf = ({ all, count }: Selection): string | undefined =>
  !all && count > MOST_NAMED
    ? `At most ${MOST_NAMED} people can be chosen by hand. Narrow the list and choose all that match.`
    : undefined;

/** What was looked at when they were chosen. */
interface Looked {
  filters: PeopleFilters;
  /** The versions that were shown, by id. */
  seen: ReadonlyMap<number, number>;
  /** When the list was read. */
  seenOnUtc: string | undefined;
}

/** A change of those who are chosen, as the call takes it. */
export const toRequest = ({ all, ids, count }: Selection, { filters, seen, seenOnUtc }: Looked, change: BulkChange) =>
  all
    ? { query: listOf(filters), body: { ...change, everybody: true, expected: count, ...(seenOnUtc && { seenOnUtc }) } }
    : { query: {}, body: { ...change, customerIds: [...ids], versions: [...ids].map((id) => seen.get(id) ?? 0) } };
