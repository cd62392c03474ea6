import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import type { GridParts } from './grid-parts.ts';
import { SizeList } from './size-list.tsx';
import { SizeTable } from './size-table.tsx';

/**
 * The fields of a size grid: a table with spreadsheet navigation on wide screens, one colour at a time on phones. `isBrief` leaves
 * out how the table is used, for a page that says so once.
 */
export function SizeFields({ isBrief = false, ...parts }: GridParts & { isBrief?: boolean }) {
  return useIsNarrow(600) ? <SizeList {...parts} /> : <SizeTable {...parts} isBrief={isBrief} />;
}
