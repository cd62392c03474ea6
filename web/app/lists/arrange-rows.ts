import type { WholeList } from './define-list.ts';

interface Arrangement<Context> {
  state: { search: string; filters: object };
  sort: string | undefined;
  context: Context;
}

/** The rows of a list that has been loaded as a whole which are shown, in their order. */
export function arrangeRows<Row, Context>(
  { isShown, compare }: WholeList<Row, Context>,
  rows: readonly Row[],
  { state, sort, context }: Arrangement<Context>,
): readonly Row[] {
  const search = state.search.toLowerCase();
  const filters = state.filters as Readonly<Record<string, unknown>>;
  const shown = isShown ? rows.filter((row) => isShown(row, { search, filters }, context)) : rows;
  const order = sort === undefined ? undefined : compare?.[sort];
  return order ? shown.toSorted((a, b) => order(a, b, context)) : shown;
}
