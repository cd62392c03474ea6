import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readDataUrl } from '#web/ui/browser/read-data-url.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { operatorDownload } from '../session/operator-api.ts';
import type { OperatorQuote } from './quote-labels.ts';
import css from './quotes.module.css';

type QuoteFile = OperatorQuote['quote']['files'][number];

const isPicture = ({ contentType }: QuoteFile) => /^image\/(jpeg|png|webp)$/.test(contentType);

const download = (quoteId: number, { id }: QuoteFile) =>
  operatorDownload('GET /api/operator/quotes/:id/files/:fileId', { params: { id: quoteId, fileId: id } });

/** A picture as a data URL: the files need the operator's token, and nothing of them runs in the page. */
const usePicture = (quoteId: number, file: QuoteFile) =>
  useQuery({
    queryKey: ['GET /api/operator/quotes/:id/files/:fileId', quoteId, file.id],
    queryFn: async () => readDataUrl((await download(quoteId, file)).content),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The files of a request or a message: pictures are shown and can be enlarged, documents are downloaded. */
export function QuoteFiles({ quoteId, files }: { quoteId: number; files: readonly QuoteFile[] }) {
  const [enlarged, setEnlarged] = useState<QuoteFile>();
  if (files.length === 0) return null;
  return (
    <>
      <ul className={css.files} aria-label="Files">
        {files.map((file) => (
          <li key={file.id}>
            {isPicture(file) ? (
              <>
                <Thumbnail quoteId={quoteId} file={file} onOpen={() => setEnlarged(file)} />
                <span className={css.dim}>{file.filename}</span>
              </>
            ) : (
              <DownloadButton size="compact-sm" file={() => download(quoteId, file)}>
                {file.filename}
              </DownloadButton>
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
        {enlarged && <Enlarged quoteId={quoteId} file={enlarged} />}
      </Dialog>
    </>
  );
}

function Thumbnail({ quoteId, file, onOpen }: { quoteId: number; file: QuoteFile; onOpen: () => void }) {
  const { data, isError } = usePicture(quoteId, file);
  return (
    <button type="button" className={css.picture} aria-label={`Enlarge ${file.filename}`} onClick={onOpen}>
      {data ? <img src={data} alt="" /> : isError ? 'Not loaded' : 'Loading …'}
    </button>
  );
}

function Enlarged({ quoteId, file }: { quoteId: number; file: QuoteFile }) {
  const { data, error } = usePicture(quoteId, file);
  if (data) return <img className={css.large} src={data} alt={file.filename} />;
  return <p>{error ? error.message : 'Loading …'}</p>;
}
