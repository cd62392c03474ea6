import { createContext, useContext } from 'react';
import type { StockNotices } from '#web/app/stock-notices.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { BellIcon } from '#web/ui/content/icons.tsx';
import type { Combination } from '../catalogue-types.ts';
import { isAwaitable } from '../stock-labels.ts';
import css from './cell-notice.module.css';

/** What the caller waits for, for all cells of a grid; without notices no cell has a button. */
const GridNotices = createContext<StockNotices | undefined>(undefined);
export const GridNoticesProvider = GridNotices.Provider;

interface Props {
  combination: Combination;
  /** Its name in the grid: "Navy, Regular, M". */
  label: string;
  /** With words, where there is room for them. */
  isWide?: boolean;
}

/** The button in a cell that is out of stock, to be told when it can be ordered; pressed once the person will be. */
export function CellNotice({ combination, label, isWide = false }: Props) {
  const notices = useContext(GridNotices);
  if (!notices?.notices || !isAwaitable(combination)) return null;
  const notice = notices.find(combination.id);
  const text = `Tell me when ${label} can be ordered`;
  const toggle = () => (notice ? notices.remove(notice) : notices.add({ combinationId: combination.id, name: label }));
  if (isWide)
    return (
      <RowButton
        aria-label={text}
        aria-pressed={notice !== undefined}
        aria-disabled={notices.isPending || undefined}
        onClick={toggle}
      >
        {notice ? 'You’ll be notified' : 'Tell me'}
      </RowButton>
    );
  return (
    <button
      type="button"
      className={css.bell}
      aria-label={text}
      aria-pressed={notice !== undefined}
      title={notice ? 'You’ll be notified when it can be ordered' : 'Tell me when it can be ordered'}
      aria-disabled={notices.isPending || undefined}
      onClick={toggle}
    >
      <BellIcon size={16} />
    </button>
  );
}
