import { useCallback, useState } from 'react';

const prefix = 'livery.draft.';

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: object | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // Without storage, what was typed lives as long as the page.
  }
}

/**
 * What is typed and not saved yet, kept in this tab with every key: it survives errors, a reload, another page and an
 * expired session. The key names the form and whose it is. `undefined` is nothing typed.
 *
 * For forms whose state is more than their fields, or that are worth coming back to: dialogs that may be closed, choices
 * that depend on each other. `access/unfinished-work.ts` is the other half: it needs nothing of a form, sees its fields
 * alone, forgets with the page, and so brings back every form that nobody thought of when a session ran out.
 */
export function useDraft<T extends object>(key: string): [draft: T | undefined, keep: (draft: T | undefined) => void] {
  const [draft, setDraft] = useState(() => {
    const kept = read(key);
    return typeof kept === 'object' && kept !== null ? (kept as T) : undefined;
  });
  const keep = useCallback(
    (value: T | undefined) => {
      write(key, value);
      setDraft(value);
    },
    [key],
  );
  return [draft, keep];
}

/** Forgets everything that was typed in this tab; for whoever logs out. */
export function deleteDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // What cannot be reached cannot hold anything either.
  }
}
