import type { ListColumn, ListDefinition } from './define-list.ts';
import type { ListRights } from './list-state.ts';

/** A column with its name. */
export type NamedColumn<Row, Context> = ListColumn<Row, Context> & { id: string };

/** The columns that the reader may see, in their order. */
export const listAllowedColumns = <Row, Context>(
  { columns }: { columns: Readonly<Record<string, ListColumn<Row, Context>>> },
  context: Context,
): NamedColumn<Row, Context>[] =>
  Object.entries(columns)
    .map(([id, column]) => ({ id, ...column }))
    .filter((column) => column.isAllowed?.(context) ?? true);

/** The columns that are shown: the chosen ones, or else the usual for a window with or without room. */
export const selectShownColumns = <Row, Context>(
  columns: readonly NamedColumn<Row, Context>[],
  chosen: readonly string[] | null,
  hasRoom = true,
): NamedColumn<Row, Context>[] =>
  columns.filter(
    ({ id, isHeading, isExtra, isRoomy }) => isHeading || (chosen ? chosen.includes(id) : !isExtra && (hasRoom || !isRoomy)),
  );

/** A reader may filter by what is not kept from them, and sort by the columns that they may see. */
export const getListRights = <Row, Context>(columns: readonly ListColumn<Row, Context>[], context: Context): ListRights => ({
  isFilterAllowed: (filter) => filter.isAllowed?.(context) ?? true,
  isSortAllowed: (sort) => columns.some(({ sorts }) => sorts?.includes(sort)),
});

/** Rows per page: as the URL says, as the person has chosen, or as usual. */
export const getLimit = (
  { rows }: Pick<ListDefinition<never, never, never>, 'rows'>,
  state: { rows: number | undefined },
  chosen: number | null,
): number => state.rows ?? rows.choices?.find((choice) => choice === chosen) ?? rows.usual;
