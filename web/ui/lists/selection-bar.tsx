import type { ReactNode } from 'react';
import { Notice } from '../feedback/notice.tsx';
import { formatNumber } from '../format/format.ts';
import css from './selection-bar.module.css';
import type { Selection } from './use-selection.ts';

interface Props {
  /** What is chosen, for screen readers. */
  label: string;
  selection: Selection;
  /** How many the filters leave, on all pages. */
  total: number;
  /** What one of them is called, and several. */
  nouns: readonly [one: string, several: string];
  /** "Choose nobody". */
  clearLabel: string;
  /** Why nothing can be done with them. */
  blocker?: string | undefined;
  /** What can be done with them: buttons. */
  children: ReactNode;
}

/** How many are chosen of a list, and what can be done with them; nothing where none are. */
export function SelectionBar({ label, selection, total, nouns: [one, several], clearLabel, blocker, children }: Props) {
  const { count, all } = selection;
  if (count === 0) return null;
  return (
    <section className={css.bar} aria-label={label}>
      <p className={css.count} aria-live="polite">
        <strong>
          {formatNumber(count)} {count === 1 ? one : several}
        </strong>{' '}
        chosen{all && ': all that match'}
      </p>
      <div className={css.ways}>
        {!all && count < total && (
          <button type="button" className={css.link} onClick={selection.selectAll}>
            Choose all {formatNumber(total)} that match
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
