import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import { anItem, aPerson, aStockedProduct, aWardrobe, orderItems, type StockedProduct } from './builders.ts';
import { syncWearers } from './entitlement.ts';
import type { TestClient, TestPortal } from './portal.ts';

/** Wearers of Meridian, and the garments that their wardrobes list. */
export interface BuilderFixture {
  shirt: StockedProduct;
  trousers: StockedProduct;
  skirt: StockedProduct;
}

/** A wearer of North whose wardrobe has three shirts, and either two pairs of trousers or two skirts. */
export interface BuilderWearer {
  id: number;
  client: TestClient;
  collectionId: number;
  seasonId: number;
  /** Of the shirts. */
  groupId: number;
  superGroupId: number;
  trousersOption: { optionId: number; groupId: number };
  skirtOption: { optionId: number; groupId: number };
}

/** The garments of the tests of one file, created before the first. */
export function useBuilderFixture(portal: TestPortal): BuilderFixture {
  const fixture = {} as BuilderFixture;
  beforeAll(async () => {
    const [shirt, trousers, skirt] = await Promise.all([
      aStockedProduct(portal.db, { stock: [50, 50] }),
      aStockedProduct(portal.db),
      aStockedProduct(portal.db),
    ]);
    Object.assign(fixture, { shirt, trousers, skirt });
  });
  return fixture;
}

/** What the tests of the builder share: garments, wearers, an Admin of Meridian and one of its group North. */
export function useBuilderWearers(portal: TestPortal) {
  const fixture = useBuilderFixture(portal);
  const admins = {} as { meridian: TestClient; north: TestClient };
  beforeAll(async () => {
    const [meridian, north] = await Promise.all([portal.as('admin@meridian.example'), portal.as('north.admin@meridian.example')]);
    Object.assign(admins, { meridian, north });
  });
  return {
    fixture,
    admins,
    runSql: (query: ReturnType<typeof sql>) => query.execute(portal.db),
    sync: (...customerIds: number[]) => syncWearers(portal, ...customerIds),
    createWearer: (allocationTypeId?: number | null) => aBuilderWearer(portal, fixture, allocationTypeId),
    order: (wearer: BuilderWearer, product: StockedProduct, quantity: number) => orderAsWearer(portal, wearer, product, quantity),
  };
}

/** Adds a wearer with a wardrobe of their own. */
export async function aBuilderWearer(
  portal: TestPortal,
  { shirt, trousers, skirt }: BuilderFixture,
  allocationTypeId: number | null = 20,
): Promise<BuilderWearer> {
  const { id, email } = await aPerson(portal.db, { role: 'Staff' });
  const wardrobe = await aWardrobe(portal.db, id, [shirt]);
  const { collectionId } = wardrobe;
  const insertId = async (query: ReturnType<typeof sql<{ id: number }>>) =>
    (await query.execute(portal.db)).rows[0]?.id as number;
  const superGroupId = await insertId(sql`
    insert into super_group (organisation_id, collection_id, name) values (1, ${collectionId}, 'Trousers or skirt') returning id`);
  const addOption = async (name: string, product: StockedProduct) => {
    const optionId = await insertId(sql`
      insert into super_group_option (organisation_id, collection_id, super_group_id, name)
      values (1, ${collectionId}, ${superGroupId}, ${name}) returning id`);
    const groupId = await insertId(sql`
      insert into collection_group (organisation_id, collection_id, super_group_option_id, name, quantity, display_order)
      values (1, ${collectionId}, ${optionId}, ${name}, 2, ${optionId}) returning id`);
    await sql`insert into collection_group_product (organisation_id, collection_group_id, product_id) values (1, ${groupId}, ${product.id})`.execute(
      portal.db,
    );
    return { optionId, groupId };
  };
  const trousersOption = await addOption('Trousers', trousers);
  const skirtOption = await addOption('Skirt', skirt);
  await sql`update customer set allocation_type_id = ${allocationTypeId} where organisation_id = 1 and id = ${id}`.execute(
    portal.db,
  );
  await syncWearers(portal, id);
  return { ...wardrobe, id, superGroupId, trousersOption, skirtOption, client: await portal.as(email) };
}

/** Places an order of a wearer for themselves; returns its id. */
export const orderAsWearer = (portal: TestPortal, wearer: BuilderWearer, product: StockedProduct, quantity: number) =>
  orderItems(portal.db, wearer.client, anItem(product, quantity));

type Builder = 'GET /api/organisation/uniformbuilder/:id';
type Products = 'GET /api/productorganisation/uniformBuilderProducts/:id';
export const requestBuilder = (person: TestClient, id = 0, query = '') =>
  person.get<Builder>(`/api/organisation/uniformbuilder/${id}${query}`);
export const requestBuilderProducts = (person: TestClient, id = 0, query = '') =>
  person.get<Products>(`/api/productorganisation/uniformBuilderProducts/${id}${query}`);
export const openBuilder = async (person: TestClient, id = 0) => {
  const { status, body, errors } = await requestBuilder(person, id);
  if (status !== 200) throw new Error(`The builder does not open: ${JSON.stringify(errors)}`);
  return body.uniformBuilder;
};
export const listBuilderProducts = async (person: TestClient, id = 0, query = '') =>
  (await requestBuilderProducts(person, id, query)).body.products;
export const listBuilderGroups = async (person: TestClient, id = 0) =>
  (await openBuilder(person, id)).collection.collectionGroups;
export const chooseWardrobe = (person: TestClient, body: object) =>
  person.put<'PUT /api/organisation/uniformbuilder/updatecustomercollection'>(
    '/api/organisation/uniformbuilder/updatecustomercollection',
    body,
  );
export const chooseOptions = (person: TestClient, superGroupOptionIds: number[]) =>
  person.post<'POST /api/customers/saveSuperGroupOptionIds'>('/api/customers/saveSuperGroupOptionIds', { superGroupOptionIds });
export const impersonate = (person: TestClient, customerId: number) => person.get(`/api/customers/impersonate/${customerId}`);
