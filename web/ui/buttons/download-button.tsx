import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FetchFile, useDownload } from './use-download.ts';

interface Props {
  children: ReactNode;
  disabled?: boolean;
  size?: 'compact-sm' | 'sm' | undefined;
  /** The main action of its place. */
  isPrimary?: boolean;
  /** What assistive technology calls it, where the text of the button is not enough. */
  label?: string;
  file: FetchFile;
}

/** Fetches a file from the server and lets the browser save it. Disabled while fetching; shows an error if that fails. */
export function DownloadButton({ children, disabled = false, size, label, isPrimary = false, file }: Props) {
  const { busy, save } = useDownload();
  return (
    <Button
      variant={isPrimary ? 'filled' : 'default'}
      size={size}
      aria-label={label}
      loading={busy}
      disabled={disabled}
      onClick={() => void save(file)}
    >
      {children}
    </Button>
  );
}
