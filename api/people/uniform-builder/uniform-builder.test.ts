import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import {
  anItem,
  aPerson,
  aStockedProduct,
  aWardrobe,
  orderItems,
  SOUTH,
  type StockedProduct,
  unpublishProduct,
} from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
let northAdmin: TestClient;
let shirt: StockedProduct;
let trousers: StockedProduct;
let skirt: StockedProduct;
beforeAll(async () => {
  [admin, northAdmin] = await Promise.all([portal.as('admin@meridian.example'), portal.as('north.admin@meridian.example')]);
  [shirt, trousers, skirt] = await Promise.all([
    aStockedProduct(portal.db, { stock: [50, 50] }),
    aStockedProduct(portal.db),
    aStockedProduct(portal.db),
  ]);
});

const runSql = (query: ReturnType<typeof sql>) => query.execute(portal.db);
const firstId = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(portal.db)).rows[0]!.id;
const sync = (...customerIds: number[]) =>
  runInTransaction(portal.db, (tx) => syncEntitlement(tx, { organisationId: 1 }, customerIds));

type Builder = 'GET /api/organisation/uniformbuilder/:id';
type Products = 'GET /api/productorganisation/uniformBuilderProducts/:id';
const askBuilder = (person: TestClient, id = 0) => person.get<Builder>(`/api/organisation/uniformbuilder/${id}`);
const askProducts = (person: TestClient, id = 0) => person.get<Products>(`/api/productorganisation/uniformBuilderProducts/${id}`);
const open = async (person: TestClient, id = 0) => {
  const { status, body, errors } = await askBuilder(person, id);
  if (status !== 200) throw new Error(`The builder does not open: ${JSON.stringify(errors)}`);
  return body.uniformBuilder;
};
const productsOf = async (person: TestClient, id = 0) => (await askProducts(person, id)).body.products;
const groupsOf = async (person: TestClient, id = 0) => (await open(person, id)).collection.collectionGroups;
const choose = (person: TestClient, body: object) =>
  person.put<'PUT /api/organisation/uniformbuilder/updatecustomercollection'>(
    '/api/organisation/uniformbuilder/updatecustomercollection',
    body,
  );
const chooseOptions = (person: TestClient, superGroupOptionIds: number[]) =>
  person.post<'POST /api/customers/saveSuperGroupOptionIds'>('/api/customers/saveSuperGroupOptionIds', { superGroupOptionIds });
const impersonate = (person: TestClient, customerId: number) => person.get(`/api/customers/impersonate/${customerId}`);

/** A wearer of North with three garments, of which the second and third exclude each other. */
async function createWearer(allocationTypeId: number | null = 20) {
  const { id, email } = await aPerson(portal.db, { role: 'Staff' });
  const wardrobe = await aWardrobe(portal.db, id, [shirt]);
  const { collectionId } = wardrobe;
  const superGroupId = await firstId(sql`
    insert into super_group (organisation_id, collection_id, name) values (1, ${collectionId}, 'Trousers or skirt') returning id`);
  const addOption = async (name: string, product: StockedProduct) => {
    const optionId = await firstId(sql`
      insert into super_group_option (organisation_id, collection_id, super_group_id, name)
      values (1, ${collectionId}, ${superGroupId}, ${name}) returning id`);
    const groupId = await firstId(sql`
      insert into collection_group (organisation_id, collection_id, super_group_option_id, name, quantity, display_order)
      values (1, ${collectionId}, ${optionId}, ${name}, 2, ${optionId}) returning id`);
    await runSql(
      sql`insert into collection_group_product (organisation_id, collection_group_id, product_id) values (1, ${groupId}, ${product.id})`,
    );
    return { optionId, groupId };
  };
  const trousersOption = await addOption('Trousers', trousers);
  const skirtOption = await addOption('Skirt', skirt);
  await runSql(sql`update customer set allocation_type_id = ${allocationTypeId} where organisation_id = 1 and id = ${id}`);
  await sync(id);
  return { ...wardrobe, id, superGroupId, trousersOption, skirtOption, client: await portal.as(email) };
}
type Wearer = Awaited<ReturnType<typeof createWearer>>;

