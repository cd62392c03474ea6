import type { MadeToMeasureStatus } from '#contract/ordering/made-to-measure/made-to-measure-limits.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';

/** The statuses of a request as its wearer and the supplier read them. */
export const REQUEST_STATUSES: Readonly<Record<MadeToMeasureStatus, { label: string; tone: Tone }>> = {
  asked: { label: 'Measurements needed', tone: 'warning' },
  requested: { label: 'Waiting for the supplier', tone: 'info' },
  answered: { label: 'Can be ordered', tone: 'success' },
  declined: { label: 'Declined', tone: 'danger' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  ordered: { label: 'Ordered', tone: 'info' },
  made: { label: 'Made', tone: 'success' },
};
