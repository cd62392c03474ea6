import type { ReactNode } from 'react';
import { Notice } from '../feedback/notice.tsx';
import { formatNumber } from '../format/format.ts';
import css from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface Props {
  /** Names the region for screen readers: "Selected products". */
  label: string;
  selection: Selection;
  /** The number of items that match the filters, on all pages. */
  total: number;
  /** The name of one item and of several. */
  nouns: readonly [one: string, several: string];
  /** "Clear selection". */
  clearLabel: string;
  /** Why the selection cannot be changed. */
  blocker?: string | undefined;
  /** Buttons for the actions on the selection. */
  children: ReactNode;
}

/** The number of selected items and the actions for them. Renders nothing without a selection. */
export function SelectionBar({ label, selection, total, nouns: [one, several], clearLabel, blocker, children }: Props) {
  const { count, all } = selection;
  if (count === 0) return null;
  return (
    <section className={css.bar} aria-label={label}>
      <p className={css.count} aria-live="polite">
        <strong>
          {formatNumber(count)} {count === 1 ? one : several}
        </strong>{' '}
        selected{all && ' (all matches)'}
      </p>
      <div className={css.links}>
        {!all && count < total && (
          <button type="button" className={css.link} onClick={selection.selectAll}>
            Select all {formatNumber(total)}
          </button>
        )}
        <button type="button" className={css.link} onClick={selection.clear}>
          {clearLabel}
        </button>
      </div>
      <div className={css.actions}>{children}</div>
      {blocker && <Notice tone="warning">{blocker}</Notice>}
    </section>
  );
}
