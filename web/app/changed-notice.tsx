import { Notice } from '#web/ui/feedback/notice.tsx';
import type { ApiError } from './api-error.ts';
import css from './changed-notice.module.css';

/** Says that something has changed since it was opened, and what; it is shown as it is now. */
export function ChangedNotice({ error }: { error: ApiError }) {
  const [title, ...changes] = error.messages;
  return (
    <Notice tone="warning" role="alert">
      <strong>{title}</strong> Nothing was decided. Please check it again.
      <ul className={css.changes}>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </Notice>
  );
}
