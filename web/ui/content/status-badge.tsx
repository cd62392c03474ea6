import type { ReactNode } from 'react';
import css from './status-badge.module.css';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** A state in words; the colour only repeats it. */
export const StatusBadge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={css.badge} data-tone={tone}>
    {children}
  </span>
);
