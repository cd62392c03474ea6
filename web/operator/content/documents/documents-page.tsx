import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneRecord } from '#web/app/lists/filter-kinds.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import {
  keptDocumentColumns,
  keptDocumentListParts,
  keptDocumentState,
} from '#web/content/documents/keeping/kept-document-list.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { organisationFilter } from '../../organisation-filter.tsx';
import { ContentPages } from '../content-pages.tsx';
import { documentTypesQuery } from './use-operator-keeper.ts';

const useTypes = () => useQuery(documentTypesQuery).data?.documentTypes.map(({ id, name }) => ({ id, label: name }));

/** The documents of the operator's brands. */
const keptDocumentsList = defineList<'GET /api/operator/documents'>()({
  ...keptDocumentListParts,
  name: 'documents',
  call: 'GET /api/operator/documents',
  link: ({ id }) => operatorPaths.document(id),
  columns: {
    name: keptDocumentColumns.name,
    audience: { title: 'For', wraps: true, cell: ({ audience }) => audience },
    type: keptDocumentColumns.type,
    status: keptDocumentColumns.status,
    valid: keptDocumentColumns.valid,
    file: keptDocumentColumns.file,
    version: keptDocumentColumns.version,
    created: keptDocumentColumns.created,
    downloads: keptDocumentColumns.downloads,
  },
  card: [
    { start: ['name'], end: 'status' },
    { start: ['audience'] },
    { start: ['type', 'valid'] },
    { start: ['file'], end: 'downloads' },
  ],
  filters: {
    organisationId: { ...organisationFilter, label: 'Client' },
    state: keptDocumentState,
    documentType: oneRecord({ label: 'Type', url: 'type', options: useTypes }),
  },
  empty: {
    title: 'No documents yet',
    text: 'Add declarations of conformity, care instructions and other documents for your clients.',
  },
});

/** Documents of clients: to find, add and open. */
export function KeptDocumentsPage() {
  const model = useList(keptDocumentsList, undefined);
  const add = (
    <Button component={Link} to={operatorPaths.newDocument}>
      Add a document
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Documents"
        actions={
          <Group gap="xs">
            <Button component={Link} to={operatorPaths.documentTypes} variant="default">
              Types of documents
            </Button>
            {add}
          </Group>
        }
      >
        Files that people at your clients can download, from their list and from product pages.
      </PageHeader>
      <ContentPages />
      <ListPage model={model} emptyAction={add} />
    </>
  );
}
