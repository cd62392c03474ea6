import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { aStockedProduct } from '#api/testing/builders.ts';
import { bulkEditCalls, createBulkEditRunner, createSupplierEditRunner } from '#api/testing/bulk-edit-client.ts';
import { aCrowdLike } from '#api/testing/crowd.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { aWearer, signInAs } from '#api/testing/wearers.ts';
import type { ReplyOf } from '#contract/index.ts';
import { WARDROBES_BATCH_SIZE, WARDROBES_SYNC_LIMIT } from './wardrobes-kind.actions.ts';

/** Wearers follow a change also when whoever made it has no account any more. */

const MANY = WARDROBES_SYNC_LIMIT + WARDROBES_BATCH_SIZE;

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

type Edit = NonNullable<ReplyOf<'PUT /api/organisation/wardrobes/:id'>['bulkEdit']>;
const { look, stop, resume, undo } = bulkEditCalls;
const runJob = (id: number, batches?: number) => createBulkEditRunner(portal)(id, batches);

async function aLargeWardrobe(wearer: Parameters<typeof aWearer>[2] = {}, productCount = 1) {
  const products = [];
  for (let n = 0; n < productCount; n += 1) products.push(await aStockedProduct(portal.db));
  const { id, collectionId, groupId } = await aWearer(portal, products, wearer);
  await aCrowdLike(portal.db, id, MANY - 1);
  await runAsOwner(portal, 'analyze');
  return { collectionId, groupId, products };
}

/** What the open accounts of each wearer grant, how many people with which numbers. */
async function countOwed(collectionId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ owed: string; people: number }>`
    select owed, count(*)::int as people from (
      select customer_id, string_agg(base::text, '+' order by product_id) as owed from entitlement_account
      where collection_id = ${collectionId} and status <> 'closed' group by 1) person
    group by 1`.execute(portal.db);
  return Object.fromEntries(rows.map(({ owed, people }) => [owed, people]));
}

async function change(by: TestClient, collectionId: number, groupId: number, allocatedQuantity: number): Promise<Edit> {
  const { body } = await createWardrobeClient(by).changeGroup(collectionId, groupId, { allocatedQuantity });
  return (body as unknown as { bulkEdit: Edit }).bulkEdit;
}

const setAccount = (id: number, isActive: boolean, isDeleted = false) =>
  sql`update customer set active = ${isActive}, deleted_at = case when ${isDeleted} then now() end where id = ${id}`.execute(
    portal.db,
  );

it('a change and its undo reach everyone when whoever made them was blocked, or deleted', async () => {
  const { collectionId, groupId } = await aLargeWardrobe();
  const leaver = await signInAs(portal, { role: 'Admin', firstName: 'Lea' });
  const { id } = await change(leaver, collectionId, groupId, 5);
  await runJob(id, 1);
  await setAccount(leaver.customerId, false);

  await runJob(id);

  expect(await countOwed(collectionId)).toEqual({ 5: MANY });
  expect(await look(admin, id)).toMatchObject({ state: 'finished', changed: MANY, refused: 0, by: 'Lea Forthetest' });
  await setAccount(leaver.customerId, true);
  const undone = (await undo(await portal.as(leaver.email), id)).body.bulkEdit;
  await runJob(undone.id, 1);
  await setAccount(leaver.customerId, false, true);

  await runJob(undone.id);

  expect(await countOwed(collectionId)).toEqual({ 3: MANY });
  expect(await look(admin, undone.id)).toMatchObject({ state: 'finished', changed: MANY, refused: 0 });
  const { rows } = await sql<{ actor_id: number }>`
    select actor_id from audit_event where action = 'wardrobe.undone' and subject_id = ${String(collectionId)}`.execute(
    portal.db,
  );
  expect(rows).toEqual([{ actor_id: leaver.customerId }]);
  expect(await findLedgerFaults(portal.db)).toEqual([]);
});

it('a change that is stopped goes on when someone else continues it', async () => {
  const { collectionId, groupId } = await aLargeWardrobe();
  const leaver = await signInAs(portal, { role: 'Admin' });
  const { id } = await change(leaver, collectionId, groupId, 5);
  await stop(leaver, id);
  await setAccount(leaver.customerId, false);

  expect((await resume(admin, id)).status).toBe(200);
  await runJob(id);

  expect(await countOwed(collectionId)).toEqual({ 5: MANY });
});

it('a change by an operator reaches everyone when the operator is disabled, and is no edit of the organisation', async () => {
  const { collectionId, products } = await aLargeWardrobe({ allocationTypeId: 10, productQuantity: 3 }, 2);
  const operator = await portal.asOperator();
  const { status } = await operator.delete<'DELETE /api/operator/organisations/:id/range/:productId'>(
    `/api/operator/organisations/1/range/${products[1]?.id}`,
  );
  const { rows } = await sql<{ id: number; actor_id: number }>`
    select id, actor_id from supplier_bulk_edit where kind = 'wardrobes' order by id desc limit 1`.execute(portal.db);
  const runSupplierJob = createSupplierEditRunner(portal);
  await runSupplierJob(rows[0]?.id ?? 0, 1);
  expect([status, rows[0]?.actor_id, await countOwed(collectionId)]).toEqual([
    200,
    operator.id,
    { '3+3': MANY - WARDROBES_BATCH_SIZE, 3: WARDROBES_BATCH_SIZE },
  ]);
  const { publication } = (await createWardrobeClient(admin).get(collectionId)).body.wardrobe;
  expect(publication).toMatchObject({ peopleBehind: MANY - WARDROBES_BATCH_SIZE, bulkEditId: null });
  await sql`update operator set disabled_at = now() where id = ${operator.id}`.execute(portal.db);

  await runSupplierJob(rows[0]?.id ?? 0);

  expect(await countOwed(collectionId)).toEqual({ 3: MANY });
});
