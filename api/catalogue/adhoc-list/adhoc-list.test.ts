import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aWardrobe } from '#api/testing/builders.ts';
import { type TestClient, toRefusal } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProduct } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor } from '#api/testing/wearers.ts';

const LIST = 'GET /api/organisation/getadhocproductlist';
const MODAL = 'GET /api/organisation/getadhocproductlistmodal';
const CORVANE = 3;
const AREA = 3;

const portal = usePortal();
let buyer: TestClient;
let admin: TestClient;
let staff: TestClient;
let corvaneBuyer: TestClient;
let polo: CatalogueProduct;
let forArea: CatalogueProduct;

beforeAll(async () => {
  const { db } = portal;
  await sql`insert into role_permission values (1, 34, 'AllowProducts'), (1, 34, 'AllowAdhocOrder'), (1, 34, 'AllowAdhocOrderModal')`.execute(
    db,
  );
  polo = await aCatalogueProduct(db, {
    product: {
      name: 'Ad hoc polo',
      price_minor: 1250,
      order_minimum_quantity: 2,
      order_maximum_quantity: 60,
      allowed_quantities: [2, 4],
    },
    colours: ['Navy#1d2a4d', 'White#ffffff'],
    sizes: ['S', 'M'],
    range: { display_order: -5 },
  });
  forArea = await aCatalogueProduct(db, { product: { name: 'Ad hoc tunic' }, businessAreaIds: [AREA] });
  const wearer = await aPerson(db, { role: 'Staff' });
  await aWardrobe(db, wearer.id, [polo], { allocationTypeId: 40 });
  [buyer, admin, staff] = await Promise.all([
    portal.as('buyer@meridian.example'),
    portal.as('admin@meridian.example'),
    portal.as(wearer.email),
  ]);
  corvaneBuyer = await portal.as('buyer@corvane.example');
});

const listed = async (person: TestClient, query = '', path = '/api/organisation/getadhocproductlist/') =>
  (await person.get<typeof LIST>(path + query)).body.products;
const idsOf = async (person: TestClient, query = '') => (await listed(person, query)).map(({ id }) => id);

/** All products of call 58. */
async function browse(person: TestClient) {
  const { body } = await person.get<'GET /api/products'>('/api/products?limit=250');
  expect(body.totalCount).toBe(body.products.length);
  return body.products;
}

