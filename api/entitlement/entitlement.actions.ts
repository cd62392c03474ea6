import type { Tx } from '#api/platform/db/database.ts';
import {
  listAllWearers,
  listWardrobeFacts,
  listWearersOf,
  lockAccounts,
  lockWearers,
  readSeasons,
  type Tenant,
  writeAccountChanges,
} from './entitlement.queries.ts';
import { planAccounts, planChanges } from './entitlement.rules.ts';

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
  const changes = wearers.flatMap((wearer) => {
    const planned = planAccounts(wearer, wardrobes, seasons, day ?? today);
    return planChanges(planned, accountsOf.get(wearer.customerId) ?? [], day ?? today).map((change) => ({
      ...change,
      customerId: wearer.customerId,
    }));
  });
  await writeAccountChanges(tx, tenant, changes);
}

/** `syncEntitlement` for everyone who has one of the wardrobes. Call it when a wardrobe's season, budgets, groups or products have changed. */
export async function syncWardrobeEntitlement(tx: Tx, tenant: Tenant, collectionIds: readonly number[]): Promise<void> {
  await syncEntitlement(tx, tenant, await listWearersOf(tx, tenant, collectionIds));
}

/** `syncEntitlement` for everyone. Call it when the dates of a season have changed, or another season has become the current one. */
export async function syncOrganisationEntitlement(tx: Tx, tenant: Tenant, options: { today?: string } = {}): Promise<void> {
  await syncEntitlement(tx, tenant, await listAllWearers(tx, tenant), options);
}
