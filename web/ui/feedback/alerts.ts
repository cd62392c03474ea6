import { useSyncExternalStore } from 'react';

/** What the banner at the top of the page says. */
export interface Alert {
  id: number;
  kind: 'success' | 'error';
  text: string;
  /** Stays when the person moves to another page. */
  persistent: boolean;
  action?: { label: string; run: () => void };
}

type Extras = { persistent?: boolean; action?: Alert['action'] };

let current: Alert | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function show(kind: Alert['kind'], text: string, { persistent = false, action }: Extras = {}): void {
  lastId += 1;
  current = { id: lastId, kind, text, persistent, action };
  for (const listener of listeners) listener();
}

/** Says that something worked. `action` offers to undo it. */
export const showSuccess = (text: string, extras?: Extras) => show('success', text, extras);

/** Says what went wrong: an error's message, or a sentence. */
export const showError = (error: unknown, extras?: Extras) =>
  show('error', error instanceof Error && error.message ? error.message : String(error), extras);

export function closeAlert(): void {
  current = undefined;
  for (const listener of listeners) listener();
}

/** Clears the banner unless it was asked to stay; it stays over one change of page. */
export function clearAlertOnNavigation(): void {
  if (!current) return;
  if (current.persistent) current = { ...current, persistent: false };
  else closeAlert();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useAlert = () => useSyncExternalStore(subscribe, () => current);
