/**
 * Runs something that may wait once the browser has nothing else to do, after `timeout` milliseconds at the latest, where it is given; returns a function that cancels it. Keys that
 * are pressed meanwhile come first.
 */
export function runWhenIdle(run: () => void, timeout?: number): () => void {
  // Safari does not support requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, timeout === undefined ? {} : { timeout });
  return () => cancelIdleCallback(request);
}
