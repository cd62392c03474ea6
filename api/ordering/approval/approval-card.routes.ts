import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { toApprovalCard, toWaitingOrder } from './approval-card.mapper.ts';
import { findApprovalCard, listCardAccounts, listWaitingOrders } from './approval-card.queries.ts';

/** Registers the endpoints with which an approver finds the orders that wait and what is needed to decide on them. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/approvals', async ({ query, context: { caller } }) => {
    const { orders, totalCount } = await listWaitingOrders(db, caller, query);
    const { currencyCode } = caller;
    return { approvals: orders.map((order) => toWaitingOrder(order, currencyCode, caller)), totalCount, currencyCode };
  });

  registerEndpoint(app, authenticator, 'GET /api/orders/:id/approval', async ({ params, context: { caller } }) => {
    const card = await findApprovalCard(db, caller, params.id);
    if (!card) throw notFound('order');
    const ids = card.lines.flatMap(({ groupAccountId, budgetAccountId }) => [groupAccountId ?? [], budgetAccountId ?? []].flat());
    return { approval: toApprovalCard(card, await listCardAccounts(db, caller, [...new Set(ids)]), caller) };
  });
}
