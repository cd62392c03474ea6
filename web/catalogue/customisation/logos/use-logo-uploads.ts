import { useRef, useState } from 'react';
import { MAX_PNG_LOGO_BYTES, MAX_SVG_LOGO_BYTES } from '#contract/catalogue/customisation/logo-limits.ts';

/** A file that waits, is being sent, or was refused; those that were added are among the logos. */
export interface LogoUpload {
  key: number;
  name: string;
  isDone: boolean;
  problem?: string;
}

let lastKey = 0;

/** Why a file need not be sent; undefined when the server decides. */
function findProblem({ name, size }: File): string | undefined {
  if (!/\.(png|svg)$/i.test(name)) return 'A logo is a PNG or SVG file. Please save it as one of them.';
  const most = /\.svg$/i.test(name) ? MAX_SVG_LOGO_BYTES : MAX_PNG_LOGO_BYTES;
  return size > most ? `This file is larger than ${most / 1_000_000} MB. Please choose a smaller one.` : undefined;
}

/** Sends files one after the other; one that is refused keeps no other from being sent. */
export function useLogoUploads(send: (file: File) => Promise<unknown>, onAdded: () => Promise<unknown>) {
  const [uploads, setUploads] = useState<readonly LogoUpload[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const finish = (key: number, problem?: string) =>
    setUploads((before) =>
      before.map((upload) => (upload.key === key ? { ...upload, isDone: true, ...(problem && { problem }) } : upload)),
    );

  async function sendOne(key: number, file: File): Promise<void> {
    const problem =
      findProblem(file) ??
      (await send(file).then(
        () => undefined,
        (error: unknown) => (error instanceof Error && error.message) || 'The file could not be uploaded. Please try again.',
      ));
    if (!problem) await onAdded();
    finish(key, problem);
  }

  return {
    uploads,
    start: (files: readonly File[]) => {
      const added = files.map((file) => {
        lastKey += 1;
        return { key: lastKey, file };
      });
      // What was refused before has been read.
      setUploads((before) => [
        ...before.filter(({ isDone }) => !isDone),
        ...added.map(({ key, file }) => ({ key, name: file.name, isDone: false })),
      ]);
      for (const { key, file } of added) last.current = last.current.then(() => sendOne(key, file));
    },
    clear: () => setUploads([]),
  };
}