describe('the ad hoc list', () => {
  const people: [string, () => TestClient][] = [
    ['a Buyer', () => buyer],
    ['an Admin', () => admin],
    ['Staff with the permission', () => staff],
  ];

  it.each(people)('has the products and prices of the list of products for %s', async (_name, person) => {
    const products = await listed(person());

    expect(
      products.map(
        ({ attributes, productAttributeCombinations, orderMinimumQuantity, orderMaximumQuantity, allowedQuantities, ...item }) =>
          item,
      ),
    ).toEqual(await browse(person()));
    expect(products.some(({ id }) => id === forArea.id)).toBe(person() !== staff);
    expect(
      products.every((one) => one.productAttributeCombinations.every(({ price }) => one.callForPrice === (price === null))),
    ).toBe(true);
  });

  it('has no prices for people who see none', async () => {
    await sql`update customer set allocation_type_id = 20 where id = ${staff.customerId}`.execute(portal.db);
    await portal.settled();
    const products = await listed(staff);

    expect(products.map(({ id, price }) => ({ id, price }))).toEqual(
      (await browse(staff)).map(({ id, price }) => ({ id, price })),
    );
    expect(products.length).toBeGreaterThan(10);
    const prices = products.flatMap((one) => [
      one.price,
      one.priceFrom,
      one.oldPrice,
      ...one.productAttributeCombinations.flatMap(({ price, overriddenPrice }) => [price, overriddenPrice]),
    ]);
    expect(new Set(prices)).toEqual(new Set([null]));
    expect(
      new Set(
        products.flatMap(({ attributes }) =>
          attributes.flatMap(({ attributeValues }) => attributeValues.map(({ priceAdjustment }) => priceAdjustment)),
        ),
      ),
    ).toEqual(new Set([0]));
    // The same list, sent to someone who sees them.
    expect((await listed(buyer))[0]?.price).toBe(12.5);
  });

  it('has what a size grid needs, as the call for one product', async () => {
    const [first] = await listed(buyer);
    const one = await buyer.get<'GET /api/product/getbuynowcombinations'>(
      `/api/product/getbuynowcombinations?id=${polo.id}&context=adhoc`,
    );

    expect(first).toMatchObject({
      id: polo.id,
      orderMinimumQuantity: 2,
      orderMaximumQuantity: 60,
      allowedQuantities: [2, 4],
      stockMessage: 'In stock',
    });
    expect(first?.productAttributeCombinations).toHaveLength(4);
    expect(first?.productAttributeCombinations).toEqual(one.body.combinations);
    expect(first?.attributes).toEqual(one.body.attributes);
  });

  it('is found whatever the case and the slash at the end of its address', async () => {
    expect(await listed(buyer, '', '/API/Organisation/getAdhocProductList')).toEqual(await listed(buyer));
  });

  it('has no combinations above 5,000 of them, which the call for one product then has', async () => {
    const { db } = portal;
    const sizes = Array.from({ length: 36 }, (_, index) => `Size ${index}`);
    const many = await aCatalogueProduct(db, { organisationIds: [CORVANE], sizes });
    const { id } = await db.selectFrom('product').select('id').where('id', '=', many.id).executeTakeFirstOrThrow();
    const wardrobe = await aWardrobe(db, corvaneBuyer.customerId, [many], { organisationId: CORVANE });
    await portal.settled();
    const within = await listed(corvaneBuyer, `?collectionId=${wardrobe.collectionId}`);
    expect(within.map((one) => [one.id, one.productAttributeCombinations.length])).toEqual([[id, 36]]);

    await sql`insert into combination (product_id, value_ids, description, sku)
      select ${id}::bigint, array[-n], 'Extra ' || n, 'EXTRA-' || n from generate_series(1, 4964) n`.execute(db);
    await sql`select refresh_listing(array[${CORVANE}::bigint], array[${id}::bigint])`.execute(db);
    const [atLimit] = await listed(corvaneBuyer, `?collectionId=${wardrobe.collectionId}`);
    expect(atLimit?.productAttributeCombinations).toHaveLength(5000);

    await sql`insert into combination (product_id, value_ids, description, sku) values (${id}, array[-5000], 'One more', 'EXTRA-5001')`.execute(
      db,
    );
    await sql`select refresh_listing(array[${CORVANE}::bigint], array[${id}::bigint])`.execute(db);
    const [above] = await listed(corvaneBuyer, `?collectionId=${wardrobe.collectionId}`);
    expect(above).toMatchObject({ id, productAttributeCombinations: [], orderMinimumQuantity: 1 });
    expect(above?.attributes[0]?.attributeValues).toHaveLength(36);
  });

  it('follows stock and price at once, though it is cached', async () => {
    const stockOf = async () => (await listed(buyer)).find(({ id }) => id === forArea.id);
    expect(await stockOf()).toMatchObject({ price: 10, stockMessage: '20 in stock' });

    await sql`update stock_level set on_hand = 3, version = version + 1 where product_id = ${forArea.id}`.execute(portal.db);
    expect(await stockOf()).toMatchObject({ productAttributeCombinations: [{ stockQuantity: 3 }] });

    await sql`update product_organisation set overridden_price_minor = 700 where product_id = ${forArea.id} and organisation_id = 1`.execute(
      portal.db,
    );
    await sql`select refresh_listing(array[1::bigint], array[${forArea.id}::bigint])`.execute(portal.db);
    expect(await stockOf()).toMatchObject({ price: 7, productAttributeCombinations: [{ price: 7 }] });
  });

  it('takes two statements when nothing has changed, and four when something has, whatever the number of products', async () => {
    const count = async () => {
      const before = portal.statementsSent();
      await listed(buyer, '?businessAreaId=1');
      return portal.statementsSent() - before;
    };
    await count();
    await sql`update stock_level set on_hand = on_hand + 1 where product_id = ${polo.id}`.execute(portal.db);
    expect([await count(), await count()]).toEqual([4, 2]);
  });
});

