import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { grantScope } from '#api/platform/http/scope.ts';
import { aPerson, aWardrobe } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { syncOrganisationEntitlement } from '../entitlement.actions.ts';
import { listUnorderableGroups } from './unorderable-groups.queries.ts';

const BUYER_ROLE = 35;
const GROUP = 2;

const portal = usePortal();

/** The groups of a wardrobe, or of all, as an Admin reads them: of the whole organisation, or of some groups. */
async function listAs(collectionId: number | null, { adminableGroupIds = [] as number[], organisationId = 1 } = {}) {
  const { id } = await aPerson(portal.db, { role: 'Admin', organisationId, groupIds: [], adminableGroupIds, resortId: null });
  const actor = await findActor(portal.db, organisationId, id);
  if (!actor) throw new Error('The Admin is missing.');
  return listUnorderableGroups(portal.db, grantScope(actor), collectionId);
}

/** A wearer with a wardrobe whose only group lists these products. */
async function aWearerOf(
  products: CatalogueProductOverrides[],
  options: NonNullable<Parameters<typeof aWardrobe>[3]> & { groupIds?: number[] } = {},
) {
  const made = [];
  for (const product of products) made.push(await aCatalogueProduct(portal.db, product));
  const { id } = await aPerson(portal.db, { role: 'Staff', firstName: 'Wearer', ...options });
  return { id, products: made, ...(await aWardrobe(portal.db, id, made, options)) };
}

/** Opens the groups of wardrobes to everyone who has them. */
const sync = () => runInTransaction(portal.db, (tx) => syncOrganisationEntitlement(tx, { organisationId: 1 }));

const addWearer = async (collectionId: number, overrides: Parameters<typeof aPerson>[1] = {}) => {
  const { id } = await aPerson(portal.db, { role: 'Staff', ...overrides });
  await sql`insert into customer_collection values (1, ${id}, ${collectionId})`.execute(portal.db);
  await sync();
  return id;
};

const UNPUBLISHED = { range: { published: false } };
const WITHDRAWN = { product: { published: false } };
const FOR_BUYERS = { roleIds: [BUYER_ROLE] };
const SOLD_OUT = { stock: 0 };

