import { StatusBadge } from '#web/ui/content/status-badge.tsx';

const STATES = {
  open: { tone: 'info', label: 'Open' },
  booked: { tone: 'success', label: 'Booked' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
} as const;

/** Whether a count goes on. */
export const CountState = ({ state }: { state: keyof typeof STATES }) => (
  <StatusBadge tone={STATES[state].tone}>{STATES[state].label}</StatusBadge>
);
