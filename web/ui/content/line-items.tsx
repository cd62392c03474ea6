import type { ReactNode } from 'react';
import css from './line-items.module.css';
import { Picture } from './picture.tsx';

export interface LineItem {
  id: number;
  src: string | null | undefined;
  name: ReactNode;
  /** Further rows in small text; empty ones are omitted. */
  notes: readonly (string | null | undefined)[];
  figure?: ReactNode;
  below?: ReactNode;
}

/** A list of goods: picture, name, details and a right-aligned figure. */
export const LineItems = ({ lines, label }: { lines: readonly LineItem[]; label: string }) => (
  // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari does not announce it as a list
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
