import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FetchFile, useDownload } from './use-download.ts';

interface Props {
  children: ReactNode;
  disabled?: boolean;
  size?: 'compact-sm' | undefined;
  file: FetchFile;
}

/** Fetches a file from the server and lets the browser save it. Disabled while fetching; shows an error if that fails. */
export function DownloadButton({ children, disabled = false, size, file }: Props) {
  const { busy, save } = useDownload();
  return (
    <Button variant="default" size={size} loading={busy} disabled={disabled} onClick={() => void save(file)}>
      {children}
    </Button>
  );
}
