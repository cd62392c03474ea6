import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { DialogWindow } from '#web/ui/dialogs/dialog-window.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import type { ExportCalls, ListExport, ShownExport } from './export-calls.ts';
import { describeExportProgress, EXPORT_LABELS, formatSize, isUnderway, POLL_INTERVAL_MS } from './export-labels.ts';

interface Props {
  opened: boolean;
  shown: ShownExport;
  calls: ExportCalls;
  /** Starts the same export again. */
  onAgain: () => Promise<unknown>;
  onClose: () => void;
}

/** How far an export is, and its file when it is finished. It goes on when the dialog is closed. */
export function ExportDialog({ opened, shown, calls, onAgain, onClose }: Props) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...calls.oneQuery(shown.id),
    enabled: opened,
    refetchInterval: ({ state: { data: loaded } }) => (loaded && !isUnderway(loaded.export) ? false : POLL_INTERVAL_MS),
  });
  const stop = useMutation({
    mutationFn: () => calls.stop(shown.id),
    onSuccess: (reply) => client.setQueryData(calls.oneQuery(shown.id).queryKey, reply),
    onError: (failure) => showError(failure),
  });
  const again = useMutation({ mutationFn: onAgain, onError: (failure) => showError(failure) });
  const listExport = data?.export;
  return (
    <DialogWindow
      opened={opened}
      onClose={onClose}
      title={listExport ? `Export: ${EXPORT_LABELS[listExport.list]}` : 'Export'}
      closeLabel="Close"
    >
      {!listExport ? (
        error ? (
          <ErrorState title="The export could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading the export">
            <SkeletonText lines={3} />
          </Loading>
        )
      ) : (
        <Stack gap={14}>
          <ExportStatus listExport={listExport} isNew={shown.isNew} page={calls.page} />
          <Group gap="xs">
            {isUnderway(listExport) ? (
              <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
                Stop
              </Button>
            ) : listExport.state === 'finished' ? (
              <DownloadButton isPrimary file={() => calls.file(listExport.id)}>
                Download
              </DownloadButton>
            ) : (
              <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
                {listExport.state === 'stopped' ? 'Export again' : 'Try again'}
              </Button>
            )}
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </DialogWindow>
  );
}

function ExportStatus({ listExport, isNew, page }: { listExport: ListExport; isNew: boolean; page: string }) {
  const { state, progress, problem, createdOnUtc, expiresOnUtc, fileName, sizeInBytes } = listExport;
  if (state === 'finished')
    return (
      <Notice tone="success" role="status">
        <strong>{fileName}</strong> is ready ({formatSize(sizeInBytes ?? 0)}). You can download it until{' '}
        {formatDateTime(expiresOnUtc)}.
      </Notice>
    );
  if (state === 'failed')
    return (
      <Notice tone="danger" role="status">
        {problem}
      </Notice>
    );
  if (state === 'stopped') return <Notice role="status">The export was stopped.</Notice>;
  return (
    <>
      {!isNew && (
        <Notice>
          This export has been running since {formatDateTime(createdOnUtc)}, with the filters of that time. Stop it to start
          another one.
        </Notice>
      )}
      <Stack gap={6}>
        <ProgressBar label="Progress of the export" {...progress} />
        <Text size="sm" c="dimmed" role="status">
          {describeExportProgress(listExport)}
        </Text>
      </Stack>
      <p>
        You can close this window and leave the page: the export goes on. You’ll find the file under{' '}
        <Link to={page}>Your exports</Link> for 24 hours.
      </p>
    </>
  );
}
