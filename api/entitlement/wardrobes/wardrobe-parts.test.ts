import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient, type Wardrobe } from '#api/testing/wardrobe-client.ts';

const portal = usePortal();
let admin: TestClient;
let hallam: TestClient;
let wardrobes: ReturnType<typeof createWardrobeClient>;
let wardrobe: Wardrobe;
let shirt: StockedProduct;
let polo: StockedProduct;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  hallam = await portal.as('admin@hallam.example');
  wardrobes = createWardrobeClient(admin);
  shirt = await aStockedProduct(portal.db, { price: 1995, stock: [5, 5] });
  polo = await aStockedProduct(portal.db, { callForPrice: true });
});
beforeEach(async () => {
  wardrobe = await wardrobes.addOrThrow();
});

const latest = async () => (await wardrobes.get(wardrobe.id)).body.wardrobe;

/** Attributes an order line to parts of the wardrobe, as if it had been ordered from them. Returns its open pieces. */
async function attributeLine(columns: { collection_group_id?: number; super_group_option_id?: number }): Promise<number> {
  const { rows } = await sql<{ id: number; pieces: number }>`
    select l.id, l.quantity - l.cancelled_quantity - l.returned_quantity as pieces
    from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
    where l.organisation_id = 1 and o.order_state_id not in (40, 60) and l.quantity > l.cancelled_quantity + l.returned_quantity order by l.id desc limit 1`.execute(
    portal.db,
  );
  await sql`update order_line set collection_group_id = ${columns.collection_group_id ?? null}, super_group_option_id = ${columns.super_group_option_id ?? null}
    where id = ${rows[0]?.id}`.execute(portal.db);
  return rows[0]?.pieces ?? 0;
}
const pieces = (n: number) => `${n} ${n === 1 ? 'piece' : 'pieces'}`;

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
        version: 1,
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
    const [group] = added.body.wardrobe.collectionGroups;
    const id = group?.id ?? 0;
    const changed = await wardrobes.changeGroup(wardrobe.id, id, {
      version: 1,
      allocatedQuantity: null,
      minQuantity: null,
      products: [{ productId: shirt.id }],
    });
    expect(changed.body.wardrobe.collectionGroups[0]).toMatchObject({
      name: 'Shirts',
      allocatedQuantity: null,
      minQuantity: null,
      products: [{ productId: shirt.id, allocatedQuantity: null }],
    });
    const { history } = (await wardrobes.history(wardrobe.id)).body;
    expect(history[0]?.changes).toContainEqual({
      field: 'Products',
      before: `${polo.name} (3 points), ${shirt.name} (1 piece)`,
      after: shirt.name,
    });
    // A product can be in two groups.
    expect((await wardrobes.addGroup(wardrobe.id, { products: [{ productId: shirt.id }] })).status).toBe(200);
    expect((await wardrobes.groupUsage(wardrobe.id, id)).body).toEqual({
      people: 0,
      pieces: 0,
      refusal: null,
      consequence: null,
    });
    const removed = await wardrobes.removeGroup(wardrobe.id, id);
    expect([removed.status, removed.body.wardrobe.collectionGroups.length]).toEqual([200, 1]);
    expect((await wardrobes.removeGroup(wardrobe.id, id)).status).toBe(404);
  });

  it('refuses values that are not valid, and products that are not in the range', async () => {
    const { id } = await wardrobes.addGroupOrThrow(wardrobe.id, { name: 'Shirts', allocatedQuantity: 2 });
    const duplicate = { name: ['There is already a group with this name.'] };
    expect((await wardrobes.addGroup(wardrobe.id, { name: 'SHIRTS' })).errors).toEqual(duplicate);
    const other = await wardrobes.addGroupOrThrow(wardrobe.id);
    expect((await wardrobes.changeGroup(wardrobe.id, other.id, { name: 'shirts' })).errors).toEqual(duplicate);
    expect((await wardrobes.changeGroup(wardrobe.id, id, { name: '' })).errors).toEqual({ name: ['Name is required.'] });
    expect((await wardrobes.changeGroup(wardrobe.id, id, { minQuantity: 3 })).errors).toEqual({
      minQuantity: ['Minimum pieces must not be more than the pieces of the group.'],
    });
    expect((await wardrobes.changeGroup(wardrobe.id, id, { allocatedQuantity: 1.5 })).errors).toEqual({
      allocatedQuantity: ['Pieces must be a whole number from 0 to 999.'],
    });
    expect(
      (await wardrobes.changeGroup(wardrobe.id, id, { products: [{ productId: shirt.id }, { productId: shirt.id }] })).errors,
    ).toEqual({ products: ['A product can be in a group only once.'] });
    const elsewhere = await aStockedProduct(portal.db, { organisationIds: [2] });
    const unknown = await wardrobes.changeGroup(wardrobe.id, id, { products: [{ productId: elsewhere.id }] });
    expect([unknown.status, unknown.errors]).toEqual([404, { product: ['Product not found.'] }]);
    const zero = await wardrobes.changeGroup(wardrobe.id, id, { products: [{ productId: shirt.id, allocatedQuantity: 0 }] });
    expect(zero.status).toBe(422);
    expect((await latest()).collectionGroups[0]).toMatchObject({ name: 'Shirts', version: 1, products: [] });
  });

  it('keeps the changes of two editors to different fields, also to its products', async () => {
    const { id, version } = await wardrobes.addGroupOrThrow(wardrobe.id);
    expect((await wardrobes.changeGroup(wardrobe.id, id, { version, products: [{ productId: shirt.id }] })).status).toBe(200);
    expect((await wardrobes.changeGroup(wardrobe.id, id, { version, allocatedQuantity: 5 })).status).toBe(200);
    const late = await wardrobes.changeGroup(wardrobe.id, id, { version, products: [{ productId: polo.id }] });
    expect([late.status, late.errors.collectionGroup?.[0]]).toEqual([409, expect.stringMatching(/^Products: someone else/)]);
    // The same products again are no change.
    expect((await wardrobes.changeGroup(wardrobe.id, id, { version, products: [{ productId: shirt.id }] })).status).toBe(200);
    expect((await latest()).collectionGroups[0]).toMatchObject({
      allocatedQuantity: 5,
      products: [expect.objectContaining({ productId: shirt.id })],
    });
  });

  it('from which pieces have been ordered is deleted only after a confirmation; the pieces stay ordered', async () => {
    const { id } = await wardrobes.addGroupOrThrow(wardrobe.id);
    const ordered = await attributeLine({ collection_group_id: id });
    const consequence = `1 person has ordered ${pieces(ordered)} from it. The pieces stay ordered.`;
    expect((await wardrobes.groupUsage(wardrobe.id, id)).body).toEqual({
      people: 1,
      pieces: ordered,
      refusal: null,
      consequence,
    });
    const unconfirmed = await wardrobes.removeGroup(wardrobe.id, id);
    expect([unconfirmed.status, unconfirmed.errors]).toEqual([
      409,
      { collectionGroup: [`${consequence} Nothing was deleted. Please confirm.`] },
    ]);
    expect((await wardrobes.removeGroup(wardrobe.id, id, true)).status).toBe(200);
    const { rows } = await sql<{ quantity: number }>`select quantity from order_line where collection_group_id = ${id}`.execute(
      portal.db,
    );
    expect(rows.length).toBe(1);
  });
});

