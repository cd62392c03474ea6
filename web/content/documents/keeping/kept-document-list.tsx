import type { ReplyOf } from '#contract/index.ts';
import { describeFile } from '#web/app/documents/document-labels.ts';
import css from '#web/app/documents/documents.module.css';
import { Validity } from '#web/app/documents/validity.tsx';
import type { ListColumn } from '#web/app/lists/define-list.ts';
import { oneOf } from '#web/app/lists/filter-kinds.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, formatNumber, plural } from '#web/ui/format/format.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { getPublicationState } from '../../publications/publication-state.ts';

type Listed = ReplyOf<'GET /api/owndocuments'>['documents'][number];
type Column = ListColumn<Listed, unknown, never>;

function Status({ document }: { document: Listed }) {
  const { label, tone } = getPublicationState(document, toIsoDay(new Date()));
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
}

/** What operators and administrators see of the documents that they keep. */
export const keptDocumentColumns = {
  name: { title: 'Name', isHeading: true, wraps: true, cell: ({ name }) => name },
  type: { title: 'Type', wraps: true, cell: ({ documentType }) => documentType },
  status: { title: 'Status', cell: (document) => <Status document={document} /> },
  valid: {
    title: 'Valid until',
    wraps: true,
    cell: (document) => <Validity {...document} />,
    onCard: ({ validUntil, isExpired, isExpiring }) =>
      validUntil && (
        <span className={css.together}>
          {!isExpired && !isExpiring && 'Valid until '}
          <Validity validUntil={validUntil} isExpired={isExpired} isExpiring={isExpiring} />
        </span>
      ),
  },
  file: { title: 'File', cell: describeFile, isRoomy: true },
  version: { title: 'Version', isNumber: true, cell: ({ currentVersion }) => currentVersion, isExtra: true },
  created: { title: 'Added', cell: ({ createdOnUtc }) => formatDate(createdOnUtc), isExtra: true },
  downloads: {
    title: 'Downloads',
    isNumber: true,
    cell: ({ downloads }) => formatNumber(downloads),
    onCard: ({ downloads }) => plural(downloads, 'download'),
  },
} satisfies Record<string, Column>;

export const keptDocumentState = oneOf({
  label: 'Status',
  url: 'status',
  options: [
    { id: 'published', label: 'Published' },
    { id: 'draft', label: 'Draft' },
    { id: 'expiring', label: 'Expires within 30 days' },
    { id: 'expired', label: 'Expired' },
  ],
});

/** What both lists of kept documents have in common. */
export const keptDocumentListParts = {
  rowsKey: 'documents',
  nouns: ['document', 'documents'],
  label: 'Documents, newest first',
  search: { param: 'keyword', url: 'search', label: 'Search documents', placeholder: 'Name, type, product or file name' },
  rows: { usual: 25, choices: [10, 25, 50, 100] },
  nothingFound: 'Try another word, or remove a filter.',
} as const;
