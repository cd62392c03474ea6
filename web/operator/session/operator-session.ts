/**
 * The session of an operator in this browser, apart from a customer's: both can be logged in at the same time. The token is kept in
 * memory too, because logging out as a customer clears the storage of the whole site.
 */

const STORAGE_KEY = 'livery.operator.accessToken';
const CHANNEL = 'livery.operator.session';

/** `ended`: logged out, in this tab or another. `expired`: refused by the server. */
export type OperatorSessionEvent = 'started' | 'ended' | 'expired';

const listeners = new Set<(event: OperatorSessionEvent) => void>();
let token: string | null | undefined;
let channel: BroadcastChannel | undefined;

function storeToken(value: string | null): void {
  token = value;
  try {
    if (value === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, value);
  } catch {
    // Without storage the session lasts until the page is closed.
  }
}

function readStoredToken(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function notifyListeners(event: OperatorSessionEvent): void {
  for (const listener of [...listeners]) listener(event);
}

/** The token of the session; undefined when no operator is logged in. */
export function getOperatorToken(): string | undefined {
  const stored = readStoredToken();
  if (token === undefined || (token === null && stored !== null)) token = stored;
  else if (token !== null && stored === null) storeToken(token);
  return token ?? undefined;
}

/** Saves the token of a log-in. */
export function startOperatorSession(accessToken: string): void {
  storeToken(accessToken);
  channel?.postMessage('started');
  notifyListeners('started');
}

/** Removes the session from this browser, in all tabs. */
export function endOperatorSession(event: 'ended' | 'expired' = 'ended'): void {
  if (getOperatorToken() === undefined) return;
  storeToken(null);
  channel?.postMessage(event);
  notifyListeners(event);
}

/** Calls `listener` when the session starts or ends, in this tab or another. Returns a function to unsubscribe. */
export function onOperatorSessionEvent(listener: (event: OperatorSessionEvent) => void): () => void {
  if (!channel && 'BroadcastChannel' in globalThis) {
    channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = ({ data }: MessageEvent<OperatorSessionEvent>) => {
      // Another operator may have logged in: the stored token is read again.
      token = data === 'started' ? undefined : null;
      notifyListeners(data);
    };
  }
  listeners.add(listener);
  return () => listeners.delete(listener);
}