describe('listUnorderableGroups', () => {
  it.each<[string, CatalogueProductOverrides[], string | undefined]>([
    ['one product can be ordered', [UNPUBLISHED, FOR_BUYERS, SOLD_OUT, {}], undefined],
    ['one product can be ordered by the wearer’s role', [SOLD_OUT, { roleIds: [34] }], undefined],
    ['a product is out of stock with backorder', [{ ...SOLD_OUT, product: { backorder_mode: 2 } }], undefined],
    ['the stock of a product is not managed', [{ ...SOLD_OUT, product: { manages_stock: false } }], undefined],
    [
      'a product is limited to areas, job roles and wardrobes',
      [{ businessAreaIds: [3], jobRoleIds: [6], collectionIds: [31] }],
      undefined,
    ],
    ['it lists no product', [], 'empty'],
    ['its products are not published', [UNPUBLISHED, WITHDRAWN], 'notSold'],
    ['its products are limited to other roles', [UNPUBLISHED, FOR_BUYERS, { ...FOR_BUYERS, ...SOLD_OUT }], 'roles'],
    ['its products are out of stock', [SOLD_OUT, { ...SOLD_OUT, sizes: ['S', 'M'] }], 'unavailable'],
    ['its product that is not limited to other roles is out of stock', [FOR_BUYERS, SOLD_OUT], 'unavailable'],
    ['fewer pieces are left than must be ordered', [{ stock: 4, product: { order_minimum_quantity: 5 } }], 'unavailable'],
    ['buying is disabled', [{ product: { disable_buy_button: true } }], 'unavailable'],
    ['the price is on request', [{ product: { call_for_price: true } }], 'unavailable'],
  ])('explains a group in which %s', async (_, products, reason) => {
    const { id, collectionId, groupId } = await aWearerOf(products);
    const expected = {
      collectionId,
      collectionGroupId: groupId,
      name: 'Garments',
      peopleCount: 1,
      people: [{ id, name: 'Wearer Forthetest' }],
    };

    expect(await listAs(collectionId)).toEqual(reason ? [{ ...expected, reason }] : []);
  });

  it.each<[string, Parameters<typeof aWearerOf>[0], Parameters<typeof aWearerOf>[1], string | undefined]>([
    ['products without points, under points', [{}], { allocationTypeId: 30 }, 'points'],
    ['products with points, under points', [{}], { allocationTypeId: 30, points: 0 }, undefined],
    ['unavailable products with points, under points', [SOLD_OUT], { allocationTypeId: 30, points: 5 }, 'unavailable'],
    ['products without points, under money', [{}], { allocationTypeId: 40 }, undefined],
    ['products without numbers, under fixed allocation', [{}], { allocationTypeId: 10 }, undefined],
    [
      'unavailable products with numbers, under fixed allocation',
      [SOLD_OUT],
      { allocationTypeId: 10, productQuantity: 1 },
      'unavailable',
    ],
  ])('considers the allocation type: %s', async (_, products, options, reason) => {
    const { id, collectionId } = await aWearerOf(products, options);

    expect((await listAs(collectionId)).map((one) => [one.reason, one.people.map((person) => person.id)])).toEqual(
      reason ? [[reason, [id]]] : [],
    );
  });

  it('limits fixed allocation to the products with numbers, and nothing else', async () => {
    const { id, collectionId, groupId, products } = await aWearerOf([SOLD_OUT, {}], { allocationTypeId: 10 });
    await addWearer(collectionId);
    expect(await listAs(collectionId)).toEqual([]);
    await sql`update collection_group_product set quantity = 2 where collection_group_id = ${groupId} and product_id = ${products[0]?.id}`.execute(
      portal.db,
    );
    await sync();

    expect(await listAs(collectionId)).toMatchObject([{ reason: 'unavailable', peopleCount: 1, people: [{ id }] }]);
  });

  it('includes a group whose combinations are all discontinued', async () => {
    const { collectionId, products } = await aWearerOf([{ sizes: ['S', 'M'] }]);
    const discontinue = (sizes: string[]) =>
      sql`update combination set discontinued = true where product_id = ${products[0]?.id} and description = any (${sizes})`.execute(
        portal.db,
      );

    await discontinue(['S']);
    expect(await listAs(collectionId)).toEqual([]);
    await discontinue(['M']);
    expect(await listAs(collectionId)).toMatchObject([{ reason: 'unavailable', peopleCount: 1 }]);
  });

  it('names the people once for each reason, in the order of their names, and at most 50', async () => {
    const { id, collectionId } = await aWearerOf([FOR_BUYERS, SOLD_OUT]);
    const withBuyers = await addWearer(collectionId);
    await sql`insert into customer_role values (1, ${withBuyers}, ${BUYER_ROLE})`.execute(portal.db);
    const [zoe, adam] = [
      await addWearer(collectionId, { firstName: 'Zoe' }),
      await addWearer(collectionId, { firstName: 'Adam' }),
    ];

    const [{ people, ...group } = { people: [] }, ...others] = await listAs(collectionId);
    expect([people.map((person) => person.id), group, others]).toEqual([
      [adam, id, zoe],
      expect.objectContaining({ reason: 'unavailable', peopleCount: 3 }),
      [],
    ]);

    await sql`
      with added as (insert into customer (organisation_id, brand_id, email, first_name, last_name)
        select 1, brand_id, 'crowd-' || n || '@made.example', 'Crowd', 'Crowd' from customer, generate_series(1, 60) n where id = ${id} returning id)
      insert into customer_collection select 1, id, ${collectionId} from added`.execute(portal.db);
    await sync();
    expect((await listAs(collectionId)).map((one) => [one.peopleCount, one.people.length])).toEqual([[63, 50]]);
  });

  it('leaves out people who cannot order anyway, but not a group that contains nothing for anyone', async () => {
    const { id, collectionId } = await aWearerOf([FOR_BUYERS]);
    const set = (values: string) => sql`update customer set ${sql.raw(values)} where id = ${id}`.execute(portal.db);
    for (const values of [
      'wardrobe_opt_out_at = now()',
      'wardrobe_opt_out_at = null, ends_on = current_date - 2',
      'ends_on = null, active = false',
    ]) {
      await set(values);
      expect([values, await listAs(collectionId)]).toEqual([values, []]);
    }
    await set('active = true');
    expect(await listAs(collectionId)).toHaveLength(1);

    const unchosen = await aWearerOf([SOLD_OUT], { underOption: true });
    expect(await listAs(unchosen.collectionId)).toMatchObject([{ reason: 'unavailable', peopleCount: 0, people: [] }]);
  });

  it('reaches as far as the Admin does', async () => {
    const near = await aWearerOf([SOLD_OUT], { groupIds: [GROUP] });
    const far = await addWearer(near.collectionId, { groupIds: [GROUP + 1] });
    const groupsOf = async (collectionId: number | null, options: Parameters<typeof listAs>[1] = {}) =>
      (await listAs(collectionId, options))
        .filter(({ collectionGroupId }) => collectionGroupId === near.groupId)
        .map(({ people }) => people.map((one) => one.id).toSorted());

    expect(await groupsOf(near.collectionId)).toEqual([[near.id, far].toSorted()]);
    expect(await groupsOf(null)).toEqual([[near.id, far].toSorted()]);
    expect(await groupsOf(near.collectionId, { adminableGroupIds: [GROUP] })).toEqual([[near.id]]);
    expect(await groupsOf(near.collectionId, { organisationId: 2 })).toEqual([]);

    await sql`update collection set organisation_group_id = ${GROUP + 1} where organisation_id = 1 and id = ${near.collectionId}`.execute(
      portal.db,
    );
    expect(await groupsOf(null, { adminableGroupIds: [GROUP] })).toEqual([]);
  });
});

