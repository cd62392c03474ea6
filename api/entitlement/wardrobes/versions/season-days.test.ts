import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { aStockedProduct } from '#api/testing/builders.ts';
import { bulkEditCalls, createBulkEditRunner } from '#api/testing/bulk-edit-client.ts';
import { aCrowdLike } from '#api/testing/crowd.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { aWearer } from '#api/testing/wearers.ts';
import type { ReplyOf } from '#contract/index.ts';
import { WARDROBES_BATCH_SIZE, WARDROBES_SYNC_LIMIT } from './wardrobes-kind.actions.ts';

/** Whether a season has ended is decided by its days of now, also for those who have not followed a change of the seasons yet. */

const MANY = WARDROBES_SYNC_LIMIT + WARDROBES_BATCH_SIZE;

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

type Edit = NonNullable<ReplyOf<'PUT /api/organisation/wardrobes/:id'>['bulkEdit']>;
const runJob = (id: number, batches?: number) => createBulkEditRunner(portal)(id, batches);

/** What the accounts of a wardrobe grant until when, how many people with which. */
async function countOwed(collectionId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ owed: string; people: number }>`
    select base || ' until ' || ends_on || case status when 'open' then '' else ' ' || status end as owed, count(*)::int as people
    from entitlement_account where collection_id = ${collectionId} group by 1`.execute(portal.db);
  return Object.fromEntries(rows.map(({ owed, people }) => [owed, people]));
}

async function setEnd(seasonId: number, endDateUtc: string): Promise<Edit> {
  const { body } = await admin.put<'PUT /api/organisationseasons/:id'>(`/api/organisationseasons/${seasonId}`, {
    organisationSeason: { endDateUtc },
  });
  return body.bulkEdit as Edit;
}

it('a season that has ended keeps its numbers for those who follow a wardrobe first, and undo lets it run again', async () => {
  const { id, collectionId, groupId, seasonId } = await aWearer(portal, [await aStockedProduct(portal.db)]);
  await aCrowdLike(portal.db, id, MANY - 1);
  await runAsOwner(portal, 'analyze');
  const ended = await setEnd(seasonId, '2026-02-28');
  expect(await countOwed(collectionId)).toEqual({ '3 until 2040-12-31': MANY });

  const { body } = await createWardrobeClient(admin).changeGroup(collectionId, groupId, { allocatedQuantity: 5 });
  await runJob((body as unknown as { bulkEdit: Edit }).bulkEdit.id);

  expect(await countOwed(collectionId)).toEqual({ '3 until 2026-02-28': MANY });
  await runJob(ended.id);
  expect(await countOwed(collectionId)).toEqual({ '3 until 2026-02-28': MANY });
  const undone = (await bulkEditCalls.undo(admin, ended.id)).body.bulkEdit;
  await runJob(undone.id);
  expect(await countOwed(collectionId)).toEqual({ '5 until 2040-12-31': MANY });
  expect(await findLedgerFaults(portal.db)).toEqual([]);
});