describe('the choice', () => {
  it('of a business area leaves out what is limited to others', async () => {
    expect(await idsOf(buyer, `?businessAreaId=${AREA}`)).toContain(forArea.id);
    expect(await idsOf(buyer, '?businessAreaId=1')).not.toContain(forArea.id);
    expect(await idsOf(buyer, '?businessAreaId=1')).toContain(polo.id);
    const { body } = await buyer.get<'GET /api/products'>('/api/products?limit=250&businessAreaId=1');
    expect(await idsOf(buyer, '?businessAreaId=1')).toEqual(body.products.map(({ id }) => id));
  });

  it('of a wardrobe includes its cuts, and theirs', async () => {
    const { db } = portal;
    const someone = await aPerson(db, { role: 'Staff' });
    const [women, long] = [await aCatalogueProduct(db), await aCatalogueProduct(db)];
    const [parent, cut, cutOfCut] = [
      await aWardrobe(db, someone.id, [polo]),
      await aWardrobe(db, someone.id, [women]),
      await aWardrobe(db, someone.id, [long]),
    ];
    const put = (child: number, under: number) =>
      sql`update collection set parent_collection_id = ${under} where organisation_id = 1 and id = ${child}`.execute(db);
    const products = async ({ collectionId }: { collectionId: number }) =>
      new Set(await idsOf(buyer, `?collectionId=${collectionId}`));
    expect(await products(parent)).toEqual(new Set([polo.id]));

    await put(cut.collectionId, parent.collectionId);
    await put(cutOfCut.collectionId, cut.collectionId);
    expect(await products(parent)).toEqual(new Set([polo.id, women.id, long.id]));
    expect(await products(cut)).toEqual(new Set([women.id, long.id]));

    await sql`delete from collection_group_product where organisation_id = 1 and product_id = ${long.id}`.execute(db);
    expect(await products(parent)).toEqual(new Set([polo.id, women.id]));
  });

  it('of a wardrobe shows a person only what they may see in it', async () => {
    const { db } = portal;
    const someone = await aPerson(db, { role: 'Staff' });
    const { collectionId } = await aWardrobe(db, someone.id, [polo, forArea]);

    expect(await idsOf(buyer, `?collectionId=${collectionId}`)).toHaveLength(2);
    expect(await idsOf(staff, `?collectionId=${collectionId}`)).toEqual([polo.id]);
  });

  it('that does not exist, or that another organisation has, contains nothing', async () => {
    const { rows } = await sql<{ id: number }>`select id from collection where organisation_id = 2 limit 1`.execute(portal.db);
    for (const id of [rows[0]?.id, 999_999]) expect(await idsOf(buyer, `?collectionId=${id}`)).toEqual([]);
    expect(await idsOf(buyer, '?businessAreaId=999999')).toEqual([]);
  });

  it('is checked', async () => {
    expect(toRefusal(await buyer.get('/api/organisation/getadhocproductlist?collectionId=x'))).toEqual([
      400,
      { collectionId: ['This id is not valid.'] },
    ]);
  });
});

