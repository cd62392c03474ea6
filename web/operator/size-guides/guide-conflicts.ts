import { WEARER_LABELS } from '#web/sizing/size-guide-columns.ts';
import type { GuideDraft } from './guide-table.ts';

/** Parts of a guide that are changed on their own. A table and whose measures it has belong together. */
export type GuidePart = 'name' | 'table';
export const GUIDE_PARTS: readonly GuidePart[] = ['name', 'table'];

const PART_LABELS: Readonly<Record<GuidePart, string>> = { name: 'Name', table: 'Table' };
/** Differences of two tables that are named one by one. */
const MAX_DIFFERENCES = 6;

const partOf = ({ name, wearers, columns, rows }: GuideDraft, part: GuidePart) =>
  JSON.stringify(part === 'name' ? name : [wearers, columns, rows]);

/** One guide with a part of another. */
export const takePart = (draft: GuideDraft, { name, wearers, columns, rows }: GuideDraft, part: GuidePart): GuideDraft =>
  part === 'name' ? { ...draft, name } : { ...draft, wearers, columns, rows };

/**
 * What was typed, joined with what someone else has saved since `base` was loaded: parts that were changed on one side only are those of
 * this side. Those changed on both sides stay as they were typed, and are named.
 */
export function mergeGuide(
  base: GuideDraft,
  mine: GuideDraft,
  theirs: GuideDraft,
): { merged: GuideDraft; conflicts: GuidePart[] } {
  const differs = (one: GuideDraft, other: GuideDraft, part: GuidePart) => partOf(one, part) !== partOf(other, part);
  const untouched = GUIDE_PARTS.filter((part) => !differs(mine, base, part));
  return {
    merged: untouched.reduce((draft, part) => takePart(draft, theirs, part), { ...mine, version: theirs.version }),
    conflicts: GUIDE_PARTS.filter(
      (part) => differs(mine, base, part) && differs(theirs, base, part) && differs(mine, theirs, part),
    ),
  };
}

/** The parts in which two guides still differ, of those in conflict, as texts to compare. */
export const describeConflicts = (mine: GuideDraft, theirs: GuideDraft, conflicts: readonly GuidePart[]) =>
  conflicts
    .filter((part) => partOf(mine, part) !== partOf(theirs, part))
    .map((part) => ({
      name: part,
      label: PART_LABELS[part],
      mine: part === 'name' ? mine.name : describeTable(mine, theirs),
      theirs: part === 'name' ? theirs.name : describeTable(theirs, mine),
    }));

/** What a table has that the other has not. */
function describeTable(table: GuideDraft, other: GuideDraft): string {
  const cells = table.rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) =>
      cell === other.rows[row]?.[column]
        ? []
        : `${cells[0] || `Row ${row + 1}`}, ${table.columns[column] || `column ${column + 1}`}: ${cell || 'empty'}`,
    ),
  );
  const headings = table.columns
    .filter((heading, column) => heading !== other.columns[column])
    .map((heading) => `column ${heading}`);
  const differences = [
    ...(table.wearers === other.wearers ? [] : [`measures of ${WEARER_LABELS[table.wearers].toLowerCase()}`]),
    ...(table.rows.length === other.rows.length ? [] : [`${table.rows.length} sizes`]),
    ...headings,
    ...cells,
  ];
  const rest = differences.length - MAX_DIFFERENCES;
  return [...differences.slice(0, MAX_DIFFERENCES), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}
