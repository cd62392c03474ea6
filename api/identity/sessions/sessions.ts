import { type Clock, systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { createImpersonationScope, grantScope } from '#api/platform/http/scope.ts';
import { findAccess, findSession, touchSession } from './access.queries.ts';
import { canImpersonate } from './access.rules.ts';
import { type AccessListener, type ListenerOptions, listenForAccessChanges } from './access-changes.ts';
import { limitToShopping } from './trip-rights.rules.ts';

export const ACCESS_TOKEN_TTL_SECONDS = 3600;
export const SESSION_TTL_SECONDS = 12 * 3600;

const MAX_CACHED_SESSIONS = 20_000;
const TOUCH_EVERY_MS = 60_000;
/** An upper bound for the case that a notification is lost. */
const CACHE_TTL_MS = 60_000;

interface CachedSession {
  context: RequestContext;
  readAt: number;
  expiresAt: number;
  lastSeenAt: number;
  /** After how long without a request it ends. */
  idleMs: number;
}

/** Finds the context of a session that the token of another service names: the body and size service. */
export interface SessionById {
  findContextBySessionId(sessionId: string): Promise<RequestContext | undefined>;
}

/** Finds the context of an access token. Sessions are cached until the database announces a change. */
export interface Sessions extends SessionById, Pick<AccessListener, 'isListening' | 'secondsSinceHeard'> {
  authenticate(accessHash: Buffer, brandId: number): Promise<RequestContext | undefined>;
  /** Removes a session from this process's cache at once; other processes are notified by the database. */
  evict(sessionId: string): void;
  /** Removes all sessions of a person from this process's cache at once. */
  evictPerson(customerId: number): void;
  /** Removes all sessions of an organisation from this process's cache at once, after a change of its groups or roles. */
  evictOrganisation(organisationId: number): void;
  /** Resolves when this process has handled the notifications of every transaction that was committed before the call. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface SessionOptions extends Omit<ListenerOptions, 'onAnnouncement' | 'onReset'> {
  clock?: Clock;
}

/**
 * Caches sessions, which saves a statement per request. This is safe because triggers announce (`NOTIFY`) every change of a
 * session, a person, a role or an organisation, and because nothing is cached while this process is not listening.
 */
export function createSessions(db: Db, { clock = systemClock, ...listening }: SessionOptions): Sessions {
  const cached = new Map<string, CachedSession>();
  let announcements = 0;

  const evictWhere = (matches: (context: RequestContext) => boolean) => {
    for (const [key, entry] of cached) if (matches(entry.context)) cached.delete(key);
  };

  const evictOrganisation = (organisationId: number) => evictWhere(({ caller }) => caller.organisationId === organisationId);

  const listener = listenForAccessChanges({
    ...listening,
    onReset: () => cached.clear(),
    onAnnouncement: (key) => {
      announcements += 1;
      const id = Number(key.slice(1));
      if (key.startsWith('c')) evictWhere(({ caller, effective }) => caller.customerId === id || effective.customerId === id);
      else if (key.startsWith('o')) evictOrganisation(id);
      evictWhere(({ sessionId }) => sessionId === key);
    },
  });

  const findContext = async (key: string, by: SessionKey): Promise<RequestContext | undefined> => {
    const now = clock.now();
    let entry = cached.get(key);
    if (!entry || now - entry.readAt > CACHE_TTL_MS || now >= entry.expiresAt) {
      cached.delete(key);
      const announcementsBefore = listener.isListening() ? announcements : -1;
      entry = await readSession(db, by, clock);
      // Cache it only if no change was announced during the read: the announcement might have been for this session.
      if (entry && listener.isListening() && announcements === announcementsBefore) {
        if (cached.size >= MAX_CACHED_SESSIONS) cached.delete(cached.keys().next().value as string);
        cached.set(key, entry);
      }
    }
    if (!entry || now >= entry.expiresAt || now - entry.lastSeenAt > entry.idleMs) return undefined;
    if (now - entry.lastSeenAt > TOUCH_EVERY_MS) {
      entry.lastSeenAt = now;
      touchSession(db, entry.context.sessionId).catch(() => {});
    }
    return entry.context;
  };

  return {
    authenticate: async (accessHash, brandId) => {
      const context = await findContext(accessHash.toString('base64'), { accessHash });
      return context?.caller.brandId === brandId ? context : undefined;
    },
    findContextBySessionId: (id) => findContext(`session ${id}`, { id }),
    evict: (sessionId) => evictWhere((context) => context.sessionId === sessionId),
    evictPerson: (customerId) =>
      evictWhere(({ caller, effective }) => [caller.customerId, effective.customerId].includes(customerId)),
    evictOrganisation,
    isListening: listener.isListening,
    secondsSinceHeard: listener.secondsSinceHeard,
    settled: listener.settled,
    close: listener.close,
  };
}

type SessionKey = Parameters<typeof findSession>[1];

/** Reads a session with the rights of its person, and of the one whom they act for. */
async function readSession(db: Db, by: SessionKey, clock: Clock): Promise<CachedSession | undefined> {
  const session = await findSession(db, by);
  if (!session) return undefined;
  const caller = grantScope(session.trip ? limitToShopping(session.actor) : session.actor, { trip: session.trip });
  const isImpersonating =
    session.impersonatedCustomerId !== null &&
    session.impersonationEndsAt !== null &&
    session.impersonationEndsAt.getTime() > clock.now();
  const found =
    isImpersonating && session.impersonatedCustomerId
      ? await findAccess(db, caller.organisationId, session.impersonatedCustomerId)
      : undefined;
  // Checked at every read: the person may have become an Admin or left the group since.
  const target = found && found.accessEndsAt > clock.now() && canImpersonate(caller, found.actor) ? found : undefined;
  const ends = [
    // The session's other tokens outlive its access token, which is renewed in the meantime.
    ...('id' in by ? [] : [session.accessExpiresAt]),
    session.endsAt,
    session.accessEndsAt,
    ...(target && session.impersonationEndsAt ? [session.impersonationEndsAt, target.accessEndsAt] : []),
  ];
  return {
    context: {
      sessionId: session.id,
      caller,
      effective: target ? createImpersonationScope(caller, target.actor) : caller,
      ...(target && session.impersonationEndsAt ? { impersonationEndsAt: session.impersonationEndsAt } : {}),
    },
    readAt: clock.now(),
    expiresAt: Math.min(...ends.map(Number)),
    lastSeenAt: session.lastSeenAt.getTime(),
    idleMs: session.idleMinutes * 60_000,
  };
}
