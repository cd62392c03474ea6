import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { type Clock, systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';

import { createImpersonationScope, grantScope } from '#api/platform/http/scope.ts';
import { findActor, findSession, touchSession } from './access.queries.ts';
import { canImpersonate } from './access.rules.ts';

export const ACCESS_TOKEN_TTL_SECONDS = 3600;
const SESSION_IDLE_TTL_SECONDS = 3600;
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
}

/** Finds the context of a session that the token of another service names: the body and size service. */
export interface SessionById {
  findContextBySessionId(sessionId: string): Promise<RequestContext | undefined>;
}

/** Finds the context of an access token. Sessions are cached until the database announces a change. */
export interface Sessions extends SessionById {
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

/**
 * Caches sessions, which saves a statement per request. This is safe because triggers announce (`NOTIFY`) every change of a
 * session, a person, a role or an organisation, and because nothing is cached while this process is not listening.
 */
export function createSessions(db: Db, listenUrl: string, log: FastifyBaseLogger, clock: Clock = systemClock): Sessions {
  const cached = new Map<string, CachedSession>();
  let isListening = false;
  let announcements = 0;
  let closed = false;
  let listener: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const markers = new Map<string, () => void>();

  const evictWhere = (matches: (context: RequestContext) => boolean) => {
    for (const [key, entry] of cached) if (matches(entry.context)) cached.delete(key);
  };

  const evictOrganisation = (organisationId: number) => evictWhere(({ caller }) => caller.organisationId === organisationId);

  const handleAnnouncement = (payload: string) => {
    announcements += 1;
    const key = String((JSON.parse(payload) as { key: unknown }).key);
    const id = Number(key.slice(1));
    if (key.startsWith('c')) evictWhere(({ caller, effective }) => caller.customerId === id || effective.customerId === id);
    else if (key.startsWith('o')) evictOrganisation(id);
    evictWhere(({ sessionId }) => sessionId === key);
  };

  const listen = async () => {
    const client = new pg.Client({
      connectionString: listenUrl,
      keepAlive: true,
      application_name: 'livery listener',
      connectionTimeoutMillis: 2000,
    });
    listener = client;
    const onConnectionLost = () => {
      if (listener !== client) return;
      listener = undefined;
      isListening = false;
      cached.clear();
      for (const resolve of markers.values()) resolve();
      client.end().catch(() => {});
      if (!closed) retry = setTimeout(() => void listen(), 250);
    };
    client.on('error', onConnectionLost);
    client.on('end', onConnectionLost);
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'access_settled') markers.get(payload ?? '')?.();
      else handleAnnouncement(payload ?? '{"key":""}');
    });
    try {
      await client.connect();
      await client.query('listen access_changed; listen access_settled');
      cached.clear();
      isListening = true;
    } catch (error) {
      log.debug({ err: error }, 'cannot listen for access changes; retrying');
      onConnectionLost();
    }
  };
  void listen();

  const read = async (by: Parameters<typeof findSession>[1]): Promise<CachedSession | undefined> => {
    const session = await findSession(db, by);
    if (!session) return undefined;
    const caller = grantScope(session.actor);
    const isImpersonating =
      session.impersonatedCustomerId !== null &&
      session.impersonationEndsAt !== null &&
      session.impersonationEndsAt.getTime() > clock.now();
    const found =
      isImpersonating && session.impersonatedCustomerId
        ? await findActor(db, caller.organisationId, session.impersonatedCustomerId)
        : undefined;
    // Checked at every read: the person may have become an Admin or left the group since.
    const target = found && canImpersonate(caller, found) ? found : undefined;
    const ends = [
      // The session's other tokens outlive its access token, which is renewed in the meantime.
      ...('id' in by ? [] : [session.accessExpiresAt]),
      session.endsAt,
      ...(target && session.impersonationEndsAt ? [session.impersonationEndsAt] : []),
    ];
    return {
      context: {
        sessionId: session.id,
        caller,
        effective: target ? createImpersonationScope(caller, target) : caller,
        ...(target && session.impersonationEndsAt ? { impersonationEndsAt: session.impersonationEndsAt } : {}),
      },
      readAt: clock.now(),
      expiresAt: Math.min(...ends.map((end) => end.getTime())),
      lastSeenAt: session.lastSeenAt.getTime(),
    };
  };

  const findContext = async (key: string, by: Parameters<typeof findSession>[1]): Promise<RequestContext | undefined> => {
    const now = clock.now();
    let entry = cached.get(key);
    if (!entry || now - entry.readAt > CACHE_TTL_MS || now >= entry.expiresAt) {
      cached.delete(key);
      const announcementsBefore = isListening ? announcements : -1;
      entry = await read(by);
      // Cache it only if no change was announced during the read: the announcement might have been for this session.
      if (entry && isListening && announcements === announcementsBefore) {
        if (cached.size >= MAX_CACHED_SESSIONS) cached.delete(cached.keys().next().value as string);
        cached.set(key, entry);
      }
    }
    if (!entry || now >= entry.expiresAt || now - entry.lastSeenAt > SESSION_IDLE_TTL_SECONDS * 1000) return undefined;
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
    settled: async () => {
      // Without a connection nothing is cached, so there is nothing to wait for.
      if (!listener || !isListening) return;
      const marker = randomUUID();
      const arrived = new Promise<void>((resolve) => markers.set(marker, resolve));
      // PostgreSQL delivers notifications in commit order: those of earlier commits arrive before this marker.
      await listener.query("select pg_notify('access_settled', $1)", [marker]).catch(() => markers.get(marker)?.());
      await arrived;
      markers.delete(marker);
    },
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await listener?.end().catch(() => {});
    },
  };
}
