import { useCallback, useState } from 'react';

const PREFIX = 'livery.draft.';
/** Whose drafts the session that ended has left. */
const OWNER = 'livery.drafts-of';

/** The draft of this name in this tab, if there is one. */
export function readDraft<T extends object>(key: string): T | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a draft in this tab; `undefined` deletes it. */
export function writeDraft(key: string, value: object | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Without storage, the draft lasts only as long as the page.
  }
}

/**
 * Unsaved input, stored in this tab on every keystroke: it survives errors, a reload, another page and an expired
 * session. The key names the form and the record being edited. `undefined` means that nothing has been entered.
 *
 * Forms use `useEntityForm`, which keeps its drafts with `readDraft` and `writeDraft`; this hook is for input that is no form of one entity, such as the
 * parcels of several orders. `app/session/form-restore.ts` covers all other forms when a session expires: it needs no code in the form, but restores
 * only field values and only within the same page.
 */
export function useDraft<T extends object>(key: string): [draft: T | undefined, save: (draft: T | undefined) => void] {
  const [draft, setDraft] = useState(() => readDraft<T>(key));
  const save = useCallback(
    (value: T | undefined) => {
      writeDraft(key, value);
      setDraft(value);
    },
    [key],
  );
  return [draft, save];
}

/** Notes whose drafts these are, when their session ends by itself. */
export function keepDraftsFor(personId: number): void {
  try {
    sessionStorage.setItem(OWNER, String(personId));
  } catch {
    // Without storage there are no drafts.
  }
}

/** Deletes the drafts that the session of someone else has left; called when this person logs in. */
export function deleteDraftsOfOthers(personId: number): void {
  try {
    const owner = sessionStorage.getItem(OWNER);
    if (owner !== null && owner !== String(personId)) deleteDrafts();
  } catch {
    // Without storage there are no drafts.
  }
}

/** Deletes all drafts of this tab; called on logout. */
export function deleteDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX) || key === OWNER) sessionStorage.removeItem(key);
  } catch {
    // Storage that cannot be accessed holds no drafts.
  }
}
