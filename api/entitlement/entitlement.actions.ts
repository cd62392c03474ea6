import type { Tx } from '#api/platform/db/database.ts';
import {
  listAllWearers,
  listCountedLines,
  listWardrobeFacts,
  listWearersOf,
  lockAccounts,
  lockWearers,
  moveLines,
  readSeasons,
  type Tenant,
  writeAccountChanges,
} from './entitlement.queries.ts';
import {
  type AccountChange,
  type LineMove,
  listReplacedAccounts,
  planAccounts,
  planChanges,
  planMoves,
} from './entitlement.rules.ts';

const BATCH_SIZE = 1000;

/**
 * Writes what people are owed after something that decides it has changed: their wardrobes, seasons, allocation type, options or opt-out. Call it
 * in the transaction of that change. What is right already is not written again. `today` is the day in the organisation's time zone unless given.
 */
export async function syncEntitlement(
  tx: Tx,
  tenant: Tenant,
  customerIds: readonly number[],
  { today: day }: { today?: string } = {},
): Promise<void> {
  const sorted = [...new Set(customerIds)].sort((a, b) => a - b);
  for (let start = 0; start < sorted.length; start += BATCH_SIZE)
    await syncBatch(tx, tenant, sorted.slice(start, start + BATCH_SIZE), day);
}

async function syncBatch(tx: Tx, tenant: Tenant, customerIds: readonly number[], day: string | undefined): Promise<void> {
  const wearers = await lockWearers(tx, tenant, customerIds);
  const [{ seasons, today }, wardrobes, stored] = await Promise.all([
    readSeasons(tx, tenant),
    listWardrobeFacts(tx, tenant, [...new Set(wearers.flatMap(({ collectionIds }) => collectionIds))]),
    lockAccounts(tx, tenant, customerIds),
  ]);
  const accountsOf = Map.groupBy(stored, ({ customerId }) => customerId);
  const plans = wearers.map((wearer) => {
    const accounts = accountsOf.get(wearer.customerId) ?? [];
    const planned = planAccounts(wearer, wardrobes, seasons, day ?? today);
    return { wearer, accounts, planned, replaced: listReplacedAccounts(planned, accounts, day ?? today) };
  });
  const replacedIds = plans.flatMap(({ replaced }) => replaced.map(({ id }) => id));
  const lines = replacedIds.length > 0 ? await listCountedLines(tx, tenant, customerIds, replacedIds) : [];
  const changes: (AccountChange & { customerId: number })[] = [];
  const moves: (LineMove & { customerId: number })[] = [];
  for (const { wearer, accounts, planned, replaced } of plans) {
    const { customerId } = wearer;
    const own = planMoves(planned, replaced, lines);
    moves.push(...own.map((move) => ({ ...move, customerId })));
    changes.push(...planChanges(planned, accounts, day ?? today, own).map((change) => ({ ...change, customerId })));
  }
  await writeAccountChanges(tx, tenant, changes);
  if (moves.length > 0) await moveLines(tx, tenant, moves);
}

/** `syncEntitlement` for everyone who has one of the wardrobes. Call it when a wardrobe's season, budgets, groups or products have changed. */
export async function syncWardrobeEntitlement(tx: Tx, tenant: Tenant, collectionIds: readonly number[]): Promise<void> {
  await syncEntitlement(tx, tenant, await listWearersOf(tx, tenant, collectionIds));
}

/** `syncEntitlement` for everyone. Call it when the dates of a season have changed, or another season has become the current one. */
export async function syncOrganisationEntitlement(tx: Tx, tenant: Tenant, options: { today?: string } = {}): Promise<void> {
  await syncEntitlement(tx, tenant, await listAllWearers(tx, tenant), options);
}
