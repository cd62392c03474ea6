import { Fragment, memo, type ReactNode } from 'react';
import { Link } from 'react-router';
import { SelectPageRow } from '#web/ui/lists/selection-checkbox.tsx';
import type { ListCall, ListDrawing, ListRow } from './define-list.ts';
import css from './lists.module.css';
import { RowCheckbox } from './row-checkbox.tsx';
import { ROW_HEADING } from './use-focus-in-rows.ts';
import type { ListModel } from './use-list.ts';
import type { RowSelection } from './use-row-selection.ts';

/** The rows of a list as cards, for windows without room for a table. */
export function ListCards<C extends ListCall, Row extends ListRow, Context>({ model }: { model: ListModel<C, Row, Context> }) {
  const { list, rows, context, params, selection } = model;
  const search = params.toString();
  return (
    <>
      {selection && selection.count > 0 && (
        <SelectPageRow label="Select all on this page" ids={selection.pageIds} has={selection.has} onSelect={selection.select} />
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list */}
      <ul className={css.cards} role="list" aria-label={list.label}>
        {rows.map((row) => (
          <ListCard
            key={row.id}
            row={row}
            list={list as ListDrawing<ListRow, unknown>}
            context={context}
            search={search}
            isSelected={selection?.has(row.id)}
            onSelect={selection?.toggle}
          />
        ))}
      </ul>
    </>
  );
}

interface CardProps {
  row: ListRow;
  list: ListDrawing<ListRow, unknown>;
  context: unknown;
  search: string;
  isSelected: boolean | undefined;
  onSelect: RowSelection['toggle'] | undefined;
}

const ListCard = memo(function ListCard({ row, list, context, search, isSelected, onSelect }: CardProps) {
  const link = list.link?.(row, context);
  const draw = (id: string): ReactNode => {
    const column = list.columns[id];
    if (!column || !(column.isAllowed?.(context) ?? true)) return null;
    const content = (column.onCard ?? column.cell).call(column, row, context);
    if (!column.isHeading) return content;
    return link !== undefined ? (
      <Link to={link} state={{ list: search }} className={css.link} data-row-link>
        {content}
      </Link>
    ) : (
      <h2 className={css.heading} {...ROW_HEADING}>
        {content}
      </h2>
    );
  };
  const actions = list.actions && <div className={css.actions}>{list.actions(row, context)}</div>;
  const lines = list.card.map(({ start, end }) => ({
    start: start
      .map((id) => ({ id, content: draw(id) }))
      .filter(({ content }) => content !== null && content !== '' && content !== false),
    end: end === undefined ? null : end === 'actions' ? actions : draw(end),
  }));
  return (
    <li
      className={css.card}
      data-row={row.id}
      data-chosen={isSelected || undefined}
      data-selectable={onSelect ? true : undefined}
    >
      {onSelect && <RowCheckbox row={row} list={list} context={context} isSelected={isSelected} onSelect={onSelect} />}
      {lines.map(
        ({ start, end }, index) =>
          (start.length > 0 || end) && (
            <div key={list.card[index]?.start.join() ?? index} className={index === 0 ? css.cardHead : css.cardLine}>
              <div>
                {start.map(({ id, content }, at) => (
                  <Fragment key={id}>
                    {at > 0 && ' · '}
                    {content}
                  </Fragment>
                ))}
              </div>
              {end && <div>{end}</div>}
            </div>
          ),
      )}
      {list.details?.(row, context)}
      {list.card.every(({ end }) => end !== 'actions') && actions}
    </li>
  );
});
