import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, aWardrobe, type StockedProduct, type WardrobeOverrides } from '#api/testing/builders.ts';
import { findLedgerFaults, giveWardrobe, orderFromEntitlement, syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
let shirt: StockedProduct;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});
beforeEach(async () => {
  shirt = await aStockedProduct(portal.db, { stock: [50] });
});
afterEach(async () => {
  expect(await findLedgerFaults(portal.db)).toEqual([]);
});

/** Two cuts of a wardrobe with the group “Garments”, in one season, and someone who wears the first. */
async function aCutWearer(first: WardrobeOverrides = {}, second: WardrobeOverrides = first) {
  const [wearer, other] = [
    await aPerson(portal.db, { role: 'Staff', firstName: 'Cara' }),
    await aPerson(portal.db, { role: 'Staff' }),
  ];
  const from = await aWardrobe(portal.db, wearer.id, [shirt], { allocationTypeId: 20, ...first });
  const to = await aWardrobe(portal.db, other.id, [shirt], { allocationTypeId: 20, ...second });
  await sql`
    with parent as (insert into collection (organisation_id, name) values (1, ${`Both cuts ${from.name}`}) returning id)
    update collection c set parent_collection_id = parent.id, season_id = ${from.seasonId} from parent where c.id in (${from.collectionId}, ${to.collectionId})`.execute(
    portal.db,
  );
  await syncWearers(portal, wearer.id, other.id);
  return { ...wearer, from, to };
}
type CutWearer = Awaited<ReturnType<typeof aCutWearer>>;

const order = ({ id }: { id: number }, quantity: number) =>
  orderFromEntitlement(portal.db, { wearerId: id, productId: shirt.id, quantity });
const correct = ({ id, to }: CutWearer, moveOrdered?: boolean) =>
  admin.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, {
    customer: { organisationCollections: [to.collectionId], ...(moveOrdered !== undefined && { moveOrdered }) },
  });
const preview = async ({ id, to }: CutWearer, moveOrdered?: boolean) =>
  (
    await admin.post<'POST /api/customers/:id/entitlementpreview'>(`/api/customers/${id}/entitlementpreview`, {
      organisationCollections: [to.collectionId],
      ...(moveOrdered !== undefined && { moveOrdered }),
    })
  ).body.preview;
const accounts = async ({ id, from }: CutWearer) =>
  (
    await sql<{ account: string }>`
      select case collection_id when ${from.collectionId} then 'from ' else 'to ' end || kind || ' ' || status || ': ' || granted || ' − ' || reserved || ' − ' || used as account
      from entitlement_account where customer_id = ${id} order by collection_id, id`.execute(portal.db)
  ).rows.map(({ account }) => account);
const changeLines = (orderId: number, column: 'shipped_quantity' | 'cancelled_quantity' | 'returned_quantity', pieces: number) =>
  sql`update order_line set ${sql.ref(column)} = ${pieces} where order_id = ${orderId}`.execute(portal.db);

