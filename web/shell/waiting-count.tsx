import { useWaitingRegistrations } from '../hooks/registrations.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import css from './waiting-count.module.css';

/** How many people wait for the administrator, beside the way to them; nothing while nobody does. */
export function WaitingCount() {
  const waiting = useWaitingRegistrations();
  if (!waiting) return null;
  return (
    <span className={`${css.count} figures`}>
      {waiting > 99 ? '99+' : waiting}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  );
}
