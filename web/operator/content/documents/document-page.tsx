import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { DOWNLOADS, DownloadsCard } from '#web/content/documents/keeping/downloads-card.tsx';
import { NewKeptDocument, KeptDocumentPage as Page } from '#web/content/documents/keeping/kept-document-page.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { operatorQuery } from '../../session/operator-api.ts';
import { CopyDocument } from './copy-document.tsx';
import { keptDocumentQuery, useOperatorKeeper } from './use-operator-keeper.ts';

/** A new document for clients. */
export const NewDocumentPage = () => <NewKeptDocument keeper={useOperatorKeeper()} />;

/** A document of clients, to change it and to add versions. */
export function OperatorDocumentPage() {
  const { id, isId } = useRecordId();
  const keeper = useOperatorKeeper();
  // What is being edited must not change under the operator's hands.
  const query = useQuery({ ...keptDocumentQuery(id), enabled: isId, refetchOnWindowFocus: false, refetchOnReconnect: false });
  return (
    <Page
      key={id}
      keeper={keeper}
      query={query}
      isId={isId}
      actions={() => <CopyDocument id={id} />}
      above={
        <ListBackLink
          to={operatorPaths.documents}
          label="Documents"
          list="documents"
          id={id}
          noun="document"
          pathOf={operatorPaths.document}
        />
      }
    >
      <Downloads id={id} />
    </Page>
  );
}

function Downloads({ id }: { id: number }) {
  const [limit, setLimit] = useState<number>(DOWNLOADS.first);
  const { data } = useQuery({
    ...operatorQuery('GET /api/operator/documents/:id/downloads', { params: { id }, query: { limit } }),
    placeholderData: keepPreviousData,
  });
  return <DownloadsCard data={data} limit={limit} onMore={() => setLimit(DOWNLOADS.all)} />;
}
