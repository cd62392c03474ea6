import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { createStructureClient, SEASONS } from '#api/testing/structure-client.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWardrobeClient } from '#api/testing/wardrobe-client.ts';
import { nameCopy } from './wardrobes.rules.ts';

const portal = usePortal();
let wardrobes: ReturnType<typeof createWardrobeClient>;
let parts: ReturnType<typeof createStructureClient>;
beforeAll(async () => {
  const admin = await portal.as('admin@meridian.example');
  wardrobes = createWardrobeClient(admin);
  parts = createStructureClient(admin);
});

const FRONT_DESK_WOMEN = 12;

describe('copying a wardrobe to another season', () => {
  it('copies groups, either/ors, products, budgets and allowed types, but no people', async () => {
    const season = await parts.addOrThrow(SEASONS);
    const wearer = await aPerson(portal.db, { role: 'Staff' });
    await sql`insert into customer_collection values (1, ${wearer.id}, ${FRONT_DESK_WOMEN})`.execute(portal.db);
    await wardrobes.publish(FRONT_DESK_WOMEN, (contents) => ({
      ...contents,
      budget: 99.99,
      budgetPoints: 12,
      beyond: 'approval',
    }));
    const original = (await wardrobes.get(FRONT_DESK_WOMEN)).body.wardrobe;
    const copied = await wardrobes.copy(FRONT_DESK_WOMEN, { seasonId: season.id });
    const copy = copied.body.wardrobe;
    expect(copied.status).toBe(200);
    expect(copy).toMatchObject({
      name: nameCopy(original.name, null, season.name),
      seasonId: season.id,
      parentCollectionId: original.parentCollectionId,
      budget: 99.99,
      budgetPoints: 12,
      beyond: 'approval',
      allowedAllocationTypeIds: original.allowedAllocationTypeIds,
      people: { total: 0, organisationGroups: [] },
      copiedFrom: { id: original.id, name: original.name, seasonId: original.seasonId },
    });
    // The contents are the same, apart from ids and who chose the options.
    const contents = ({ collectionGroups, superGroups }: typeof copy) => {
      const names = new Map(superGroups.flatMap(({ options }) => options.map(({ id, name }) => [id, name] as const)));
      return {
        groups: collectionGroups.map(({ id: _, superGroupOptionId, ...group }) => ({
          ...group,
          option: names.get(superGroupOptionId ?? 0),
        })),
        superGroups: superGroups.map(({ id: _, options, ...superGroup }) => ({
          ...superGroup,
          options: options.map(({ name, imageSrc, displayOrder }) => ({ name, imageSrc, displayOrder })),
        })),
      };
    };
    expect(contents(copy)).toEqual(contents(original));
    expect(contents(copy).groups.some(({ option, products }) => option === 'Trousers' && products.length > 0)).toBe(true);
    expect((await wardrobes.get(original.id)).body.wardrobe).toMatchObject({
      people: original.people,
      copies: [{ id: copy.id, name: copy.name, seasonId: season.id }],
    });
    await wardrobes.publish(FRONT_DESK_WOMEN, (contents) => ({ ...contents, budget: null, budgetPoints: null, beyond: 'block' }));
  });

  it('is possible once for each season, also for two requests at the same time', async () => {
    const [season, next] = [await parts.addOrThrow(SEASONS), await parts.addOrThrow(SEASONS)];
    const { id, name } = await wardrobes.addOrThrow();
    const both = await Promise.all([
      wardrobes.copy(id, { seasonId: season.id, name }),
      wardrobes.copy(id, { seasonId: season.id }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const copy = both.find(({ status }) => status === 200)?.body.wardrobe;
    const again = await wardrobes.copy(id, { seasonId: season.id });
    expect([again.status, again.errors]).toEqual([
      409,
      { wardrobe: [`This wardrobe has already been copied to ${season.name}. Its copy is “${copy?.name}”.`] },
    ]);
    expect((await wardrobes.copy(id, { seasonId: next.id })).status).toBe(200);
    // A copy can be copied on.
    expect((await wardrobes.copy(copy?.id ?? 0, { seasonId: next.id })).errors).toEqual({
      name: ['There is already a wardrobe with this name.'],
    });
    expect((await wardrobes.copy(copy?.id ?? 0, { seasonId: next.id, name: 'Copy of a copy' })).status).toBe(200);
    expect((await wardrobes.copy(copy?.id ?? 0, { seasonId: season.id })).errors).toEqual({
      seasonId: ['This is already the season of the wardrobe.'],
    });
  });

  it('includes the cuts, except those that have been copied before', async () => {
    const season = await parts.addOrThrow(SEASONS);
    const top = await wardrobes.addOrThrow();
    const cuts = [
      await wardrobes.addOrThrow({ parentCollectionId: top.id }),
      await wardrobes.addOrThrow({ parentCollectionId: top.id }),
    ];
    const early = (await wardrobes.copy(cuts[0]?.id ?? 0, { seasonId: season.id })).body.wardrobe;
    expect(early.parentCollectionId).toBe(top.id);
    const copy = (await wardrobes.copy(top.id, { seasonId: season.id, name: 'Next year' })).body.wardrobe;
    const children = (await wardrobes.list()).filter(({ parentCollectionId }) => parentCollectionId === copy.id);
    expect([copy.name, children.map(({ name, seasonId }) => [name, seasonId])]).toEqual([
      'Next year',
      [[`${cuts[1]?.name}, ${season.name}`, season.id]],
    ]);
  });

  it.each([
    ['Front Desk', null, 'Winter 2027', 'Front Desk, Winter 2027'],
    ['Front Desk, Winter 2026', 'Winter 2026', 'Winter 2027', 'Front Desk, Winter 2027'],
    ['x'.repeat(100), null, 'Winter', `${'x'.repeat(92)}, Winter`],
  ])('names the copy of “%s” after the season', (name, oldSeason, newSeason, expected) => {
    expect(nameCopy(name, oldSeason, newSeason)).toBe(expected);
  });
});
