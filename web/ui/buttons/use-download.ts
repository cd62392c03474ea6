import { useState } from 'react';
import { saveFile } from '../browser/save-file.ts';
import { showError } from '../feedback/alerts.ts';

/** Fetches a file and its name; `onProgress` is told how many bytes have arrived. Undefined where the file will come another way. */
export type FetchFile = (onProgress: (bytes: number) => void) => Promise<{ content: Blob; name: string } | undefined>;

/** Lets the browser save a file from the server, and shows an error if that fails. `bytes` counts what has arrived. */
export function useDownload() {
  const [busy, setBusy] = useState(false);
  const [bytes, setBytes] = useState(0);
  async function save(file: FetchFile) {
    setBusy(true);
    setBytes(0);
    try {
      const found = await file(setBytes);
      if (found) saveFile(found.content, found.name);
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  }
  return { busy, bytes, save };
}
