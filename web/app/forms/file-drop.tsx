import { Box, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { lowerFirst } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './file-drop.module.css';

/** While the server is busy, the file is sent again for a minute. */
const RETRY_DELAY_MS = 5000;
const MAX_RETRIES = 12;

interface Props<Reply> {
  /** What is uploaded: "File of people". */
  label: string;
  /** The types that the browser offers to choose. */
  accept: string;
  maxMegabytes: number;
  hint: string;
  /** Uploads the file. The server may refuse it as busy (503); it is then sent again. */
  send: (file: File) => Promise<Reply>;
  onSent: (reply: Reply) => void;
  /** Choices that belong to the file, above it. */
  children?: ReactNode;
}

/** A place to drop a file that is uploaded at once, with a button to choose one. */
export function FileDrop<Reply>({ label, accept, maxMegabytes, hint, send, onSent, children }: Props<Reply>) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const upload = useMutation({
    mutationFn: (file: File) => {
      if (file.size > maxMegabytes * 1024 * 1024) throw new Error(`The file is larger than ${maxMegabytes} MB. Please split it.`);
      return send(file);
    },
    // The server reads one file at a time, and few may wait. A refused file was not saved, so sending it again creates no second import.
    retry: (failures, error) => error instanceof ApiError && error.status === 503 && failures < MAX_RETRIES,
    retryDelay: RETRY_DELAY_MS,
    onSuccess: onSent,
  });
  const take = (file: File | undefined) => {
    if (file && !upload.isPending) upload.mutate(file);
    // Allows the same file to be chosen again after it was corrected.
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <Card>
      {children}
      <fieldset
        className={css.drop}
        aria-label={label}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className={css.title}>
          {!upload.isPending
            ? 'Drop a file here, or choose one'
            : upload.failureCount === 0
              ? 'Reading the file…'
              : 'Waiting for other files to be read…'}
        </p>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        <Button loading={upload.isPending} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          aria-label={`Choose a ${lowerFirst(label)}`}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </fieldset>
      {upload.error && (
        <Box mt="md">
          <Notice tone="danger" role="alert">
            {upload.error.message} Nothing has been changed.
          </Notice>
        </Box>
      )}
    </Card>
  );
}
