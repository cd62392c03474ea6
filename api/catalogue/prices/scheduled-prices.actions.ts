import { recordSystemAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isImmediate, type PlannedScheduledPrice, type PriceDays } from './price-days.rules.ts';
import {
  beginPrices,
  cancelComingPrices,
  type DuePrices,
  endPrices,
  findDuePrices,
  insertPriceChange,
  isKeepingOwnPrices,
  lockPriceOwner,
  replaceActivePrices,
  writeTodaysPrices,
} from './scheduled-prices.queries.ts';

/** Prices that begin or end in one transaction. */
const BATCH = 200;

/**
 * Adds a change of prices, and begins those whose first day is today. One that replaces today's at once and for good ends those that would have ended
 * on a day. Returns the id of the change. The owner is locked.
 */
export async function savePriceChange(
  tx: Tx,
  operator: Pick<OperatorScope, 'kind' | 'id'>,
  organisationId: number | null,
  planned: readonly (PlannedScheduledPrice & PriceDays)[],
  { now, today }: { now: number; today: string },
): Promise<number> {
  const immediate = planned.filter((price) => isImmediate(price, today));
  if (immediate.length > 0) await replaceActivePrices(tx, organisationId, immediate);
  const { changeId, prices } = await insertPriceChange(tx, operator, organisationId, planned, now);
  const ids = prices.flatMap(({ id, startsOn }) => (startsOn === today ? [id] : []));
  if (ids.length > 0) await applyPrices(tx, ids);
  return changeId;
}

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
