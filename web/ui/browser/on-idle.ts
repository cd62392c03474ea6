import { runWhenIdle } from './run-when-idle.ts';

/** Time between the page's load event and the first prefetch, in milliseconds. */
const IDLE_DELAY_MS = 2000;

/**
 * Prefetches what later pages and clicks will need, once this page has loaded and the browser is idle; returns a function that cancels it. Errors are
 * ignored: whatever could not be prefetched is requested again when it is needed.
 */
export function onIdle(prefetch: () => Promise<unknown>): () => void {
  let cancel = () => {};
  const begin = () => {
    const timer = setTimeout(() => {
      cancel = runWhenIdle(() => void prefetch().catch(() => {}));
    }, IDLE_DELAY_MS);
    cancel = () => clearTimeout(timer);
  };
  if (document.readyState === 'complete') begin();
  else {
    addEventListener('load', begin, { once: true });
    cancel = () => removeEventListener('load', begin);
  }
  return () => cancel();
}
