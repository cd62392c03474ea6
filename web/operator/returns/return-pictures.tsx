import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readDataUrl } from '#web/ui/browser/read-data-url.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorDownload } from '../session/operator-api.ts';
import type { OperatorReturn } from './return-outcomes.ts';
import css from './returns.module.css';

type ReturnFile = OperatorReturn['files'][number];

const isPicture = ({ contentType }: ReturnFile) => /^image\/(jpeg|png|webp)$/.test(contentType);

const downloadFile = (returnId: number, { id }: ReturnFile) =>
  operatorDownload('GET /api/operator/returns/:id/files/:fileId', { params: { id: returnId, fileId: id } });

/** A picture as a data URL: the files need the operator's token, and nothing of them runs in the page. */
const usePicture = (returnId: number, file: ReturnFile) =>
  useQuery({
    queryKey: ['GET /api/operator/returns/:id/files/:fileId', returnId, file.id],
    queryFn: async () => readDataUrl((await downloadFile(returnId, file)).content),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The pictures and documents of a return: pictures are shown and can be enlarged, documents are downloaded. */
export function ReturnPictures({ request: { id, files } }: { request: OperatorReturn }) {
  const [enlarged, setEnlarged] = useState<ReturnFile>();
  if (files.length === 0) return null;
  return (
    <Card title={files.length === 1 ? 'Picture' : `Pictures (${files.length})`}>
      <ul className={css.pictures}>
        {files.map((file) => (
          <li key={file.id}>
            {isPicture(file) && <Thumbnail returnId={id} file={file} onOpen={() => setEnlarged(file)} />}
            {isPicture(file) ? (
              <Text span c="dimmed">
                {file.filename}
              </Text>
            ) : (
              <DownloadButton file={() => downloadFile(id, file)}>{file.filename}</DownloadButton>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        opened={enlarged !== undefined}
        onClose={() => setEnlarged(undefined)}
        title={enlarged?.filename ?? ''}
        closeLabel="Close picture"
      >
        {enlarged && <Enlarged returnId={id} file={enlarged} />}
      </Dialog>
    </Card>
  );
}

function Thumbnail({ returnId, file, onOpen }: { returnId: number; file: ReturnFile; onOpen: () => void }) {
  const { data, isError } = usePicture(returnId, file);
  return (
    <button type="button" className={css.picture} aria-label={`Enlarge ${file.filename}`} onClick={onOpen}>
      {data ? <img src={data} alt="" /> : isError ? 'Not loaded' : 'Loading …'}
    </button>
  );
}

function Enlarged({ returnId, file }: { returnId: number; file: ReturnFile }) {
  const { data, error } = usePicture(returnId, file);
  if (data) return <img className={css.large} src={data} alt={file.filename} />;
  return <p>{error ? error.message : 'Loading …'}</p>;
}
