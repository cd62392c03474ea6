import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { defineList } from '#web/app/lists/define-list.ts';
import { oneRecord } from '#web/app/lists/filter-kinds.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { keptDocumentColumns, keptDocumentListParts, keptDocumentState } from '../keeping/kept-document-list.tsx';

const useTypes = () =>
  useQuery({ ...apiQuery('GET /api/documenttypes'), staleTime: 5 * 60_000 }).data?.documentTypes.map(({ id, name }) => ({
    id,
    label: name,
  }));

/** The documents that administrators keep for their organisation. */
const ownDocumentsList = defineList<'GET /api/owndocuments'>()({
  ...keptDocumentListParts,
  name: 'owndocuments',
  call: 'GET /api/owndocuments',
  link: ({ id }) => paths.ownDocument(id),
  columns: keptDocumentColumns,
  card: [
    { start: ['name'], end: 'status' },
    { start: ['type', 'file', 'valid'], end: 'downloads' },
  ],
  filters: { state: keptDocumentState, documentType: oneRecord({ label: 'Type', url: 'type', options: useTypes }) },
  empty: {
    title: 'No documents yet',
    text: 'Add policies, forms and instructions for the people of your organisation, or for some groups of it.',
  },
});

/** The documents of the organisation, to add and change them. */
export function OwnDocumentsPage() {
  const model = useList(ownDocumentsList, undefined);
  const add = (
    <Button component={Link} to={paths.ownDocumentNew()}>
      Add a document
    </Button>
  );
  return (
    <>
      <PageHeader title="Your documents" above={<BackLink to={paths.documents()}>Documents</BackLink>} actions={add}>
        What your organisation publishes for its own people.
      </PageHeader>
      <ListPage model={model} emptyAction={add} />
    </>
  );
}
