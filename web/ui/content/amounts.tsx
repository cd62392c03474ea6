import type { ReactNode } from 'react';
import css from './amounts.module.css';

export interface Amount {
  label: string;
  value: ReactNode;
  /** The sum of what stands above it. */
  strong?: boolean;
  /** Said for information, not added up. */
  quiet?: boolean;
}

/** Amounts below each other, figures at the right edge; `busy` while they are being worked out anew. */
export const Amounts = ({ rows, busy }: { rows: readonly Amount[]; busy?: boolean }) => (
  <dl className={css.amounts} data-busy={busy || undefined}>
    {rows.map(({ label, value, strong, quiet }) => (
      <div key={label} className={css.row} data-strong={strong || undefined} data-quiet={quiet || undefined}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
