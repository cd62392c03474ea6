import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readDataUrl } from '#web/ui/browser/read-data-url.ts';
import { DownloadButton } from '#web/ui/buttons/download-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import css from './stored-files.module.css';

interface StoredFile {
  id: number;
  filename: string;
  contentType: string;
}

interface Props<F extends StoredFile> {
  files: readonly F[];
  /** Fetches the content of one; the calls of files need the operator's token. */
  fetchFile: (file: F) => Promise<{ content: Blob; name: string }>;
}

const isPicture = ({ contentType }: StoredFile) => /^image\/(jpeg|png|webp)$/.test(contentType);

/** A picture as a data URL: nothing of a file that a customer has uploaded runs in the page. */
const usePicture = <F extends StoredFile>(file: F, fetchFile: Props<F>['fetchFile']) =>
  useQuery({
    queryKey: ['a stored file of /api/operator/', file.id],
    queryFn: async () => readDataUrl((await fetchFile(file)).content),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Files that customers or operators have uploaded: pictures are shown and can be enlarged, documents are downloaded. */
export function StoredFiles<F extends StoredFile>({ files, fetchFile }: Props<F>) {
  const [enlarged, setEnlarged] = useState<F>();
  return (
    <>
      <ul className={css.files} aria-label="Files">
        {files.map((file) => (
          <li key={file.id}>
            {isPicture(file) ? (
              <>
                <Thumbnail file={file} fetchFile={fetchFile} onOpen={() => setEnlarged(file)} />
                <Text span c="dimmed">
                  {file.filename}
                </Text>
              </>
            ) : (
              <DownloadButton file={() => fetchFile(file)}>{file.filename}</DownloadButton>
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
        {enlarged && <Enlarged file={enlarged} fetchFile={fetchFile} />}
      </Dialog>
    </>
  );
}

interface PictureProps<F extends StoredFile> extends Pick<Props<F>, 'fetchFile'> {
  file: F;
}

function Thumbnail<F extends StoredFile>({ file, fetchFile, onOpen }: PictureProps<F> & { onOpen: () => void }) {
  const { data, isError } = usePicture(file, fetchFile);
  return (
    <button type="button" className={css.picture} aria-label={`Enlarge ${file.filename}`} onClick={onOpen}>
      {data ? <img src={data} alt="" /> : isError ? 'Not loaded' : 'Loading …'}
    </button>
  );
}

function Enlarged<F extends StoredFile>({ file, fetchFile }: PictureProps<F>) {
  const { data, error } = usePicture(file, fetchFile);
  if (data) return <img className={css.large} src={data} alt={file.filename} />;
  return <p>{error ? error.message : 'Loading …'}</p>;
}
