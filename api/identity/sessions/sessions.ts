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
/** Even without an announcement nothing is believed for longer. */
const CACHE_TTL_MS = 60_000;

interface CachedSession {
  context: RequestContext;
  readAt: number;
  expiresAt: number;
  lastSeenAt: number;
}

/** Finds the context of a session that somebody else's token names: that of the body and size service. */
export interface SessionById {
  findContextBySessionId(sessionId: string): Promise<RequestContext | undefined>;
}

/** Finds the context of an access token. What it has read it remembers until the database announces a change. */
export interface Sessions extends SessionById {
  authenticate(accessHash: Buffer, brandId: number): Promise<RequestContext | undefined>;
  /** Forgets a session at once in this process; other processes hear of it from the database. */
  evict(sessionId: string): void;
  /** Forgets all sessions of a person at once in this process. */
  evictPerson(customerId: number): void;
  /** Forgets everybody of an organisation at once in this process: what its groups and roles mean has changed. */
  evictOrganisation(organisationId: number): void;
  /** Resolves when every announcement of a transaction that was committed before the call has been processed by this process. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Remembering a session saves one statement per request. It is safe because triggers announce (`NOTIFY`) every change
 * of a session, a person, a role or an organisation, and because nothing is remembered while this process cannot hear.
 */
export function createSessions(db: Db, listenUrl: string, log: FastifyBaseLogger, clock: Clock = systemClock): Sessions {
  const remembered = new Map<string, CachedSession>();
  let hearing = false;
  let announcements = 0;
  let closed = false;
  let listener: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const markers = new Map<string, () => void>();

  const forgetWhere = (matches: (context: RequestContext) => boolean) => {
    for (const [key, entry] of remembered) if (matches(entry.context)) remembered.delete(key);
  };

  const forgetOrganisation = (organisationId: number) => forgetWhere(({ caller }) => caller.organisationId === organisationId);

  const onAnnouncement = (payload: string) => {
    announcements += 1;
    const key = String((JSON.parse(payload) as { key: unknown }).key);
    const id = Number(key.slice(1));
    if (key.startsWith('c')) forgetWhere(({ caller, effective }) => caller.customerId === id || effective.customerId === id);
    else if (key.startsWith('o')) forgetOrganisation(id);
    forgetWhere(({ sessionId }) => sessionId === key);
  };

  const listen = async () => {
    const client = new pg.Client({
      connectionString: listenUrl,
      keepAlive: true,
      application_name: 'livery listener',
      connectionTimeoutMillis: 2000,
    });
    listener = client;
    const lost = () => {
      if (listener !== client) return;
      listener = undefined;
      hearing = false;
      remembered.clear();
      for (const resolve of markers.values()) resolve();
      client.end().catch(() => {});
      if (!closed) retry = setTimeout(() => void listen(), 250);
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'access_settled') markers.get(payload ?? '')?.();
      else onAnnouncement(payload ?? '{"key":""}');
    });
    try {
      await client.connect();
      await client.query('listen access_changed; listen access_settled');
      remembered.clear();
      hearing = true;
    } catch (error) {
      log.debug({ err: error }, 'cannot listen for access changes yet');
      lost();
    }
  };
  void listen();

  const read = async (by: Parameters<typeof findSession>[1]): Promise<CachedSession | undefined> => {
    const session = await findSession(db, by);
    if (!session) return undefined;
    const caller = grantScope(session.actor);
    const acting =
      session.impersonatedCustomerId !== null &&
      session.impersonationEndsAt !== null &&
      session.impersonationEndsAt.getTime() > clock.now();
    const found =
      acting && session.impersonatedCustomerId
        ? await findActor(db, caller.organisationId, session.impersonatedCustomerId)
        : undefined;
    // Asked again each time it is read: whoever has become an Admin since, or has left the group, is out of reach.
    const target = found && canImpersonate(caller, found) ? found : undefined;
    const ends = [
      // Other tokens of the session outlive its access token, which is renewed meanwhile.
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

  const recall = async (key: string, by: Parameters<typeof findSession>[1]): Promise<RequestContext | undefined> => {
    const now = clock.now();
    let entry = remembered.get(key);
    if (!entry || now - entry.readAt > CACHE_TTL_MS || now >= entry.expiresAt) {
      remembered.delete(key);
      const heardBefore = hearing ? announcements : -1;
      entry = await read(by);
      // Only what no announcement can have overtaken while it was being read may be remembered.
      if (entry && hearing && announcements === heardBefore) {
        if (remembered.size >= MAX_CACHED_SESSIONS) remembered.delete(remembered.keys().next().value as string);
        remembered.set(key, entry);
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
      const context = await recall(accessHash.toString('base64'), { accessHash });
      return context?.caller.brandId === brandId ? context : undefined;
    },
    findContextBySessionId: (id) => recall(`session ${id}`, { id }),
    evict: (sessionId) => forgetWhere((context) => context.sessionId === sessionId),
    evictPerson: (customerId) =>
      forgetWhere(({ caller, effective }) => [caller.customerId, effective.customerId].includes(customerId)),
    evictOrganisation: forgetOrganisation,
    settled: async () => {
      // Without a connection nothing is cached, so there is nothing to wait for.
      if (!listener || !hearing) return;
      const marker = randomUUID();
      const arrived = new Promise<void>((resolve) => markers.set(marker, resolve));
      // PostgreSQL delivers in the order of commits: whatever was committed earlier arrives before this marker.
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
