import { useRef, useState } from 'react';
import { MAX_PICTURE_BYTES } from '#contract/catalogue/products/picture-sizes.ts';
import type { ReplyOf } from '#contract/index.ts';

type Result = ReplyOf<'POST /api/operator/products/:id/pictures'>['results'][number];

/** A file that waits, is being sent, or was sent; `outcome` is what became of it. */
export interface Upload {
  key: number;
  file: File;
  isSending: boolean;
  outcome?: { state: Result['state']; problem: string | null };
}

let lastKey = 0;

const TOO_LARGE = `This file is larger than ${MAX_PICTURE_BYTES / 1_000_000} MB. Please choose a smaller one.`;

/** Files with their keys, as they wait to be sent. */
export const toUploads = (files: readonly File[]): Upload[] =>
  files.map((file) => {
    lastKey += 1;
    return {
      key: lastKey,
      file,
      isSending: false,
      // Sending it would take long, and the server would refuse it.
      ...(file.size > MAX_PICTURE_BYTES && { outcome: { state: 'refused' as const, problem: TOO_LARGE } }),
    };
  });

/** Sends files one after the other, in their order: the server reads one picture at a time. One that fails keeps no other from being sent. */
export function useUploads<U extends Upload>(send: (upload: U) => Promise<Result | undefined>) {
  const [uploads, setUploads] = useState<readonly U[]>([]);
  const last = useRef<Promise<void>>(Promise.resolve());
  const change = (key: number, values: Partial<U>) =>
    setUploads((before) => before.map((upload) => (upload.key === key ? { ...upload, ...values } : upload)));

  async function sendOne(upload: U): Promise<void> {
    change(upload.key, { isSending: true } as Partial<U>);
    const outcome = await send(upload).then(
      (result): Upload['outcome'] => result ?? { state: 'refused', problem: 'The file was not added.' },
      (error: unknown) => ({
        state: 'refused',
        problem: error instanceof Error && error.message ? error.message : 'The file could not be uploaded.',
      }),
    );
    change(upload.key, { isSending: false, outcome } as Partial<U>);
  }

  return {
    uploads,
    change,
    setUploads,
    /** Sends these, after those that are being sent. Resolves when the last of them is done. */
    start: (chosen: readonly U[]): Promise<void> => {
      for (const upload of chosen) last.current = last.current.then(() => sendOne(upload));
      return last.current;
    },
  };
}
