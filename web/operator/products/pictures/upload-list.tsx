import { Text } from '@mantine/core';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import css from './pictures.module.css';
import type { Upload } from './use-uploads.ts';

/** What a file says of itself in a list. */
export const describeUpload = ({ isSending, outcome }: Upload): string =>
  isSending
    ? 'Uploading …'
    : !outcome
      ? 'Waiting'
      : outcome.state === 'added'
        ? 'Added'
        : (outcome.problem ?? (outcome.state === 'present' ? 'Already there' : 'Not added'));

/** The files that are being added, and those that were not. Those that were added are among the pictures. */
export function UploadList({ uploads, onClear }: { uploads: readonly Upload[]; onClear: () => void }) {
  const shown = uploads.filter(({ outcome }) => outcome?.state !== 'added');
  const done = uploads.filter(({ outcome }) => outcome).length;
  const isRunning = done < uploads.length;
  if (shown.length === 0) return null;
  return (
    <div className={css.uploads}>
      {isRunning && <ProgressBar label={`${done} of ${uploads.length} pictures`} done={done} total={uploads.length} />}
      <ul aria-label="Files">
        {shown.map((upload) => (
          <li key={upload.key}>
            <span className={css.fileName}>{upload.file.name}</span>
            <Text
              span
              size="sm"
              c={upload.outcome?.state === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'}
              role={upload.outcome?.state === 'refused' ? 'alert' : 'status'}
            >
              {describeUpload(upload)}
            </Text>
          </li>
        ))}
      </ul>
      {!isRunning && <RowButton onClick={onClear}>Hide these files</RowButton>}
    </div>
  );
}
