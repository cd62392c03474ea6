import type { FastifyInstance } from 'fastify';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { findReturnTerms, type ReturnTerms, saveReturnTerms } from './return-terms.queries.ts';

const toTerms = ({ returnDays, exchangeHoldDays }: ReturnTerms) => ({ returnDays, exchangeHoldDays });

/** Registers the calls with which the supplier sets for how long an organisation can return and exchange. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/organisations/:id/returnterms', async ({ params, operator }) => {
    const terms = await findReturnTerms(db, operator, params.id);
    if (!terms) throw notFound('organisation');
    return { returnTerms: toTerms(terms) };
  });

  registerEndpoint(
    app,
    authenticator,
    'PUT /api/operator/organisations/:id/returnterms',
    ({ params: { id }, body: { returnDays = null, exchangeHoldDays = null }, operator, request }) =>
      runInTransaction(db, async (tx) => {
        const before = await findReturnTerms(tx, operator, id);
        const after = before && (await saveReturnTerms(tx, operator, id, { returnDays, exchangeHoldDays }));
        if (!after) throw notFound('organisation');
        await recordOperatorAuditEvent(
          tx,
          operator,
          { organisationId: id, brandId: before.brandId },
          {
            action: 'organisation.return-terms-changed',
            subjectId: String(id),
            before: toTerms(before),
            after: toTerms(after),
            requestId: request.id,
          },
        );
        return { returnTerms: toTerms(after) };
      }),
  );
}
