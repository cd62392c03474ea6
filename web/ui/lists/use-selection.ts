import { useState } from 'react';

/** The selected items of a list: individual ones across pages, or all that match its filters. */
export interface Selection {
  ids: ReadonlySet<number>;
  all: boolean;
  count: number;
  has: (id: number) => boolean;
  select: (ids: readonly number[], selected: boolean) => void;
  selectAll: () => void;
  clear: () => void;
}

interface SelectionState {
  list: string;
  ids: ReadonlySet<number>;
  all: boolean;
}

/** The selection of a list. `list` identifies its search and filters; a change to them clears the selection. */
export function useSelection(list: string, total: number): Selection {
  const none: SelectionState = { list, ids: new Set(), all: false };
  const [state, setState] = useState<SelectionState>(none);
  const { ids, all } = state.list === list ? state : none;
  return {
    ids,
    all,
    count: all ? total : ids.size,
    has: (id) => all || ids.has(id),
    // "All except some" is not supported: after "all", the selection starts again with the items given here.
    select: (changed, selected) => {
      const next = new Set(all ? [] : ids);
      for (const id of changed) {
        if (selected) next.add(id);
        else next.delete(id);
      }
      setState({ list, ids: next, all: false });
    },
    selectAll: () => setState({ list, ids: new Set(), all: true }),
    clear: () => setState(none),
  };
}
