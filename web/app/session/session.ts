/**
 * The session of this browser: access token, its expiry and the refresh token, shared by all tabs. A tab that a login link was opened in has a session of
 * its own, in session storage: trips of PunchOut in several tabs do not meet, nor a person's own session beside them.
 *
 * No personal data is stored. Where storage is unavailable (private windows, frames, full disks), the session is kept in
 * memory until the page is closed.
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

/** `ended`: logged out, in this or another tab. `expired`: refused by the server, for any tab. `changed`: another tab logged in. */
export type SessionEvent = 'started' | 'ended' | 'expired' | 'changed';

const RENEWAL_MARGIN_MS = 5 * 60_000;
/** Of the important notices that were shown in this session. */
export const NOTICES_KEY = 'livery.notices';
const STORAGE_KEYS = {
  token: 'livery.accessToken',
  expiry: 'livery.accessTokenExpiry',
  refresh: 'livery.refreshToken',
  login: 'livery.login',
  lock: 'livery.renewing',
  notices: NOTICES_KEY,
};
/** Value of the login item just before it is removed, so that other tabs know that the session expired. */
const EXPIRED_MARKER = 'expired';
const memory = new Map<string, string>();
const listeners = new Set<(event: SessionEvent) => void>();

const TRIP_KEY = 'livery.trip';
/** The trip of PunchOut whose session this tab has to itself, also after it has ended; empty until it is known, null in tabs that share a session. */
let trip: string | null = null;
try {
  trip = sessionStorage.getItem(TRIP_KEY);
} catch {
  // A page that was loaded again without storage has lost its session.
}

export const getTrip = (): string | null => trip;

/** Remembers which trip the session of this tab belongs to; null: none, the tab shares the session of the others again. */
export function setTrip(id: string | null): void {
  if (id === null || trip === null) memory.clear();
  trip = id;
  try {
    if (id === null) sessionStorage.removeItem(TRIP_KEY);
    else sessionStorage.setItem(TRIP_KEY, id);
  } catch {
    // Known until the page is loaded again.
  }
}

const getStorage = () => (trip === null ? localStorage : sessionStorage);

