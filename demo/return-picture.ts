import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { drawGarment } from '#garments/garments.ts';

/** A file in the file store. */
export interface DemoFile {
  key: string;
  name: string;
  size: number;
  sha256: Buffer;
}

export type SaveDemoFile = () => Promise<DemoFile>;

/** Always the same: a demonstration that is filled in again overwrites the picture. */
const KEY = '5ca1ab1e-0000-4000-8000-000000000001';
const WIDTH = 900;

/** Stores the picture of the wearer's return: the cardigan, with a mark where it is tight. */
export const createDemoFileSaver =
  (store: Pick<BlobStore, 'write'>): SaveDemoFile =>
  async () => {
    const { default: sharp } = await import('sharp');
    const garment = await sharp(Buffer.from(drawGarment('cardigan', { colour: '#1f2a44', side: 'front' })))
      .resize(700)
      .png()
      .toBuffer();
    const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${WIDTH}"><ellipse cx="450" cy="330" rx="230" ry="95" fill="none" stroke="#d22" stroke-width="10"/></svg>`;
    const content = await sharp({ create: { width: WIDTH, height: WIDTH, channels: 3, background: '#cfc6b8' } })
      .composite([{ input: garment, gravity: 'centre' }, { input: Buffer.from(mark) }])
      .jpeg({ quality: 80 })
      .toBuffer();
    const folder = await mkdtemp(join(tmpdir(), 'livery-demo-'));
    try {
      const path = join(folder, 'picture.jpg');
      await writeFile(path, content);
      await store.write(KEY, path);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return {
      key: KEY,
      name: 'cardigan shoulders.jpg',
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
    };
  };