const order = (wearer: Wearer, product: StockedProduct, quantity: number) =>
  orderItems(portal.db, wearer.client, anItem(product, quantity));

describe('the uniform builder', () => {
  it('opens one’s own wardrobe with what is left of each group, and why', async () => {
    const wearer = await createWearer();
    await order(wearer, shirt, 2);
    const builder = await open(wearer.client);

    expect(builder).toMatchObject({
      collection: { id: wearer.collectionId, superGroups: [{ id: wearer.superGroupId, minSelect: 1, maxSelect: 1 }] },
      organisationCollections: [{ id: wearer.collectionId, seasonName: expect.stringContaining('Season of') }],
      season: { id: wearer.seasonId, startDateUtc: '2020-01-01T00:00:00Z', orderingClosesUtc: null },
      allocationTypeId: 20,
      isFixedAllocation: false,
      superGroupOptionIds: [],
      beyond: 'block',
      specialMeasurements: null,
      canOrder: true,
      notices: [],
    });
    expect(builder.collection.collectionGroups[0]).toMatchObject({
      id: wearer.groupId,
      name: 'Garments',
      status: 'open',
      allocatedQuantity: 3,
      usedQuantity: 2,
      remainingQuantity: 1,
      productIds: [shirt.id],
      products: [{ productId: shirt.id, allocatedQuantity: null, remainingQuantity: null }],
      reasoning: [
        {
          unit: 'pieces',
          rule: { kind: 'groupQuantity', collectionName: builder.collection.name, label: 'Garments', amount: 3 },
          period: { seasonName: expect.stringContaining('Season of'), startsOn: '2020-01-01', endsOn: '2040-12-31' },
          lines: [
            { kind: 'allowance', amount: 3 },
            { kind: 'reserved', amount: -2 },
          ],
          left: 1,
          changesOn: '2041-01-01',
        },
      ],
    });
  });

  it('shows both sides of an either/or, and which of them is chosen', async () => {
    const wearer = await createWearer();
    const statuses = async () => (await groupsOf(wearer.client)).map(({ name, status }) => [name, status]);
    expect(await statuses()).toEqual([
      ['Garments', 'open'],
      ['Trousers', 'unchosen'],
      ['Skirt', 'unchosen'],
    ]);

    await chooseOptions(wearer.client, [wearer.skirtOption.optionId]);

    expect((await statuses()).slice(1)).toEqual([
      ['Trousers', 'unchosen'],
      ['Skirt', 'open'],
    ]);
    expect((await open(wearer.client)).superGroupOptionIds).toEqual([wearer.skirtOption.optionId]);
  });

  it('gives each product its own number under fixed allocation', async () => {
    const wearer = await createWearer(10);
    await runSql(sql`
      insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, display_order)
      values (1, ${wearer.groupId}, ${skirt.id}, 1, 2)`);
    await runSql(
      sql`update collection_group_product set quantity = 2 where collection_group_id = ${wearer.groupId} and product_id = ${shirt.id}`,
    );
    await sync(wearer.id);
    await order(wearer, shirt, 2);
    const builder = await open(wearer.client);
    const [group] = builder.collection.collectionGroups;

    expect([builder.allocationTypeId, builder.isFixedAllocation]).toEqual([10, true]);
    expect(group).toMatchObject({
      allocatedQuantity: 3,
      usedQuantity: 2,
      remainingQuantity: 1,
      products: [
        { productId: shirt.id, allocatedQuantity: 2, remainingQuantity: 0 },
        { productId: skirt.id, allocatedQuantity: 1, remainingQuantity: 1 },
      ],
    });
    expect(group?.reasoning.map(({ rule, left }) => [rule.kind, rule.amount, left])).toEqual([
      ['productQuantity', 2, 0],
      ['productQuantity', 1, 1],
    ]);
    expect(
      (await productsOf(wearer.client))
        .slice(0, 2)
        .map((one) => [one.id, one.allocatedQuantity, one.remainingQuantity, one.points]),
    ).toEqual([
      [shirt.id, 2, 0, null],
      [skirt.id, 1, 1, null],
    ]);
  });

  it('counts points of the wardrobe beside the pieces of its groups', async () => {
    const wearer = await createWearer(30);
    await runSql(sql`update collection set budget_points = 50 where organisation_id = 1 and id = ${wearer.collectionId}`);
    await runSql(
      sql`update collection_group_product set points = 12 where organisation_id = 1 and collection_group_id = ${wearer.groupId}`,
    );
    await sync(wearer.id);
    await order(wearer, shirt, 2);

    expect(await open(wearer.client)).toMatchObject({
      pointsTotal: 50,
      pointsUsed: 24,
      budgetTotal: null,
      budgetUsed: null,
      budgetReasoning: { unit: 'points', rule: { kind: 'budget', amount: 50 }, left: 26 },
    });
    expect((await productsOf(wearer.client))[0]).toMatchObject({
      points: 12,
      price: null,
      allocatedQuantity: 3,
      remainingQuantity: 1,
    });
  });

  it('counts money in major units, and shows prices', async () => {
    const wearer = await createWearer(40);
    await runSql(sql`update collection set budget_minor = 18050 where organisation_id = 1 and id = ${wearer.collectionId}`);
    await sync(wearer.id);
    await order(wearer, shirt, 2);

    expect(await open(wearer.client)).toMatchObject({
      pointsTotal: null,
      pointsUsed: null,
      budgetTotal: 180.5,
      budgetUsed: 20,
      budgetReasoning: {
        unit: 'money',
        rule: { amount: 180.5 },
        lines: [
          { kind: 'allowance', amount: 180.5 },
          { kind: 'reserved', amount: -20 },
        ],
        left: 160.5,
      },
    });
    expect((await productsOf(wearer.client))[0]).toMatchObject({ price: 10, points: null });
  });

  it('names no numbers under unlimited allocation, and still counts', async () => {
    const wearer = await createWearer(50);
    await order(wearer, shirt, 5);

    expect((await groupsOf(wearer.client))[0]).toMatchObject({
      allocatedQuantity: null,
      usedQuantity: 5,
      remainingQuantity: null,
      reasoning: [{ rule: { kind: 'noLimit', amount: null }, left: null }],
    });
    expect((await productsOf(wearer.client))[0]).toMatchObject({ allocatedQuantity: null, remainingQuantity: null, price: 10 });
  });

  it('says why nothing can be ordered', async () => {
    const wearer = await createWearer();
    const today = () => portal.clock.now();
    const dayFromNow = (days: number) => new Date(today() + days * 86_400_000).toISOString().slice(0, 10);
    const notices = async () => {
      const { canOrder, notices } = await open(wearer.client);
      expect(canOrder).toBe(notices.length === 0);
      return notices;
    };
    expect(await notices()).toEqual([]);

    await runSql(
      sql`update season set ordering_opens_on = ${dayFromNow(10)} where organisation_id = 1 and id = ${wearer.seasonId}`,
    );
    expect(await notices()).toEqual([expect.stringMatching(/^Ordering for Season of .* opens on \d+ \w+ \d+\.$/)]);
    await runSql(sql`update season set ordering_opens_on = null where organisation_id = 1 and id = ${wearer.seasonId}`);

    await runSql(sql`update customer set wardrobe_opt_out_at = now() where organisation_id = 1 and id = ${wearer.id}`);
    await sync(wearer.id);
    expect(await notices()).toEqual(['No uniform can be ordered after an opt-out. An administrator can undo it.']);
    expect((await groupsOf(wearer.client))[0]).toMatchObject({
      remainingQuantity: 0,
      reasoning: [
        {
          lines: [
            { kind: 'allowance', amount: 3 },
            { kind: 'withdrawn', amount: -3 },
          ],
          left: 0,
        },
      ],
    });
    await runSql(
      sql`update customer set wardrobe_opt_out_at = null, ends_on = ${dayFromNow(-3)} where organisation_id = 1 and id = ${wearer.id}`,
    );
    await sync(wearer.id);
    expect(await notices()).toEqual([expect.stringMatching(/^The last day of work was .*, so nothing can be ordered\.$/)]);
  });

  it('contains the wearer’s own special measurements', async () => {
    const wearer = await createWearer();
    await wearer.client.post('/api/customers/saveSpecialMeasurements', {
      specialMeasurements: { measurements: [{ name: 'Chest', value: 104, unit: 0 }] },
    });

    expect((await open(wearer.client)).specialMeasurements).toMatchObject({
      customerId: wearer.id,
      measurements: [{ name: 'Chest', value: 104 }],
    });
    const sales = await portal.as('sales@meridian.example');
    await impersonate(sales, wearer.id);
    expect((await open(sales)).specialMeasurements).toBeNull();
  });

  it('needs three statements, and as many for its products', async () => {
    const wearer = await createWearer();
    await open(wearer.client);
    const count = async (ask: () => Promise<unknown>) => {
      const before = portal.statementsSent();
      await ask();
      return portal.statementsSent() - before;
    };

    expect(await count(() => open(wearer.client))).toBe(3);
    expect(await count(() => productsOf(wearer.client))).toBe(3);
  });

  it('is open only to people with its permission', async () => {
    const buyer = await portal.as('buyer@meridian.example');
    expect([(await askBuilder(buyer)).status, (await askProducts(buyer)).status]).toEqual([403, 403]);
  });
});

