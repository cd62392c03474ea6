import type { ReactNode } from 'react';
import { CheckIcon, InfoIcon, WarningIcon } from '../content/icons.tsx';
import css from './notice.module.css';

interface Props {
  tone?: 'info' | 'success' | 'warning' | 'danger';
  children: ReactNode;
  /** What can be done about it. */
  actions?: ReactNode;
  /** Said by screen readers when it appears: at once (`alert`) or when they pause (`status`). */
  role?: 'alert' | 'status';
  id?: string;
}

const icons = { info: InfoIcon, success: CheckIcon, warning: WarningIcon, danger: WarningIcon };

/** Something to know, beside the matter it concerns. */
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