describe('where ordering is limited to people’s own wardrobes', () => {
  const own = async () =>
    (
      await sql<{ id: number }>`select collection_id as id from customer_collection
        where organisation_id = ${CORVANE} and customer_id = ${corvaneBuyer.customerId} order by 1`.execute(portal.db)
    ).rows.map(({ id }) => id);

  it('has those of all of one’s own, with their cuts, and refuses others', async () => {
    const { db } = portal;
    const [mine, cut, other] = [
      await aCatalogueProduct(db, { organisationIds: [CORVANE] }),
      await aCatalogueProduct(db, { organisationIds: [CORVANE] }),
      await aCatalogueProduct(db, { organisationIds: [CORVANE] }),
    ];
    const someone = await aPerson(db, { role: 'Staff', organisationId: CORVANE, groupIds: [], resortId: null });
    const options = { organisationId: CORVANE };
    const wardrobe = await aWardrobe(db, corvaneBuyer.customerId, [mine], options);
    const child = await aWardrobe(db, someone.id, [cut], options);
    const foreign = await aWardrobe(db, someone.id, [other], options);
    await sql`update collection set parent_collection_id = ${wardrobe.collectionId} where organisation_id = ${CORVANE} and id = ${child.collectionId}`.execute(
      db,
    );
    await portal.settled();

    const all = await idsOf(corvaneBuyer);
    expect(all).toEqual(expect.arrayContaining([mine.id, cut.id]));
    expect(all).not.toContain(other.id);
    expect((await browse(corvaneBuyer)).map(({ id }) => id)).toContain(other.id);
    const parts = await Promise.all((await own()).map((id) => idsOf(corvaneBuyer, `?collectionId=${id}`)));
    expect(new Set(all)).toEqual(new Set(parts.flat()));
    expect(await idsOf(corvaneBuyer, `?collectionId=${child.collectionId}`)).toEqual([cut.id]);

    const modalStaff = await portal.as(someone.email);
    await sql`insert into role_permission values (${CORVANE}, 34, 'AllowAdhocOrderModal')`.execute(db);
    await portal.settled();
    for (const [person, id, path] of [
      [corvaneBuyer, foreign.collectionId, 'getadhocproductlist'],
      [corvaneBuyer, 999_999, 'getadhocproductlist'],
      [modalStaff, wardrobe.collectionId, 'getadhocproductlistmodal'],
    ] as const)
      expect(toRefusal(await person.get(`/api/organisation/${path}/?collectionId=${id}`))).toEqual([
        403,
        { authorization: ['Your organisation limits ad hoc orders to your own wardrobes.'] },
      ]);
  });

  it('has nothing for people without a wardrobe', async () => {
    const { email } = await aPerson(portal.db, { role: 'Buyer', organisationId: CORVANE, groupIds: [], resortId: null });
    expect(await idsOf(await portal.as(email))).toEqual([]);
  });
});

describe('ordering for someone', () => {
  it('shows what that person may order, by their permission', async () => {
    const acting = await orderFor(portal, staff.customerId, 'admin@meridian.example');

    expect(await idsOf(acting)).toEqual(await idsOf(staff));
    expect(await idsOf(admin)).toContain(forArea.id);
    const other = await aPerson(portal.db, { role: 'Sales' });
    const withoutPermission = await orderFor(portal, other.id, 'admin@meridian.example');
    expect((await withoutPermission.get('/api/organisation/getadhocproductlist/')).status).toBe(403);
  });
});

describe('the list for dialogs', () => {
  it('has the same products without combinations', async () => {
    const path = '/api/organisation/getadhocproductlistmodal/';
    const { body } = await staff.get<typeof MODAL>(path);

    expect(body.products.length).toBeGreaterThan(10);
    expect(body.products).toEqual(
      (await listed(staff)).map((product) => ({
        ...product,
        attributes: product.attributes.map((one) => ({
          ...one,
          attributeValues: one.attributeValues.map((value) => ({ ...value, drawingSrc: null })),
        })),
        productAttributeCombinations: [],
      })),
    );
  });
});

describe('the permission', () => {
  it('of each list opens that one alone', async () => {
    const modal = await portal.as('buyer@hallam.example');
    for (const [person, path, status] of [
      [buyer, 'getadhocproductlist', 200],
      [buyer, 'getadhocproductlistmodal', 403],
      [modal, 'getadhocproductlist', 403],
      [modal, 'getadhocproductlistmodal', 200],
      [portal.anonymous(), 'getadhocproductlist', 401],
      [portal.anonymous(), 'getadhocproductlistmodal', 401],
    ] as const)
      expect((await person.get(`/api/organisation/${path}/`)).status).toBe(status);
  });
});
