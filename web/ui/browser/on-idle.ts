import { runWhenIdle } from './run-when-idle.ts';

/** Time between the page's load event and the first prefetch, in milliseconds. */
const IDLE_DELAY_MS = 2000;

async function loaded(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((wake) => addEventListener('load', wake, { once: true }));
}

/** Prefetches what later pages and clicks will need, once this page has loaded and the browser is idle. Errors are ignored. */
export async function onIdle(prefetch: () => Promise<unknown>): Promise<void> {
  await loaded();
  await new Promise((wake) => setTimeout(wake, IDLE_DELAY_MS));
  await new Promise<void>((wake) => runWhenIdle(wake));
  // Whatever could not be prefetched is requested again when it is needed.
  await prefetch().catch(() => {});
}
