import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BuilderWearer,
  chooseOptions,
  impersonate,
  listBuilderGroups,
  listBuilderProducts,
  openBuilder,
  useBuilderWearers,
} from '#api/testing/builder-wearers.ts';
import { aPerson, aStockedProduct, aWardrobe, type StockedProduct, unpublishProduct } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const { fixture, admins, runSql, sync, createWearer, order } = useBuilderWearers(portal);
const firstId = async (query: ReturnType<typeof sql<{ id: number }>>) => (await query.execute(portal.db)).rows[0]!.id;

describe('the uniform builder', () => {
  it('opens one’s own wardrobe with what is left of each group, and why', async () => {
    const wearer = await createWearer();
    await order(wearer, fixture.shirt, 2);
    const builder = await openBuilder(wearer.client);

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
      productIds: [fixture.shirt.id],
      products: [{ productId: fixture.shirt.id, allocatedQuantity: null, remainingQuantity: null }],
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
    const statuses = async () => (await listBuilderGroups(wearer.client)).map(({ name, status }) => [name, status]);
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
    expect((await openBuilder(wearer.client)).superGroupOptionIds).toEqual([wearer.skirtOption.optionId]);
  });

  it('gives each product its own number under fixed allocation', async () => {
    const wearer = await createWearer(10);
    await runSql(sql`
      insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, display_order)
      values (1, ${wearer.groupId}, ${fixture.skirt.id}, 1, 2)`);
    await runSql(
      sql`update collection_group_product set quantity = 2 where collection_group_id = ${wearer.groupId} and product_id = ${fixture.shirt.id}`,
    );
    await sync(wearer.id);
    await order(wearer, fixture.shirt, 2);
    const builder = await openBuilder(wearer.client);
    const [group] = builder.collection.collectionGroups;

    expect([builder.allocationTypeId, builder.isFixedAllocation]).toEqual([10, true]);
    expect(group).toMatchObject({
      allocatedQuantity: 3,
      usedQuantity: 2,
      remainingQuantity: 1,
      products: [
        { productId: fixture.shirt.id, allocatedQuantity: 2, remainingQuantity: 0 },
        { productId: fixture.skirt.id, allocatedQuantity: 1, remainingQuantity: 1 },
      ],
    });
    expect(group?.reasoning.map(({ rule, left }) => [rule.kind, rule.amount, left])).toEqual([
      ['productQuantity', 2, 0],
      ['productQuantity', 1, 1],
    ]);
    expect(
      (await listBuilderProducts(wearer.client))
        .slice(0, 2)
        .map((one) => [one.id, one.allocatedQuantity, one.remainingQuantity, one.points]),
    ).toEqual([
      [fixture.shirt.id, 2, 0, null],
      [fixture.skirt.id, 1, 1, null],
    ]);
  });

  it('counts points of the wardrobe beside the pieces of its groups', async () => {
    const wearer = await createWearer(30);
    await runSql(sql`update collection set budget_points = 50 where organisation_id = 1 and id = ${wearer.collectionId}`);
    await runSql(
      sql`update collection_group_product set points = 12 where organisation_id = 1 and collection_group_id = ${wearer.groupId}`,
    );
    await sync(wearer.id);
    await order(wearer, fixture.shirt, 2);

    expect(await openBuilder(wearer.client)).toMatchObject({
      pointsTotal: 50,
      pointsUsed: 24,
      budgetTotal: null,
      budgetUsed: null,
      budgetReasoning: { unit: 'points', rule: { kind: 'budget', amount: 50 }, left: 26 },
    });
    expect((await listBuilderProducts(wearer.client))[0]).toMatchObject({
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
    await order(wearer, fixture.shirt, 2);

    expect(await openBuilder(wearer.client)).toMatchObject({
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
    expect((await listBuilderProducts(wearer.client))[0]).toMatchObject({ price: 10, points: null });
  });

  it('names no numbers under unlimited allocation, and still counts', async () => {
    const wearer = await createWearer(50);
    await order(wearer, fixture.shirt, 5);

    expect((await listBuilderGroups(wearer.client))[0]).toMatchObject({
      allocatedQuantity: null,
      usedQuantity: 5,
      remainingQuantity: null,
      reasoning: [{ rule: { kind: 'noLimit', amount: null }, left: null }],
    });
    expect((await listBuilderProducts(wearer.client))[0]).toMatchObject({
      allocatedQuantity: null,
      remainingQuantity: null,
      price: 10,
    });
  });

  it('says why nothing can be ordered', async () => {
    const wearer = await createWearer();
    const today = () => portal.clock.now();
    const dayFromNow = (days: number) => new Date(today() + days * 86_400_000).toISOString().slice(0, 10);
    const notices = async () => {
      const { canOrder, notices } = await openBuilder(wearer.client);
      expect(canOrder).toBe(notices.length === 0);
      return notices;
    };
    expect(await notices()).toEqual([]);

    await runSql(
      sql`update season set ordering_opens_on = ${dayFromNow(10)} where organisation_id = 1 and id = ${wearer.seasonId}`,
    );
    expect(await notices()).toEqual([expect.stringMatching(/^Ordering opens on \d+ \w+( \d+)?\.$/)]);
    await runSql(sql`update season set ordering_opens_on = null where organisation_id = 1 and id = ${wearer.seasonId}`);

    await runSql(sql`update customer set wardrobe_opt_out_at = now() where organisation_id = 1 and id = ${wearer.id}`);
    await sync(wearer.id);
    expect(await notices()).toEqual(['No uniform can be ordered after an opt-out. An administrator can undo it.']);
    expect((await listBuilderGroups(wearer.client))[0]).toMatchObject({
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

    expect((await openBuilder(wearer.client)).specialMeasurements).toMatchObject({
      customerId: wearer.id,
      measurements: [{ name: 'Chest', value: 104 }],
    });
    const sales = await portal.as('sales@meridian.example');
    await impersonate(sales, wearer.id);
    expect((await openBuilder(sales)).specialMeasurements).toBeNull();
  });

  it('needs three statements, and as many for its products when they have changed', async () => {
    const wearer = await createWearer();
    // Otherwise the announcement of a change made above could still remove the wearer's access from the cache.
    await portal.settled();
    await openBuilder(wearer.client);
    const count = async (ask: () => Promise<unknown>) => {
      const before = portal.statementsSent();
      await ask();
      return portal.statementsSent() - before;
    };

    expect(await count(() => openBuilder(wearer.client))).toBe(3);
    await runSql(sql`update product set name = 'Renamed skirt' where id = ${fixture.skirt.id}`);
    await runSql(sql`select refresh_listing('{1}', ${[fixture.skirt.id]}::bigint[])`);
    expect(await count(async () => expect((await listBuilderProducts(wearer.client))[2]?.name).toBe('Renamed skirt'))).toBe(3);
    expect(await count(() => listBuilderProducts(wearer.client))).toBe(2);
  });

  it('is open only to people with its permission', async () => {
    const buyer = await portal.as('buyer@meridian.example');
    const refused = [
      await buyer.get<'GET /api/organisation/uniformbuilder/:id'>('/api/organisation/uniformbuilder/0'),
      await buyer.get<'GET /api/productorganisation/uniformBuilderProducts/:id'>(
        '/api/productorganisation/uniformBuilderProducts/0',
      ),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
  });
});

describe('the products of a wardrobe', () => {
  let wearer: BuilderWearer;
  beforeEach(async () => {
    wearer = await createWearer();
  });
  const clearLimits = () =>
    runSql(sql`delete from product_organisation_area where organisation_id = 1 and product_organisation_id in (
    select id from product_organisation where product_id = any (${[fixture.shirt.id, fixture.trousers.id, fixture.skirt.id]}::bigint[]))`);
  afterEach(clearLimits);

  it('are those of all groups, with their group, option and attributes', async () => {
    const products = await listBuilderProducts(wearer.client);

    expect(products.map((one) => [one.id, one.collectionGroupId, one.superGroupId, one.superGroupOptionId])).toEqual([
      [fixture.shirt.id, wearer.groupId, null, null],
      [fixture.trousers.id, wearer.trousersOption.groupId, wearer.superGroupId, wearer.trousersOption.optionId],
      [fixture.skirt.id, wearer.skirtOption.groupId, wearer.superGroupId, wearer.skirtOption.optionId],
    ]);
    expect(products[0]).toMatchObject({
      name: fixture.shirt.name,
      price: null,
      callForPrice: false,
      attributes: [{ id: fixture.shirt.attributeId, role: 'size', attributeValues: [{ name: 'Size 0' }, { name: 'Size 1' }] }],
      productAttributeCombinations: [],
    });
  });

  it('of two groups are listed in both', async () => {
    await runSql(sql`insert into collection_group_product (organisation_id, collection_group_id, product_id)
      values (1, ${wearer.skirtOption.groupId}, ${fixture.shirt.id})`);

    expect(
      (await listBuilderProducts(wearer.client)).filter(({ id }) => id === fixture.shirt.id).map((one) => one.collectionGroupId),
    ).toEqual([wearer.groupId, wearer.skirtOption.groupId]);
  });

  it('pass limits to business areas, and not those to roles', async () => {
    const idOf = (product: StockedProduct) =>
      firstId(sql`select id from product_organisation where organisation_id = 1 and product_id = ${product.id}`);
    await runSql(sql`insert into product_organisation_area (organisation_id, product_organisation_id, business_area_id)
      select 1, ${await idOf(fixture.shirt)}, min(id) from business_area where organisation_id = 1`);
    const limited = await aStockedProduct(portal.db, { roleIds: [33] });
    await runSql(
      sql`insert into collection_group_product (organisation_id, collection_group_id, product_id) values (1, ${wearer.groupId}, ${limited.id})`,
    );
    await runSql(sql`select refresh_listing('{1}', ${[fixture.shirt.id]}::bigint[])`);
    const ids = async (person: TestClient) => (await listBuilderProducts(person, wearer.collectionId)).map(({ id }) => id);

    expect(await ids(wearer.client)).toEqual([fixture.shirt.id, fixture.trousers.id, fixture.skirt.id]);
    expect(await ids(admins.meridian)).toContain(limited.id);
    await unpublishProduct(portal.db, limited.id);
    expect(await ids(admins.meridian)).not.toContain(limited.id);
  });

  it('have prices without tax for wearers who see them, whatever they have set', async () => {
    await runSql(
      sql`update customer set allocation_type_id = 40, tax_display_type = 0 where organisation_id = 1 and id = ${wearer.id}`,
    );
    await sync(wearer.id);
    await portal.settled();
    expect((await listBuilderProducts(wearer.client))[0]?.price).toBe(10);
  });

  it('have prices for people who order for others, also under an allocation in pieces', async () => {
    const admin = await aPerson(portal.db, { role: 'Admin' });
    await aWardrobe(portal.db, admin.id, [fixture.shirt], { allocationTypeId: 20 });
    expect((await listBuilderProducts(await portal.as(admin.email)))[0]?.price).toBe(10);
  });
});
