import { Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Loading, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { formatDateTime } from '#web/ui/format/format.ts';
import { type ExportCalls, type ListExport, PORTAL_EXPORTS } from './export-calls.ts';
import { describeExportProgress, EXPORT_LABELS, formatSize, isUnderway, POLL_INTERVAL_MS } from './export-labels.ts';
import css from './exports.module.css';

/** The caller's exports of the last 24 hours: how far they are, and their files. */
export function YourExports({ calls = PORTAL_EXPORTS }: { calls?: ExportCalls }) {
  const { data, error, refetch } = useQuery({
    ...calls.listQuery(),
    refetchInterval: ({ state: { data: loaded } }) => (loaded?.exports.some(isUnderway) ? POLL_INTERVAL_MS : false),
  });
  if (!data) {
    if (error) return <ErrorState title="Your exports could not be loaded." error={error} onRetry={() => void refetch()} />;
    return (
      <Loading label="Loading your exports">
        <SkeletonText lines={2} />
      </Loading>
    );
  }
  if (data.exports.length === 0)
    return <p className={css.text}>Long lists that you export to Excel are listed here for 24 hours.</p>;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list
    <ul role="list" aria-label="Your exports">
      {data.exports.map((listExport) => (
        <ExportEntry key={listExport.id} listExport={listExport} calls={calls} />
      ))}
    </ul>
  );
}

function ExportEntry({ listExport, calls }: { listExport: ListExport; calls: ExportCalls }) {
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSuccess: () => calls.invalidate(client),
    onError: (failure) => showError(failure),
  });
  const { id, list, state, createdOnUtc, progress } = listExport;
  const name = `${EXPORT_LABELS[list]}, ${formatDateTime(createdOnUtc)}`;
  return (
    <li className={css.entry}>
      <div className={css.content}>
        <strong>{EXPORT_LABELS[list]}</strong>
        <Text size="sm" c="dimmed">
          {formatDateTime(createdOnUtc)} · {describeState(listExport)}
        </Text>
        {isUnderway(listExport) && <ProgressBar label={`Progress: ${name}`} {...progress} />}
      </div>
      {state === 'finished' ? (
        <DownloadButton size="sm" label={`Download: ${name}`} file={() => calls.file(id)}>
          Download
        </DownloadButton>
      ) : isUnderway(listExport) ? (
        <Button
          variant="default"
          size="sm"
          loading={act.isPending}
          aria-label={`Stop: ${name}`}
          onClick={() => act.mutate(() => calls.stop(id))}
        >
          Stop
        </Button>
      ) : (
        <Button
          variant="default"
          size="sm"
          loading={act.isPending}
          aria-label={`Export again: ${name}`}
          onClick={() => act.mutate(() => calls.start(toAsked(listExport)))}
        >
          Export again
        </Button>
      )}
    </li>
  );
}

/** The same export once more. */
const toAsked = ({ list, query, recordId }: ListExport) => ({
  list,
  query,
  ...(recordId === null ? {} : list === 'clientPrices' ? { organisationId: recordId } : { importId: recordId }),
});

function describeState(listExport: ListExport): string {
  const { state, problem, sizeInBytes, expiresOnUtc } = listExport;
  if (state === 'finished') return `${formatSize(sizeInBytes ?? 0)}, until ${formatDateTime(expiresOnUtc)}`;
  if (state === 'failed') return problem ?? 'Failed';
  if (state === 'stopped') return 'Stopped';
  return describeExportProgress(listExport);
}
