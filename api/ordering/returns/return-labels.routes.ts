import type { FastifyInstance, FastifyReply } from 'fastify';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { conflict, notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders } from '#api/platform/http/file-headers.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { drawDocument } from '../documents/draw-document.ts';
import { explainNoLabel, toReturnLabelPdf } from './return-labels.mapper.ts';
import { findLabelFacts, type LabelCaller } from './return-labels.queries.ts';

/** Registers the calls for return labels. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  async function sendLabel(
    reply: FastifyReply,
    caller: LabelCaller,
    { id, format = 'a4' }: { id: number; format?: 'a4' | 'label' | undefined },
  ): Promise<FileStream> {
    const facts = await findLabelFacts(db, caller, id);
    if (!facts) throw notFound('returnRequest');
    const refusal = explainNoLabel(facts);
    if (refusal) throw conflict('returnRequest', refusal);
    const requester = 'operator' in caller ? { operatorId: caller.operator.id } : { organisationId: caller.scope.organisationId };
    const content = await drawDocument(requester, toReturnLabelPdf(facts, format));
    setFileHeaders(reply, `Return label ${facts.customNumber}.pdf`);
    return new FileStream(content, 'application/pdf');
  }

  registerEndpoint(
    app,
    authenticator,
    'GET /api/returnrequest/:id/label',
    ({ params: { id }, query: { format }, context: { effective }, reply }) =>
      sendLabel(reply, { scope: effective }, { id, format }),
  );

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/returns/:id/label',
    ({ params: { id }, query: { format }, operator, reply }) => sendLabel(reply, { operator }, { id, format }),
  );
}
