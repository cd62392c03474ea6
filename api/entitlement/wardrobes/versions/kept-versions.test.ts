import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct } from '#api/testing/builders.ts';
import { bulkEditCalls } from '#api/testing/bulk-edit-client.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { aWearer } from '#api/testing/wearers.ts';
import type { ReplyOf } from '#contract/index.ts';
import { deleteUnusedVersions } from './wardrobe-versions.queries.ts';

/** How long versions of wardrobes are kept, and what cannot be undone without them. */

const portal = usePortal();
let admin: TestClient;
let wardrobes: ReturnType<typeof createWardrobeClient>;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  wardrobes = createWardrobeClient(admin);
});

type Edit = NonNullable<ReplyOf<'PUT /api/organisation/wardrobes/:id'>['bulkEdit']>;
const { look, undo } = bulkEditCalls;

/** A wardrobe of one person with one group of three pieces. */
const aWardrobe = async () => aWearer(portal, [await aStockedProduct(portal.db)]);

async function change({ collectionId, groupId }: { collectionId: number; groupId: number }, quantity: number): Promise<Edit> {
  const { body } = await wardrobes.changeGroup(collectionId, groupId, { allocatedQuantity: quantity });
  return (body as unknown as { bulkEdit: Edit }).bulkEdit;
}

/** Lets the edits of a wardrobe until now have been made this many days ago; those of more than 30 days ago are deleted. */
async function letPass(collectionId: number, days: number): Promise<void> {
  await sql`update wardrobe_version set published_at = published_at - make_interval(days => ${days}) where collection_id = ${collectionId}`.execute(
    portal.db,
  );
  await sql`delete from bulk_edit where organisation_id = 1 and kind = 'wardrobes' and ${days} > 30`.execute(portal.db);
}

async function listKept(collectionId: number): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    select version from wardrobe_version where collection_id = ${collectionId} order by 1`.execute(portal.db);
  return rows.map(({ version }) => version);
}

const quantityOf = async (collectionId: number) =>
  (await wardrobes.get(collectionId)).body.wardrobe.collectionGroups[0]?.allocatedQuantity;

it('a change is not undone when what the wardrobe contained before is no longer kept', async () => {
  const wardrobe = await aWardrobe();
  const { id } = await change(wardrobe, 5);
  expect(await look(admin, id)).toMatchObject({ canUndo: true });
  await sql`delete from wardrobe_version where collection_id = ${wardrobe.collectionId} and version = 1`.execute(portal.db);

  const { status, errors } = await undo(admin, id);

  const sentence = 'What is needed to undo it has been deleted.';
  expect([status, errors]).toEqual([409, { bulkEdit: [sentence] }]);
  expect(await look(admin, id)).toMatchObject({ canUndo: false, undoBlocker: sentence });
  expect([await quantityOf(wardrobe.collectionId), await listKept(wardrobe.collectionId)]).toEqual([5, [2]]);
});

describe('a version that no one is owed', () => {
  it('is deleted 30 days after it was replaced, also the first one', async () => {
    const wardrobe = await aWardrobe();
    await change(wardrobe, 5);
    await change(wardrobe, 6);
    await letPass(wardrobe.collectionId, 20);
    await deleteUnusedVersions(portal.db, 30);
    expect(await listKept(wardrobe.collectionId)).toEqual([1, 2, 3]);
    await letPass(wardrobe.collectionId, 20);
    await letPass(wardrobe.collectionId, 31);
    await deleteUnusedVersions(portal.db, 30);
    expect(await listKept(wardrobe.collectionId)).toEqual([3]);
  });

  it('is kept while a change can be undone that replaced it, also after one that was undone long ago', async () => {
    const wardrobe = await aWardrobe();
    await change(wardrobe, 5);
    await undo(admin, (await change(wardrobe, 6)).id);
    await letPass(wardrobe.collectionId, 40);
    await deleteUnusedVersions(portal.db, 30);
    // The newest one, so that its number is not given out again.
    expect(await listKept(wardrobe.collectionId)).toEqual([2, 3]);
    const { id } = await change(wardrobe, 7);

    await deleteUnusedVersions(portal.db, 30);

    expect(await look(admin, id)).toMatchObject({ canUndo: true });
    expect((await undo(admin, id)).status).toBe(200);
    expect([await quantityOf(wardrobe.collectionId), await listKept(wardrobe.collectionId)]).toEqual([5, [2, 3, 4]]);
  });

  it('is kept while someone is owed it', async () => {
    const wardrobe = await aWardrobe();
    await change(wardrobe, 5);
    await sql`update customer_collection set wardrobe_version = 1 where collection_id = ${wardrobe.collectionId}`.execute(
      portal.db,
    );
    await letPass(wardrobe.collectionId, 40);
    await deleteUnusedVersions(portal.db, 30);
    expect(await listKept(wardrobe.collectionId)).toEqual([1, 2]);
  });
});
