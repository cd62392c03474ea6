import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { MAX_DOCUMENT_BYTES } from '#contract/content/documents/document-limits.ts';
import { describeFile } from '#web/app/documents/document-labels.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { DocumentKeeper, UploadedFile } from './document-keeper.ts';
import css from './keeping.module.css';

interface Props {
  keeper: Pick<DocumentKeeper, 'upload'>;
  file: UploadedFile | null;
  error: string | undefined;
  onUploaded: (file: UploadedFile) => void;
}

/** The file of a document: dropped or chosen, and uploaded at once. */
export function FileField({ keeper, file, error, onUploaded }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const upload = useMutation({
    mutationFn: (chosen: File) => {
      if (chosen.size > MAX_DOCUMENT_BYTES) throw new Error(`“${chosen.name}” is larger than 50 MB.`);
      return keeper.upload(chosen);
    },
    onSuccess: ({ file: uploaded }) => onUploaded(uploaded),
  });
  const take = (chosen: File | undefined) => {
    if (chosen && !upload.isPending) upload.mutate(chosen);
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <div>
      <fieldset
        className={css.drop}
        aria-label="File"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span className={css.dropText} role="status">
          {upload.isPending ? (
            'Uploading…'
          ) : file ? (
            <>
              <strong>{file.filename}</strong> {describeFile(file)}
            </>
          ) : (
            'Drop a file here, or choose one'
          )}
        </span>
        <Text size="sm" c="dimmed">
          PDF, Word, Excel, PowerPoint, OpenDocument or picture, up to 50 MB.
        </Text>
        <Button variant="default" size="compact-md" loading={upload.isPending} onClick={() => input.current?.click()}>
          {file ? 'Choose another file' : 'Choose a file'}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".pdf,.docx,.xlsx,.pptx,.odt,.ods,.odp,.jpg,.jpeg,.png,.webp"
          hidden
          aria-label="Choose a file"
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </fieldset>
      {upload.error ? (
        <Notice tone="danger" role="alert">
          {upload.error.message}
        </Notice>
      ) : (
        error && (
          <Text c="red" size="sm" role="alert">
            {error}
          </Text>
        )
      )}
    </div>
  );
}