describe('GET /api/organisation/unorderablegroups', () => {
  const request = (person: Pick<TestClient, 'get'>, query = '') =>
    person.get<'GET /api/organisation/unorderablegroups'>(`/api/organisation/unorderablegroups${query}`);

  it('returns the groups of one wardrobe, or of all', async () => {
    const { id, collectionId, groupId } = await aWearerOf([SOLD_OUT]);
    const other = await aWearerOf([]);
    const admin = await portal.as('admin@meridian.example');
    const expected = { collectionId, collectionGroupId: groupId, name: 'Garments', reason: 'unavailable', peopleCount: 1 };

    expect((await request(admin, `?collectionId=${collectionId}`)).body).toEqual({
      unorderableGroups: [{ ...expected, people: [{ id, name: 'Wearer Forthetest' }] }],
    });
    const everywhere = (await request(admin)).body.unorderableGroups.map((one) => one.collectionGroupId);
    expect(everywhere).toEqual(expect.arrayContaining([groupId, other.groupId]));
    expect((await request(admin, '?collectionId=0')).body.unorderableGroups.length).toBe(everywhere.length);
  });

  it('is for Admins, and for wardrobes that they see', async () => {
    const { collectionId } = await aWearerOf([SOLD_OUT]);
    const hallam = await portal.as('admin@hallam.example');
    expect((await request(hallam, `?collectionId=${collectionId}`)).errors).toEqual({ wardrobe: ['Wardrobe not found.'] });
    for (const email of ['buyer@meridian.example', 'staff@meridian.example'])
      expect((await request(await portal.as(email))).status).toBe(403);
    expect((await request(portal.anonymous())).status).toBe(401);
  });
});
