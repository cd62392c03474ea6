import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { bulkEditCalls, createBulkEditRunner } from '#api/testing/bulk-edit-client.ts';
import { aCrowdLike } from '#api/testing/crowd.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { halfFollowedWardrobes, type StatementFault, withFaults } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { aWearer } from '#api/testing/wearers.ts';
import type { ReplyOf } from '#contract/index.ts';
import { WARDROBES_BATCH_SIZE, WARDROBES_SYNC_LIMIT } from './wardrobes-kind.actions.ts';

/** Wardrobes with more wearers than follow a change within the request: a job brings them to it in batches. */

const MANY = WARDROBES_SYNC_LIMIT + WARDROBES_BATCH_SIZE;

const portal = usePortal();
let admin: TestClient;
let wardrobes: ReturnType<typeof createWardrobeClient>;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  wardrobes = createWardrobeClient(admin);
});

type Edit = NonNullable<ReplyOf<'POST /api/organisation/wardrobes/:id/draft/publish'>['bulkEdit']>;
const { look, stop, resume, undo } = bulkEditCalls;
const runJob = (id: number, batches?: number) => createBulkEditRunner(portal)(id, batches);
const publicationOf = async (id: number) => (await wardrobes.get(id)).body.wardrobe.publication;

/** A wardrobe of many people with one group of three pieces, and one of its products. */
async function aLargeWardrobe(wearer: Parameters<typeof aWearer>[2] = {}, productCount = 1) {
  const garments = [];
  for (let n = 0; n < productCount; n += 1) garments.push(await aStockedProduct(portal.db));
  const [product] = garments as [StockedProduct];
  const { collectionId, groupId, optionId, superGroupId, seasonId, id, client } = await aWearer(portal, garments, wearer);
  await sql`insert into customer_season (organisation_id, customer_id, season_id) values (1, ${id}, ${seasonId}) on conflict do nothing`.execute(
    portal.db,
  );
  const people = [id, ...(await aCrowdLike(portal.db, id, MANY - 1))];
  return { collectionId, groupId, optionId: optionId ?? 0, superGroupId: superGroupId ?? 0, seasonId, people, product, client };
}

/** What each person is owed of a wardrobe: the sum of their open accounts in pieces, how many people with which sum. */
async function countOwed(collectionId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ owed: string; people: number }>`
    select owed, count(*)::int as people from (
      select c.customer_id, coalesce(string_agg(a.base::text, '+' order by a.collection_group_id, a.product_id) filter (where a.status <> 'closed'), 'nothing') as owed
      from customer_collection c
      left join entitlement_account a on a.organisation_id = c.organisation_id and a.customer_id = c.customer_id and a.collection_id = c.collection_id
      where c.collection_id = ${collectionId} group by 1) person
    group by 1 order by 1`.execute(portal.db);
  return Object.fromEntries(rows.map(({ owed, people }) => [owed, people]));
}

const statusOf = async (customerId: number, seasonId: number | null) => {
  const { rows } = await sql<{ pieces_due: number; open_choices: number }>`
    select s.pieces_due, s.open_choices from uniform_status s
    where s.customer_id = ${customerId} and s.season_id = ${seasonId}`.execute(portal.db);
  return [rows[0]?.pieces_due, rows[0]?.open_choices];
};

async function change(id: number, groupId: number, allocatedQuantity: number): Promise<Edit> {
  const { status, body, errors } = await wardrobes.changeGroup(id, groupId, { allocatedQuantity });
  if (status !== 200) throw new Error(JSON.stringify(errors));
  return body.bulkEdit as Edit;
}

