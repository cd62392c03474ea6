import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, SOUTH } from '#api/testing/builders.ts';
import { syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { toTree, validateChosenOptions } from './wardrobe.rules.ts';

const portal = usePortal();
let admin: TestClient;
let staff: TestClient;
beforeAll(async () => {
  [admin, staff] = await Promise.all([portal.as('admin@meridian.example'), portal.as('staff@meridian.example')]);
});

const collections = async (person: TestClient, query = '') =>
  (await person.get<'GET /api/organisationcollection'>(`/api/organisationcollection${query}`)).body.organisationCollections;
const chosen = (person: TestClient, query = '') =>
  person.get<'GET /api/customers/getSuperGroupOptionIds'>(`/api/customers/getSuperGroupOptionIds${query}`);
const choose = (person: TestClient, superGroupOptionIds: number[], customerId?: number) =>
  person.post<'POST /api/customers/saveSuperGroupOptionIds'>('/api/customers/saveSuperGroupOptionIds', {
    superGroupOptionIds,
    ...(customerId ? { customerId } : {}),
  });

const TROUSERS = 121;
const SKIRT = 122;

describe('the wardrobes', () => {
  it('are a tree of the organisation’s own, without their contents', async () => {
    const tree = await collections(admin);
    expect(tree.map(({ name }) => name)).toContain('Front Desk');
    expect(tree.length).toBe(8);
    expect(tree[0]?.childCollections.map(({ name }) => name)).toEqual(['Front Desk, men’s cut', 'Front Desk, women’s cut']);
    expect(tree.flatMap(({ childCollections }) => childCollections.flatMap((child) => child.collectionGroups))).toEqual([]);
    expect((await collections(await portal.as('admin@hallam.example'))).map(({ id }) => id)).toEqual([101, 102, 103, 104, 105]);
  });

  it('include the person’s own with groups, quantities and choices', async () => {
    const own = await collections(staff, '?restrictToCustomer&includeCollectionGroups');
    expect(own).toMatchObject([{ id: 12, parentCollectionId: 1, allowedAllocationTypes: [{ id: 10 }, { id: 20 }, { id: 50 }] }]);
    expect(own[0]?.superGroups).toEqual([
      {
        id: 12,
        name: 'Trousers or skirt',
        minSelect: 1,
        maxSelect: 1,
        options: [
          { id: TROUSERS, name: 'Trousers', imageSrc: null, displayOrder: 1 },
          { id: SKIRT, name: 'Skirt', imageSrc: null, displayOrder: 2 },
        ],
      },
    ]);
    expect(own[0]?.collectionGroups.map((group) => [group.name, group.allocatedQuantity, group.superGroupOptionId])).toEqual([
      ['Shirts and blouses', 4, null],
      ['Jacket', 1, null],
      ['Trousers', 2, TROUSERS],
      ['Skirts', 2, SKIRT],
      ['Knitwear', 1, null],
      ['Ties and scarves', 2, null],
    ]);
    expect(own[0]?.collectionGroups.every(({ productIds }) => productIds.length > 0)).toBe(true);
  });

  it('of a group are visible only to its people and administrators', async () => {
    await sql`update collection set organisation_group_id = ${SOUTH.groupId} where id = 8`.execute(portal.db);
    const north = await portal.as('north.admin@meridian.example');
    expect((await collections(north)).map(({ id }) => id)).not.toContain(8);
    expect((await collections(admin)).map(({ id }) => id)).toContain(8);
    await sql`update collection set organisation_group_id = null where id = 8`.execute(portal.db);
  });
});

describe('choosing an option', () => {
  let wearer: TestClient;
  beforeAll(async () => {
    const { id, email } = await aPerson(portal.db, { role: 'Staff' });
    await sql`insert into customer_collection (organisation_id, customer_id, collection_id) values (1, ${id}, 12)`.execute(
      portal.db,
    );
    await sql`insert into customer_season (organisation_id, customer_id, season_id) values (1, ${id}, 2)`.execute(portal.db);
    await syncWearers(portal, id);
    wearer = await portal.as(email);
  });

  it('is allowed for oneself, replaces the previous choice, and changes the entitlement', async () => {
    expect((await choose(wearer, [SKIRT])).body).toEqual({ superGroupOptionIds: [SKIRT] });
    expect((await choose(wearer, [TROUSERS, TROUSERS])).body).toEqual({ superGroupOptionIds: [TROUSERS] });
    expect((await chosen(wearer)).body).toEqual({ superGroupOptionIds: [TROUSERS] });
    const progress = async () =>
      (await wearer.get<'GET /api/customers/:id'>(`/api/customers/${wearer.customerId}`)).body.customers[0]?.orderingProgress;
    expect(await progress()).toMatchObject({ owed: 10, openChoices: 0 });
    await choose(wearer, []);
    // Both options owe two pieces, which stay owed until one is selected.
    expect(await progress()).toMatchObject({ owed: 10, openChoices: 1 });
  });

  it('is refused for options that are not offered, and for too many', async () => {
    expect((await choose(wearer, [TROUSERS, SKIRT])).errors).toEqual({
      superGroupOptionIds: ['Trousers or skirt: you can select at most 1.'],
    });
    for (const option of [1011, 999_999])
      expect((await choose(wearer, [option])).errors).toEqual({
        superGroupOptionIds: ['One of the selected options is not available in the wardrobe.'],
      });
  });

  it('is allowed for an Admin of the person, and for no one else', async () => {
    expect((await choose(admin, [SKIRT], wearer.customerId)).body).toEqual({ superGroupOptionIds: [SKIRT] });
    expect((await chosen(admin, `?customerId=${wearer.customerId}`)).body).toEqual({ superGroupOptionIds: [SKIRT] });
    const others = [
      await portal.as('buyer@meridian.example'),
      await portal.as('south.admin@meridian.example'),
      await portal.as('admin@hallam.example'),
      await portal.as((await aPerson(portal.db, { role: 'Staff' })).email),
    ];
    for (const person of others) {
      expect((await chosen(person, `?customerId=${wearer.customerId}`)).status).toBe(404);
      expect((await choose(person, [TROUSERS], wearer.customerId)).status).toBe(404);
    }
    expect((await chosen(wearer)).body).toEqual({ superGroupOptionIds: [SKIRT] });
  });
});

describe('the rules of wardrobes', () => {
  it('count options for each choice', () => {
    const option = (id: number, superGroupId: number) => ({
      id,
      superGroupId,
      superGroupName: `G${superGroupId}`,
      maxSelect: superGroupId,
    });
    const offered = [option(1, 1), option(2, 1), option(3, 2), option(4, 2)];
    expect(validateChosenOptions([1, 3, 4], offered)).toEqual([1, 3, 4]);
    expect(() => validateChosenOptions([1, 2], offered)).toThrow();
  });

  it('put children under their parents, and items without a parent at the top', () => {
    const tree = toTree([
      { id: 1, parentId: null },
      { id: 11, parentId: 1 },
      { id: 111, parentId: 11 },
      { id: 22, parentId: 2 },
    ]);
    expect(tree.map(({ item, children }) => [item.id, children.map((child) => [child.item.id, child.children.length])])).toEqual([
      [1, [[11, 1]]],
      [22, []],
    ]);
  });
});