describe('several wardrobes', () => {
  it('open as chosen last, otherwise the first; others are not found', async () => {
    const wearer = await createWearer();
    const second = await aWardrobe(portal.db, wearer.id, [trousers]);
    await runSql(sql`update collection set display_order = 9 where organisation_id = 1 and id = ${second.collectionId}`);
    const opened = async (id = 0) => (await open(wearer.client, id)).collection.id;
    expect([await opened(), await opened(second.collectionId)]).toEqual([wearer.collectionId, second.collectionId]);
    expect((await open(wearer.client)).organisationCollections.map(({ id }) => id)).toEqual([
      wearer.collectionId,
      second.collectionId,
    ]);

    const { body } = await choose(wearer.client, { organisationCollectionId: second.collectionId });
    expect(body).toMatchObject({
      success: true,
      organisationCollections: [{ id: wearer.collectionId }, { id: second.collectionId }],
      allocationTypeId: 20,
    });
    expect(await opened()).toBe(second.collectionId);
    expect((await productsOf(wearer.client)).map(({ id }) => id)).toEqual([trousers.id]);

    // A wardrobe that has been taken away is not opened any more.
    await runSql(
      sql`delete from customer_collection where organisation_id = 1 and customer_id = ${wearer.id} and collection_id = ${second.collectionId}`,
    );
    await sync(wearer.id);
    expect(await opened()).toBe(wearer.collectionId);
    expect((await askBuilder(wearer.client, second.collectionId)).errors).toEqual({ collection: ['Collection not found.'] });
  });

  it('are not found if they are someone else’s, of another organisation, or missing', async () => {
    const [wearer, other] = [await createWearer(), await createWearer()];
    for (const id of [other.collectionId, 101, 999_999]) {
      expect((await askBuilder(wearer.client, id)).status).toBe(404);
      expect((await askProducts(wearer.client, id)).status).toBe(404);
      expect((await choose(wearer.client, { organisationCollectionId: id })).errors).toEqual({
        collection: ['Collection not found.'],
      });
    }
    const bare = await portal.as((await aPerson(portal.db, { role: 'Staff' })).email);
    expect((await askBuilder(bare)).status).toBe(404);
  });

  it('include only those variants that are one’s own', async () => {
    const wearer = await createWearer();
    const [own, foreign] = [
      await aWardrobe(portal.db, wearer.id, [shirt]),
      await aWardrobe(portal.db, (await createWearer()).id, [shirt]),
    ];
    await runSql(sql`
      update collection set parent_collection_id = ${wearer.collectionId}
      where organisation_id = 1 and id = any (${[own.collectionId, foreign.collectionId]}::bigint[])`);

    expect((await open(wearer.client, wearer.collectionId)).collection.childCollections.map(({ id }) => id)).toEqual([
      own.collectionId,
    ]);
    expect((await open(admin, wearer.collectionId)).collection.childCollections).toHaveLength(2);
  });
});

