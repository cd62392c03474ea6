import { useRef, useState } from 'react';
import { readDataUrl } from '#web/ui/browser/read-data-url.ts';
import { toMultipart } from '../multipart.ts';

/** Files of one return, request or message. */
export const MAX_UPLOADS = 10;
/** Bytes of one such file. */
const MAX_BYTES = 10_000_000;

/** A file that is being uploaded, or has been. */
interface Upload {
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

/** Sends one file, as `toMultipart` has prepared it, and returns the stored files. */
type Send = (upload: Awaited<ReturnType<typeof toMultipart>>) => Promise<{ files: readonly { id: number }[] }>;

/** A file that was uploaded before the page was opened again. */
export interface StoredUpload {
  id: number;
  name: string;
}

const NONE: readonly StoredUpload[] = [];

let nextKey = 0;

/**
 * The pictures and documents of a return, a request or a message: they are uploaded as soon as they are chosen, one after the other. The server accepts only a few
 * uploads of one person at a time and refuses the others, so that ten files that are chosen together would not all arrive. `stored` are those of a draft;
 * `fields` are sent with each file.
 */
export function useFileUploads(send: Send, stored: readonly StoredUpload[] = NONE, fields?: Readonly<Record<string, string>>) {
  const [files, setFiles] = useState<readonly Upload[]>(() =>
    stored.map((file) => {
      nextKey += 1;
      return { key: nextKey, ...file };
    }),
  );
  const [leftOut, setLeftOut] = useState(0);
  const lastUpload = useRef<Promise<void>>(Promise.resolve());
  const removed = useRef<ReadonlySet<number>>(new Set());
  const change = (key: number, values: Partial<Upload>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...values } : file)));
  function add(file: File): void {
    nextKey += 1;
    const key = nextKey;
    // Sending it would take long, and the server would refuse it.
    if (file.size > MAX_BYTES) {
      setFiles((before) => [
        ...before,
        { key, name: file.name, error: 'This file is larger than 10 MB. Please choose a smaller one.' },
      ]);
      return;
    }
    setFiles((before) => [...before, { key, name: file.name }]);
    void readPreview(file).then((preview) => change(key, { preview }));
    lastUpload.current = lastUpload.current.then(() => upload(key, file));
  }
  async function upload(key: number, file: File): Promise<void> {
    // It was removed while others were uploaded.
    if (removed.current.has(key)) return;
    try {
      const { files: sent } = await send(await toMultipart(file, fields));
      change(key, { id: sent[0]?.id as number });
    } catch (error) {
      change(key, { error: error instanceof Error ? error.message : 'The file could not be uploaded.' });
    }
  }
  return {
    files,
    isUploading: files.some(({ id, error }) => id === undefined && error === undefined),
    ids: files.flatMap(({ id }) => id ?? []),
    /** Those that have arrived, for a draft. */
    stored: files.flatMap(({ id, name }): StoredUpload[] => (id === undefined ? [] : [{ id, name }])),
    /** How many of the files that were chosen last are above the limit. */
    leftOut,
    add: (chosen: readonly File[]) => {
      const room = MAX_UPLOADS - files.length;
      setLeftOut(Math.max(0, chosen.length - room));
      for (const file of chosen.slice(0, room)) add(file);
    },
    /** Starts again with none, once they have been sent on. */
    clear: () => {
      setLeftOut(0);
      setFiles([]);
    },
    remove: (key: number) => {
      setLeftOut(0);
      removed.current = new Set([...removed.current, key]);
      setFiles((before) => before.filter((file) => file.key !== key));
    },
  };
}
