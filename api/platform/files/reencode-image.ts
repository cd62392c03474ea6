import { writeFile } from 'node:fs/promises';
import type { Sharp, SharpOptions } from 'sharp';
import { FairQueue } from '../fair-queue.ts';
import { invalidFile, unsupportedType } from './upload-errors.ts';
import { findVisibleArea } from './visible-area.rules.ts';

/** Of the longer side, in pixels. */
const MAX_SIDE = 2000;
/** Pictures of phones have up to 50 million. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 8;
const QUALITY = 82;
const BUSY = 'Many pictures are being processed at the moment. Nothing was saved; please try again in a few seconds.';

const FORMATS = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp' } as const;

export type ImageType = keyof typeof FORMATS;

/** How a picture is written; its longer side in pixels is at most `maxSide`. */
export interface ImageOutput {
  type: ImageType;
  maxSide: number;
}

/** A part of a picture, as shares of its width and height when it is upright; and how often its width is its height. */
export interface ImageCut {
  left: number;
  top: number;
  width: number;
  height: number;
  ratio: number;
}

/** Whether files of the type are re-encoded. */
export const isImageType = (type: string): type is ImageType => type in FORMATS;

/** Loaded with the first picture: it takes 160 ms and 22 MB. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // One picture after another on one thread: memory counts for more than speed, and nothing is read twice.
  sharp.concurrency(1);
  sharp.cache(false);
  // The library reads many more formats than are accepted, SVG and PDF among them.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  // Our own drawings, which are in memory. Uploads are files: what reads SVG from them stays blocked.
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  return sharp;
}

let sharpLoad: ReturnType<typeof loadSharp> | undefined;
const queue = new FairQueue(BUSY);

/**
 * Reads a picture, turns it upright, reduces it to 2,000 pixels and writes it anew in its format and in sRGB: without metadata, and without anything that another
 * program could take for a file of its own. A process does this for one picture at a time, of each person in turn, so that their memory is limited
 * and no one waits for all the pictures of another.
 *
 * `into` says another format and size to write it in. `owner` says whose picture it is, and `name` is what messages call it. Throws 415 when it cannot be read, 422 when it has too many pixels, and 503 when the wait is too long.
 */
export async function reencodeImage(
  source: string,
  target: string,
  type: ImageType,
  { name, owner, into = { type, maxSide: MAX_SIDE } }: { name: string; owner: string; into?: ImageOutput },
): Promise<void> {
  await queue.run(owner, () => writeImage(source, target, type, name, into));
}

/**
 * Reads a picture like `reencodeImage` and returns it in several sizes, in the order of `sides`, which begins with the largest; a picture that is smaller keeps
 * its size. `maxSourceSide` is how wide and high it may be before, in pixels, and `cut` says which part of it is used. Throws as `reencodeImage` does, and 422 for a part of
 * fewer pixels in width than `minWidth`.
 */
export function reencodeInSizes(
  source: string,
  type: ImageType,
  {
    name,
    owner,
    into,
    sides,
    maxSourceSide,
    cut,
    minWidth = 1,
  }: {
    name: string;
    owner: string;
    into: ImageType;
    sides: readonly number[];
    maxSourceSide: number;
    cut?: ImageCut;
    minWidth?: number;
  },
): Promise<Buffer[]> {
  return queue.run(owner, async () => {
    const { image, sharp, size, unreadable } = await openImage(source, type, name, maxSourceSide);
    const part = cut && placeCut(size, cut);
    if ((part?.width ?? size.width) < minWidth)
      throw invalidFile(`This part of “${name}” is too small: it needs at least ${minWidth} pixels in width.`);
    if (part) image.extract(part);
    // The source, of up to 50 million pixels, is decoded once.
    const largest = await resize(image, sides[0] ?? MAX_SIDE)
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw unreadable();
      });
    const { width, height, channels } = largest.info;
    const sizes: Buffer[] = [];
    for (const side of sides)
      sizes.push(
        await resize(sharp(largest.data, { raw: { width, height, channels } }), side)
          .toFormat(FORMATS[into], into === 'image/png' ? {} : { quality: QUALITY })
          .toBuffer(),
      );
    return sizes;
  });
}

/**
 * Reads a picture like `reencodeImage` and writes it to `target` as PNG, without the margins in which nothing is to be seen. Returns its size in pixels. Throws as
 * `reencodeImage` does, and 422 for a picture that is wider or higher than `maxSourceSide` or transparent as a whole.
 */
