import type { FastifyInstance } from 'fastify';
import { onCutOff } from '../http/cut-off.ts';
import { describeRoute } from '../http/route-label.ts';
import type { Metrics } from './metrics.ts';

/** Counts the requests of a server by method, route and status, and measures how long they take. */
export function countRequests(app: FastifyInstance, { countRequest }: Pick<Metrics, 'countRequest'>): void {
  app.addHook('onResponse', (request, { statusCode: status }, done) => {
    const seconds = (performance.now() - request.receivedAt) / 1000;
    countRequest({ method: request.method, route: describeRoute(request, status), status, seconds });
    done();
  });
  onCutOff(app, (request, { status }) => countRequest({ method: request.method, route: describeRoute(request, status), status }));
}
