import { Button } from '@mantine/core';
import { useRef } from 'react';
import { MAX_RETURN_FILES } from '#contract/ordering/return-files.ts';
import css from './returns.module.css';
import type { useReturnFiles } from './use-return-files.ts';

/** Pictures and documents with preview, progress and removal. */
export function FilePicker({ upload }: { upload: ReturnType<typeof useReturnFiles> }) {
  const input = useRef<HTMLInputElement>(null);
  const { files, add, remove } = upload;
  return (
    <div className={css.files}>
      {files.length > 0 && (
        <ul aria-label="Files">
          {files.map(({ key, name, preview, id, error }) => (
            <li key={key}>
              {preview ? <img src={preview} alt="" /> : <span className={css.document}>PDF</span>}
              <span className={css.fileName}>
                {name}
                <span className={error ? css.problem : css.muted} role={error ? 'alert' : 'status'}>
                  {error ?? (id === undefined ? 'Uploading …' : 'Uploaded')}
                </span>
              </span>
              <Button variant="default" size="compact-sm" aria-label={`Remove ${name}`} onClick={() => remove(key)}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="image/jpeg,image/png,image/webp,application/pdf"
        aria-label="Add pictures or documents"
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])].slice(0, MAX_RETURN_FILES - files.length));
          event.currentTarget.value = '';
        }}
      />
      {files.length < MAX_RETURN_FILES && (
        <Button variant="default" onClick={() => input.current?.click()}>
          Add pictures
        </Button>
      )}
    </div>
  );
}
