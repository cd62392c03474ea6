import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { toMultipart } from '#web/app/multipart.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../../session/operator-api.ts';
import type { KeptProduct } from '../product-labels.ts';

type KeptPicture = KeptProduct['images'][number];
/** A picture of a list that is saved: one that was removed is put back by its address. */
export type PictureToSave = Pick<KeptPicture, 'src' | 'altText' | 'valueId' | 'shows'> & { id?: number };

const photographsOf = ({ images }: KeptProduct) => images.filter(({ isDrawing }) => !isDrawing);

/**
 * The photographs of a product, and saving them. A change is shown at once and saved after those before it, so that moving a picture by several
 * steps does not conflict with itself; where it fails, the pictures are loaded again.
 */
export function useProductPictures(product: KeptProduct) {
  const client = useQueryClient();
  const { id } = product;
  const query = operatorQuery('GET /api/operator/products/:id', { params: { id } });
  const [pending, setPending] = useState<readonly PictureToSave[]>();
  const newest = useRef<readonly PictureToSave[]>(undefined);
  /** The photographs on the server, as the last reply has them. */
  const stored = useRef(photographsOf(product));
  const version = useRef(product.version);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (product.version < version.current) return;
    version.current = product.version;
    stored.current = photographsOf(product);
  }, [product]);

  const reload = () => invalidateOperatorCalls(client, 'GET /api/operator/products/:id');
  async function keep({
    pictures,
    version: saved,
  }: Pick<ReplyOf<'PUT /api/operator/products/:id/pictures'>, 'pictures' | 'version'>) {
    version.current = saved;
    stored.current = pictures;
    client.setQueryData(
      query.queryKey,
      (before) =>
        before && { product: { ...before.product, images: pictures, version: Math.max(before.product.version, saved) } },
    );
    await invalidateOperatorCalls(
      client,
      'GET /api/operator/products',
      'GET /api/operator/products/:id/history',
      // Without a photograph, its drawings are shown.
      ...(pictures.length === 0 ? (['GET /api/operator/products/:id'] as const) : []),
    );
  }

  async function saveNow(list: readonly PictureToSave[], known: ReadonlySet<number>): Promise<boolean> {
    // A newer change contains this one.
    if (newest.current !== list) return true;
    // Pictures that have arrived since the list was made are not among those that it leaves out.
    const added = stored.current.filter((picture) => !known.has(picture.id));
    try {
      await keep(
        await operatorApi('PUT /api/operator/products/:id/pictures', {
          params: { id },
          body: {
            version: version.current,
            pictures: [...list, ...added].map(({ id: pictureId, src, altText, valueId, shows }) => ({
              ...(pictureId === undefined ? { src } : { id: pictureId }),
              altText,
              valueId,
              shows,
            })),
          },
        }),
      );
      return true;
    } catch (error) {
      showError(error);
      await reload();
      return false;
    } finally {
      if (newest.current === list) setPending(undefined);
    }
  }

  return {
    /** As they are, or will be when they are saved. */
    pictures: pending ?? photographsOf(product),
    /** Saves the whole list; false where that failed. */
    save: (list: readonly PictureToSave[]): Promise<boolean> => {
      newest.current = list;
      setPending(list);
      const known = new Set(stored.current.map((picture) => picture.id));
      const saved = last.current.then(() => saveNow(list, known));
      last.current = saved;
      return saved;
    },
    /** Adds a file, after the changes before it. */
    upload: (file: File) => {
      const sent = last.current.then(async () => {
        const reply = await operatorApi('POST /api/operator/products/:id/pictures', {
          params: { id },
          ...(await toMultipart(file)),
        });
        await keep(reply);
        return reply.results[0];
      });
      last.current = sent.catch(() => {});
      return sent;
    },
  };
}
