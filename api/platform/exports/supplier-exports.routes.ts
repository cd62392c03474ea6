import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '../http/endpoint.ts';
import type { OperatorScope } from '../http/operator-scope.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import type { Exports } from './exports-engine.ts';
import { sendExport } from './send-export.ts';

interface Dependencies extends Pick<ServerDependencies, 'authenticator' | 'files'> {
  exports: Exports<{ caller: OperatorScope }>;
}

/** Exports of operators. */
export function routes(app: FastifyInstance, { authenticator, files, exports }: Dependencies): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/exports', async ({ operator }) => ({
    exports: await exports.list({ caller: operator }),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/exports', ({ operator, body, request }) =>
    exports.start({ caller: operator }, body, request.id),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/exports/:id', async ({ operator, params }) => ({
    export: await exports.get({ caller: operator }, params.id),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/exports/:id/stop', async ({ operator, params }) => ({
    export: await exports.stop({ caller: operator }, params.id),
  }));

  registerEndpoint(app, authenticator, 'GET /api/operator/exports/:id/file', async ({ operator, params, reply }) =>
    sendExport(reply, files, await exports.findFile({ caller: operator }, params.id)),
  );
}
