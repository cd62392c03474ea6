import { patterns } from '../paths.ts';
import { safeReturnUrl } from './return-url.ts';

/**
 * The page to go to once the terms are accepted after a login. Stored for this tab, so that it survives a reload; in memory
 * where storage is unavailable. It is used once, and deleted with the session.
 */
const STORAGE_KEY = 'livery.destination';
let memory: string | null = null;

/** Saves the path of a screen under /index to go to later; any other path is ignored. */
export function savePostLoginRedirect(path: string): void {
  clearPostLoginRedirect();
  const safe = safeReturnUrl(path, location.origin);
  // The terms are accepted on the preferences page itself: afterwards it leads on, not back to itself.
  if (safe === undefined || !safe.startsWith(`${patterns.landing}/`)) return;
  memory = safe;
  try {
    sessionStorage.setItem(STORAGE_KEY, safe);
  } catch {
    // Kept in memory instead.
  }
}

/** Returns and deletes the saved path; undefined if there is none. It is validated again, because others can write to the storage. */
export function consumePostLoginRedirect(): string | undefined {
  let saved = memory;
  try {
    saved = sessionStorage.getItem(STORAGE_KEY) ?? memory;
  } catch {
    // The value in memory is used.
  }
  clearPostLoginRedirect();
  return safeReturnUrl(saved, location.origin);
}

/** Deletes the saved path. */
export function clearPostLoginRedirect(): void {
  memory = null;
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage that is unavailable holds nothing to remove.
  }
}
