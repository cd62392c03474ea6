import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';

const RECONNECT_MS = 250;

interface Handlers {
  /** Called for each change of a session, a person, a role or an organisation, with its key. */
  onAnnouncement: (key: string) => void;
  /** Called when changes may have been missed: the connection was lost or is new. */
  onReset: () => void;
}

/** A connection of its own on which the database announces changes of access (`NOTIFY`). It is opened again whenever it is lost. */
export function listenForAccessChanges(listenUrl: string, log: FastifyBaseLogger, { onAnnouncement, onReset }: Handlers) {
  let isListening = false;
  let closed = false;
  let listener: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const markers = new Map<string, () => void>();

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
      onReset();
      for (const resolve of markers.values()) resolve();
      client.end().catch(() => {});
      if (!closed) retry = setTimeout(() => void listen(), RECONNECT_MS);
    };
    client.on('error', onConnectionLost);
    client.on('end', onConnectionLost);
    client.on('notification', ({ channel, payload }) => {
      if (channel === 'access_settled') markers.get(payload ?? '')?.();
      else onAnnouncement(String((JSON.parse(payload ?? '{"key":""}') as { key: unknown }).key));
    });
    try {
      await client.connect();
      await client.query('listen access_changed; listen access_settled');
      onReset();
      isListening = true;
    } catch (error) {
      log.debug({ err: error }, 'cannot listen for access changes; retrying');
      onConnectionLost();
    }
  };
  void listen();

  return {
    /** Whether every change is announced to this process now. */
    isListening: (): boolean => isListening,
    /** Resolves when the changes of every transaction that was committed before the call have been announced. */
    settled: async (): Promise<void> => {
      // Without a connection nothing is cached, so there is nothing to wait for.
      if (!listener || !isListening) return;
      const marker = randomUUID();
      const arrived = new Promise<void>((resolve) => markers.set(marker, resolve));
      // PostgreSQL delivers notifications in commit order: those of earlier commits arrive before this marker.
      await listener.query("select pg_notify('access_settled', $1)", [marker]).catch(() => markers.get(marker)?.());
      await arrived;
      markers.delete(marker);
    },
    close: async (): Promise<void> => {
      closed = true;
      clearTimeout(retry);
      await listener?.end().catch(() => {});
    },
  };
}
