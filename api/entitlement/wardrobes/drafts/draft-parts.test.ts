import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { findLedgerFaults, orderFromEntitlement } from '#api/testing/entitlement.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import {
  changeContents,
  toDraftInput,
  type WardrobeChange,
  withGroup,
  withNewGroup,
  withNewSuperGroup,
} from '#api/testing/wardrobe-changes.ts';
import { createWardrobeClient, type Wardrobe } from '#api/testing/wardrobe-client.ts';
import { aWearer } from '#api/testing/wearers.ts';

// What a published draft makes of the parts of a wardrobe.

type Publish = 'POST /api/organisation/wardrobes/:id/draft/publish';

const portal = usePortal();
let admin: TestClient;
let wardrobes: ReturnType<typeof createWardrobeClient>;
let wardrobe: Wardrobe;
let shirt: StockedProduct;
let polo: StockedProduct;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  wardrobes = createWardrobeClient(admin);
  shirt = await aStockedProduct(portal.db, { price: 1995, stock: [5, 5] });
  polo = await aStockedProduct(portal.db, { callForPrice: true });
});
beforeEach(async () => {
  wardrobe = await wardrobes.addOrThrow();
});

const lastChanges = async (id: number) => (await wardrobes.history(id)).body.history[0]?.changes.at(-1)?.after;

describe('a group', () => {
  it('is added with products, numbers and points, changed and deleted', async () => {
    const added = await wardrobes.addGroup(wardrobe.id, {
      name: ' Shirts ',
      allocatedQuantity: 4,
      minQuantity: 2,
      products: [
        { productId: polo.id, points: 3 },
        { productId: shirt.id, allocatedQuantity: 1 },
      ],
    });
    expect(added.body.wardrobe.collectionGroups).toEqual([
      {
        id: expect.any(Number),
        name: 'Shirts',
        superGroupOptionId: null,
        allocatedQuantity: 4,
        minQuantity: 2,
        displayOrder: 1,
        products: [
          expect.objectContaining({ productId: polo.id, allocatedQuantity: null, points: 3, price: null, isOnSale: true }),
          expect.objectContaining({
            productId: shirt.id,
            name: shirt.name,
            allocatedQuantity: 1,
            points: null,
            price: 19.95,
            priceHighest: null,
            sizes: ['Size 0', 'Size 1'],
            colours: [],
          }),
        ],
      },
    ]);
    const id = added.body.wardrobe.collectionGroups[0]?.id ?? 0;
    const products = [{ productId: shirt.id }];
    const changed = await wardrobes.changeGroup(wardrobe.id, id, { allocatedQuantity: null, minQuantity: null, products });
    expect(changed.body.wardrobe.collectionGroups).toMatchObject([
      {
        id,
        name: 'Shirts',
        allocatedQuantity: null,
        minQuantity: null,
        products: [{ productId: shirt.id, allocatedQuantity: null }],
      },
    ]);
    expect(await lastChanges(wardrobe.id)).toBe(
      `Shirts: no number instead of 4 pieces. Shirts: at least no number instead of 2 pieces. Shirts: ${polo.name} removed. Shirts: ${shirt.name} no number instead of 1 piece`,
    );
    // A product can be in two groups.
    expect((await wardrobes.addGroup(wardrobe.id, { products })).status).toBe(200);
    const removed = await wardrobes.removeGroup(wardrobe.id, id);
    expect([removed.status, removed.body.wardrobe.collectionGroups.length]).toEqual([200, 1]);
  });

  it('exchanges its name with another one, and both keep their ids', async () => {
    const [first, second] = [
      await wardrobes.addGroupOrThrow(wardrobe.id, { name: 'First' }),
      await wardrobes.addGroupOrThrow(wardrobe.id, { name: 'Second' }),
    ];
    const { body } = await wardrobes.publish(wardrobe.id, (contents) =>
      withGroup(second.id, { name: 'First' })(withGroup(first.id, { name: 'Second' })(contents)),
    );
    expect(body.wardrobe.collectionGroups.map(({ id, name }) => [id, name])).toEqual([
      [first.id, 'Second'],
      [second.id, 'First'],
    ]);
  });

  it('that is deleted leaves what was ordered from it', async () => {
    const { collectionId, groupId, id } = await aWearer(portal, [shirt]);
    await orderFromEntitlement(portal.db, { wearerId: id, productId: shirt.id, quantity: 2 });
    expect((await wardrobes.removeGroup(collectionId, groupId)).status).toBe(200);
    const { rows } = await sql<{ pieces: number; accounts: string }>`
      select (select sum(quantity)::int from order_line where organisation_id = 1 and collection_group_id = ${groupId}) as pieces,
        (select string_agg(status || ' ' || granted || ' ' || reserved + used, ', ') from entitlement_account where collection_id = ${collectionId}) as accounts`.execute(
      portal.db,
    );
    expect(rows).toEqual([{ pieces: 2, accounts: 'closed 2 2' }]);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });
});