/** A value that belongs to the session of this browser, in all tabs, or to that of this tab. */
export function readSessionItem(name: string): string | null {
  try {
    return getStorage().getItem(name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

/** Keeps a value with the session. */
export function writeSessionItem(name: string, value: string): void {
  try {
    getStorage().setItem(name, value);
    memory.delete(name);
  } catch {
    memory.set(name, value);
  }
}

function removeItem(name: string): void {
  memory.delete(name);
  try {
    getStorage().removeItem(name);
  } catch {
    // Storage that is unavailable holds nothing to remove.
  }
}

function readTokens(): Tokens | undefined {
  // Another tab has just found that the session expired, and is removing the rest.
  if (readSessionItem(STORAGE_KEYS.login) === EXPIRED_MARKER) return undefined;
  const accessToken = readSessionItem(STORAGE_KEYS.token);
  const refreshToken = readSessionItem(STORAGE_KEYS.refresh);
  if (!accessToken && !refreshToken) return undefined;
  return {
    accessToken: accessToken ?? '',
    expiresAt: Number(readSessionItem(STORAGE_KEYS.expiry)) || 0,
    refreshToken: refreshToken ?? '',
  };
}

function saveTokens(reply: TokenReply): void {
  writeSessionItem(STORAGE_KEYS.token, reply.access_token ?? '');
  writeSessionItem(STORAGE_KEYS.expiry, String(Date.now() + (reply.expires_in ?? 0) * 1000));
  if (reply.refresh_token) writeSessionItem(STORAGE_KEYS.refresh, reply.refresh_token);
}

const notifyListeners = (event: SessionEvent) => {
  for (const listener of [...listeners]) listener(event);
};

/** Calls `listener` when the session starts, ends or is replaced, in this tab or another. Returns a function to unsubscribe. */
export function onSessionEvent(listener: (event: SessionEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether there is a session that is valid or can be renewed. */
export const isLoggedIn = () => {
  const tokens = readTokens();
  return tokens !== undefined && (isValid(tokens) || tokens.refreshToken !== '');
};

type Access = Pick<Tokens, 'accessToken' | 'expiresAt'>;

const isDue = (tokens: Access) => tokens.accessToken === '' || Date.now() >= tokens.expiresAt - RENEWAL_MARGIN_MS;

const isValid = (tokens: Tokens) => tokens.accessToken !== '' && Date.now() < tokens.expiresAt;

/** Saves the tokens of a login and notifies listeners. `isOwn`: they are those of a login link, for this tab alone. */
export function startSession(reply: TokenReply, isOwn = false): void {
  setTrip(isOwn ? '' : null);
  saveTokens(reply);
  // Lets other tabs tell a new login from a renewal. A random value that identifies no one.
  writeSessionItem(STORAGE_KEYS.login, `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`);
  notifyListeners('started');
}

/** Removes everything the session stored in this browser and notifies listeners. */
export function endSession(reason: 'ended' | 'expired' = 'ended'): void {
  const hadSession = readTokens() !== undefined;
  if (hadSession && reason === 'expired') writeSessionItem(STORAGE_KEYS.login, EXPIRED_MARKER);
  for (const name of Object.values(STORAGE_KEYS)) removeItem(name);
  if (hadSession) notifyListeners(reason);
}

/** Logout requests without a response yet, each with a function to abort it. */
const pendingLogouts = new Map<Promise<unknown>, () => void>();

/**
 * Ends the session in this browser at once, and on the server as soon as it can be reached. Returns the URL the server
 * wants the person to go to, if any.
 */
export async function logOut(): Promise<string | null> {
  const token = readTokens()?.accessToken;
  endSession();
  const controller = new AbortController();
  const request = fetch('/api/logout', {
    headers: { 'Cache-Control': 'no-cache', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    cache: 'no-store',
    keepalive: true,
    signal: controller.signal,
  });
  pendingLogouts.set(request, () => controller.abort());
  try {
    return ((await (await request).json()) as { returnUrl?: string | null }).returnUrl ?? null;
  } catch {
    return null;
  } finally {
    pendingLogouts.delete(request);
  }
}

/**
 * Logs out on the way to a new login, whose page it is. A login link (`isOwn`) begins a session of this tab, and so ends only an earlier one of it: that which
 * tabs share goes on.
 */
export function leaveSession(isOwn: boolean): void {
  if (isOwn && trip === null) setTrip('');
  void logOut();
  setTrip(isOwn ? '' : null);
}

/**
 * Waits for pending logout requests, and aborts them after three seconds: their response clears this browser's storage,
 * which must not remove the session that starts next.
 */
export async function waitForPendingLogouts(): Promise<void> {
  const timer = setTimeout(() => {
    for (const abort of pendingLogouts.values()) abort();
  }, 3000);
  await Promise.allSettled(pendingLogouts.keys());
  clearTimeout(timer);
}

/** The access token to send, renewed first when it is missing or about to expire; undefined when there is no session. */
export async function getAccessToken(): Promise<string | undefined> {
  const tokens = readTokens();
  if (!tokens) return undefined;
  if (!isDue(tokens)) return tokens.accessToken;
  const outcome = tokens.refreshToken === '' ? 'refused' : await renewSession(isDue);
  const now = readTokens();
  if (now && isValid(now)) return now.accessToken;
  if (outcome === 'unavailable') throw createUnreachableError();
  return undefined;
}

/** `unavailable`: the server gave no answer; the session is neither renewed nor lost. */
type Renewal = 'renewed' | 'refused' | 'unavailable';

let renewal: Promise<Renewal> | undefined;

/**
 * Renews the session unless it is no longer stale once the lock is held. Only one tab renews at a time, because a refresh
 * token can be used only once. Never throws.
 *
 * Values stored by another tab arrive one by one, some of them while this tab waits for the lock. So nothing read before
 * the lock is compared.
 */
export function renewSession(isStale: (tokens: Access) => boolean): Promise<Renewal> {
  renewal ??= withLock(() => renewNow(isStale)).finally(() => {
    renewal = undefined;
  });
  return renewal;
}

async function renewNow(isStale: (tokens: Access) => boolean): Promise<Renewal> {
  const tokens = readTokens();
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
      // A logout or a new login happened in the meantime; it is newer and takes precedence.
      if (readTokens()?.refreshToken !== tokens.refreshToken) return readTokens() ? 'renewed' : 'refused';
      saveTokens((await reply.json()) as TokenReply);
      return 'renewed';
    }
    console.warn(`The session was not renewed (${reply.status}).`);
    // Only 400 and 401 are final; after 429 and 5xx the refresh token is still usable.
    if (reply.status !== 400 && reply.status !== 401) return 'unavailable';
    removeItem(STORAGE_KEYS.refresh);
    return 'refused';
  } catch (error) {
    console.warn('The session was not renewed: the server cannot be reached.', error);
    return 'unavailable';
  }
}

/** Runs one task at a time across all tabs, using Web Locks, or an item in local storage where they are unavailable (plain http). */
async function withLock<T>(task: () => Promise<T>): Promise<T> {
  if ('locks' in navigator && navigator.locks) return await navigator.locks.request(STORAGE_KEYS.lock, task);
  const ownId = Math.random().toString(36).slice(2);
  const holder = () => {
    const [id, since] = (readSessionItem(STORAGE_KEYS.lock) ?? '').split('@');
    return Date.now() - Number(since) < 25_000 ? id : undefined;
  };
  for (;;) {
    while (holder()) await new Promise((wake) => setTimeout(wake, 60));
    writeSessionItem(STORAGE_KEYS.lock, `${ownId}@${Date.now()}`);
    // Two tabs may write at the same time; the one whose value remains gets the lock.
    await new Promise((wake) => setTimeout(wake, 40));
    if (holder() === ownId) break;
  }
  try {
    return await task();
  } finally {
    removeItem(STORAGE_KEYS.lock);
  }
}

/** Notifies listeners about session changes made by other tabs. Called once, on start. */
export function watchSessionInOtherTabs(): void {
  let expired = false;
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (trip !== null) return;
    // `key` is null when the whole storage was cleared.
    if (key !== null && key !== STORAGE_KEYS.login) return;
    memory.clear();
    const wasExpired = expired;
    expired = newValue === EXPIRED_MARKER;
    // A tab that has just been opened, or whose own session expired at the same moment, may hear only of the removal of the marker.
    const heardRemovalOnly = newValue === null && oldValue === EXPIRED_MARKER && !wasExpired;
    if (expired || heardRemovalOnly) notifyListeners('expired');
    else if (newValue !== null) notifyListeners('changed');
    else if (!wasExpired) notifyListeners('ended');
  });
}
