import { Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { DeleteDocument, DocumentEditor } from './document-editor.tsx';
import type { DocumentKeeper, KeptDocument } from './document-keeper.ts';
import { KeptVersions } from './kept-versions.tsx';

interface Props {
  keeper: DocumentKeeper;
  query: Pick<UseQueryResult<{ document: KeptDocument }>, 'data' | 'error' | 'refetch'>;
  isId: boolean;
  /** Above the title: the way back. */
  above: ReactNode;
  /** Further actions with the document. */
  actions?: (document: KeptDocument) => ReactNode;
  /** Below its versions: the downloads. */
  children: ReactNode;
}

/** A document, to change it and to add versions. */
export function KeptDocumentPage({ keeper, query: { data, error, refetch }, isId, above, actions, children }: Props) {
  const document = data?.document;
  if (document && keeper.choices)
    return (
      <>
        <PageHeader
          title={document.name}
          above={above}
          actions={
            <>
              {actions?.(document)}
              {document.refusal == null && <DeleteDocument keeper={keeper} document={document} />}
            </>
          }
        />
        <Stack>
          <KeptVersions keeper={keeper} document={document} />
          <DocumentEditor key={document.id} keeper={keeper} choices={keeper.choices} document={document} />
          {children}
        </Stack>
      </>
    );
  return (
    <>
      <PageHeader title="Document" above={above} />
      <Card>
        <RecordStates noun="document" isId={isId} error={error} onRetry={() => void refetch()} rows={6} height={44}>
          It may have been deleted, or someone else manages it.
        </RecordStates>
      </Card>
    </>
  );
}

/** A new document. */
export const NewKeptDocument = ({ keeper }: { keeper: DocumentKeeper }) => (
  <>
    <PageHeader title="Add a document" above={<BackLink to={keeper.listPath}>{keeper.listTitle}</BackLink>} />
    {keeper.choices ? (
      <DocumentEditor keeper={keeper} choices={keeper.choices} document={undefined} />
    ) : (
      <PageLoading label="Loading the form">
        <SkeletonRows rows={6} height={44} />
      </PageLoading>
    )}
  </>
);
