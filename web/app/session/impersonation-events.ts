/**
 * Events that say that this tab may show another person's cart than the session acts for: another tab started or stopped
 * impersonation, or its time is up. They are handled in impersonation.ts.
 */

const STORAGE_KEY = 'livery.impersonation';
const listeners = new Set<() => void>();

/** Calls `listener` whenever the impersonation may have changed elsewhere. Returns a function to unsubscribe. */
export function onImpersonationChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies listeners that the session may act for another person than the one shown. */
export function emitImpersonationChange(): void {
  for (const listener of [...listeners]) listener();
}

/** Tells the other tabs of this browser that impersonation has started or stopped, without saying for whom. */
export function notifyOtherTabs(): void {
  try {
    localStorage.setItem(STORAGE_KEY, Math.random().toString(36).slice(2));
  } catch {
    // Without storage, other tabs find out with their next request.
  }
}

/** Notifies listeners about impersonation changes made by other tabs. Called once, on start. */
export function watchImpersonationInOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY) emitImpersonationChange();
  });
}
