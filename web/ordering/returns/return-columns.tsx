import type { ListColumn } from '#web/app/lists/define-list.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { describeReturnStatus, type ReturnRequest } from './return-status.ts';

// What customers and operators see of returns alike.

/** A return in the list of customers or of operators. */
type ListedReturn = Omit<ReturnRequest, 'cancelAllowed'>;

type Column = ListColumn<ListedReturn, unknown, never>;

/** What is returned, in words: "2 × Polo shirt, M". */
const describePieces = ({ quantity, productName, attributeDescription }: ListedReturn): string =>
  `${quantity} × ${[productName, attributeDescription].filter(Boolean).join(', ')}`;

/** The files that were added, in words. */
export const describeReturnFiles = ({ files }: Pick<ListedReturn, 'files'>): string =>
  `${plural(files.length, 'file')}: ${files.map(({ filename }) => filename).join(', ')}`;

export const returnColumns = {
  number: { title: 'Return', isHeading: true, cell: ({ customNumber }) => customNumber },
  pieces: { title: 'Pieces', wraps: true, cell: describePieces },
  wish: {
    title: 'Requested action',
    wraps: true,
    cell: ({ returnAction, exchangeDescription }) =>
      exchangeDescription === null ? returnAction : `${returnAction}: ${exchangeDescription}`,
  },
  reason: { title: 'Reason', wraps: true, cell: ({ returnReason }) => returnReason },
  status: {
    title: 'Status',
    wraps: true,
    cell: (request) => {
      const { label, tone } = describeReturnStatus(request);
      return <StatusBadge tone={tone}>{label}</StatusBadge>;
    },
  },
  requested: { title: 'Requested', cell: ({ createdOnUtc }) => formatDate(createdOnUtc) },
} satisfies Record<string, Column>;
