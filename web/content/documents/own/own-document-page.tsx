import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { paths } from '#web/app/paths.ts';
import { useRecordId } from '#web/app/record-id.ts';
import { DOWNLOADS, DownloadsCard } from '../keeping/downloads-card.tsx';
import { KeptDocumentPage, NewKeptDocument } from '../keeping/kept-document-page.tsx';
import { ownDocumentQuery, useOwnKeeper } from './use-own-keeper.ts';

/** A new document of the organisation. */
export const NewOwnDocumentPage = () => <NewKeptDocument keeper={useOwnKeeper()} />;

/** A document that administrators keep for their organisation. */
export function OwnDocumentPage() {
  const { id, isId } = useRecordId();
  const keeper = useOwnKeeper();
  // What is being edited must not change under the administrator's hands.
  const query = useQuery({ ...ownDocumentQuery(id), enabled: isId, refetchOnWindowFocus: false, refetchOnReconnect: false });
  return (
    <KeptDocumentPage
      key={id}
      keeper={keeper}
      query={query}
      isId={isId}
      above={
        <ListBackLink
          to={paths.ownDocuments()}
          label="Your documents"
          list="owndocuments"
          id={id}
          noun="document"
          pathOf={paths.ownDocument}
        />
      }
    >
      <Downloads id={id} />
    </KeptDocumentPage>
  );
}

function Downloads({ id }: { id: number }) {
  const [limit, setLimit] = useState<number>(DOWNLOADS.first);
  const { data } = useQuery({
    ...apiQuery('GET /api/owndocuments/:id/downloads', { params: { id }, query: { limit } }),
    placeholderData: keepPreviousData,
  });
  return <DownloadsCard data={data} limit={limit} onMore={() => setLimit(DOWNLOADS.all)} />;
}
