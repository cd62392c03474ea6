import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Db, runInTransaction, type Tx } from '../db/database.ts';
import { readIdempotencyKey } from '../http/endpoint.ts';
import { invalid } from '../http/errors.ts';
import { claimIdempotencyKey, type KeyOwner, saveResponse } from './idempotency.queries.ts';

/** The hash by which a repeated request is recognised. */
export const hashRequest = (content: unknown): Buffer => createHash('sha256').update(JSON.stringify(content)).digest();

/** 422 for an idempotency key that was used for a different request. */
export const idempotencyKeyReusedError = () =>
  invalid('idempotencyKey', 'This key was used for a different request. Please reload the page and try again.');

/**
 * Runs a change in a transaction of its own. With an `Idempotency-Key` header, a repeated request gets the first response and changes
 * nothing. Throws 422 `idempotencyKey` when the key was used for a different request.
 */
export function runOnce<Reply extends object>(
  db: Db,
  owner: KeyOwner,
  { request, body }: { request: FastifyRequest; body: unknown },
  act: (tx: Tx) => Promise<Reply>,
): Promise<Reply> {
  const key = readIdempotencyKey(request);
  return runInTransaction(db, async (tx) => {
    if (key === undefined) return act(tx);
    const saved = await claimIdempotencyKey(tx, owner, key, hashRequest([request.method, request.url, body]));
    if (saved) {
      if (!saved.sameRequest) throw idempotencyKeyReusedError();
      return saved.body as Reply;
    }
    const reply = await act(tx);
    await saveResponse(tx, owner, key, reply);
    return reply;
  });
}
