import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import css from './pending-registrations-badge.module.css';
import { useWaitingRegistrationCount } from './registrations.ts';

/** How many people wait for the administrator, beside the way to them; nothing while nobody does. */
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
