import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import css from './pending-registrations-badge.module.css';
import { useWaitingRegistrationCount } from './registrations.ts';

/** Number of registration requests that wait for a decision; renders nothing when there are none. */
export function PendingRegistrationsBadge() {
  const waiting = useWaitingRegistrationCount();
  if (!waiting) return null;
  return (
    <span className={`${css.count} figures`}>
      {waiting > 99 ? '99+' : waiting}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  );
}
