import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Builder } from './builder-model.ts';
import css from './notices.module.css';

/** Why nothing, or not everything, can be ordered now. */
export function Notices({ builder: { notices } }: { builder: Builder }) {
  if (notices.length === 0) return null;
  return (
    <div className={css.notices}>
      <Notice tone="warning">{notices.join('\n')}</Notice>
    </div>
  );
}
