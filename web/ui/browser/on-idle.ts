/** How long a page that has been loaded is left to itself before anything is fetched for later, in milliseconds. */
const IDLE_DELAY_MS = 2000;

async function loaded(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((wake) => addEventListener('load', wake, { once: true }));
}

/** Fetches what only later pages and clicks need, once this page has what it needs itself and nothing else is going on. */
export async function onIdle(fetchAhead: () => Promise<unknown>): Promise<void> {
  await loaded();
  await new Promise((wake) => setTimeout(wake, IDLE_DELAY_MS));
  // Safari has no idle time to ask for.
  if ('requestIdleCallback' in window) await new Promise((wake) => requestIdleCallback(wake));
  // What did not come ahead is asked for again when it is wanted.
  await fetchAhead().catch(() => {});
}
