import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Db } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { actFor, grantScope } from '../http/scope.ts';
import { findActor, findSession, touchSession } from './access.queries.ts';
import { mayActFor } from './access.rules.ts';

export const ACCESS_SECONDS = 3600;
export const IDLE_SECONDS = 3600;
export const LIFE_SECONDS = 12 * 3600;

const MOST_REMEMBERED = 20_000;
const TOUCH_EVERY_MS = 60_000;
/** Even without an announcement nothing is believed for longer. */
const BELIEVED_FOR_MS = 60_000;

interface Remembered {
  visit: Visit;
  readAt: number;
  expiresAt: number;
  lastSeenAt: number;
}

/** Finds the visit of a session that somebody else's token names: that of the body and size service. */
export interface SessionById {
  visitOfSession(sessionId: string): Promise<Visit | undefined>;
}

/** Finds the visit of an access token. What it has read it remembers until the database announces a change. */
export interface Sessions extends SessionById {
  visitOf(accessHash: Buffer, brandId: number): Promise<Visit | undefined>;
  /** Forgets a session at once in this process; other processes hear of it from the database. */
  forget(sessionId: string): void;
  /** Forgets all sessions of a person at once in this process. */
  forgetPerson(customerId: number): void;
  /** Forgets everybody of an organisation at once in this process: what its groups and roles mean has changed. */
  forgetOrganisation(organisationId: number): void;
  close(): Promise<void>;
}

/**
 * Remembering a session saves one statement per request. It is safe because triggers announce (`NOTIFY`) every change
 * of a session, a person, a role or an organisation, and because nothing is remembered while this process cannot hear.
 */
export function openSessions(db: Db, listenUrl: string, log: FastifyBaseLogger): Sessions {
  const remembered = new Map<string, Remembered>();
  let hearing = false;
  let announcements = 0;
  let closed = false;
  let listener: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  const forgetWhere = (matches: (visit: Visit) => boolean) => {
    for (const [key, entry] of remembered) if (matches(entry.visit)) remembered.delete(key);
  };

  const forgetOrganisation = (organisationId: number) => forgetWhere(({ caller }) => caller.organisationId === organisationId);

  const onAnnouncement = (payload: string) => {
    announcements += 1;
    const key = String((JSON.parse(payload) as { key: unknown }).key);
    const id = Number(key.slice(1));
    if (key.startsWith('c')) forgetWhere(({ caller, scope }) => caller.customerId === id || scope.customerId === id);
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
      client.end().catch(() => {});
      if (!closed) retry = setTimeout(() => void listen(), 250);
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => onAnnouncement(payload ?? '{"key":""}'));
    try {
      await client.connect();
      await client.query('listen access_changed');
      remembered.clear();
      hearing = true;
    } catch (error) {
      log.debug({ err: error }, 'cannot listen for access changes yet');
      lost();
    }
  };
  void listen();

  const read = async (by: Parameters<typeof findSession>[1]): Promise<Remembered | undefined> => {
    const session = await findSession(db, by);
    if (!session) return undefined;
    const caller = grantScope(session.actor);
    const acting =
      session.impersonatedCustomerId !== null && session.impersonationEndsAt !== null && session.impersonationEndsAt > new Date();
    const found =
      acting && session.impersonatedCustomerId
        ? await findActor(db, caller.organisationId, session.impersonatedCustomerId)
        : undefined;
    // Asked again each time it is read: whoever has become an Admin since, or has left the group, is out of reach.
    const target = found && mayActFor(caller, found) ? found : undefined;
    const ends = [
      // Other tokens of the session outlive its access token, which is renewed meanwhile.
      ...('id' in by ? [] : [session.accessExpiresAt]),
      session.endsAt,
      ...(target && session.impersonationEndsAt ? [session.impersonationEndsAt] : []),
    ];
    return {
      visit: {
        sessionId: session.id,
        caller,
        scope: target ? actFor(caller, target) : caller,
        ...(target && session.impersonationEndsAt ? { actingUntil: session.impersonationEndsAt } : {}),
      },
      readAt: Date.now(),
      expiresAt: Math.min(...ends.map((end) => end.getTime())),
      lastSeenAt: session.lastSeenAt.getTime(),
    };
  };

  const recall = async (key: string, by: Parameters<typeof findSession>[1]): Promise<Visit | undefined> => {
    const now = Date.now();
    let entry = remembered.get(key);
    if (!entry || now - entry.readAt > BELIEVED_FOR_MS || now >= entry.expiresAt) {
      remembered.delete(key);
      const heardBefore = hearing ? announcements : -1;
      entry = await read(by);
      // Only what no announcement can have overtaken while it was being read may be remembered.
      if (entry && hearing && announcements === heardBefore) {
        if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value as string);
        remembered.set(key, entry);
      }
    }
    if (!entry || now >= entry.expiresAt || now - entry.lastSeenAt > IDLE_SECONDS * 1000) return undefined;
    if (now - entry.lastSeenAt > TOUCH_EVERY_MS) {
      entry.lastSeenAt = now;
      touchSession(db, entry.visit.sessionId).catch(() => {});
    }
    return entry.visit;
  };

  return {
    visitOf: async (accessHash, brandId) => {
      const visit = await recall(accessHash.toString('base64'), { accessHash });
      return visit?.caller.brandId === brandId ? visit : undefined;
    },
    visitOfSession: (id) => recall(`session ${id}`, { id }),
    forget: (sessionId) => forgetWhere((visit) => visit.sessionId === sessionId),
    forgetPerson: (customerId) => forgetWhere(({ caller, scope }) => [caller.customerId, scope.customerId].includes(customerId)),
    forgetOrganisation,
    close: async () => {
      closed = true;
      clearTimeout(retry);
      await listener?.end().catch(() => {});
    },
  };
}
