import { useSyncExternalStore } from 'react';
import { onSession } from '../access/session.ts';
import { forgetCookies } from './cookies.ts';
import type { Typed } from './typed.ts';

/** What somebody typed of themselves, in the memory of this tab: gone with it, and with the session. */
interface Said {
  personId: number;
  typed: Typed;
}

let said: Said | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Remembers what was typed; undefined forgets it, so that what is kept counts again. */
export function say(personId: number, typed: Typed | undefined): void {
  said = typed && { personId, typed };
  for (const listener of [...listeners]) listener();
}

onSession((event) => {
  if (event === 'started') return;
  said = undefined;
  // Whoever logs in next at this browser is somebody else.
  forgetCookies();
});

/** What the person typed in this tab and has not had kept. */
export const useSaid = (personId: number | undefined): Typed | undefined =>
  useSyncExternalStore(subscribe, () => (said?.personId === personId ? said?.typed : undefined));
