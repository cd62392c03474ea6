import { expect, it, vi } from 'vitest';
import { aPerson, aStockedProduct } from '#api/testing/builders.ts';
import { findLedgerFaults, findOpenAccount } from '#api/testing/entitlement.ts';
import { countLockWaits } from '#api/testing/lock-waits.ts';
import { type StatementFault, unlockedWardrobes } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { aWearer } from '#api/testing/wearers.ts';

const portal = usePortal();

/**
 * Lowers the number of a group from three to one. Once those who have the wardrobe are found, it is given to someone else. Returns what that person is
 * owed.
 */
async function giveWhileItChanges(...faults: readonly StatementFault[]): Promise<number> {
  const admin = await portal.as('admin@meridian.example');
  const { collectionId, groupId } = await aWearer(portal, [await aStockedProduct(portal.db)]);
  const { id: otherId } = await aPerson(portal.db, { role: 'Staff' });
  let giving: Promise<{ status: number }> | undefined;
  let isGiven = false;
  const afterwards = async () => {
    giving ??= admin
      .put<'PUT /api/customers/:id'>(`/api/customers/${otherId}`, { customer: { organisationCollections: [collectionId] } })
      .finally(() => {
        isGiven = true;
      });
    await vi.waitUntil(async () => isGiven || (await countLockWaits(portal.db)) > 0, { interval: 5, timeout: 10_000 });
  };
  const changing = await portal.openSecondServer({
    faults: [{ statement: /select distinct customer_id as id from customer_collection/, afterwards }, ...faults],
  });
  const { status } = await createWardrobeClient(changing.withSession(admin)).changeGroup(collectionId, groupId, {
    allocatedQuantity: 1,
  });
  expect([status, (await giving)?.status]).toEqual([200, 200]);
  return (await findOpenAccount(portal.db, otherId)).granted;
}

it('someone who gets a wardrobe while it changes is owed what it is then', async () => {
  expect(await giveWhileItChanges()).toBe(1);
  expect(await findLedgerFaults(portal.db)).toEqual([]);
});

it('would be owed what it was before if wardrobes were not locked', async () => {
  expect(await giveWhileItChanges(unlockedWardrobes)).toBe(3);
});
