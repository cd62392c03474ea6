import css from './skeleton.module.css';

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

interface BlockProps {
  width?: number | string;
  height?: number | string;
  round?: boolean;
}

/** A grey placeholder block for content that is loading. */
export const SkeletonBlock = ({ width = '100%', height = 16, round }: BlockProps) => (
  <span className={css.block} style={{ width, height, borderRadius: round ? 999 : undefined }} />
);

/** Tells screen readers once that something is loading, around any blocks. */
export const Loading = ({ label = 'Loading', children }: { label?: string; children: React.ReactNode }) => (
  <div aria-busy="true" role="status" aria-label={label}>
    {children}
  </div>
);

/** Lines of text to come. */
export const SkeletonText = ({ lines = 3 }: { lines?: number }) => (
  <div className={css.text}>
    {upTo(lines).map((line) => (
      <SkeletonBlock key={line} width={line === lines - 1 ? '60%' : '100%'} height={14} />
    ))}
  </div>
);

/** Rows of a table to come. */
export const SkeletonRows = ({ rows = 10, height = 52 }: { rows?: number; height?: number }) => (
  <div>
    {upTo(rows).map((row) => (
      <div key={row} className={css.row} style={{ height }}>
        <SkeletonBlock width={`${18 + ((row * 7) % 9)}%`} height={14} />
        <SkeletonBlock width={`${26 + ((row * 5) % 11)}%`} height={14} />
        <SkeletonBlock width="12%" height={14} />
      </div>
    ))}
  </div>
);

/** Cards with a picture to come, in the same grid as `cards`. */
export const SkeletonCards = ({ cards = 8 }: { cards?: number }) => (
  <div className={css.cards}>
    {upTo(cards).map((card) => (
      <div key={card} className={css.card}>
        <SkeletonBlock height={220} />
        <SkeletonBlock width="70%" />
        <SkeletonBlock width="40%" height={14} />
      </div>
    ))}
  </div>
);
