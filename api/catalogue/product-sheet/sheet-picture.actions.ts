import { buffer } from 'node:stream/consumers';
import { createBoundedCache } from '#api/platform/cache/bounded-cache.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { convertForPrint } from '#api/platform/files/reencode-image.ts';
import { parseDrawingPath } from '#garments/drawing-path.ts';
import { drawGarment } from '#garments/garments.ts';
import { parsePictureAddress } from '../pictures/product-picture.rules.ts';

/** Reads pictures for paper. */
export interface SheetPictures {
  /** The first of these pictures that can be read, as JPEG; undefined if none can. `owner` is who waits for it. */
  read(sources: readonly string[], owner: string): Promise<Uint8Array | undefined>;
}

/** Some hundred pictures. Each is public and never changes at its address, so that it is the same for everyone. */
const MAX_CACHE_BYTES = 16 * 1024 * 1024;
/** Pixels: the picture is a third of a page wide, at more than 300 an inch. */
const MAX_SIDE = 1000;

/** Creates a reader of photographs of products and of drawings. */
export function createSheetPictures(blobs: Pick<BlobStore, 'read'>): SheetPictures {
  const cache = createBoundedCache<Uint8Array>(MAX_CACHE_BYTES);

  async function load(src: string): Promise<Buffer | undefined> {
    const drawing = parseDrawingPath(src);
    if (drawing) return Buffer.from(drawGarment(drawing.type, drawing.look));
    const key = parsePictureAddress(src);
    const content = key === undefined ? undefined : await blobs.read(key);
    return content && buffer(content);
  }

  return {
    read: async (sources, owner) => {
      for (const src of sources) {
        const cached = cache.get(src);
        if (cached) return cached;
        const content = await load(src);
        if (!content) continue;
        const jpeg = await convertForPrint(content, { owner, maxSide: MAX_SIDE });
        cache.set(src, jpeg, jpeg.length);
        return jpeg;
      }
      return undefined;
    },
  };
}
