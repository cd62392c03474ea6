import type { FastifyInstance } from 'fastify';
import { snapshotTime } from '#api/platform/db/snapshot-time.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
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
    return sendWorkbook(reply, await exportPeople(db, context.caller, query, request.id));
  });
}