describe('an either/or', () => {
  it('is added with its options, changed and deleted with the groups of its options', async () => {
    const { superGroups } = (await wardrobes.addSuperGroup(wardrobe.id, { name: 'Legwear' })).body.wardrobe;
    const [superGroup] = superGroups;
    const [trousers, skirt] = superGroup?.options ?? [];
    if (!superGroup || !trousers || !skirt) throw new Error('No either/or.');
    const imageSrc = '/garments/trousers/112233-front.svg';
    const changed = await wardrobes.publish(wardrobe.id, (contents) => ({
      ...contents,
      superGroups: [
        {
          id: superGroup.id,
          name: 'Legs',
          minSelect: 0,
          maxSelect: 2,
          options: [
            { id: skirt.id, name: 'Skirt' },
            { id: trousers.id, name: 'Long', imageSrc },
            { id: -1, name: 'Shorts' },
          ],
        },
      ],
    }));
    expect(changed.body.wardrobe.superGroups).toEqual([
      {
        id: superGroup.id,
        name: 'Legs',
        minSelect: 0,
        maxSelect: 2,
        displayOrder: 1,
        options: [
          { id: skirt.id, name: 'Skirt', imageSrc: null, displayOrder: 1, chosenBy: 0 },
          { id: trousers.id, name: 'Long', imageSrc, displayOrder: 2, chosenBy: 0 },
          { id: expect.any(Number), name: 'Shorts', imageSrc: null, displayOrder: 3, chosenBy: 0 },
        ],
      },
    ]);
    await wardrobes.addGroup(wardrobe.id, { name: 'Skirts', superGroupOptionId: skirt.id });
    const removed = await wardrobes.removeSuperGroup(wardrobe.id, superGroup.id);
    expect([removed.status, removed.body.wardrobe.superGroups, removed.body.wardrobe.collectionGroups]).toEqual([200, [], []]);
  });

  it('whose chosen option is deleted keeps what was chosen without effect, for undo', async () => {
    const { collectionId, superGroupId, optionId, id } = await aWearer(portal, [shirt], { underOption: true, isChosen: true });
    expect((await wardrobes.get(collectionId)).body.wardrobe.superGroups[0]?.options[0]?.chosenBy).toBe(1);
    expect((await wardrobes.removeSuperGroup(collectionId, superGroupId ?? 0)).status).toBe(200);
    const { rows } = await sql<{ id: number }>`
      select super_group_option_id as id from customer_super_group_option where customer_id = ${id}`.execute(portal.db);
    expect(rows).toEqual([{ id: optionId }]);
  });
});

it('groups and either/ors are put in another order', async () => {
  await wardrobes.publish(wardrobe.id, (contents) =>
    ['A', 'B', 'C'].reduce((before, name) => withNewGroup({ name })(before), contents),
  );
  const options = [{ name: 'Trousers' }, { name: 'Skirt' }];
  await wardrobes.publish(wardrobe.id, (contents) =>
    ['One', 'Two'].reduce((before, name) => withNewSuperGroup({ name, options })(before), contents),
  );
  const moved = await wardrobes.publish(wardrobe.id, (contents) => {
    const [a, b, c] = contents.collectionGroups;
    return {
      ...contents,
      collectionGroups: [c, a, b].flatMap((group) => group ?? []),
      superGroups: contents.superGroups.toReversed(),
    };
  });
  const namesOf = (parts: readonly { name: string }[]) => parts.map(({ name }) => name).join('');
  expect([namesOf(moved.body.wardrobe.collectionGroups), namesOf(moved.body.wardrobe.superGroups)]).toEqual(['CAB', 'TwoOne']);
  expect(await lastChanges(wardrobe.id)).toBe('Order of the groups changed. Order of the either/ors changed');
});