describe('a preview by an Admin', () => {
  it('contains the numbers of the wardrobe and no one’s usage', async () => {
    const wearer = await createWearer();
    await order(wearer, shirt, 2);
    const builder = await open(admin, wearer.collectionId);

    expect(builder).toMatchObject({
      allocationTypeId: 20,
      superGroupOptionIds: [],
      specialMeasurements: null,
      canOrder: false,
      notices: ['This is a preview, so nothing can be ordered.'],
    });
    expect(
      builder.collection.collectionGroups.map(({ status, allocatedQuantity, usedQuantity, remainingQuantity }) => [
        status,
        allocatedQuantity,
        usedQuantity,
        remainingQuantity,
      ]),
    ).toEqual([
      ['open', 3, null, null],
      ['open', 2, null, null],
      ['open', 2, null, null],
    ]);
    expect(builder.collection.collectionGroups[0]?.reasoning).toMatchObject([
      { accountId: null, lines: [{ kind: 'allowance', amount: 3 }] },
    ]);
    // Wearers see no prices where their entitlement is in pieces.
    expect((await productsOf(admin, wearer.collectionId))[0]).toMatchObject({
      allocatedQuantity: 3,
      remainingQuantity: null,
      price: null,
    });
  });

  it('is limited to wardrobes that the Admin manages', async () => {
    const { collectionId } = await createWearer();
    expect((await askBuilder(northAdmin, collectionId)).status).toBe(200);
    await runSql(
      sql`update collection set organisation_group_id = ${SOUTH.groupId} where organisation_id = 1 and id = ${collectionId}`,
    );

    expect((await askBuilder(northAdmin, collectionId)).status).toBe(404);
    expect((await askProducts(northAdmin, collectionId)).status).toBe(404);
    expect((await askBuilder(admin, collectionId)).status).toBe(200);
    const hallam = await portal.as('admin@hallam.example');
    expect((await askBuilder(hallam, collectionId)).status).toBe(404);
  });
});

