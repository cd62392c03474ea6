import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { openDatabase, runInTransaction } from '#api/platform/db/database.ts';
import { addBenchProducts } from './bench-products.ts';
import type { DemoDatabase } from './demo-database.ts';

const ORGANISATION = 1;
const GROUPS = 12;

export const WEARER_EMAIL = 'new.starter@meridian.example';

/** A large wardrobe, and a garment of a group that is open without any answer. */
export interface BenchWardrobe {
  organisationId: number;
  wearerId: number;
  collectionId: number;
  groupId: number;
  productId: number;
}

/**
 * Gives a wearer of the demonstration a wardrobe with 12 groups of products, 10 in 100 combinations each unless told otherwise, described like the garments of the
 * demonstration. The first two groups exclude each other.
 */
export async function createBenchWardrobe(
  { url, client }: DemoDatabase,
  { productsOfAGroup = 10, colours = 10, sizes = 10 } = {},
): Promise<BenchWardrobe> {
  const idOf = async (text: string, parameters: unknown[]) =>
    (await client.query<{ id: number }>(text, parameters)).rows[0]?.id as number;
  await addBenchProducts(client, { count: GROUPS * productsOfAGroup, colours, sizes });
  const collectionId = await idOf(
    `insert into collection (organisation_id, season_id, name)
     select organisation_id, id, 'Bench wardrobe' from season where organisation_id = $1 and is_current returning id`,
    [ORGANISATION],
  );
  await client.query(
    `with choice as (
       insert into super_group (organisation_id, collection_id, name) values ($1, $2, 'Either or') returning id),
     option as (
       insert into super_group_option (organisation_id, collection_id, super_group_id, name, display_order)
       select $1, $2, choice.id, 'Option ' || n, n from choice, generate_series(1, 2) n returning id, display_order),
     made as (
       insert into collection_group (organisation_id, collection_id, super_group_option_id, name, quantity, display_order)
       select $1, $2, option.id, 'Group ' || n, 3, n from generate_series(1, $3::int) n left join option on option.display_order = n
       returning id, display_order)
     insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, display_order)
     select $1, made.id, p.id, 1, p.place
     from made join (select id, (row_number() over (order by id) - 1) as place from product where handle like 'bench-%') p
       on p.place / $4::int = made.display_order - 1`,
    [ORGANISATION, collectionId, GROUPS, productsOfAGroup],
  );
  const wearerId = await idOf(`select id from customer where organisation_id = $1 and email = $2`, [ORGANISATION, WEARER_EMAIL]);
  await client.query('insert into customer_collection (organisation_id, customer_id, collection_id) values ($1, $2, $3)', [
    ORGANISATION,
    wearerId,
    collectionId,
  ]);
  // Fixed allocation has the most numbers: one for each product.
  await client.query(
    'update customer set allocation_type_id = 10, builder_collection_id = $3 where organisation_id = $1 and id = $2',
    [ORGANISATION, wearerId, collectionId],
  );
  const { db, close } = openDatabase(url, { poolSize: 1 });
  await runInTransaction(db, (tx) => syncEntitlement(tx, { organisationId: ORGANISATION }, [wearerId]));
  await close();
  await client.query('vacuum analyze');
  const garment = await client.query<{ groupId: number; productId: number }>(
    `select collection_group_id as "groupId", product_id as "productId" from collection_group_product
     where collection_group_id = (select id from collection_group where collection_id = $1 and display_order = 3)
     order by display_order, product_id limit 1`,
    [collectionId],
  );
  const { groupId, productId } = garment.rows[0] as { groupId: number; productId: number };
  return { organisationId: ORGANISATION, wearerId, collectionId, groupId, productId };
}

/** The calls of the builder for the wardrobe, by name: paths below `/api/`. */
export const listWardrobeCalls = ({ collectionId, productId }: BenchWardrobe) =>
  [
    ['wardrobe', `organisation/uniformbuilder/${collectionId}`],
    ['products', `productorganisation/uniformBuilderProducts/${collectionId}`],
    ['garment', `product/getbuynowcombinations/?id=${productId}&context=builder`],
  ] as const;
