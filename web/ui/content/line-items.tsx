import type { ReactNode } from 'react';
import css from './line-items.module.css';
import { Picture } from './picture.tsx';

export interface LineItem {
  id: number;
  src: string | null | undefined;
  name: ReactNode;
  /** Second and further rows in small type; empty ones are left out. */
  notes: readonly (string | null | undefined)[];
  figure?: ReactNode;
  below?: ReactNode;
}

/** Goods below each other: picture, name, what exactly, and a figure at the right edge. */
export const LineItems = ({ lines, label }: { lines: readonly LineItem[]; label: string }) => (
  // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
  <ul className={css.lines} role="list" aria-label={label}>
    {lines.map(({ id, src, name, notes, figure, below }) => (
      <li key={id} className={css.line}>
        <Picture src={src} alt="" size={48} />
        <div>
          <div className={css.name}>{name}</div>
          {notes.filter(Boolean).map((note) => (
            <div key={note} className={css.note}>
              {note}
            </div>
          ))}
        </div>
        <div className={css.figure}>{figure}</div>
        {below && <div className={css.below}>{below}</div>}
      </li>
    ))}
  </ul>
);
