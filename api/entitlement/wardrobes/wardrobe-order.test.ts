import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient, type Wardrobe } from '#api/testing/wardrobe-client.ts';

const portal = usePortal();
let wardrobes: ReturnType<typeof createWardrobeClient>;
let wardrobe: Wardrobe;
beforeAll(async () => {
  wardrobes = createWardrobeClient(await portal.as('admin@meridian.example'));
});
beforeEach(async () => {
  wardrobe = await wardrobes.addOrThrow();
});

describe('the order of groups', () => {
  it('can be changed, together with that of the either/ors', async () => {
    const ids = [];
    for (const name of ['A', 'B', 'C']) ids.push((await wardrobes.addGroupOrThrow(wardrobe.id, { name })).id);
    const [a = 0, b = 0, c = 0] = ids;
    await wardrobes.addSuperGroup(wardrobe.id, { name: 'One' });
    const superGroups = (await wardrobes.addSuperGroup(wardrobe.id, { name: 'Two' })).body.wardrobe.superGroups.map(
      ({ id }) => id,
    );
    const moved = await wardrobes.reorder(wardrobe.id, [c, a, b], superGroups.toReversed());
    expect([
      moved.body.wardrobe.collectionGroups.map(({ name }) => name),
      moved.body.wardrobe.superGroups.map(({ name }) => name),
    ]).toEqual([
      ['C', 'A', 'B'],
      ['Two', 'One'],
    ]);
    expect((await wardrobes.history(wardrobe.id)).body.history[0]).toMatchObject({
      what: 'Changed the order of the groups',
      changes: [{ field: 'Order', before: 'One, Two, A, B, C', after: 'Two, One, C, A, B' }],
    });
    for (const incomplete of [
      [c, a],
      [c, a, a],
      [c, a, b, 1_999_999],
    ]) {
      const { status, errors } = await wardrobes.reorder(wardrobe.id, incomplete, superGroups);
      expect([status, errors]).toEqual([
        409,
        { wardrobe: ['Groups have been added or deleted in the meantime. The order was not changed. Please try again.'] },
      ]);
    }
  });

  it('is not overwritten when someone else has changed it in the meantime', async () => {
    const [a = 0, b = 0] = [
      (await wardrobes.addGroupOrThrow(wardrobe.id, { name: 'A' })).id,
      (await wardrobes.addGroupOrThrow(wardrobe.id, { name: 'B' })).id,
    ];
    const seen = (await wardrobes.get(wardrobe.id)).body.wardrobe.version;
    const moved = await wardrobes.reorder(wardrobe.id, [b, a], [], { version: seen });
    expect(moved.body.wardrobe.version).toBeGreaterThan(seen);

    const late = await wardrobes.reorder(wardrobe.id, [a, b], [], { version: seen });
    expect([late.status, late.errors]).toEqual([
      409,
      {
        wardrobe: [
          'Order of the groups: someone else has changed this in the meantime. Nothing was saved. Please check it and save again.',
          'Order of the groups is now “B, A”.',
        ],
      },
    ]);
    expect((await wardrobes.get(wardrobe.id)).body.wardrobe.collectionGroups.map(({ name }) => name)).toEqual(['B', 'A']);
    // Other changes of the wardrobe are no conflict.
    const { version } = moved.body.wardrobe;
    await wardrobes.change(wardrobe.id, { description: 'For the night' });
    expect((await wardrobes.reorder(wardrobe.id, [a, b], [], { version })).status).toBe(200);
    expect((await wardrobes.change(wardrobe.id, { version: seen, name: 'Night porters' })).status).toBe(200);
  });
});
