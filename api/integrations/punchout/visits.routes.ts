import type { FastifyInstance } from 'fastify';
import { routes as callUps } from './call-ups/call-up.routes.ts';
import { routes as returns } from './returns/return-page.routes.ts';
import { routes as trips } from './trips/trips.routes.ts';

/** What browsers open of a visit: its beginning over OCI, its facts, and the page that takes them back. */
export function routes(
  app: FastifyInstance,
  server: Parameters<typeof callUps>[1] & Parameters<typeof returns>[1] & Parameters<typeof trips>[1],
): void {
  trips(app, server);
  callUps(app, server);
  returns(app, server);
}
