import { type ReactNode, useEffect, useRef } from 'react';
import { CheckIcon, MailIcon, WarningIcon } from '#web/ui/content/icons.tsx';
import css from './result-message.module.css';

const icons = { success: CheckIcon, sent: MailIcon, trouble: WarningIcon };

interface ResultMessageProps {
  kind: keyof typeof icons;
  children: ReactNode;
  /** The ways on. */
  links?: ReactNode;
}

/** How it ended. Takes the focus, so that it is read out and the next Tab is on the way on. */
export function ResultMessage({ kind, children, links }: ResultMessageProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const Icon = icons[kind];
  return (
    <div ref={box} className={css.outcome} data-kind={kind} tabIndex={-1} role={kind === 'trouble' ? 'alert' : 'status'}>
      <span className={css.mark}>
        <Icon size={26} />
      </span>
      <div className={css.said}>{children}</div>
      {links && <div className={css.links}>{links}</div>}
    </div>
  );
}
