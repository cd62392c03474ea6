import { ApiError } from './api-error.ts';
import { getAccessToken } from './session/session.ts';

/*
 * Faults of the client are told to the server (call 15), few and clean: what a session or a person could be
 * recognised by is taken out first.
 */

const perMinute = 5;
const perPage = 30;
const told = new Set<string>();
let recent: number[] = [];

/** Leaves words and places, takes out addresses' queries, e-mail addresses and whatever is long enough to be a key. */
export const redactSecrets = (text: string) =>
  text
    .replace(/[?#][^\s)'"]*/g, '')
    .replace(/[^\s@<>"'()]+@[^\s@<>"'()]+\.[a-z]{2,}/gi, '[e-mail]')
    .replace(/bearer\s+\S+/gi, '[token]')
    .replace(/\b(?:[\w-]+\.){2}[\w-]{16,}\b/g, '[token]')
    .replace(/(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}/gi, '[token]');

/** Sends one fault, unless it is known already, expected, or too much. Never throws. */
export function reportError(error: unknown, info?: string): void {
  // A failed call has been logged by the server, and told to the person.
  if (error instanceof ApiError) return;
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const message = redactSecrets(error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
  const now = Date.now();
  recent = recent.filter((at) => now - at < 60_000);
  if (told.has(message) || told.size >= perPage || recent.length >= perMinute) return;
  told.add(message);
  recent.push(now);
  void send({
    message,
    stack: redactSecrets((error instanceof Error && error.stack) || '').slice(0, 4000),
    url: location.pathname,
    userAgent: navigator.userAgent,
    info: redactSecrets(info ?? '').slice(0, 2000),
  });
}

async function send(report: Record<string, string>): Promise<void> {
  try {
    const token = await getAccessToken();
    await fetch('/api/reportError', {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(report),
    });
  } catch {
    // Nobody is left to tell.
  }
}

/** Listens for what nobody caught. Called once, on start. */
export function reportUncaughtErrors(): void {
  addEventListener('error', (event) => {
    // "Script error." and the like come from other people's extensions.
    if (event.error) reportError(event.error);
  });
  addEventListener('unhandledrejection', (event) => reportError(event.reason));
}
