import type { Tx } from '../db/database.ts';
import { claimIdempotencyKey, type KeyOwner, saveResponse, takeResponse } from './idempotency.queries.ts';
import { hashRequest, idempotencyKeyReusedError } from './run-once.ts';

/** For how long the same call counts as a repetition where the client sends no key, or another one. */
const REPEAT_SECONDS = 10;

/** A call by which its repetition is recognised. */
export interface RepeatableCall {
  /** What is done, and to what: `reorder:17`. */
  name: string;
  /** What was sent. */
  content: unknown;
  /** The `Idempotency-Key` of the request. */
  sentKey?: string | undefined;
}

const keyOf = ({ name, content }: RepeatableCall) => {
  const hash = hashRequest([name, content]);
  return { key: `${name}:${hash.toString('base64url')}`, hash };
};

/**
 * Acts and saves the result, within the caller's transaction. The same call within ten seconds, or with the same `Idempotency-Key` later, does nothing and
 * gets that result, also when several arrive at once. A result that `isGone` says is undone since does not count without the key: who asks again wants it
 * again. Throws 422 `idempotencyKey` when the key was used for a different call.
 */
export async function actOnce<Result extends object>(
  tx: Tx,
  owner: KeyOwner,
  call: RepeatableCall,
  act: () => Promise<Result>,
  isGone: (result: Result) => Promise<boolean> = async () => false,
): Promise<Result> {
  const { key, hash } = keyOf(call);
  const { sentKey } = call;
  if (sentKey !== undefined) {
    const saved = await claimIdempotencyKey(tx, owner, sentKey, hash);
    if (saved && !saved.sameRequest) throw idempotencyKeyReusedError();
    if (saved) return saved.body as Result;
  }
  const claim = () => claimIdempotencyKey(tx, owner, key, hash, REPEAT_SECONDS);
  let saved = await claim();
  if (saved && (await isGone(saved.body as Result))) {
    await takeResponse(tx, owner, key, hash);
    saved = await claim();
  }
  const result = saved ? (saved.body as Result) : await act();
  if (!saved) await saveResponse(tx, owner, key, result);
  if (sentKey !== undefined) await saveResponse(tx, owner, sentKey, result);
  return result;
}

/** Forgets the result of a call and returns it, whatever its age; undefined when there is none. The next call counts as the first. */
export async function forgetResult(tx: Tx, owner: KeyOwner, call: RepeatableCall): Promise<unknown> {
  const { key, hash } = keyOf(call);
  return takeResponse(tx, owner, key, hash);
}