describe('whoever orders for a wearer', () => {
  it.each(['admin@meridian.example', 'sales@meridian.example'])(
    '%s opens the wearer’s wardrobes and no others',
    async (email) => {
      const [wearer, other] = [await createWearer(), await createWearer()];
      await order(wearer, shirt, 1);
      const actor = await portal.as(email);
      await impersonate(actor, wearer.id);

      expect((await open(actor)).collection.id).toBe(wearer.collectionId);
      expect((await groupsOf(actor))[0]).toMatchObject({ usedQuantity: 1, remainingQuantity: 2 });
      expect((await productsOf(actor)).map(({ id }) => id)).toEqual([shirt.id, trousers.id, skirt.id]);
      expect((await askBuilder(actor, other.collectionId)).status).toBe(404);
      expect((await askProducts(actor, other.collectionId)).status).toBe(404);
      // Neither the wardrobe nor the options need the wearer; the allocation type is not changed on the way.
      const second = await aWardrobe(portal.db, wearer.id, [trousers]);
      const choice = {
        organisationCollectionId: second.collectionId,
        superGroupOptionIds: [wearer.trousersOption.optionId],
        allocationTypeId: 50,
      };
      expect((await choose(actor, choice)).body).toMatchObject({ success: true, allocationTypeId: 20 });
      expect((await open(wearer.client)).collection.id).toBe(second.collectionId);
      expect((await open(wearer.client, wearer.collectionId)).superGroupOptionIds).toEqual([wearer.trousersOption.optionId]);
    },
  );
});

