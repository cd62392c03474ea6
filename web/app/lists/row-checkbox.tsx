import css from '#web/ui/lists/list.module.css';
import type { ListDrawing, ListRow } from './define-list.ts';
import type { RowSelection } from './use-row-selection.ts';

interface Props {
  row: ListRow;
  list: Pick<ListDrawing<ListRow, unknown>, 'selection'>;
  context: unknown;
  isSelected: boolean | undefined;
  onSelect: RowSelection['toggle'];
}

/** Selects a row; with Shift all rows between it and the one changed before. A plain input, because a page of rows has many. */
export function RowCheckbox({ row, list: { selection }, context, isSelected = false, onSelect }: Props) {
  const blocker = selection?.getBlocker?.(row, context);
  return (
    <input
      type="checkbox"
      className={css.check}
      aria-label={`Select ${selection?.rowName(row)}`}
      title={blocker}
      disabled={blocker !== undefined}
      checked={isSelected}
      onChange={(event) =>
        onSelect(row.id, event.currentTarget.checked, 'shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)
      }
    />
  );
}
