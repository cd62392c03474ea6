import { preload } from 'react-dom';

/** Fetches the pictures that will be seen first, while what shows them is still being drawn. */
export function preloadImages(sources: readonly (string | undefined)[]): void {
  for (const src of sources) if (src) preload(src, { as: 'image', fetchPriority: 'high' });
}