describe('the products of a wardrobe', () => {
  let wearer: Wearer;
  beforeEach(async () => {
    wearer = await createWearer();
  });
  const clearLimits = () =>
    runSql(sql`delete from product_organisation_area where organisation_id = 1 and product_organisation_id in (
    select id from product_organisation where product_id = any (${[shirt.id, trousers.id, skirt.id]}::bigint[]))`);
  afterEach(clearLimits);

  it('are those of all groups, with their group, option and attributes', async () => {
    const products = await productsOf(wearer.client);

    expect(products.map((one) => [one.id, one.collectionGroupId, one.superGroupId, one.superGroupOptionId])).toEqual([
      [shirt.id, wearer.groupId, null, null],
      [trousers.id, wearer.trousersOption.groupId, wearer.superGroupId, wearer.trousersOption.optionId],
      [skirt.id, wearer.skirtOption.groupId, wearer.superGroupId, wearer.skirtOption.optionId],
    ]);
    expect(products[0]).toMatchObject({
      name: shirt.name,
      price: null,
      callForPrice: false,
      attributes: [{ id: shirt.attributeId, role: 'size', attributeValues: [{ name: 'Size 0' }, { name: 'Size 1' }] }],
      productAttributeCombinations: [],
    });
  });

  it('of two groups are listed in both', async () => {
    await runSql(sql`insert into collection_group_product (organisation_id, collection_group_id, product_id)
      values (1, ${wearer.skirtOption.groupId}, ${shirt.id})`);

    expect((await productsOf(wearer.client)).filter(({ id }) => id === shirt.id).map((one) => one.collectionGroupId)).toEqual([
      wearer.groupId,
      wearer.skirtOption.groupId,
    ]);
  });

  it('pass limits to business areas, and not those to roles', async () => {
    const idOf = (product: StockedProduct) =>
      firstId(sql`select id from product_organisation where organisation_id = 1 and product_id = ${product.id}`);
    await runSql(sql`insert into product_organisation_area (organisation_id, product_organisation_id, business_area_id)
      select 1, ${await idOf(shirt)}, min(id) from business_area where organisation_id = 1`);
    const limited = await aStockedProduct(portal.db, { roleIds: [33] });
    await runSql(
      sql`insert into collection_group_product (organisation_id, collection_group_id, product_id) values (1, ${wearer.groupId}, ${limited.id})`,
    );
    await runSql(sql`select refresh_listing('{1}', ${[shirt.id]}::bigint[])`);
    const ids = async (person: TestClient) => (await productsOf(person, wearer.collectionId)).map(({ id }) => id);

    expect(await ids(wearer.client)).toEqual([shirt.id, trousers.id, skirt.id]);
    expect(await ids(admin)).toContain(limited.id);
    await unpublishProduct(portal.db, limited.id);
    expect(await ids(admin)).not.toContain(limited.id);
  });

  it('have prices as the tax display says, where wearers see prices', async () => {
    await runSql(
      sql`update customer set allocation_type_id = 40, tax_display_type = 0 where organisation_id = 1 and id = ${wearer.id}`,
    );
    await sync(wearer.id);
    await portal.settled();
    expect((await productsOf(wearer.client))[0]?.price).toBe(12);
  });
});

