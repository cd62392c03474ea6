import { preload } from 'react-dom';

/** Preloads the images that will be visible first, before the components showing them are rendered. */
export function preloadImages(sources: readonly (string | undefined)[]): void {
  for (const src of sources) if (src) preload(src, { as: 'image', fetchPriority: 'high' });
}
