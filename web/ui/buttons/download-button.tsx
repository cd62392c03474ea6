import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { saveFile } from '../browser/save-file.ts';
import { showError } from '../feedback/alerts.ts';

interface Props {
  children: ReactNode;
  disabled?: boolean;
  /** Fetches the file and its name. */
  file: () => Promise<{ content: Blob; name: string }>;
}

/** Fetches a file from the server and lets the browser save it. Disabled while fetching; shows an error if that fails. */
export function DownloadButton({ children, disabled = false, file }: Props) {
  const [busy, setBusy] = useState(false);
  async function save() {
    setBusy(true);
    try {
      const { content, name } = await file();
      saveFile(content, name);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button variant="default" loading={busy} disabled={disabled} onClick={() => void save()}>
      {children}
    </Button>
  );
}
