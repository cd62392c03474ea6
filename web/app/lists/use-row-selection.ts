import { useEffect, useRef } from 'react';
import { type Selection, useSelection } from '#web/ui/lists/use-selection.ts';
import type { ListDrawing, ListRow } from './define-list.ts';

/** The selected rows of a list, over all its pages. */
export interface RowSelection extends Selection {
  /** The rows of this page that can be selected. */
  pageIds: readonly number[];
  /** Selects a row or takes it out; with `isRange` also those between it and the one changed last. The same function on every rendering. */
  toggle: (id: number, isSelected: boolean, isRange: boolean) => void;
}

interface State<Row, Context> {
  rows: readonly Row[];
  context: Context;
  totalCount: number;
  /** What identifies the search and filters: another one ends the selection. */
  filters: string;
  page: number;
}

/** The ids from one to another, in either direction; only the second when the first is not among them. */
export function idsBetween(ids: readonly number[], from: number | undefined, to: number): readonly number[] {
  const [a, b] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)];
  return a < 0 || b < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/** The selection of rows of a list. */
export function useRowSelection<Row extends ListRow, Context>(
  { selection: definition }: Pick<ListDrawing<Row, Context>, 'selection'>,
  { rows, context, totalCount, filters, page }: State<Row, Context>,
): RowSelection {
  const selection = useSelection(definition?.isPageOnly ? `${filters} ${page}` : filters, totalCount);
  const pageIds = rows.filter((row) => definition?.getBlocker?.(row, context) === undefined).map(({ id }) => id);
  const latest = useRef({ selection, pageIds });
  useEffect(() => {
    latest.current = { selection, pageIds };
  });
  const changedLast = useRef<number>(undefined);
  const toggle = useRef((id: number, isSelected: boolean, isRange: boolean) => {
    const { selection: now, pageIds: ids } = latest.current;
    now.select(isRange ? idsBetween(ids, changedLast.current, id) : [id], isSelected);
    changedLast.current = id;
  });
  return { ...selection, pageIds, toggle: toggle.current };
}
