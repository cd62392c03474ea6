import { Button, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import css from './logos.module.css';
import type { useLogoUploads } from './use-logo-uploads.ts';

/** Where logos are dropped or chosen, and what became of them. */
export function LogoDrop({ uploads, start, clear }: ReturnType<typeof useLogoUploads>) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const done = uploads.filter(({ isDone }) => isDone).length;
  const isRunning = done < uploads.length;
  const shown = uploads.filter(({ isDone, problem }) => !isDone || problem);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    start([...event.dataTransfer.files]);
  };
  return (
    <>
      <fieldset
        className={css.drop}
        aria-label="Add logos"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <span>Drop a logo here, or choose a file</span>
        <Text size="sm" c="dimmed">
          SVG with texts as paths (best), up to 2 MB, or PNG with a transparent background, up to 10 MB.
        </Text>
        <Button variant="default" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".svg,.png,image/svg+xml,image/png"
          multiple
          hidden
          aria-label="Choose a file"
          onChange={(event) => {
            start([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </fieldset>
      {shown.length > 0 && (
        <div className={css.uploads}>
          {isRunning && <ProgressBar label={`${done} of ${uploads.length} files`} done={done} total={uploads.length} />}
          <ul aria-label="Files">
            {shown.map(({ key, name, problem }) => (
              <li key={key}>
                <strong>{name}</strong>{' '}
                <Text span size="sm" c={problem ? 'var(--mantine-color-error)' : 'dimmed'} role={problem ? 'alert' : 'status'}>
                  {problem ?? 'Uploading …'}
                </Text>
              </li>
            ))}
          </ul>
          {!isRunning && <RowButton onClick={clear}>Hide these files</RowButton>}
        </div>
      )}
    </>
  );
}
