import type { ReactNode } from 'react';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import css from './tile-grid.module.css';

interface GridProps {
  children: ReactNode;
  label: string;
  /** The previous results are shown while new ones are loading. */
  dimmed?: boolean;
  /** The maximum number of garments in a row. */
  maxColumns?: 4 | 6;
}

/** A grid of garments; the number of columns follows the available width. */
export const TileGrid = ({ children, label, dimmed, maxColumns = 6 }: GridProps) => (
  <div className={css.container}>
    <ul className={css.tiles} aria-label={label} data-dimmed={dimmed || undefined} data-max-columns={maxColumns}>
      {children}
    </ul>
  </div>
);

/** The grid while the garments are loading. */
export const TileSkeletons = ({ tiles }: { tiles: number }) => (
  <Loading label="Loading products">
    <div className={css.container}>
      <div className={css.tiles}>
        {Array.from({ length: tiles }, (_, at) => at).map((at) => (
          <div key={at} className={css.skeleton}>
            <div className={css.picture} />
            <div className={css.lines}>
              <SkeletonBlock width="80%" height={14} />
              <SkeletonBlock width="60%" height={16} />
              <SkeletonBlock width="35%" height={14} />
              <SkeletonBlock width="50%" height={12} />
            </div>
          </div>
        ))}
      </div>
    </div>
  </Loading>
);
