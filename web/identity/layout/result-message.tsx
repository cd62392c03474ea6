import { type ReactNode, useEffect, useRef } from 'react';
import { CheckIcon, MailIcon, WarningIcon } from '#web/ui/content/icons.tsx';
import css from './result-message.module.css';

const icons = { success: CheckIcon, sent: MailIcon, failure: WarningIcon };

interface ResultMessageProps {
  kind: keyof typeof icons;
  children: ReactNode;
  /** Links to what the person can do next. */
  links?: ReactNode;
}

/** The result of a completed step. Takes the focus, so that screen readers announce it and Tab leads to its links. */
export function ResultMessage({ kind, children, links }: ResultMessageProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const Icon = icons[kind];
  return (
    <div ref={box} className={css.result} data-kind={kind} tabIndex={-1} role={kind === 'failure' ? 'alert' : 'status'}>
      <span className={css.icon}>
        <Icon size={26} />
      </span>
      <div className={css.message}>{children}</div>
      {links && <div className={css.links}>{links}</div>}
    </div>
  );
}