describe('a change of a wardrobe that many people have', () => {
  it('answers at once, and each person is owed the old or the new number until all have followed', async () => {
    const { collectionId, groupId, client } = await aLargeWardrobe();

    const edit = await change(collectionId, groupId, 5);

    expect(edit).toMatchObject({ state: 'running', total: MANY, changed: 0, description: `Wardrobe of ${MANY} people` });
    expect(await countOwed(collectionId)).toEqual({ 3: MANY });
    // What the wearer reads of it, too.
    const own = await client.get<'GET /api/organisationcollection'>(
      '/api/organisationcollection?restrictToCustomer=true&includeCollectionGroups=true',
    );
    expect(own.body.organisationCollections[0]?.collectionGroups[0]?.allocatedQuantity).toBe(3);
    expect(await publicationOf(collectionId)).toEqual({ version: 2, peopleOnNew: 0, peopleBehind: MANY, bulkEditId: edit.id });
    await runJob(edit.id, 1);
    expect(await countOwed(collectionId)).toEqual({ 3: MANY - WARDROBES_BATCH_SIZE, 5: WARDROBES_BATCH_SIZE });
    expect(await publicationOf(collectionId)).toMatchObject({ peopleOnNew: WARDROBES_BATCH_SIZE });
    await runJob(edit.id);
    expect(await countOwed(collectionId)).toEqual({ 5: MANY });
    expect(await publicationOf(collectionId)).toBeNull();
    expect(await look(admin, edit.id)).toMatchObject({ state: 'finished', changed: MANY });
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });

  it('waits for no other wardrobe, and a second one of the same is refused while it runs', async () => {
    const one = await aLargeWardrobe();
    const other = await aLargeWardrobe();
    const { id } = await change(one.collectionId, one.groupId, 5);

    const second = await wardrobes.changeGroup(one.collectionId, one.groupId, { allocatedQuantity: 6 });

    expect([second.status, second.errors]).toEqual([
      409,
      {
        wardrobe: [
          `This wardrobe is being changed for ${MANY} people. Nothing was changed. Wait until it is done, or stop it first.`,
        ],
      },
    ]);
    expect((await change(other.collectionId, other.groupId, 5)).state).toBe('running');
    await runJob(id);
    // Its draft is still there.
    await admin.delete(`/api/organisation/wardrobes/${one.collectionId}/draft?revision=1`);
    expect((await change(one.collectionId, one.groupId, 6)).state).toBe('running');
  });

  it('that is stopped says who has which numbers, goes on and is undone', async () => {
    const { collectionId, groupId } = await aLargeWardrobe();
    const { id } = await change(collectionId, groupId, 5);
    await runJob(id, 2);
    const reached = 2 * WARDROBES_BATCH_SIZE;

    expect((await stop(admin, id)).status).toBe(200);
    await runJob(id);
    expect(await publicationOf(collectionId)).toEqual({
      version: 2,
      peopleOnNew: reached,
      peopleBehind: MANY - reached,
      bulkEditId: id,
    });
    expect((await resume(admin, id)).status).toBe(200);
    await runJob(id, 1);
    const undone = (await undo(admin, id)).body.bulkEdit;

    expect(undone).toMatchObject({ total: reached + WARDROBES_BATCH_SIZE });
    expect(await publicationOf(collectionId)).toBeNull();
    expect(await countOwed(collectionId)).toEqual({ 3: MANY });
    expect((await wardrobes.get(collectionId)).body.wardrobe.collectionGroups[0]?.allocatedQuantity).toBe(3);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
    // A version that was undone is not given out again.
    expect((await change(collectionId, groupId, 7)).id).toBeGreaterThan(id);
    expect(await publicationOf(collectionId)).toMatchObject({ version: 3 });
  });

  it('that all have followed is undone in batches, and not once it was changed since', async () => {
    const { collectionId, groupId } = await aLargeWardrobe();
    const first = await change(collectionId, groupId, 5);
    await runJob(first.id);
    const second = await change(collectionId, groupId, 6);
    await runJob(second.id);

    expect(await look(admin, first.id)).toMatchObject({ canUndo: false, undoBlocker: 'The wardrobe has been changed since.' });
    expect((await undo(admin, first.id)).status).toBe(409);
    const undone = (await undo(admin, second.id)).body.bulkEdit;
    expect(undone).toMatchObject({ state: 'running', total: MANY });
    await runJob(undone.id, 1);
    expect(await countOwed(collectionId)).toEqual({ 5: WARDROBES_BATCH_SIZE, 6: MANY - WARDROBES_BATCH_SIZE });
    await runJob(undone.id);
    expect(await countOwed(collectionId)).toEqual({ 5: MANY });
    expect((await undo(admin, first.id)).status).toBe(200);
  });

  it('is followed earlier by someone of whom something else changes', async () => {
    const { collectionId, groupId, people } = await aLargeWardrobe();
    const { id } = await change(collectionId, groupId, 5);
    const last = people.at(-1) as number;

    const { status } = await admin.put<'PUT /api/customers/:id'>(`/api/customers/${last}`, {
      customer: { allocationTypeId: 50 },
    });
    const { status: back } = await admin.put<'PUT /api/customers/:id'>(`/api/customers/${last}`, {
      customer: { allocationTypeId: 20 },
    });

    expect([status, back, await countOwed(collectionId)]).toEqual([200, 200, { 3: MANY - 1, 5: 1 }]);
    const { body } = await undo(admin, id);
    expect([body.bulkEdit.total, await countOwed(collectionId)]).toEqual([1, { 3: MANY }]);
  });

  it('is what someone gets who gets the wardrobe meanwhile', async () => {
    const { collectionId, groupId } = await aLargeWardrobe();
    await change(collectionId, groupId, 5);
    const { id } = await aPerson(portal.db, { role: 'Staff' });
    await admin.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, { customer: { organisationCollections: [collectionId] } });
    expect(await countOwed(collectionId)).toEqual({ 3: MANY, 5: 1 });
    expect(await publicationOf(collectionId)).toMatchObject({ peopleOnNew: 1, peopleBehind: MANY });
  });

  it('leaves everyone as they are when it is cut off in the middle of a batch, and goes on', async () => {
    const { collectionId, groupId } = await aLargeWardrobe({ allocationTypeId: 10, productQuantity: 3 }, 3);
    const { body } = await wardrobes.get(collectionId);
    const products = body.wardrobe.collectionGroups[0]?.products.map(({ productId }) => ({ productId, allocatedQuantity: 5 }));
    const reply = await wardrobes.changeGroup(collectionId, groupId, { products: products ?? [] });
    const { id } = reply.body.bulkEdit as Edit;
    await runJob(id, 1);
    const isCutOff = { isOver: false };
    const cutOff: StatementFault = {
      statement: /update entitlement_account a\s+set label/,
      afterwards: () => {
        isCutOff.isOver = true;
        throw new Error('cut off');
      },
    };

    await expect(createBulkEditRunner({ db: withFaults(portal.db, [cutOff]) })(id, 1)).rejects.toThrow('cut off');

    expect([isCutOff.isOver, await countOwed(collectionId)]).toEqual([
      true,
      { '3+3+3': MANY - WARDROBES_BATCH_SIZE, '5+5+5': WARDROBES_BATCH_SIZE },
    ]);
    await runJob(id);
    expect(await countOwed(collectionId)).toEqual({ '5+5+5': MANY });
  });

  it('would leave a mixture of old and new numbers if a batch wrote only some of its accounts', async () => {
    const { collectionId, groupId } = await aLargeWardrobe({ allocationTypeId: 10, productQuantity: 3 }, 3);
    const { body } = await wardrobes.get(collectionId);
    const products = body.wardrobe.collectionGroups[0]?.products.map(({ productId }) => ({ productId, allocatedQuantity: 5 }));
    const reply = await wardrobes.changeGroup(collectionId, groupId, { products: products ?? [] });
    const { id } = reply.body.bulkEdit as Edit;
    await createBulkEditRunner({ db: withFaults(portal.db, [halfFollowedWardrobes]) })(id);
    expect(Object.keys(await countOwed(collectionId))).not.toEqual(['5+5+5']);
  });

  it('leaves a new group closed to those who have not followed', async () => {
    const { collectionId, people, product } = await aLargeWardrobe();
    const { body } = await wardrobes.addGroup(collectionId, {
      allocatedQuantity: 2,
      products: [{ productId: product.id, allocatedQuantity: null, points: null }],
    });
    const { id } = body.bulkEdit as Edit;
    const open = async (customerId: number | undefined) => {
      const { rows } = await sql`select from open_collection_group where customer_id = ${customerId ?? 0}`.execute(portal.db);
      return rows.length;
    };
    await runJob(id, 1);
    expect([await open(people[0]), await open(people.at(-1))]).toEqual([2, 1]);
  });
});

