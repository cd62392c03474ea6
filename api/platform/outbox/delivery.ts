import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import { describeReason, type ReasonWording, type StoredReason } from '../reasons.ts';
import { claimMessage, markFailed, markSent, type OutboxTable } from './deliveries.queries.ts';

/** The receiver will not take this message, now or later. */
export class DeliveryRejectedError extends Error {
  /** As it is stored. */
  readonly failure: StoredReason;

  constructor(failure: StoredReason) {
    super(`The message was rejected: ${failure.kind}.`);
    this.failure = failure;
  }
}

/** The message must be tried again: it could not be delivered yet, or another process is delivering it. */
export class DeliveryPostponedError extends Error {}

/** How the messages of an outbox are delivered. */
export interface Delivery<Row> {
  /** Resolves when the receiver has the message. Throws `DeliveryRejectedError` when it never will, another error when it may later. */
  send(row: Row): Promise<void>;
  /** Why an attempt failed, as it is stored. */
  toFailure(error: unknown): StoredReason;
  /** How failures are worded for the log. */
  wording: ReasonWording;
  /** The columns to empty once the message has been sent. */
  clearedColumns: readonly string[];
}

/** A message that will not be tried again. */
export interface FailedDelivery<Row> {
  row: Row;
  /** In one line, for the log. */
  reason: string;
}

/**
 * Delivers one message; throws a `DeliveryPostponedError` when it must be retried. A message that is rejected, or that could not be
 * delivered for `DAYS_TRIED`, is marked as failed with the reason, and returned. When the process ends between sending a message and recording it, the message
 * is sent again.
 */
export async function deliver<Row extends object>(
  db: Db,
  table: OutboxTable,
  id: string,
  { send, toFailure, wording, clearedColumns }: Delivery<Row>,
): Promise<FailedDelivery<Row> | undefined> {
  const message = await claimMessage<Row>(db, table, id);
  if (message === 'done') return undefined;
  if (message === 'taken') throw new DeliveryPostponedError('Another process is delivering this message.');
  const { row, isOverdue } = message;
  try {
    await send(row);
  } catch (error) {
    const isRejected = error instanceof DeliveryRejectedError;
    const failure = isRejected ? error.failure : toFailure(error);
    const forGood = isRejected || isOverdue;
    await markFailed(db, table, id, failure, { forGood });
    const reason = describeReason(wording, failure);
    if (!forGood) throw new DeliveryPostponedError(reason);
    return { row, reason };
  }
  await markSentWithRetries(db, table, id, clearedColumns);
  return undefined;
}

/** The message has been sent: a short database outage must not make it go out again. */
async function markSentWithRetries(db: Db, table: OutboxTable, id: string, clearedColumns: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await markSent(db, table, id, clearedColumns);
    } catch (error) {
      if (attempt === 4) throw error;
      await delay(500 * attempt);
    }
  }
}
