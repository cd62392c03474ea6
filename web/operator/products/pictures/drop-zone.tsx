import { Button } from '@mantine/core';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import css from './pictures.module.css';

/** Files with other names are refused by the server too, which reads their content. */
const TYPES = 'image/jpeg,image/png,image/webp';

interface Props {
  /** What the files are called: the name of the field for them. */
  label: string;
  children: ReactNode;
  isSmall?: boolean;
  onFiles: (files: File[]) => void;
}

/** An area in which files are dropped; its button opens those of the device. */
export function DropZone({ label, children, isSmall = false, onFiles }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <fieldset
      className={css.drop}
      aria-label={label}
      data-small={isSmall || undefined}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <Button variant="default" size="compact-md" onClick={() => input.current?.click()}>
        Browse
      </Button>
      <input
        ref={input}
        type="file"
        accept={TYPES}
        multiple
        hidden
        aria-label={`Browse: ${label}`}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </fieldset>
  );
}