describe('the allocation type', () => {
  const typeOf = async (wearer: Wearer) => (await open(wearer.client)).allocationTypeId;

  it('is changed by an Admin in scope, whatever has been used', async () => {
    const wearer = await createWearer();
    await order(wearer, shirt, 2);
    const choice = { customerId: wearer.id, organisationCollectionId: wearer.collectionId, allocationTypeId: 50 };

    expect((await choose(northAdmin, choice)).body).toMatchObject({ success: true, allocationTypeId: 50 });
    expect((await groupsOf(wearer.client))[0]).toMatchObject({ allocatedQuantity: null, usedQuantity: 2 });
    const history = await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.id}/history`);
    expect(history.body.history.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Changed the person', 'Chose the wardrobe for the uniform builder']),
    );
  });

  it('must be one that the wardrobe permits', async () => {
    const wearer = await createWearer();
    await runSql(
      sql`insert into collection_allocation_type values (1, ${wearer.collectionId}, 10), (1, ${wearer.collectionId}, 20)`,
    );
    const set = (allocationTypeId: number) =>
      choose(admin, { customerId: wearer.id, organisationCollectionId: wearer.collectionId, allocationTypeId });

    for (const type of [50, 99]) {
      expect((await set(type)).errors).toEqual({ allocationTypeId: ['The wardrobe does not permit this allocation type.'] });
    }
    expect(await typeOf(wearer)).toBe(20);
    expect((await set(10)).status).toBe(200);
    expect(await typeOf(wearer)).toBe(10);
  });

  it('is ignored from anyone else and for oneself', async () => {
    const wearer = await createWearer();
    await choose(wearer.client, { organisationCollectionId: wearer.collectionId, allocationTypeId: 50 });
    expect(await typeOf(wearer)).toBe(20);

    const own = await aWardrobe(portal.db, admin.customerId, [shirt]);
    const { body } = await choose(admin, { organisationCollectionId: own.collectionId, allocationTypeId: 50 });
    expect(body.allocationTypeId).not.toBe(50);
  });

  it('and the wardrobe are out of reach for everyone but Admins of the person', async () => {
    const wearer = await createWearer();
    const choice = { customerId: wearer.id, organisationCollectionId: wearer.collectionId, allocationTypeId: 50 };
    for (const email of [
      'south.admin@meridian.example',
      'buyer@meridian.example',
      'sales@meridian.example',
      'admin@hallam.example',
      'staff@meridian.example',
    ])
      expect((await choose(await portal.as(email), choice)).status).toBe(404);
    expect(await typeOf(wearer)).toBe(20);
  });
});

describe('an answered either/or', () => {
  it('stays as it is while pieces of it are ordered', async () => {
    const wearer = await createWearer();
    const [trousersId, skirtId] = [wearer.trousersOption.optionId, wearer.skirtOption.optionId];
    await chooseOptions(wearer.client, [trousersId]);
    const orderId = await order(wearer, trousers, 2);
    const refusal = {
      superGroupOptionIds: [
        expect.stringMatching(/^“Trousers” cannot be changed: 2 pieces of it have been ordered for Season of .*\.$/),
      ],
    };

    const refused = await chooseOptions(wearer.client, [skirtId]);
    expect([refused.status, refused.errors]).toEqual([409, refusal]);
    const switched = await choose(wearer.client, { organisationCollectionId: wearer.collectionId, superGroupOptionIds: [] });
    expect([switched.status, switched.errors]).toEqual([409, refusal]);
    expect((await open(wearer.client)).superGroupOptionIds).toEqual([trousersId]);
    // Keeping it is no change.
    expect((await chooseOptions(wearer.client, [trousersId])).status).toBe(200);

    await runSql(sql`update order_line set cancelled_quantity = quantity where organisation_id = 1 and order_id = ${orderId}`);
    expect((await chooseOptions(wearer.client, [skirtId])).body).toEqual({ superGroupOptionIds: [skirtId] });
  });

  it('can be changed once the season has ended', async () => {
    const wearer = await createWearer();
    await chooseOptions(wearer.client, [wearer.trousersOption.optionId]);
    await order(wearer, trousers, 1);
    await runSql(
      sql`update entitlement_account set ends_on = current_date - 2 where organisation_id = 1 and customer_id = ${wearer.id}`,
    );
    await runSql(sql`update season set ends_on = current_date - 2 where organisation_id = 1 and id = ${wearer.seasonId}`);

    expect((await chooseOptions(wearer.client, [])).status).toBe(200);
  });
});
