import { useSyncExternalStore } from 'react';
import { onSessionEvent } from '#web/app/session/session.ts';
import { deleteSizeCookies } from './size-cookies.ts';
import type { SizeFormValues } from './size-form-values.ts';

/** The values a person has entered but not saved, in this tab's memory only: deleted with the tab and at log-out. */
interface SizeDraft {
  personId: number;
  typed: SizeFormValues;
}

let draft: SizeDraft | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Stores the draft; undefined deletes it, so that the saved body applies again. */
export function saveSizeDraft(personId: number, typed: SizeFormValues | undefined): void {
  draft = typed && { personId, typed };
  for (const listener of [...listeners]) listener();
}

onSessionEvent((event) => {
  if (event === 'started') return;
  // Of a session that has expired it is offered again to the same person, and shown to no one else.
  if (event === 'ended') draft = undefined;
  // The next person to sign in on this browser may be someone else.
  deleteSizeCookies();
});

/** The unsaved values the person has entered in this tab. */
export const useSizeDraft = (personId: number | undefined): SizeFormValues | undefined =>
  useSyncExternalStore(subscribe, () => (draft?.personId === personId ? draft?.typed : undefined));
