import { useState } from 'react';
import type { BodyOf, QueryOf } from '#contract/index.ts';
import { type PeopleFilters, toExportQuery } from './people-filters.ts';

/** So many people can be named in one change; more are meant by the filters. */
const MOST_NAMED = 500;

export type BulkChange = Omit<BodyOf<'POST /api/customers/changes'>, 'customerIds' | 'everybody' | 'expected'>;

/** Whom a change of many is about: the ids chosen by hand, over all pages, or everybody whom the filters leave. */
export interface Selection {
  ids: ReadonlySet<number>;
  everybody: boolean;
  count: number;
  has: (id: number) => boolean;
  select: (ids: readonly number[], selected: boolean) => void;
  selectEverybody: () => void;
  clear: () => void;
  /** Why nothing can be done with it; undefined when something can. */
  obstacle: string | undefined;
  toRequest: (change: BulkChange) => {
    query: QueryOf<'POST /api/customers/changes'>;
    body: BodyOf<'POST /api/customers/changes'>;
  };
}

interface Chosen {
  list: string;
  ids: ReadonlySet<number>;
  everybody: boolean;
}

/** The selection of a list; another search or filter begins without one. */
export function useSelection(filters: PeopleFilters, total: number): Selection {
  const { order, ...query } = toExportQuery(filters);
  const list = JSON.stringify(query);
  const none: Chosen = { list, ids: new Set(), everybody: false };
  const [kept, setKept] = useState<Chosen>(none);
  const { ids, everybody } = kept.list === list ? kept : none;
  const count = everybody ? total : ids.size;
  return {
    ids,
    everybody,
    count,
    has: (id) => everybody || ids.has(id),
    // Taking one away from everybody would be a list of exceptions: it begins anew with those that are seen.
    select: (changed, selected) => {
      const next = new Set(everybody ? [] : ids);
      for (const id of changed) {
        if (selected) next.add(id);
        else next.delete(id);
      }
      setKept({ list, ids: next, everybody: false });
    },
    selectEverybody: () => setKept({ list, ids: new Set(), everybody: true }),
    clear: () => setKept(none),
    obstacle:
      !everybody && count > MOST_NAMED
        ? `At most ${MOST_NAMED} people can be chosen by hand. Narrow the list and choose all that match.`
        : undefined,
    toRequest: (change) =>
      everybody
        ? { query, body: { ...change, everybody: true, expected: total } }
        : { query: {}, body: { ...change, customerIds: [...ids] } },
  };
}
