import type { Tone } from '#web/ui/content/status-badge.tsx';
import { formatDay } from '#web/ui/format/format.ts';

interface Dated {
  isPublished: boolean;
  fromDate: string | null;
  untilDate: string | null;
}

/** The state of something published on a day, such as `2026-12-31`, as a badge has it. */
export function getPublicationState({ isPublished, fromDate, untilDate }: Dated, today: string): { label: string; tone: Tone } {
  if (!isPublished) return { label: 'Draft', tone: 'neutral' };
  if (fromDate !== null && fromDate > today) return { label: 'Scheduled', tone: 'info' };
  if (untilDate !== null && untilDate < today) return { label: 'Ended', tone: 'warning' };
  return { label: 'Published', tone: 'success' };
}

/** The days on which it is shown: "from 1 Dec 2026 until 31 Dec 2026"; empty without limits. */
export const describeShownDays = ({ fromDate, untilDate }: Pick<Dated, 'fromDate' | 'untilDate'>): string =>
  [fromDate && `from ${formatDay(fromDate)}`, untilDate && `until ${formatDay(untilDate)}`].filter(Boolean).join(' ');
