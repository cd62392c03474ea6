import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { describeShownDays, getPublicationState } from '../publications/publication-state.ts';
import type { SavedAnnouncement } from './announcement-form.tsx';

type Row = SavedAnnouncement & { createdOnUtc: string };

/** What a list shows of an announcement: its first words are its name. */
export const nameAnnouncement = ({ text }: Pick<Row, 'text'>): string => {
  const [line = ''] = text.split('\n');
  if (line.length <= 90) return line;
  let end = line.lastIndexOf(' ', 90);
  if (end < 1) end = 90;
  while (end > 1 && ' ,;:.'.includes(line.charAt(end - 1))) end -= 1;
  return `${line.slice(0, end)}…`;
};

/** Columns of announcements, for administrators and operators. */
export const announcementColumns = {
  text: { title: 'Announcement', isHeading: true, wraps: true, cell: (row: Row) => nameAnnouncement(row) },
  state: {
    title: 'Status',
    cell: (row: Row) => {
      const { label, tone } = getPublicationState(row, toIsoDay(new Date()));
      return <StatusBadge tone={tone}>{label}</StatusBadge>;
    },
  },
  days: { title: 'Days', cell: (row: Row) => describeShownDays(row) || 'Always', onCard: (row: Row) => describeShownDays(row) },
  written: {
    title: 'Written',
    cell: (row: Row) => formatDate(row.createdOnUtc),
    onCard: (row: Row) => `Written ${formatDate(row.createdOnUtc)}`,
  },
} as const;
