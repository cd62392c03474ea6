import { useSyncExternalStore } from 'react';
import { onSessionEvent } from '#web/app/session/session.ts';
import { deleteSizeCookies } from './size-cookies.ts';
import type { SizeFormValues } from './size-form-values.ts';

/** What somebody typed of themselves, in the memory of this tab: gone with it, and with the session. */
interface SizeDraft {
  personId: number;
  typed: SizeFormValues;
}

let said: SizeDraft | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Remembers what was typed; undefined forgets it, so that what is kept counts again. */
export function saveSizeDraft(personId: number, typed: SizeFormValues | undefined): void {
  said = typed && { personId, typed };
  for (const listener of [...listeners]) listener();
}

onSessionEvent((event) => {
  if (event === 'started') return;
  said = undefined;
  // Whoever logs in next at this browser is somebody else.
  deleteSizeCookies();
});

/** What the person typed in this tab and has not had kept. */
export const useSizeDraft = (personId: number | undefined): SizeFormValues | undefined =>
  useSyncExternalStore(subscribe, () => (said?.personId === personId ? said?.typed : undefined));