describe('an either/or', () => {
  const anEitherOr = async () => {
    const { superGroups } = (await wardrobes.addSuperGroup(wardrobe.id, { name: 'Legwear' })).body.wardrobe;
    const [superGroup] = superGroups;
    const [trousers, skirt] = superGroup?.options ?? [];
    if (!superGroup || !trousers || !skirt) throw new Error('No either/or.');
    return { id: superGroup.id, trousers: trousers.id, skirt: skirt.id };
  };

  it('is added with its options, changed and deleted; groups belong to an option', async () => {
    const { id, trousers, skirt } = await anEitherOr();
    const imageSrc = '/garments/trousers/112233-front.svg';
    await wardrobes.changeOption(wardrobe.id, id, trousers, { name: 'Long', imageSrc, displayOrder: 9, version: 1 });
    await wardrobes.addOption(wardrobe.id, id, { name: 'Shorts' });
    const changed = await wardrobes.changeSuperGroup(wardrobe.id, id, { name: 'Legs', minSelect: 0, maxSelect: 2 });
    expect(changed.body.wardrobe.superGroups).toMatchObject([
      {
        id,
        name: 'Legs',
        minSelect: 0,
        maxSelect: 2,
        options: [
          { name: 'Skirt', imageSrc: null },
          { name: 'Long', imageSrc },
          { name: 'Shorts', imageSrc: null },
        ],
      },
    ]);
    const group = await wardrobes.addGroupOrThrow(wardrobe.id, { name: 'Skirts', superGroupOptionId: skirt });
    expect(group.superGroupOptionId).toBe(skirt);
    const usage = (await wardrobes.superGroupUsage(wardrobe.id, id)).body;
    expect(usage).toEqual({
      people: 0,
      pieces: 0,
      refusal: null,
      consequence: 'The group Skirts will be deleted too.',
    });
    const removed = await wardrobes.removeSuperGroup(wardrobe.id, id);
    expect([removed.status, removed.body.wardrobe.superGroups, removed.body.wardrobe.collectionGroups]).toEqual([200, [], []]);
  });

  it('refuses values that are not valid', async () => {
    const { id, trousers, skirt } = await anEitherOr();
    const one = { options: [{ name: 'Trousers' }] };
    expect((await wardrobes.addSuperGroup(wardrobe.id, one)).errors).toEqual({
      options: ['An either/or needs 2 to 20 options.'],
    });
    expect((await wardrobes.addSuperGroup(wardrobe.id, { options: [{ name: 'A' }, { name: 'a' }] })).errors).toEqual({
      options: ['Each option needs a different name.'],
    });
    expect((await wardrobes.addSuperGroup(wardrobe.id, { options: [{ name: 'A' }, { name: ' ' }] })).errors).toEqual({
      options: ['Each option needs a name.'],
    });
    expect((await wardrobes.addSuperGroup(wardrobe.id, { name: 'legwear' })).errors).toEqual({
      name: ['There is already an either/or with this name.'],
    });
    const noMost = { maxSelect: ['Maximum options must be a whole number from 1 to 20.'] };
    expect((await wardrobes.addSuperGroup(wardrobe.id, { minSelect: null, maxSelect: null })).errors).toEqual(noMost);
    expect((await wardrobes.changeSuperGroup(wardrobe.id, id, { minSelect: 0, maxSelect: null })).errors).toEqual(noMost);
    expect((await wardrobes.changeSuperGroup(wardrobe.id, id, { minSelect: 2 })).errors).toEqual({
      minSelect: ['Minimum options must not be more than maximum options.'],
    });
    expect((await wardrobes.changeSuperGroup(wardrobe.id, id, { minSelect: 3, maxSelect: 3 })).errors).toEqual({
      minSelect: ['There are only 2 options to choose from.'],
    });
    expect((await wardrobes.addOption(wardrobe.id, id, { name: 'SKIRT' })).errors).toEqual({
      name: ['There is already an option with this name.'],
    });
    expect((await wardrobes.changeOption(wardrobe.id, id, trousers, { imageSrc: 'x' })).status).toBe(422);
    // An option of another wardrobe is unknown here.
    const elsewhere = await wardrobes.addOrThrow();
    const foreign = await wardrobes.addGroup(elsewhere.id, { superGroupOptionId: skirt });
    expect([foreign.status, foreign.errors]).toEqual([404, { superGroupOption: ['Super group option not found.'] }]);
    expect((await wardrobes.changeSuperGroup(elsewhere.id, id, { name: 'Taken' })).status).toBe(404);
  });

  it('keeps enough options to be answered', async () => {
    const { id, trousers, skirt } = await anEitherOr();
    await wardrobes.changeSuperGroup(wardrobe.id, id, { minSelect: 2, maxSelect: 2 });
    const refusal = '“Legwear” needs this option. Add another one first, or delete the either/or.';
    expect((await wardrobes.optionUsage(wardrobe.id, id, skirt)).body.refusal).toBe(refusal);
    const refused = await wardrobes.removeOption(wardrobe.id, id, skirt, true);
    expect([refused.status, refused.errors]).toEqual([409, { superGroupOption: [refusal] }]);
    await wardrobes.changeSuperGroup(wardrobe.id, id, { minSelect: 0, maxSelect: 1 });
    expect((await wardrobes.removeOption(wardrobe.id, id, skirt)).status).toBe(200);
    expect((await wardrobes.removeOption(wardrobe.id, id, trousers)).status).toBe(409);
  });

  it('whose option people chose, or ordered from, loses it only after a confirmation', async () => {
    const { id, trousers } = await anEitherOr();
    const group = await wardrobes.addGroupOrThrow(wardrobe.id, { name: 'Trousers', superGroupOptionId: trousers });
    for (let n = 0; n < 2; n += 1) {
      const person = await aPerson(portal.db, { role: 'Staff' });
      await sql`insert into customer_super_group_option values (1, ${person.id}, ${trousers})`.execute(portal.db);
    }
    const ordered = await attributeLine({ collection_group_id: group.id, super_group_option_id: trousers });
    const consequence = `2 people have chosen it and will lose this choice. 1 person has ordered ${pieces(ordered)} from it. The pieces stay ordered. The group Trousers will be deleted too.`;
    expect((await latest()).superGroups[0]?.options[0]?.chosenBy).toBe(2);
    expect((await wardrobes.optionUsage(wardrobe.id, id, trousers)).body).toEqual({
      people: 2,
      pieces: ordered,
      refusal: null,
      consequence,
    });
    for (const response of [
      await wardrobes.removeOption(wardrobe.id, id, trousers),
      await wardrobes.removeSuperGroup(wardrobe.id, id),
    ])
      expect([response.status, Object.values(response.errors)[0]]).toEqual([
        409,
        [`${consequence} Nothing was deleted. Please confirm.`],
      ]);
    expect((await wardrobes.removeOption(wardrobe.id, id, trousers, true)).status).toBe(200);
    const { rows } = await sql`select from customer_super_group_option where super_group_option_id = ${trousers}`.execute(
      portal.db,
    );
    // What was chosen stays without effect, so that undo brings it back.
    expect([rows.length, (await latest()).collectionGroups]).toEqual([2, []]);
  });
});

