import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { markOverdue } from './cut-off.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server has been asked to stop, so that no more requests should be sent to it. */
    isDraining(): boolean;
    /** Has `/readyz` say so, and closes each connection after its next response. */
    startDraining(): void;
  }
}

/** How a server is closed. */
export interface CloseOptions {
  /** Whether it goes on accepting requests for DRAIN_SECONDS, until load balancers have noticed. Not by default. */
  drain?: boolean;
}

/** Longest time that requests in progress may take once the port is closed, in milliseconds. */
const FINISH_MS = 10_000;

/** Lets a server stop without refusing a request: see `stopServing`. */
export function registerDrain(app: FastifyInstance): void {
  let draining = false;
  app.decorate('isDraining', () => draining);
  app.decorate('startDraining', () => {
    draining = true;
  });
  // A proxy that still has idle connections when the port closes may be sending a request on one of them. Decided when the response is sent: a request
  // that took long would otherwise leave an idle connection behind, for which the server waits.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    draining = true;
  });
}

/** Serves for `seconds` more while `/readyz` responds with 503, then closes the port and waits at most ten seconds for requests in progress. */
export async function stopServing(app: FastifyInstance, seconds: number): Promise<void> {
  app.startDraining();
  if (seconds > 0) await delay(seconds * 1000);
  const late = setTimeout(() => {
    markOverdue(app.server);
    app.server.closeAllConnections();
  }, FINISH_MS);
  await app.close();
  clearTimeout(late);
}