describe('an either/or of a wardrobe that many people have', () => {
  it('counts for each person from when they follow', async () => {
    const { collectionId, people, seasonId } = await aLargeWardrobe();
    const [first = 0, last = 0] = [people[0], people.at(-1)];
    const before = await statusOf(last, seasonId);
    const { body } = await wardrobes.addSuperGroup(collectionId, { name: 'Trousers or skirt' });
    const { id } = body.bulkEdit as Edit;

    await runJob(id, 1);

    expect([await statusOf(first, seasonId), await statusOf(last, seasonId)]).toEqual([[before[0], 1], before]);
    // Whatever computes the status of someone who is behind, computes it by their version.
    await sql`select refresh_uniform_status(1, ${people}::bigint[])`.execute(portal.db);
    expect([await statusOf(first, seasonId), await statusOf(last, seasonId)]).toEqual([[before[0], 1], before]);
    await undo(admin, id);
    expect([await statusOf(first, seasonId), await statusOf(last, seasonId)]).toEqual([before, before]);
  });

  it('brings back with its undo what people chose of a deleted option', async () => {
    const { collectionId, superGroupId, optionId, people, seasonId } = await aLargeWardrobe({
      underOption: true,
      isChosen: true,
    });
    await wardrobes.addOption(collectionId, superGroupId, { name: 'Another' });
    const running = (await bulkEditCalls.recent(admin, 'wardrobes'))[0]?.id ?? 0;
    await runJob(running);
    const { body, errors } = await wardrobes.removeSuperGroup(collectionId, superGroupId);
    expect(errors).toEqual({});
    const { id } = body.bulkEdit as Edit;
    const last = people.at(-1) as number;
    expect(await statusOf(last, seasonId)).toEqual([3, 0]);
    await runJob(id);
    expect([await countOwed(collectionId), await statusOf(last, seasonId)]).toEqual([{ nothing: MANY }, [0, 0]]);

    const undone = (await undo(admin, id)).body.bulkEdit;
    await runJob(undone.id);

    expect([await countOwed(collectionId), await statusOf(last, seasonId)]).toEqual([{ 3: MANY }, [3, 0]]);
    const { superGroups } = (await wardrobes.get(collectionId)).body.wardrobe;
    expect(superGroups.map((one) => [one.id, one.options.map((option) => [option.id, option.chosenBy])])).toEqual([
      [superGroupId, [[optionId, MANY], expect.anything()]],
    ]);
  });
});

