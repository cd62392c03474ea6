import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, download, invalidateCalls } from '#web/app/api.ts';
import { FilePicker } from '#web/app/files/file-picker.tsx';
import { useFileUploads } from '#web/app/files/use-file-uploads.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { useDownload } from '#web/ui/buttons/use-download.ts';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatFileSize, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { Quote } from '../quote-status.ts';
import css from './quote.module.css';
import { quoteQuery } from './quote-query.ts';

type StoredFile = ReplyOf<'POST /api/quotefile'>['files'][number];

/** Files of a request or a message, to download. */
export const FileList = ({ files }: { files: readonly StoredFile[] }) =>
  files.length > 0 && (
    <ul className={css.files} aria-label="Files">
      {files.map((file) => (
        <FileRow key={file.id} file={file} />
      ))}
    </ul>
  );

function FileRow({ file: { id, filename, sizeBytes } }: { file: StoredFile }) {
  const { busy, save } = useDownload();
  return (
    <li>
      <span className={css.fileName}>
        {filename}{' '}
        <Text span size="sm" c="dimmed" className="figures">
          {formatFileSize(sizeBytes)}
        </Text>
      </span>
      <RowButton
        disabled={busy}
        loading={busy}
        onClick={() => void save(() => download('GET /api/quotefile/:id', { params: { id } }))}
      >
        Download<VisuallyHidden> {filename}</VisuallyHidden>
      </RowButton>
    </li>
  );
}

/** The files of a request; while it is open, its owner adds more and tells the sales team about them. */
export function RequestFiles({ quote }: { quote: Quote }) {
  const { files, isOwn, canWrite, unsentFiles } = quote;
  const canAdd = isOwn && canWrite;
  const [isAdding, setAdding] = useState(false);
  if (files.length === 0 && !canAdd) return null;
  return (
    <Card title="Files">
      <FileList files={files} />
      {files.length === 0 && !isAdding && <Text c="dimmed">No files yet.</Text>}
      {canAdd && (isAdding ? <AddFiles quote={quote} /> : <AddButton onClick={() => setAdding(true)} />)}
      {canAdd && unsentFiles > 0 && <Announce quote={quote} />}
    </Card>
  );
}

const AddButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="default" mt="sm" onClick={onClick}>
    Add files
  </Button>
);

function AddFiles({ quote: { id } }: { quote: Quote }) {
  const client = useQueryClient();
  const upload = useFileUploads(
    async (file) => {
      const stored = await api('POST /api/quotefile', file);
      void client.invalidateQueries({ queryKey: quoteQuery(id).queryKey });
      return stored;
    },
    undefined,
    { quoteId: String(id) },
  );
  const { files, remove } = upload;
  // What has arrived is among the files of the quote.
  useEffect(() => {
    for (const file of files) if (file.id !== undefined) remove(file.key);
  }, [files, remove]);
  return <FilePicker upload={upload} label="Choose files" />;
}

/** Mails the sales team about new files, once. */
function Announce({ quote: { id, unsentFiles } }: { quote: Quote }) {
  const client = useQueryClient();
  const announcing = useMutation({
    mutationFn: () => api('GET /api/quotefilenotification/:id', { params: { id } }),
    onSuccess: ({ msg }) => {
      showSuccess(msg);
      return invalidateCalls(client, 'GET /api/quote/:id');
    },
    onError: (error) => {
      showError(error);
      void client.invalidateQueries({ queryKey: quoteQuery(id).queryKey });
    },
  });
  return (
    <div className={css.announce}>
      <Notice
        tone="warning"
        actions={
          <Button size="compact-sm" loading={announcing.isPending} onClick={() => announcing.mutate()}>
            Tell the sales team about new files
          </Button>
        }
      >
        The sales team has not been told about {plural(unsentFiles, 'new file')} yet.
      </Notice>
    </div>
  );
}
