import type { BodyOf, QueryOf } from '#contract/index.ts';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import { type PeopleFilters, toPeopleExportQuery } from '../people-filters.ts';

/** So many people can be named in one change; more are meant by the filters. */
const MAX_NAMED = 500;

export type PeopleEditPayload = Omit<
  BodyOf<'POST /api/customers/changes'>,
  'customerIds' | 'versions' | 'everybody' | 'expected' | 'seenOnUtc'
>;

/** The filters of a list without its order: what a selection of it, and a change of everybody in it, is about. */
export function toSelectionQuery(filters: PeopleFilters): QueryOf<'POST /api/customers/changes'> {
  const { order: _, ...query } = toPeopleExportQuery(filters);
  return query;
}

/** Why nothing can be done with a selection; undefined when something can. */
export const getSelectionBlocker = ({ all, count }: Selection): string | undefined =>
  !all && count > MAX_NAMED
    ? `At most ${MAX_NAMED} people can be chosen by hand. Narrow the list and choose all that match.`
    : undefined;

/** What was looked at when they were chosen. */
interface ListSnapshot {
  filters: PeopleFilters;
  /** The versions that were shown, by id. */
  loadedVersions: ReadonlyMap<number, number>;
  /** When the list was read. */
  seenOnUtc: string | undefined;
}

/** A change of those who are chosen, as the call takes it. */
export const toPeopleBulkEditRequest = (
  { all, ids, count }: Selection,
  { filters, loadedVersions, seenOnUtc }: ListSnapshot,
  change: PeopleEditPayload,
) =>
  all
    ? { query: toSelectionQuery(filters), body: { ...change, everybody: true, expected: count, ...(seenOnUtc && { seenOnUtc }) } }
    : { query: {}, body: { ...change, customerIds: [...ids], versions: [...ids].map((id) => loadedVersions.get(id) ?? 0) } };
