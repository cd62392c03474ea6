import { preload } from 'react-dom';
import { getPictureSizes, TILE_WIDTH } from './picture-sizes.ts';

/** Preloads the images that will be visible first, before the components showing them are rendered, which show them as wide as `width` says. */
export function preloadImages(sources: readonly (string | undefined)[], width = TILE_WIDTH): void {
  for (const src of sources) {
    if (!src) continue;
    const { srcSet: imageSrcSet, sizes: imageSizes } = getPictureSizes(src, width);
    preload(src, { as: 'image', fetchPriority: 'high', ...(imageSrcSet && imageSizes && { imageSrcSet, imageSizes }) });
  }
}
