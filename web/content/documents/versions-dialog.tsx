import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { describeFile, type ReadDocument } from '#web/app/documents/document-labels.ts';
import css from '#web/app/documents/documents.module.css';
import { DownloadDocument } from '#web/app/documents/download-document.tsx';
import { Validity } from '#web/app/documents/validity.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';

interface Props {
  /** The document that was opened last. */
  document: ReadDocument | undefined;
  opened: boolean;
  onClose: () => void;
}

/** All versions of a document, the newest first. */
export const VersionsDialog = ({ document, opened, onClose }: Props) => (
  <Dialog
    opened={opened}
    onClose={onClose}
    title={document ? `Versions of ${document.name}` : 'Versions'}
    closeLabel="Close versions"
  >
    {document && <Versions document={document} />}
  </Dialog>
);

function Versions({ document: { id, name } }: { document: ReadDocument }) {
  const { data, error, refetch } = useQuery(apiQuery('GET /api/documents/:id/versions', { params: { id } }));
  if (error) return <ErrorState title="The versions could not be loaded." error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <PageLoading label="Loading the versions">
        <SkeletonRows rows={2} height={48} />
      </PageLoading>
    );
  return (
    <ul className={css.list} aria-label="Versions">
      {data.versions.map((version) => (
        <li key={version.id}>
          <span className={css.facts}>
            <span className={css.name}>
              Version {version.version}, {formatDate(version.createdOnUtc)}
              {version.isCurrent && <StatusBadge tone="success">Current</StatusBadge>}
            </span>
            <span className={css.small}>
              {describeFile(version)}
              {version.validUntil && (
                <>
                  {!version.isExpired && ' · valid until '}
                  <Validity {...version} />
                </>
              )}
            </span>
          </span>
          <DownloadDocument id={version.id} name={`version ${version.version} of ${name}`} />
        </li>
      ))}
    </ul>
  );
}