it('parts are hidden from other organisations, and from wardrobes that they do not belong to', async () => {
  const group = await wardrobes.addGroupOrThrow(wardrobe.id);
  const { superGroups } = (await wardrobes.addSuperGroup(wardrobe.id)).body.wardrobe;
  const [superGroup = 0, option = 0] = [superGroups[0]?.id, superGroups[0]?.options[0]?.id];
  const other = await wardrobes.addOrThrow();
  for (const [wardrobeId, person] of [
    [wardrobe.id, hallam],
    [other.id, admin],
  ] as const) {
    const taken = { name: 'Taken' };
    const refused = {
      'PUT /api/organisation/wardrobes/:id/groups/:groupId': await wardrobes.changeGroup(wardrobeId, group.id, taken, person),
      'GET /api/organisation/wardrobes/:id/groups/:groupId/usage': await wardrobes.groupUsage(wardrobeId, group.id, person),
      'DELETE /api/organisation/wardrobes/:id/groups/:groupId': await wardrobes.removeGroup(wardrobeId, group.id, true, person),
      'PUT /api/organisation/wardrobes/:id/superGroups/:superGroupId': await wardrobes.changeSuperGroup(
        wardrobeId,
        superGroup,
        taken,
        person,
      ),
      'GET /api/organisation/wardrobes/:id/superGroups/:superGroupId/usage': await wardrobes.superGroupUsage(
        wardrobeId,
        superGroup,
        person,
      ),
      'DELETE /api/organisation/wardrobes/:id/superGroups/:superGroupId': await wardrobes.removeSuperGroup(
        wardrobeId,
        superGroup,
        true,
        person,
      ),
      'POST /api/organisation/wardrobes/:id/superGroups/:superGroupId/options': await wardrobes.addOption(
        wardrobeId,
        superGroup,
        taken,
        person,
      ),
      'PUT /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId': await wardrobes.changeOption(
        wardrobeId,
        superGroup,
        option,
        taken,
        person,
      ),
      'GET /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId/usage': await wardrobes.optionUsage(
        wardrobeId,
        superGroup,
        option,
        person,
      ),
      'DELETE /api/organisation/wardrobes/:id/superGroups/:superGroupId/options/:optionId': await wardrobes.removeOption(
        wardrobeId,
        superGroup,
        option,
        true,
        person,
      ),
    };
    for (const [call, { status, headers }] of Object.entries(refused)) expect([headers['x-call'], status]).toEqual([call, 404]);
  }
  const refused = {
    'POST /api/organisation/wardrobes/:id/groups': await wardrobes.addGroup(wardrobe.id, {}, hallam),
    'POST /api/organisation/wardrobes/:id/superGroups': await wardrobes.addSuperGroup(wardrobe.id, {}, hallam),
    'PUT /api/organisation/wardrobes/:id/order': await wardrobes.reorder(wardrobe.id, [group.id], [superGroup], {
      person: hallam,
    }),
  };
  for (const [call, { status, headers }] of Object.entries(refused)) expect([headers['x-call'], status]).toEqual([call, 404]);
  expect((await latest()).collectionGroups[0]?.name).toBe(group.name);
});
