import { memo } from 'react';
import { Link } from 'react-router';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { SelectPageCheckbox } from '#web/ui/lists/selection-checkbox.tsx';
import { SortHeading } from '#web/ui/lists/sort-heading.tsx';
import type { ListCall, ListDrawing, ListRow } from './define-list.ts';
import type { NamedColumn } from './list-columns.ts';
import css from './lists.module.css';
import { RowCheckbox } from './row-checkbox.tsx';
import { ROW_HEADING } from './use-focus-in-rows.ts';
import type { ListModel } from './use-list.ts';
import type { RowSelection } from './use-row-selection.ts';

/** The rows of a list as a table. The first heading of a row links to its record, and the whole row with it. */
export function ListTable<C extends ListCall, Row extends ListRow, Context>({ model }: { model: ListModel<C, Row, Context> }) {
  const { list, shown, rows, context, sort = '', params, change, selection, state } = model;
  const search = params.toString();
  return (
    <div className={css.scroll}>
      <table className={css.table} data-density={model.settings.density ?? undefined}>
        <caption className={css.caption}>{list.label}</caption>
        <thead>
          <tr>
            {selection && (
              <td className={css.checkbox}>
                <SelectPageCheckbox
                  label="Select all on this page"
                  ids={selection.pageIds}
                  has={selection.has}
                  onSelect={selection.select}
                />
              </td>
            )}
            {shown.map(({ id, title, basis, sorts, isNumber }) => (
              <SortHeading
                key={id}
                className={isNumber ? css.number : undefined}
                sorts={sorts}
                sort={sort}
                // A third click takes the order away.
                onSort={(chosen) => change({ sort: state.sort !== undefined && state.sort === sorts?.[1] ? undefined : chosen })}
                basis={typeof basis === 'function' ? basis(context) : basis}
              >
                {title}
              </SortHeading>
            ))}
            {list.actions && (
              <th scope="col">
                <VisuallyHidden>Actions</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              list={list as AnyDrawing}
              columns={shown as AnyColumns}
              context={context}
              search={search}
              isSelected={selection?.has(row.id)}
              onSelect={selection?.toggle}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** As rows are drawn: without the types of a particular list, since a memoised component cannot be generic. */
type AnyDrawing = ListDrawing<ListRow, unknown>;
type AnyColumns = readonly NamedColumn<ListRow, unknown>[];

interface RowProps {
  row: ListRow;
  list: AnyDrawing;
  columns: AnyColumns;
  context: unknown;
  /** The query string of the list, for the way back from a record. */
  search: string;
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined;
  onSelect: RowSelection['toggle'] | undefined;
}

const TableRow = memo(function TableRow({ row, list, columns, context, search, isSelected, onSelect }: RowProps) {
  const link = list.link?.(row, context);
  return (
    <tr data-row={row.id} data-chosen={isSelected || undefined}>
      {onSelect && (
        <td className={css.checkbox}>
          <RowCheckbox row={row} list={list} context={context} isSelected={isSelected} onSelect={onSelect} />
        </td>
      )}
      {columns.map((column) => {
        const content = column.cell(row, context);
        const isText = typeof content === 'string';
        const className = column.isNumber ? css.number : column.wraps === 'wide' ? css.wide : column.wraps ? css.wraps : css.line;
        const title = isText ? content : undefined;
        if (!column.isHeading)
          return (
            <td key={column.id} className={className} title={title}>
              {content}
            </td>
          );
        return (
          <th key={column.id} scope="row" className={className} title={title} {...(link === undefined && ROW_HEADING)}>
            {link !== undefined ? (
              <Link to={link} state={{ list: search }} className={css.link} data-row-link>
                {content}
              </Link>
            ) : (
              content
            )}
          </th>
        );
      })}
      {list.actions && <td className={css.actions}>{list.actions(row, context)}</td>}
    </tr>
  );
});
