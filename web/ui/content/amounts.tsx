import type { ReactNode } from 'react';
import css from './amounts.module.css';

export interface Amount {
  label: string;
  value: ReactNode;
  /** A total of the rows above. */
  strong?: boolean;
  /** For information only, not part of the total. */
  quiet?: boolean;
}

/** Rows of amounts with right-aligned figures; `busy` while they are being recalculated. */
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
