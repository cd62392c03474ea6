import { useSyncExternalStore } from 'react';

/** A button in the banner. */
export interface AlertAction {
  label: string;
  run: () => void;
}

/** The message in the banner at the top of the page. */
export interface Alert {
  id: number;
  kind: 'success' | 'error';
  text: string;
  /** Remains visible over one navigation to another page. */
  persistent: boolean;
  actions: readonly AlertAction[];
}

type Extras = { persistent?: boolean; action?: AlertAction | readonly AlertAction[] };

let current: Alert | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function show(kind: Alert['kind'], text: string, { persistent = false, action }: Extras = {}): void {
  lastId += 1;
  current = { id: lastId, kind, text, persistent, actions: [action ?? []].flat() };
  for (const listener of listeners) listener();
}

/** Shows a success message. `action` offers to undo it, or what comes next. */
export const showSuccess = (text: string, extras?: Extras) => show('success', text, extras);

/** Shows an error message: the message of an `Error`, or a sentence. */
export const showError = (error: unknown, extras?: Extras) =>
  show('error', error instanceof Error && error.message ? error.message : String(error), extras);

/** Closes the banner. */
export function closeAlert(): void {
  current = undefined;
  for (const listener of listeners) listener();
}

/** Clears the banner, unless it is persistent; a persistent banner is cleared by the next navigation. */
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

/** The current message of the banner, if there is one. */
export const useAlert = () => useSyncExternalStore(subscribe, () => current);