export function reencodeTrimmed(
  source: string,
  target: string,
  type: ImageType,
  { name, owner, maxSourceSide }: { name: string; owner: string; maxSourceSide: number },
): Promise<{ width: number; height: number }> {
  return queue.run(owner, async () => {
    const { image, sharp, unreadable } = await openImage(source, type, name, maxSourceSide);
    const { data, info } = await resize(image, MAX_SIDE)
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw unreadable();
      });
    const { width, height } = info;
    const area = findVisibleArea(data, width, height);
    if (!area) throw invalidFile(`“${name}” shows nothing: all of it is transparent. Please choose another file.`);
    const content = await sharp(data, { raw: { width, height, channels: 4 } })
      .extract(area)
      .png()
      .toBuffer();
    await writeFile(target, content, { mode: 0o600 });
    return { width: area.width, height: area.height };
  });
}

/** How large a drawing becomes: four pixels for each of its units. */
const DRAWING_DENSITY = 288;
const PRINT_QUALITY = 88;

/**
 * A picture of ours, a stored photograph or a drawing, as it is printed: a JPEG on white, or on `background` as `#rrggbb`, whose longer side has at most `maxSide` pixels. `owner` says for whom,
 * as for `reencodeImage`. Throws for what cannot be read, and 503 when the wait is too long.
 */
export function convertForPrint(
  content: Buffer,
  { owner, maxSide, background = '#ffffff' }: { owner: string; maxSide: number; background?: string },
): Promise<Buffer> {
  return queue.run(owner, async () => {
    sharpLoad ??= loadSharp();
    const sharp = await sharpLoad;
    const image = sharp(content, { failOn: 'error', limitInputPixels: MAX_PIXELS, density: DRAWING_DENSITY });
    return resize(image, maxSide).flatten({ background }).jpeg({ quality: PRINT_QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
  });
}

/** The pixels of a cut: within the picture, and of its ratio, around the middle of what was asked for. */
export function placeCut(size: { width: number; height: number }, { left, top, width, height, ratio }: ImageCut) {
  const [x, y] = [Math.min(left, 1) * size.width, Math.min(top, 1) * size.height];
  const [wide, high] = [Math.min(width * size.width, size.width - x), Math.min(height * size.height, size.height - y)];
  const cutWidth = Math.max(1, Math.floor(Math.min(wide, high * ratio)));
  const cutHeight = Math.max(1, Math.min(Math.round(cutWidth / ratio), size.height));
  const place = (start: number, asked: number, taken: number, all: number) =>
    Math.max(0, Math.min(Math.round(start + (asked - taken) / 2), all - taken));
  return {
    left: place(x, wide, cutWidth, size.width),
    top: place(y, high, cutHeight, size.height),
    width: cutWidth,
    height: cutHeight,
  };
}

const resize = (image: Sharp, side: number) =>
  image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).timeout({ seconds: MAX_SECONDS });

async function writeImage(source: string, target: string, type: ImageType, name: string, into: ImageOutput): Promise<void> {
  const { image, unreadable } = await openImage(source, type, name);
  const content = await resize(image, into.maxSide)
    .toFormat(FORMATS[into.type], into.type === 'image/png' ? {} : { quality: QUALITY })
    .toBuffer()
    .catch(() => {
      throw unreadable();
    });
  await writeFile(target, content, { mode: 0o600 });
}

/** A picture that is about to be read, upright and in sRGB. Its size is known from its first bytes, so that too many pixels are never decoded. */
async function openImage(source: string, type: ImageType, name: string, maxSourceSide = Number.POSITIVE_INFINITY) {
  sharpLoad ??= loadSharp();
  const sharp = await sharpLoad;
  const unreadable = () =>
    unsupportedType(`“${name}” cannot be read. It may be damaged: please open it, save it again and upload it.`);
  const options: SharpOptions = { failOn: 'error', limitInputPixels: MAX_PIXELS, sequentialRead: true };
  const format = FORMATS[type];
  const metadata = await sharp(source, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (metadata?.format !== format) throw unreadable();
  const side = Math.max(metadata.width, metadata.height);
  if (side > maxSourceSide)
    throw invalidFile(
      `“${name}” is ${side.toLocaleString('en-GB')} pixels ${metadata.width === side ? 'wide' : 'high'}: at most ${maxSourceSide.toLocaleString('en-GB')}.`,
    );
  if (metadata.width * metadata.height > MAX_PIXELS)
    throw invalidFile(`“${name}” has too many pixels: at most ${MAX_PIXELS / 1_000_000} million.`);
  return { image: sharp(source, options).autoOrient(), sharp, size: metadata.autoOrient, unreadable };
}