it('what people are owed follows every change of their wardrobe', async () => {
  const wearer = await aPerson(portal.db, { role: 'Staff' });
  await sql`insert into customer_collection values (1, ${wearer.id}, ${wardrobe.id})`.execute(portal.db);
  const owed = async () => {
    const { rows } = await sql<{ label: string; granted: number; status: string }>`
      select label, granted, status from entitlement_account
      where customer_id = ${wearer.id} and collection_id = ${wardrobe.id} and kind = 'group' order by label`.execute(portal.db);
    return rows.map(({ label, granted, status }) => `${label}: ${granted}, ${status}`);
  };
  const shirts = await wardrobes.addGroupOrThrow(wardrobe.id, { name: 'Shirts', allocatedQuantity: 3 });
  expect(await owed()).toEqual(['Shirts: 3, open']);
  await wardrobes.changeGroup(wardrobe.id, shirts.id, { allocatedQuantity: 5 });
  const { superGroups } = (await wardrobes.addSuperGroup(wardrobe.id, { name: 'Legwear' })).body.wardrobe;
  const trousers = superGroups[0]?.options[0]?.id ?? 0;
  await wardrobes.addGroup(wardrobe.id, { name: 'Trousers', allocatedQuantity: 2, superGroupOptionId: trousers });
  expect(await owed()).toEqual(['Shirts: 5, open', 'Trousers: 2, unchosen']);
  await wardrobes.removeGroup(wardrobe.id, shirts.id);
  await wardrobes.removeSuperGroup(wardrobe.id, superGroups[0]?.id ?? 0);
  expect(await owed()).toEqual(['Shirts: 0, closed', 'Trousers: 0, closed']);
});

it('a draft is not begun on a version that is no longer in use, which it would take back', async () => {
  const { collectionId, groupId } = await aWearer(portal, [shirt]);
  const seen = toDraftInput((await wardrobes.get(collectionId)).body.wardrobe);
  expect((await wardrobes.changeGroup(collectionId, groupId, { allocatedQuantity: 5 })).status).toBe(200);
  const begin = (basedOn?: number) =>
    admin.put<'PUT /api/organisation/wardrobes/:id/draft'>(`/api/organisation/wardrobes/${collectionId}/draft`, {
      revision: null,
      basedOn,
      contents: withGroup(groupId, { minQuantity: 1 })(seen),
    });

  expect(toRefusal(await begin(1))).toEqual([
    409,
    { draft: ['Version 2 of the wardrobe has been published meanwhile. Your changes were not saved.'] },
  ]);

  expect((await begin(2)).body.draft).toMatchObject({
    basedOn: 2,
    changes: ['Garments: 3 instead of 5 pieces', 'Garments: at least 1 instead of no number of pieces'],
  });
});

it('of two who begin drafts of the same version at the same moment, one publishes theirs, and nothing of it is taken back', async () => {
  const { collectionId, groupId } = await aWearer(portal, [shirt]);

  // Neither saves before both have read the version.
  const reading = Promise.withResolvers<void>();
  let readers = 0;
  const changeAfterBothRead = (change: WardrobeChange) =>
    changeContents(
      async (method, path, body) => {
        if (method === 'PUT') return admin.put<Publish>(path, body);
        if (method === 'POST') return admin.post<Publish>(path, body);
        const read = await admin.get<Publish>(path);
        if (path.endsWith(`/${collectionId}`)) {
          readers += 1;
          if (readers === 2) reading.resolve();
          await reading.promise;
        }
        return read;
      },
      collectionId,
      change,
    );

  const replies = await Promise.all([
    changeAfterBothRead(withGroup(groupId, { allocatedQuantity: 5 })),
    changeAfterBothRead(withNewGroup({ name: 'Ties', allocatedQuantity: 2 })),
  ]);

  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { collectionGroups } = (await wardrobes.get(collectionId)).body.wardrobe;
  expect(collectionGroups.map(({ name, allocatedQuantity }) => `${name} ${allocatedQuantity}`)).toEqual(
    replies[0]?.status === 200 ? ['Garments 5'] : ['Garments 3', 'Ties 2'],
  );
});
