import { useState } from 'react';

/** What is chosen of a list: some by hand, over all pages, or all that its filters leave. */
export interface Selection {
  ids: ReadonlySet<number>;
  all: boolean;
  count: number;
  has: (id: number) => boolean;
  select: (ids: readonly number[], selected: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

interface Chosen {
  list: string;
  ids: ReadonlySet<number>;
  all: boolean;
}

/** The selection of a list, of which `list` says what it shows: another search or filter begins without one. */
export function useSelection(list: string, total: number): Selection {
  const none: Chosen = { list, ids: new Set(), all: false };
  const [kept, setKept] = useState<Chosen>(none);
  const { ids, all } = kept.list === list ? kept : none;
  return {
    ids,
    all,
    count: all ? total : ids.size,
    has: (id) => all || ids.has(id),
    // Taking one away from all would be a list of exceptions: it begins anew with those that are seen.
    select: (changed, selected) => {
      const next = new Set(all ? [] : ids);
      for (const id of changed) {
        if (selected) next.add(id);
        else next.delete(id);
      }
      setKept({ list, ids: next, all: false });
    },
    selectAll: () => setKept({ list, ids: new Set(), all: true }),
    clear: () => setKept(none),
  };
}
