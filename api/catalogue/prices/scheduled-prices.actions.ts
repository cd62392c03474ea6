import { recordSystemAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import {
  beginPrices,
  cancelComingPrices,
  type DuePrices,
  endPrices,
  findDuePrices,
  isKeepingOwnPrices,
  lockPriceOwner,
  writeTodaysPrices,
} from './scheduled-prices.queries.ts';

/** Prices that begin or end in one transaction. */
const BATCH = 200;

/** Begins prices that are to come, which must be today's from now on. Returns the ids of those that began. The owner is locked. */
export async function applyPrices(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const begun = await beginPrices(tx, ids);
  await writeTodaysPrices(tx, begun, 'price');
  return begun;
}

/**
 * Ends prices: those that have begun, with the return of the price before them, and those that are to come. Returns the ids of those that have had an
 * effect or would have had one; where today's price was changed meanwhile, it stays. The owner is locked.
 */
export async function revokePrices(tx: Tx, ids: readonly number[], state: 'ended' | 'cancelled'): Promise<number[]> {
  const cancelled = state === 'cancelled' ? await cancelComingPrices(tx, ids) : [];
  const ended = await endPrices(tx, ids, state);
  await writeTodaysPrices(tx, ended, 'before');
  return [...cancelled, ...ended];
}

async function applyBatch(tx: Tx, { step, organisationId, ids }: DuePrices): Promise<number> {
  await lockPriceOwner(tx, organisationId, ids);
  if (step === 'begin' && (await isKeepingOwnPrices(tx, organisationId))) {
    await cancelComingPrices(tx, ids);
    return 0;
  }
  const changed = step === 'begin' ? await applyPrices(tx, ids) : await revokePrices(tx, ids, 'ended');
  if (changed.length > 0)
    await recordSystemAuditEvent(tx, {
      action: step === 'begin' ? 'prices.begun' : 'prices.ended',
      ...(organisationId !== null && { organisationId }),
      after: { scheduledPrices: changed },
    });
  return changed.length;
}

/**
 * Begins and ends all prices whose day has come, the earliest first, in small transactions: also those whose day has passed while no job ran. Any number of
 * processes can do this at once; each price begins and ends once. Returns how many of today's prices were changed.
 */
export async function applyDuePrices(db: Db, { clock }: { clock: Clock }): Promise<number> {
  let changed = 0;
  const now = clock.now();
  for (;;) {
    const due = await findDuePrices(db, now, BATCH);
    if (!due) return changed;
    changed += await runInTransaction(db, (tx) => applyBatch(tx, due));
  }
}
