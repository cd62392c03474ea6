/**
 * The session of this browser: access token, its expiry and the refresh token, shared by all tabs.
 *
 * Nothing personal is stored. Where storage refuses (private windows, full disks) the session lives in memory
 * for as long as the page does.
 */
import { createUnreachableError } from '../api-error.ts';

interface Tokens {
  accessToken: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  refreshToken: string;
}

interface TokenReply {
  access_token?: string;
  refresh_token?: string;
  expires_in?: number;
}

/** `ended`: logged out, here or in another tab. `expired`: refused by the server, to any tab. `changed`: another tab logged in anew. */
export type SessionEvent = 'started' | 'ended' | 'expired' | 'changed';

const renewalMargin = 5 * 60_000;
const key = {
  token: 'livery.accessToken',
  expiry: 'livery.accessTokenExpiry',
  refresh: 'livery.refreshToken',
  login: 'livery.login',
  lock: 'livery.renewing',
};
const memory = new Map<string, string>();
const listeners = new Set<(event: SessionEvent) => void>();

function read(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
    memory.delete(name);
  } catch {
    memory.set(name, value);
  }
}

function forget(name: string): void {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // What cannot be reached cannot hold anything either.
  }
}

function stored(): Tokens | undefined {
  const accessToken = read(key.token);
  const refreshToken = read(key.refresh);
  if (!accessToken && !refreshToken) return undefined;
  return { accessToken: accessToken ?? '', expiresAt: Number(read(key.expiry)) || 0, refreshToken: refreshToken ?? '' };
}

function store(reply: TokenReply): void {
  write(key.token, reply.access_token ?? '');
  write(key.expiry, String(Date.now() + (reply.expires_in ?? 0) * 1000));
  if (reply.refresh_token) write(key.refresh, reply.refresh_token);
}

const tell = (event: SessionEvent) => {
  for (const listener of [...listeners]) listener(event);
};

/** Calls back when the session starts, ends or is replaced, in this tab or another. Returns how to stop. */
export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether there is a session that is valid or can be renewed. */
export const isLoggedIn = () => {
  const tokens = stored();
  return tokens !== undefined && (isValid(tokens) || tokens.refreshToken !== '');
};

type Access = Pick<Tokens, 'accessToken' | 'expiresAt'>;

const isDue = (tokens: Access) => tokens.accessToken === '' || Date.now() >= tokens.expiresAt - renewalMargin;

const isValid = (tokens: Tokens) => tokens.accessToken !== '' && Date.now() < tokens.expiresAt;

/** Keeps the tokens of a login. */
export function startSession(reply: TokenReply): void {
  store(reply);
  // Tells a new login apart from a renewal for the other tabs; says nothing about the person.
  write(key.login, `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`);
  tell('started');
}

/** What the note of the log-in says for a moment, so that other tabs can tell why it goes. */
const expiryNote = 'expired';

/** Forgets everything that the session kept in this browser. */
export function endSession(how: 'ended' | 'expired' = 'ended'): void {
  const had = stored() !== undefined;
  if (had && how === 'expired') write(key.login, expiryNote);
  for (const name of Object.values(key)) forget(name);
  if (had) tell(how);
}

/** Log-outs that the server has not answered yet, and how to give each up. */
const leaving = new Map<Promise<unknown>, () => void>();

