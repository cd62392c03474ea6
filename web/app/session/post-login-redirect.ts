import { safeReturnUrl } from './return-url.ts';

/**
 * Where somebody was going when something had to come first: the terms after a log-in. Kept in this tab, so that it
 * survives a reload; where storage refuses, as long as the page lives. Taken once; forgotten with the session.
 */
const name = 'livery.destination';
let memory: string | null = null;

/** Keeps a screen under /index to go to later; anything else is no destination. */
export function savePostLoginRedirect(path: string): void {
  clearPostLoginRedirect();
  const safe = safeReturnUrl(path, location.origin);
  if (safe === undefined) return;
  memory = safe;
  try {
    sessionStorage.setItem(name, safe);
  } catch {
    // The page remembers it.
  }
}

/** The kept screen, once; undefined when there is none. What is stored is checked again: others can write there. */
export function consumePostLoginRedirect(): string | undefined {
  let kept = memory;
  try {
    kept = sessionStorage.getItem(name) ?? memory;
  } catch {
    // What the page remembers is enough.
  }
  clearPostLoginRedirect();
  return safeReturnUrl(kept, location.origin);
}

export function clearPostLoginRedirect(): void {
  memory = null;
  try {
    sessionStorage.removeItem(name);
  } catch {
    // What cannot be reached cannot hold anything either.
  }
}
