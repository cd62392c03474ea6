import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { describeFile, type ReadDocument } from '#web/app/documents/document-labels.ts';
import css from '#web/app/documents/documents.module.css';
import { DownloadDocument } from '#web/app/documents/download-document.tsx';
import { Validity } from '#web/app/documents/validity.tsx';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneRecord } from '#web/app/lists/filter-kinds.tsx';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatDate } from '#web/ui/format/format.ts';

interface Context {
  showVersions: (document: ReadDocument) => void;
}

const useTypes = () =>
  useQuery({ ...apiQuery('GET /api/documenttypes'), staleTime: 5 * 60_000 }).data?.documentTypes.map(({ id, name }) => ({
    id,
    label: name,
  }));

/** What the reader may download. */
export const documentsList = defineList<'GET /api/documents', Context>()({
  name: 'documents',
  call: 'GET /api/documents',
  rowsKey: 'documents',
  nouns: ['document', 'documents'],
  label: 'Documents, newest first',
  columns: {
    name: {
      title: 'Name',
      isHeading: true,
      wraps: true,
      cell: ({ name, description, isNew }) => (
        <span className={css.name}>
          {name}
          {isNew && <StatusBadge tone="info">New</StatusBadge>}
          {description && <span className={css.description}>{description}</span>}
        </span>
      ),
    },
    type: { title: 'Type', wraps: true, cell: ({ documentType }) => documentType },
    file: { title: 'File', cell: describeFile },
    updated: { title: 'Updated', cell: ({ updatedOnUtc }) => formatDate(updatedOnUtc), isRoomy: true },
    valid: {
      title: 'Valid until',
      wraps: true,
      cell: (document) => <Validity {...document} />,
      onCard: ({ validUntil, isExpired }) =>
        validUntil && (
          <span className={css.together}>
            {!isExpired && 'Valid until '}
            <Validity validUntil={validUntil} isExpired={isExpired} />
          </span>
        ),
    },
  },
  card: [{ start: ['name'] }, { start: ['type', 'valid'] }, { start: ['file'], end: 'actions' }],
  actions: (document, { showVersions }) => (
    <span className={css.actions}>
      {document.version > 1 && (
        <RowButton onClick={() => showVersions(document)}>
          Versions<VisuallyHidden> of {document.name}</VisuallyHidden>
        </RowButton>
      )}
      <DownloadDocument id={document.id} name={document.name} />
    </span>
  ),
  search: { param: 'keyword', url: 'search', label: 'Search documents', placeholder: 'Name, type, product or file name' },
  filters: { documentType: oneRecord({ label: 'Type', url: 'type', options: useTypes }) },
  rows: { usual: 25, choices: [10, 25, 50, 100] },
  empty: {
    title: 'No documents yet',
    text: 'Declarations of conformity, care instructions, size guides and other documents for you appear here.',
  },
  nothingFound: 'Try another word, or remove a filter.',
});
