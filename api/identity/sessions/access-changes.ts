import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Db } from '#api/platform/db/database.ts';
import { getSocket } from '#api/platform/db/pipelining.ts';
import { announceMarker } from './access-changes.queries.ts';

/** How often and how long the listener is waited for, in milliseconds. */
export interface ListenerTiming {
  /** Pause before a lost connection is opened again. */
  reconnect: number;
  /** Pause between two heartbeats. */
  heartbeat: number;
  /** Longest time from a heartbeat's commit until it is heard. */
  answer: number;
  /** Longest time without a heartbeat that was heard, where none could be sent. */
  silence: number;
}

const DEFAULT_TIMING: ListenerTiming = { reconnect: 250, heartbeat: 10_000, answer: 5000, silence: 30_000 };

/** How long a connection that is being closed may take to say so. */
const CLOSE_MS = 1000;

export interface ListenerOptions {
  /** A direct connection to the database: a pooler would not pass announcements on. */
  listenUrl: string;
  /** Sends the heartbeats, on another connection than the one on which they must arrive. */
  monitor: Db;
  log: FastifyBaseLogger;
  timing?: ListenerTiming;
  /** Called for each change of a session, a person, a role or an organisation, with its key. */
  onAnnouncement: (key: string) => void;
  /** Called when changes may have been missed: the connection was lost, is silent or is new. */
  onReset: () => void;
}

/** A connection on which the database announces changes of access to this process. */
export interface AccessListener {
  /** Whether every change is announced to this process now. */
  isListening(): boolean;
  /** Seconds since this process last heard itself; since it began to listen if it never has. */
  secondsSinceHeard(): number;
  /** Resolves when the changes of every transaction that was committed before the call have been announced. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Listens on a connection of its own for announced changes of access (`NOTIFY`). The connection is opened again whenever it is lost, or when a
 * heartbeat that was committed does not arrive: the network has dropped the connection without a word, or a pooler gave it to someone else.
 */
export function listenForAccessChanges({
  listenUrl,
  monitor,
  log,
  timing = DEFAULT_TIMING,
  onAnnouncement,
  onReset,
}: ListenerOptions): AccessListener {
  let isListening = false;
  let closed = false;
  let listener: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let heardAt = performance.now();
  let reported = false;
  const markers = new Map<string, () => void>();

  const distrust = (reason: string, error?: unknown) => {
    isListening = false;
    onReset();
    if (reported || closed) return;
    reported = true;
    log.warn(
      { err: error },
      `changes of access are not announced to this process (${reason}); until they are, it caches no sessions`,
    );
  };

  const trust = () => {
    heardAt = performance.now();
    if (isListening) return;
    onReset();
    isListening = true;
    if (reported) log.warn('changes of access are announced to this process again');
    reported = false;
  };

  const lose = (client: pg.Client, reason: string, error?: unknown) => {
    if (listener !== client) return;
    listener = undefined;
    clearTimeout(timer);
    distrust(reason, error);
    for (const resolve of markers.values()) resolve();
    getSocket(client).destroy();
    if (!closed) timer = setTimeout(() => void listen(), timing.reconnect);
  };

  /** Announces something on another connection, and waits until it arrives on this one. */
  const beat = async (client: pg.Client) => {
    const marker = randomUUID();
    const arrived = new Promise<'heard'>((resolve) => markers.set(marker, () => resolve('heard')));
    let late: NodeJS.Timeout | undefined;
    const outcome = await announceMarker(monitor, marker).then(
      () =>
        Promise.race([
          arrived,
          new Promise<'not heard'>((resolve) => {
            late = setTimeout(() => resolve('not heard'), timing.answer);
          }),
        ]),
      () => 'not sent' as const,
    );
    clearTimeout(late);
    markers.delete(marker);
    if (closed || listener !== client) return;
    if (outcome === 'not heard') return lose(client, 'a heartbeat did not arrive');
    if (outcome === 'heard') trust();
    // Nothing is known about the listener when the database does not take the heartbeat. But it cannot be trusted for ever.
    else if (isListening && performance.now() - heardAt > timing.silence) distrust('no heartbeat could be sent');
    timer = setTimeout(() => void beat(client), outcome === 'heard' ? timing.heartbeat : timing.heartbeat / 10);
  };

  const listen = async () => {
    const client = new pg.Client({
      connectionString: listenUrl,
      keepAlive: true,
      application_name: 'livery listener',
      connectionTimeoutMillis: 2000,
    });
    listener = client;
    client.on('error', (error) => lose(client, 'the connection was lost', error));
    client.on('end', () => lose(client, 'the connection was closed'));
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'access_settled') markers.get(payload ?? '')?.();
      else onAnnouncement(String((JSON.parse(payload ?? '{"key":""}') as { key: unknown }).key));
    });
    try {
      await client.connect();
      await client.query('listen access_changed; listen access_settled');
    } catch (error) {
      return lose(client, 'it cannot listen', error);
    }
    await beat(client);
  };
  void listen();

  return {
    isListening: () => isListening,
    secondsSinceHeard: () => (performance.now() - heardAt) / 1000,
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
      clearTimeout(timer);
      const client = listener;
      listener = undefined;
      if (!client) return;
      // A connection that the network has dropped never answers.
      const late = setTimeout(() => getSocket(client).destroy(), CLOSE_MS);
      await client.end().catch(() => {});
      clearTimeout(late);
    },
  };
}
