import type { ReactNode } from 'react';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import css from './tile-grid.module.css';

interface GridProps {
  children: ReactNode;
  label: string;
  /** What is shown is of before, while what was asked for is loaded. */
  dimmed?: boolean;
  /** Most garments in a row. */
  maxColumns?: 4 | 5;
}

/** Garments side by side; the number in a row follows the room there is. */
export const TileGrid = ({ children, label, dimmed, maxColumns = 5 }: GridProps) => (
  <div className={css.room}>
    <ul className={css.tiles} aria-label={label} data-dimmed={dimmed || undefined} data-most={maxColumns}>
      {children}
    </ul>
  </div>
);

/** The same grid before the garments are there. */
export const TileSkeletons = ({ tiles }: { tiles: number }) => (
  <Loading label="Loading products">
    <div className={css.room}>
      <div className={css.tiles}>
        {Array.from({ length: tiles }, (_, at) => at).map((at) => (
          <div key={at} className={css.skeleton}>
            <div className={css.picture} />
            <div className={css.lines}>
              <SkeletonBlock width="80%" height={14} />
              <SkeletonBlock width="95%" height={12} />
              <SkeletonBlock width="35%" height={14} />
            </div>
          </div>
        ))}
      </div>
    </div>
  </Loading>
);
