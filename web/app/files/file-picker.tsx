import { Button, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import css from './file-picker.module.css';
import { MAX_UPLOADS, type useFileUploads } from './use-file-uploads.ts';

const TYPES = 'image/jpeg,image/png,image/webp,application/pdf';

interface Props {
  upload: ReturnType<typeof useFileUploads>;
  /** Of the button that opens the files of the device. */
  label?: string;
}

/** Pictures and documents with preview, progress and removal: chosen, taken with the camera, or dropped. */
export function FilePicker({ upload, label = 'Add pictures' }: Props) {
  const [isOver, setOver] = useState(false);
  const { files, add, remove, leftOut } = upload;
  const isFull = files.length >= MAX_UPLOADS;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the buttons do
    <div
      className={`${css.files} ${css.dropZone}`}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {files.length > 0 && (
        <ul aria-label="Files">
          {files.map(({ key, name, preview, id, error }) => (
            <li key={key}>
              {preview ? (
                <img src={preview} alt="" />
              ) : (
                <span className={css.document}>{/\.pdf$/i.test(name) ? 'PDF' : 'File'}</span>
              )}
              <span className={css.fileName}>
                {name}
                <Text span c={error ? 'var(--mantine-color-error)' : 'dimmed'} role={error ? 'alert' : 'status'}>
                  {error ?? (id === undefined ? 'Uploading …' : 'Uploaded')}
                </Text>
              </span>
              <Button variant="default" size="compact-sm" aria-label={`Remove ${name}`} onClick={() => remove(key)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {leftOut > 0 && (
        <Text span c="var(--mantine-color-error)" role="alert">
          You can add {MAX_UPLOADS} files. {leftOut === 1 ? 'One was' : `${leftOut} were`} left out.
        </Text>
      )}
      {!isFull && (
        <div className={css.actions}>
          <FileButton label={label} onFiles={add} />
          <FileButton label="Take a photo" withCamera onFiles={add} />
        </div>
      )}
      <Text span c="dimmed">
        JPEG, PNG, WebP or PDF, up to 10 MB each.
      </Text>
    </div>
  );
}

/** A button that opens the files of the device, or its camera; the latter only where the main pointer is a finger. */
function FileButton({
  label,
  withCamera = false,
  onFiles,
}: {
  label: string;
  withCamera?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        {...(withCamera ? { accept: 'image/jpeg', capture: 'environment' } : { accept: TYPES, multiple: true })}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button variant="default" className={withCamera ? css.camera : undefined} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
