import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ReadDocument } from '#web/app/documents/document-labels.ts';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { useSeesAdministration } from '#web/app/session/profile.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { documentsList } from './documents-list.tsx';
import { VersionsDialog } from './versions-dialog.tsx';

/** The documents that someone may download, with those marked that are new since their last visit. */
export function DocumentsPage() {
  const [versionsOf, showVersions] = useState<ReadDocument>();
  const [isShown, setShown] = useState(false);
  const keepsOwn = useSeesAdministration();
  const model = useList(documentsList, {
    showVersions: (document) => {
      showVersions(document);
      setShown(true);
    },
  });
  return (
    <>
      <PageHeader
        title="Documents"
        actions={
          keepsOwn && (
            <Button component={Link} to={paths.ownDocuments()} variant="default">
              Manage your documents
            </Button>
          )
        }
      >
        Certificates, instructions and forms to download.
      </PageHeader>
      <ListPage model={model} />
      <VersionsDialog document={versionsOf} opened={isShown} onClose={() => setShown(false)} />
    </>
  );
}
