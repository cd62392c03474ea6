import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import {
  addApprovalRule,
  changeApprovalRule,
  changeApprovalSettings,
  getApprovalRules,
  removeApprovalRule,
} from './approval-rules.actions.ts';

/** Rules of approval of the caller's own organisation. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/approvalrules', ({ context }) => getApprovalRules(db, context.caller));

  registerEndpoint(app, authenticator, 'POST /api/approvalrules', async ({ body, context, request }) => ({
    approvalRules: await runInTransaction(db, (tx) => addApprovalRule(tx, context, body, request.id)),
  }));

  registerEndpoint(app, authenticator, 'PUT /api/approvalrules/settings', async ({ body, context, request }) => ({
    settings: await runInTransaction(db, (tx) => changeApprovalSettings(tx, context, body, request.id)),
  }));

  registerEndpoint(app, authenticator, 'PUT /api/approvalrules/:id', async ({ params, body, context, request }) => ({
    approvalRules: await runInTransaction(db, (tx) => changeApprovalRule(tx, context, params.id, body, request.id)),
  }));

  registerEndpoint(app, authenticator, 'DELETE /api/approvalrules/:id', async ({ params, context, request }) => {
    await runInTransaction(db, (tx) => removeApprovalRule(tx, context, params.id, request.id));
    return {};
  });
}
