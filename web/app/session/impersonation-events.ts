/**
 * Tells when this tab may be showing somebody else's cart than the session acts for: another tab began or stopped, or the
 * hour is over. What is done about it is decided in hooks/acting.ts.
 */

const key = 'livery.acting';
const listeners = new Set<() => void>();

/** Calls back whenever what the session acts for may have changed elsewhere. Returns how to stop. */
export function onImpersonationChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server, or the clock, says that the session acts for another person than is shown. */
export function emitImpersonationChange(): void {
  for (const listener of [...listeners]) listener();
}

/** Lets the other tabs of this browser know that this one has begun or stopped; says nothing about whom. */
export function notifyOtherTabs(): void {
  try {
    localStorage.setItem(key, Math.random().toString(36).slice(2));
  } catch {
    // They hear of it with their next request.
  }
}

/** Follows the other tabs. Called once, on start. */
export function watchImpersonationInOtherTabs(): void {
  addEventListener('storage', (event) => {
    if (event.key === key) emitImpersonationChange();
  });
}
