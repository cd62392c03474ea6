import { useRef, useState } from 'react';
import { MAX_RETURN_FILE_BYTES, MAX_RETURN_FILES } from '#contract/ordering/returns/return-file-limits.ts';
import { api } from '#web/app/api.ts';
import { toMultipart } from '#web/app/multipart.ts';
import { readDataUrl } from '#web/ui/browser/read-data-url.ts';

/** A file that is being uploaded, or has been. */
export interface ReturnFile {
  key: number;
  name: string;
  /** A data URL; undefined for documents, and while the picture is read. */
  preview?: string | undefined;
  /** Undefined until it is stored. */
  id?: number;
  error?: string;
}

const readPreview = (file: File): Promise<string | undefined> =>
  file.type.startsWith('image/') ? readDataUrl(file).catch(() => undefined) : Promise.resolve(undefined);

/** Sends one file as `multipart/form-data`; returns its id. */
async function upload(file: File): Promise<number> {
  const { files } = await api('POST /api/returnfile', await toMultipart(file));
  return files[0]?.id as number;
}

let nextKey = 0;

/**
 * The pictures and documents of a return request: they are uploaded as soon as they are chosen, one after the other. The server accepts only a few uploads of one
 * person at a time and refuses the others, so that ten files that are chosen together would not all arrive.
 */
export function useReturnFiles() {
  const [files, setFiles] = useState<readonly ReturnFile[]>([]);
  const [leftOut, setLeftOut] = useState(0);
  const lastUpload = useRef<Promise<void>>(Promise.resolve());
  const removed = useRef<ReadonlySet<number>>(new Set());
  const change = (key: number, values: Partial<ReturnFile>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...values } : file)));
  function add(file: File): void {
    nextKey += 1;
    const key = nextKey;
    // Sending it would take long, and the server would refuse it.
    if (file.size > MAX_RETURN_FILE_BYTES) {
      setFiles((before) => [
        ...before,
        { key, name: file.name, error: 'This file is larger than 10 MB. Please choose a smaller one.' },
      ]);
      return;
    }
    setFiles((before) => [...before, { key, name: file.name }]);
    void readPreview(file).then((preview) => change(key, { preview }));
    lastUpload.current = lastUpload.current.then(() => send(key, file));
  }
  async function send(key: number, file: File): Promise<void> {
    // It was removed while others were uploaded.
    if (removed.current.has(key)) return;
    try {
      change(key, { id: await upload(file) });
    } catch (error) {
      change(key, { error: error instanceof Error ? error.message : 'The file could not be uploaded.' });
    }
  }
  return {
    files,
    isUploading: files.some(({ id, error }) => id === undefined && error === undefined),
    ids: files.flatMap(({ id }) => id ?? []),
    /** How many of the files that were chosen last are above the limit. */
    leftOut,
    add: (chosen: readonly File[]) => {
      const room = MAX_RETURN_FILES - files.length;
      setLeftOut(Math.max(0, chosen.length - room));
      for (const file of chosen.slice(0, room)) add(file);
    },
    remove: (key: number) => {
      setLeftOut(0);
      removed.current = new Set([...removed.current, key]);
      setFiles((before) => before.filter((file) => file.key !== key));
    },
  };
}
