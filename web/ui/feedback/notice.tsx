import type { ReactNode } from 'react';
import { CheckIcon, InfoIcon, WarningIcon } from '../content/icons.tsx';
import css from './notice.module.css';

interface Props {
  tone?: 'info' | 'success' | 'warning' | 'danger';
  children: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** Announced by screen readers when it appears: immediately (`alert`) or at the next pause (`status`). */
  role?: 'alert' | 'status';
  id?: string;
}

const icons = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, danger: WarningIcon };

/** A message shown next to what it refers to. */
export function Notice({ tone = 'info', children, actions, role, id }: Props) {
  const Icon = icons[tone];
  return (
    <div className={css.notice} data-tone={tone} role={role} id={id}>
      <Icon size={18} />
      <div className={css.body}>
        <div>{children}</div>
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </div>
  );
}
