import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { toFile } from '#api/platform/files/file.mapper.ts';
import { acceptUploads, type UploadOptions } from '#api/platform/files/file-store.ts';
import { sendFile } from '#api/platform/files/send-file.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { IMMUTABLE } from '#api/platform/http/file-headers.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { MAX_PROOF_BYTES } from '#contract/ordering/proof-limits.ts';
import { findProofPicture } from './proof-mails.queries.ts';
import { addVersion, decideOnProof, getOperatorRequest, getOrganisationOfRequest, pictureOwnerOf } from './proofs.actions.ts';
import { toComingProof, toOperatorRequest, toOrderProof, toProof } from './proofs.mapper.ts';
import { listOperatorRequests, listOrderProofs, listProofs } from './proofs.queries.ts';

const PICTURE: UploadOptions = {
  purpose: 'proof',
  accept: ['image/png', 'image/jpeg', 'image/webp'],
  maxFiles: 1,
  maxBytes: MAX_PROOF_BYTES,
};

/** Registers the calls about proofs: of those who decide on them, and of the supplier who makes them. */
export function routes(
  app: FastifyInstance,
  server: Pick<ServerDependencies, 'authenticator' | 'db' | 'files' | 'jobs' | 'vault'>,
): void {
  const { db, authenticator, files } = server;
  const commandOf = (request: { id: string }) => ({ ...server, requestId: request.id });

  registerEndpoint(app, authenticator, 'GET /api/proofs', async ({ query, context: { effective } }) => {
    const { rows, coming, ...counts } = await listProofs(db, effective, { ...toOffsetAndLimit(query), status: query.status });
    return {
      ...counts,
      proofs: rows.map((row) => toProof(row, effective)),
      coming: coming.map((row) => toComingProof(row, effective)),
    };
  });

  registerEndpoint(app, authenticator, 'POST /api/proofs/:id/decision', async ({ params, body, context, request }) => ({
    proof: await runInTransaction(db, (tx) => decideOnProof(tx, commandOf(request), context, params.id, body)),
  }));

  registerEndpoint(app, authenticator, 'GET /api/orders/:id/proofs', async ({ params, context: { effective } }) => {
    const rows = await listOrderProofs(db, effective, params.id);
    if (!rows) throw notFound('order');
    return { proofs: rows.map((row) => toOrderProof(row, effective)) };
  });

  registerEndpoint(app, authenticator, 'GET /api/proofs/pictures/:key', async ({ params, reply }) => {
    const file = await findProofPicture(db, params.key);
    if (!file) throw notFound('proof');
    const content = await sendFile(reply, files, file);
    // Each version has a picture of its own.
    reply.header('cache-control', IMMUTABLE);
    return content;
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/proofs', async ({ operator, query }) => {
    const { rows, ...counts } = await listOperatorRequests(db, operator, { ...query, ...toOffsetAndLimit(query) });
    return { ...counts, requests: rows.map((row) => toOperatorRequest(row)) };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/proofs/:id', async ({ operator, params }) => ({
    request: await runInTransaction(db, (tx) => getOperatorRequest(tx, operator, params.id)),
  }));

  acceptUploads(app, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/operator/proofs/:id/picture', async ({ operator, params, request }) => {
      const organisationId = await runInTransaction(db, (tx) => getOrganisationOfRequest(tx, operator, params.id));
      const [stored] = await files.receiveUploads(request, pictureOwnerOf(operator, organisationId), PICTURE);
      if (!stored) throw notFound('file');
      return { file: toFile(stored) };
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/proofs/:id/versions', async ({ operator, params, body, request }) => ({
    request: await runInTransaction(db, (tx) => addVersion(tx, commandOf(request), operator, params.id, body)),
  }));
}
