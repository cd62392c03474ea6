import type { FastifyInstance } from 'fastify';
import { snapshotTime } from '#api/platform/db/snapshot-time.ts';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { setFileHeaders, XLSX_MEDIA_TYPE } from '#api/platform/http/file-headers.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { countPeopleByStatus } from './count-people.queries.ts';
import { exportPeople } from './people-export.actions.ts';
import { listCustomers } from './people-list.queries.ts';

/** The list of people and its export. They use the caller’s own rights, also during impersonation. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/customers', async ({ query, context }) => ({
    seenOnUtc: await snapshotTime(db),
    ...(await listCustomers(db, context.caller, query)),
  }));

  registerEndpoint(app, authenticator, 'GET /api/customers/counts', async ({ query, context }) => ({
    counts: await countPeopleByStatus(db, context.caller, query),
  }));

  registerEndpoint(app, authenticator, 'GET /api/customers/exportToExcel', async ({ query, context, request, reply }) => {
    const { name, content } = await exportPeople(db, context.caller, query, request.id);
    setFileHeaders(reply, name);
    return new FileStream(content, XLSX_MEDIA_TYPE);
  });
}