it('a change of the seasons is followed by everyone, and its undo restores the season', async () => {
  const { collectionId, people, seasonId } = await aLargeWardrobe();
  const { rows } = await sql<{ id: number; name: string; ends_on: string }>`
    select id, name, ends_on::text from season where organisation_id = 1 and id = ${seasonId}`.execute(portal.db);
  const season = rows[0] as { id: number; name: string; ends_on: string };
  const endsOn = async (customerId: number | undefined) => {
    const found = await sql<{ ends_on: string }>`
      select ends_on::text from entitlement_account where customer_id = ${customerId ?? 0} and collection_id = ${collectionId} and season_id = ${season.id}`.execute(
      portal.db,
    );
    return found.rows[0]?.ends_on;
  };
  const put = await admin.put<'PUT /api/organisationseasons/:id'>(`/api/organisationseasons/${season.id}`, {
    organisationSeason: { endDateUtc: '2099-12-31' },
  });
  const { id, state } = put.body.bulkEdit as Edit;
  expect([put.status, state]).toEqual([200, 'running']);
  const second = await admin.put<'PUT /api/organisationseasons/:id'>(`/api/organisationseasons/${season.id}`, {
    organisationSeason: { endDateUtc: '2099-12-30' },
  });
  expect(second.status).toBe(409);
  await runJob(id);
  expect(await endsOn(people.at(-1))).toBe('2099-12-31');

  const undone = (await undo(admin, id)).body.bulkEdit;
  await runJob(undone.id);

  expect(await endsOn(people.at(-1))).toBe(season.ends_on);
});
