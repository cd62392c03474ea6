import { containsSearchWords } from '#contract/platform/search-words.ts';
import type { WholeList } from './define-list.ts';

interface Arrangement<Context> {
  state: { search: string };
  sort: string | undefined;
  context: Context;
}

/** The rows of a list that has been loaded as a whole which are shown, in their order. */
export function arrangeRows<Row, Context>(
  { searchedText, compare }: WholeList<Row, Context>,
  rows: readonly Row[],
  { state, sort, context }: Arrangement<Context>,
): readonly Row[] {
  const isSearched = searchedText !== undefined && state.search.trim() !== '';
  const shown = isSearched ? rows.filter((row) => containsSearchWords(searchedText(row, context), state.search)) : rows;
  const order = sort === undefined ? undefined : compare?.[sort];
  return order ? shown.toSorted((a, b) => order(a, b, context)) : shown;
}