describe('a corrected cut', () => {
  it('is previewed with the pieces that can move, and moves them if the Admin says so', async () => {
    const wearer = await aCutWearer();
    const orderId = await order(wearer, 2);
    await changeLines(orderId, 'shipped_quantity', 1);
    const correction = {
      fromName: wearer.from.name,
      toName: wearer.to.name,
      people: 1,
      movable: 2,
      staying: 0,
      stayingGroups: [],
    };

    const without = await preview(wearer);
    expect(without.corrections).toEqual([correction]);
    const ordered = ({ changes }: typeof without) =>
      changes.map(({ rows }) => rows.map(({ reserved, used }) => [reserved, used]));
    expect(ordered(without)).toEqual([[[1, 1]], [[0, 0]]]);
    const withMove = await preview(wearer, true);
    expect(withMove.corrections).toEqual([correction]);
    expect(ordered(withMove)).toEqual([[[0, 0]], [[1, 1]]]);

    expect((await correct(wearer, true)).status).toBe(200);
    expect(await accounts(wearer)).toEqual(['from group closed: 0 − 0 − 0', 'to group open: 3 − 1 − 1']);
    const { body } = await admin.get<'GET /api/entitlement/statement'>(`/api/entitlement/statement?customerId=${wearer.id}`);
    const movements = body.statement.periods
      .flatMap((period) => period.accounts)
      .flatMap((account) => account.movements.map(({ text }) => text));
    expect(movements).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`Moved to ${wearer.to.name} because the cut was corrected: 2 × `),
        expect.stringContaining(`Moved from ${wearer.from.name} because the cut was corrected: 2 × `),
      ]),
    );
    // What is given back later is given back in the other cut.
    await changeLines(orderId, 'cancelled_quantity', 1);
    await changeLines(orderId, 'returned_quantity', 1);
    expect(await accounts(wearer)).toEqual(['from group closed: 0 − 0 − 0', 'to group open: 3 − 0 − 0']);
  });

  it('takes along a line of which nothing counts, and brings it back', async () => {
    const wearer = await aCutWearer({ quantity: 0 }, { quantity: 4 });
    const orderId = await order(wearer, 2);
    const wardrobeOfLine = async () =>
      (
        await sql<{ id: number }>`
          select a.collection_id as id from order_line l join entitlement_account a on a.id = l.group_account_id where l.order_id = ${orderId}`.execute(
          portal.db,
        )
      ).rows[0]?.id;
    expect(await wardrobeOfLine()).toBe(wearer.from.collectionId);
    await correct(wearer, true);
    expect(await wardrobeOfLine()).toBe(wearer.to.collectionId);
    expect(await accounts(wearer)).toEqual(['from group closed: 0 − 0 − 0', 'to group open: 4 − 0 − 0']);
    await correct({ ...wearer, to: wearer.from }, true);
    expect(await wardrobeOfLine()).toBe(wearer.from.collectionId);
    expect(await accounts(wearer)).toEqual(['from group open: 0 − 0 − 0', 'to group closed: 0 − 0 − 0']);
  });

  it('leaves what was ordered where it is unless the Admin says so', async () => {
    for (const moveOrdered of [undefined, false]) {
      const wearer = await aCutWearer();
      await order(wearer, 2);
      await correct(wearer, moveOrdered);
      expect(await accounts(wearer)).toEqual(['from group closed: 2 − 2 − 0', 'to group open: 3 − 0 − 0']);
    }
  });

  it.each([
    ['points', { allocationTypeId: 30, budgetPoints: 50, points: 10 }, 20, 50],
    ['money', { allocationTypeId: 40, budgetMinor: 5000 }, 2000, 5000],
  ])('moves what it cost of a budget of %s', async (_, overrides, cost, budget) => {
    const wearer = await aCutWearer(overrides);
    const orderId = await order(wearer, 2);
    await changeLines(orderId, 'shipped_quantity', 1);
    await correct(wearer, true);
    expect((await accounts(wearer)).toSorted()).toEqual(
      [
        'from budget closed: 0 − 0 − 0',
        'from group closed: 0 − 0 − 0',
        `to budget open: ${budget} − ${cost / 2} − ${cost / 2}`,
        'to group open: 3 − 1 − 1',
      ].toSorted(),
    );
    await changeLines(orderId, 'cancelled_quantity', 1);
    expect(await accounts(wearer)).toContain(`to budget open: ${budget} − 0 − ${cost / 2}`);
  });

  it('answers the either/or of the other cut by what was ordered', async () => {
    const wearer = await aCutWearer({ underOption: true, isChosen: true }, { underOption: true });
    await order(wearer, 1);
    await correct(wearer, true);
    expect(await accounts(wearer)).toEqual(['from group closed: 0 − 0 − 0', 'to group open: 3 − 1 − 0']);
    const { body } = await admin.get<'GET /api/customers/getSuperGroupOptionIds'>(
      `/api/customers/getSuperGroupOptionIds?customerId=${wearer.id}`,
    );
    expect(body.superGroupOptionIds).toContain(wearer.to.optionId);
  });

  it('says what stays behind because the other cut has no group of its name', async () => {
    const wearer = await aCutWearer();
    await order(wearer, 2);
    await sql`update collection_group set name = 'Aprons' where id = ${wearer.to.groupId}`.execute(portal.db);
    expect((await preview(wearer, true)).corrections).toMatchObject([{ movable: 0, staying: 2, stayingGroups: ['Garments'] }]);
    await correct(wearer, true);
    expect(await accounts(wearer)).toEqual(['from group closed: 2 − 2 − 0', 'to group open: 3 − 0 − 0']);
  });

  it('is none between wardrobes that are no cuts of one, nor where nothing was ordered', async () => {
    const wearer = await aCutWearer();
    expect((await preview(wearer)).corrections).toEqual([]);
    await order(wearer, 1);
    await sql`update collection set parent_collection_id = null where id = ${wearer.to.collectionId}`.execute(portal.db);
    expect((await preview(wearer)).corrections).toEqual([]);
    await correct(wearer, true);
    expect(await accounts(wearer)).toEqual(['from group closed: 1 − 1 − 0', 'to group open: 3 − 0 − 0']);
  });

  it('and an order at the same moment leave the order in one of the two', async () => {
    const wearer = await aCutWearer();
    for (let round = 0; round < 3; round++) await Promise.all([order(wearer, 1), correct(wearer, true)]);
    await correct(wearer, true);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });
});

describe('a bulk edit that corrects the cut', () => {
  it('is previewed in sum, moves what was ordered, and moves it back when it is undone', async () => {
    const wearer = await aCutWearer();
    const colleague = await aPerson(portal.db, { role: 'Staff' });
    await giveWardrobe(portal, wearer.from.collectionId, colleague.id);
    await order(wearer, 2);
    await order(colleague, 1);
    const edit = {
      action: 'wardrobes',
      customerIds: [wearer.id, colleague.id],
      organisationCollectionIds: [wearer.to.collectionId],
      moveOrdered: true,
    };
    const previewed = await admin.post<'POST /api/customers/bulkedits/entitlementpreview'>(
      '/api/customers/bulkedits/entitlementpreview',
      edit,
    );
    expect(previewed.body.preview.corrections).toMatchObject([{ people: 2, movable: 3, staying: 0 }]);

    const { body } = await admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', edit);
    expect(await accounts(wearer)).toEqual(['from group closed: 0 − 0 − 0', 'to group open: 3 − 2 − 0']);
    expect(await accounts({ ...wearer, id: colleague.id })).toEqual(['from group closed: 0 − 0 − 0', 'to group open: 3 − 1 − 0']);
    await admin.post(`/api/bulkedits/${body.bulkEdit.id}/undo`, {});
    expect(await accounts(wearer)).toEqual(['from group open: 3 − 2 − 0', 'to group closed: 0 − 0 − 0']);
    expect(await accounts({ ...wearer, id: colleague.id })).toEqual(['from group open: 3 − 1 − 0', 'to group closed: 0 − 0 − 0']);
  });
});
