import { ApiError } from './api-error.ts';
import { getAccessToken } from './session/session.ts';

/*
 * Reports errors of the browser to the server (call 15). The number of reports is limited, and anything that could
 * identify a session or a person is removed first.
 */

const MAX_PER_MINUTE = 5;
const MAX_PER_PAGE = 30;
const reported = new Set<string>();
let recent: number[] = [];

const MAX_INPUT_LENGTH = 8000;

const isEmailAddress = (word: string) => {
  const at = word.indexOf('@');
  // A path such as node_modules/@mantine is not an address.
  return at > 0 && word[at - 1] !== '/' && word.includes('.', at);
};

/** Long parts with digits and letters, and three parts joined by dots as in a JSON Web Token. */
const isToken = (word: string) => {
  const parts = word.split('.');
  return (
    parts.some((part) => part.length >= 24 && /\d/.test(part) && /[a-z]/i.test(part)) ||
    parts.some((part, index) => index >= 2 && part.length >= 16)
  );
};

/**
 * Removes query strings, email addresses and anything that could be a token; leaves the rest of the text. Texts of more than 8,000
 * characters are cut.
 */
export const redactSecrets = (text: string) =>
  text
    .slice(0, MAX_INPUT_LENGTH)
    .replace(/[?#][^\s)'"]*/g, '')
    .replace(/[^\s<>"'()]+/g, (word) => (isEmailAddress(word) ? '[email]' : word))
    .replace(/bearer\s+\S+/gi, '[token]')
    .replace(/[\w.-]+/g, (word) => (isToken(word) ? '[token]' : word));

/** Reports an error, unless it is expected, already reported or over the limits. Never throws. */
export function reportError(error: unknown, info?: string): void {
  // The server has logged a failed call, and the page shows its message.
  if (error instanceof ApiError) return;
  if (error instanceof DOMException && error.name === 'AbortError') return;
  const message = redactSecrets(error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
  const now = Date.now();
  recent = recent.filter((at) => now - at < 60_000);
  if (reported.has(message) || reported.size >= MAX_PER_PAGE || recent.length >= MAX_PER_MINUTE) return;
  reported.add(message);
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
    // There is nowhere else to report to.
  }
}

/** Reports uncaught errors and rejections. Called once, on start. */
export function reportUncaughtErrors(): void {
  addEventListener('error', (event) => {
    // "Script error." and the like come from browser extensions.
    if (event.error) reportError(event.error);
  });
  addEventListener('unhandledrejection', (event) => reportError(event.reason));
}
