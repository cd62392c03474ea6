import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PictureSide } from '#contract/catalogue/products/kept-pictures.ts';
import { MAX_FILE_NAMES } from '#contract/catalogue/products/picture-sizes.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toMultipart } from '#web/app/multipart.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import { toUploads, type Upload, useUploads } from './use-uploads.ts';

type Match = ReplyOf<'POST /api/operator/products/pictures/matches'>['matches'][number];

/** Where a picture goes. */
export interface PictureTarget {
  product: { id: number; name: string };
  value: { id: number; name: string } | null;
  shows: PictureSide | null;
}

/** A file with the product that it goes to, which its name says or which was chosen by hand. */
export interface MatchedUpload extends Upload {
  target: PictureTarget | null;
  /** The number in its name. */
  number: number;
  /** Why it goes to no product. */
  problem: string | null;
  isSkipped: boolean;
}

/** Whether the file is sent next. */
export const isReady = ({ target, problem, isSkipped, outcome, isSending }: MatchedUpload): boolean =>
  target !== null && problem === null && !isSkipped && !outcome && !isSending;

const RANK = { front: 0, back: 2, detail: 3 };
const rankOf = ({ target }: MatchedUpload) => (target?.shows ? RANK[target.shows] : 1);

/** Those without a product first, because something is to be done about them; the others by product and colour, the front first. */
const compare = (a: MatchedUpload, b: MatchedUpload): number =>
  Number(a.target !== null && a.problem === null) - Number(b.target !== null && b.problem === null) ||
  (a.target?.product.id ?? 0) - (b.target?.product.id ?? 0) ||
  (a.target?.value?.id ?? 0) - (b.target?.value?.id ?? 0) ||
  rankOf(a) - rankOf(b) ||
  a.number - b.number ||
  a.file.name.localeCompare(b.file.name);

/** Files for many products: matched by their names before any is sent, then sent one after the other. */
export function useMatchedUploads() {
  const client = useQueryClient();
  const [isMatching, setMatching] = useState(false);
  const { uploads, setUploads, change, start } = useUploads<MatchedUpload>(async ({ file, target }) => {
    if (!target) return undefined;
    const { results } = await operatorApi('POST /api/operator/products/:id/pictures', {
      params: { id: target.product.id },
      query: { valueId: target.value?.id ?? 0, ...(target.shows && { shows: target.shows }) },
      ...(await toMultipart(file)),
    });
    return results[0];
  });

  async function add(files: readonly File[]) {
    setMatching(true);
    try {
      const matches: Match[] = [];
      for (let at = 0; at < files.length; at += MAX_FILE_NAMES) {
        const fileNames = files.slice(at, at + MAX_FILE_NAMES).map(({ name }) => name.slice(-MAX_NAME));
        matches.push(...(await operatorApi('POST /api/operator/products/pictures/matches', { body: { fileNames } })).matches);
      }
      const added = toUploads(files).map((upload, index): MatchedUpload => {
        const { product = null, value = null, shows = null, number, problem = null } = matches[index] ?? {};
        return { ...upload, target: product && { product, value, shows }, number: number ?? 0, problem, isSkipped: false };
      });
      setUploads((before) => [...before, ...added].toSorted(compare));
    } catch (error) {
      showError(error);
    } finally {
      setMatching(false);
    }
  }

  return {
    uploads,
    isMatching,
    add,
    change,
    clear: () => setUploads([]),
    send: async () => {
      await start(uploads.filter(isReady));
      await invalidateOperatorCalls(
        client,
        'GET /api/operator/products',
        'GET /api/operator/products/:id',
        'GET /api/operator/products/:id/history',
      );
    },
  };
}

/** Characters of a name that are matched. */
const MAX_NAME = 300;