/** Logs out here at once, and at the server as soon as it can be reached. Answers where the server wants the person to go. */
export async function logOut(): Promise<string | null> {
  const token = stored()?.accessToken;
  endSession();
  const patience = new AbortController();
  const answered = fetch('/api/logout', {
    headers: { 'Cache-Control': 'no-cache', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    cache: 'no-store',
    keepalive: true,
    signal: patience.signal,
  });
  leaving.set(answered, () => patience.abort());
  try {
    return ((await (await answered).json()) as { returnUrl?: string | null }).returnUrl ?? null;
  } catch {
    return null;
  } finally {
    leaving.delete(answered);
  }
}

/**
 * Waits until the server has answered the log-outs under way, or gives them up: such an answer clears this browser's
 * storage, and must not take the session along that starts next.
 */
export async function waitForPendingLogouts(): Promise<void> {
  const late = setTimeout(() => {
    for (const giveUp of leaving.values()) giveUp();
  }, 3000);
  await Promise.allSettled(leaving.keys());
  clearTimeout(late);
}

/** The access token to send, renewed first when it is missing or about to expire; undefined when there is no session. */
export async function getAccessToken(): Promise<string | undefined> {
  const tokens = stored();
  if (!tokens) return undefined;
  if (!isDue(tokens)) return tokens.accessToken;
  const outcome = tokens.refreshToken === '' ? 'refused' : await renewSession(isDue);
  const now = stored();
  if (now && isValid(now)) return now.accessToken;
  if (outcome === 'unavailable') throw createUnreachableError();
  return undefined;
}

/** `unavailable`: the server could not say; the session is neither renewed nor lost. */
type Renewal = 'renewed' | 'refused' | 'unavailable';

let renewal: Promise<Renewal> | undefined;

/**
 * Renews the session unless it is no longer stale when its turn comes. One renewal at a time in all tabs, because a refresh
 * token may be used once only. Throws nothing.
 *
 * What another tab stores arrives here item by item, and some of it only while this one waits for its turn: so nothing that
 * was read before is compared.
 */
export function renewSession(isStale: (tokens: Access) => boolean): Promise<Renewal> {
  renewal ??= exclusively(() => renewNow(isStale)).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function renewNow(isStale: (tokens: Access) => boolean): Promise<Renewal> {
  const tokens = stored();
  if (!tokens) return 'refused';
  if (!isStale(tokens) && isValid(tokens)) return 'renewed';
  if (tokens.refreshToken === '') return 'refused';
  try {
    const reply = await fetch('/api/token', {
      method: 'POST',
      headers: { 'Cache-Control': 'no-cache' },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken }),
      cache: 'no-store',
      signal: AbortSignal.timeout(20_000),
    });
    if (reply.ok) {
      // Logged out or in anew meanwhile: that came later and holds.
      if (stored()?.refreshToken !== tokens.refreshToken) return stored() ? 'renewed' : 'refused';
      store((await reply.json()) as TokenReply);
      return 'renewed';
    }
    console.warn(`The session was not renewed (${reply.status}).`);
    // Refused for good only by 400 and 401; a busy server (429, 5xx) leaves the refresh token usable.
    if (reply.status !== 400 && reply.status !== 401) return 'unavailable';
    forget(key.refresh);
    return 'refused';
  } catch (error) {
    console.warn('The session was not renewed: the server cannot be reached.', error);
    return 'unavailable';
  }
}

/** Runs one task at a time over all tabs: by Web Locks, or by a note in storage where a page may not use them (plain http). */
async function exclusively<T>(task: () => Promise<T>): Promise<T> {
  if ('locks' in navigator && navigator.locks) return await navigator.locks.request(key.lock, task);
  const mine = Math.random().toString(36).slice(2);
  const holder = () => {
    const [name, since] = (read(key.lock) ?? '').split('@');
    return Date.now() - Number(since) < 25_000 ? name : undefined;
  };
  for (;;) {
    while (holder()) await new Promise((wake) => setTimeout(wake, 60));
    write(key.lock, `${mine}@${Date.now()}`);
    // Two tabs may write at the same time; the one whose note stays goes first.
    await new Promise((wake) => setTimeout(wake, 40));
    if (holder() === mine) break;
  }
  try {
    return await task();
  } finally {
    forget(key.lock);
  }
}

/** Follows what other tabs do to the session. Called once, on start. */
export function watchSessionInOtherTabs(): void {
  let expired = false;
  addEventListener('storage', (event) => {
    // `key` is null when the whole storage was cleared.
    if (event.key !== null && event.key !== key.login) return;
    memory.clear();
    const known = expired;
    expired = event.newValue === expiryNote;
    if (expired) tell('expired');
    else if (event.newValue !== null) tell('changed');
    else if (!known) tell('ended');
  });
}
