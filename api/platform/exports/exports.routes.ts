import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import type { Exports } from './exports-engine.ts';
import { sendExport } from './send-export.ts';

interface Dependencies extends Pick<ServerDependencies, 'authenticator' | 'files'> {
  exports: Exports<RequestContext>;
}

/** Exports of people of organisations: always with the caller’s own rights. */
export function routes(app: FastifyInstance, { authenticator, files, exports }: Dependencies): void {
  registerEndpoint(app, authenticator, 'GET /api/exports', async ({ context }) => ({ exports: await exports.list(context) }));

  registerEndpoint(app, authenticator, 'POST /api/exports', ({ context, body, request }) =>
    exports.start(context, body, request.id),
  );

  registerEndpoint(app, authenticator, 'GET /api/exports/:id', async ({ context, params }) => ({
    export: await exports.get(context, params.id),
  }));

  registerEndpoint(app, authenticator, 'POST /api/exports/:id/stop', async ({ context, params }) => ({
    export: await exports.stop(context, params.id),
  }));

  registerEndpoint(app, authenticator, 'GET /api/exports/:id/file', async ({ context, params, reply }) =>
    sendExport(reply, files, await exports.findFile(context, params.id)),
  );
}
