import { MAX_PICTURE_BYTES } from '#contract/catalogue/products/picture-sizes.ts';
import { MIN_SLIDE_WIDTH } from '#contract/content/slides/slide-limits.ts';
import { findMaxZoom } from './cut.ts';
import type { ChosenPicture } from './picture-cutter.tsx';

/** The longer side in which a chosen picture is shown before it is uploaded, in pixels. */
const SHOWN_SIDE = 1600;

/** A picture of the device as it can be shown and cut: upright, and reduced. Throws, as a sentence, for one that cannot be used. */
export async function readPicture(file: File): Promise<ChosenPicture> {
  if (file.size > MAX_PICTURE_BYTES) throw new Error(`This picture is larger than ${MAX_PICTURE_BYTES / 1_000_000} MB.`);
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This file cannot be read. Please choose a JPEG, PNG or WebP picture.');
  });
  const { width, height } = bitmap;
  if (findMaxZoom({ width, height }) < 1)
    throw new Error(`This picture is too small: its part for the slider needs at least ${MIN_SLIDE_WIDTH} pixels in width.`);
  const scale = Math.min(1, SHOWN_SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  // The security policy allows pictures of this page, not of addresses of files.
  return { file, width, height, url: canvas.toDataURL('image/webp', 0.85) };
}
