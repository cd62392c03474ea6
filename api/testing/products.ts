import { type Insertable, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Database } from '#api/platform/db/types.ts';

/** Options of a test product; by default 10.00, one combination, 20 in stock. */
export interface CatalogueProductOverrides {
  /** The organisations that have it in their range; Meridian (1) by default. */
  organisationIds?: number[];
  product?: Partial<Insertable<Database['product']>>;
  /** Names of the values; a colour may carry its RGB: `Navy#1d2a4d`. */
  colours?: string[];
  sizes?: string[];
  fits?: string[];
  /** Stock on hand of every combination. */
  stock?: number;
  range?: Partial<Insertable<Database['product_organisation']>>;
  roleIds?: number[];
  businessAreaIds?: number[];
  jobRoleIds?: number[];
  collectionIds?: number[];
  categoryIds?: number[];
  optionIds?: number[];
  tiers?: Omit<Insertable<Database['tier_price']>, 'product_id'>[];
}

export interface CatalogueProduct {
  id: number;
  sku: string;
  /** By description: "Navy, M". */
  combinations: Map<string, { id: number; sku: string }>;
  /** Ids of the attribute values, by name. */
  values: Map<string, number>;
}

let productCount = 0;

/** Adds a product with all combinations of its colours, sizes and fits, offers it and refreshes the listing. */
export async function aCatalogueProduct(db: Db, overrides: CatalogueProductOverrides = {}): Promise<CatalogueProduct> {
  productCount += 1;
  const sku = overrides.product?.sku ?? `XQZ-${productCount}`;
  const organisationIds = overrides.organisationIds ?? [1];
  const { id } = await db
    .insertInto('product')
    .values({
      handle: `test-${productCount}`,
      name: `Test garment ${productCount}`,
      price_minor: 1000,
      garment_type: 'polo',
      ...overrides.product,
      sku,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const values = new Map<string, number>();
  const choices: { id: number; name: string }[][] = [];
  for (const [role, names] of [
    ['colour', overrides.colours],
    ['size', overrides.sizes],
    ['fit', overrides.fits],
  ] as const) {
    if (names) choices.push(await addAttribute(db, id, role, names, choices.length, values));
  }
  const combinations: CatalogueProduct['combinations'] = new Map();
  for (const [order, chosen] of product(choices).entries()) {
    const description = chosen.map(({ name }) => name).join(', ');
    const combinationSku = chosen.length === 0 ? sku : `${sku}/${chosen.map(({ name }) => name).join('-')}`.toUpperCase();
    const combination = await db
      .insertInto('combination')
      .values({
        product_id: id,
        value_ids: chosen.map((value) => value.id),
        description,
        sku: combinationSku,
        display_order: order,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    combinations.set(description, { id: combination.id, sku: combinationSku });
    await db
      .insertInto('stock_level')
      .values({
        combination_id: combination.id,
        product_id: id,
        on_hand: overrides.stock ?? 20,
        can_oversell: overrides.product?.backorder_mode !== undefined,
      })
      .execute();
  }
  for (const categoryId of overrides.categoryIds ?? [])
    await db.insertInto('product_category').values({ product_id: id, category_id: categoryId }).execute();
  for (const optionId of overrides.optionIds ?? [])
    await db.insertInto('product_specification').values({ product_id: id, option_id: optionId }).execute();
  for (const tier of overrides.tiers ?? [])
    await db
      .insertInto('tier_price')
      .values({ product_id: id, ...tier })
      .execute();
  for (const organisationId of organisationIds) await offer(db, id, organisationId, overrides);
  await refreshProductListing(db, organisationIds, [id]);
  return { id, sku, combinations, values };
}

/** Refreshes the listing, as every change of products and prices does at its end. */
export async function refreshProductListing(
  db: Db,
  organisationIds: number[],
  productIds: number[] | null = null,
): Promise<void> {
  await sql`select refresh_listing(${organisationIds}::bigint[], ${productIds}::bigint[])`.execute(db);
}

/** Finds or adds an option of a specification; returns its id. */
export async function aSpecificationOption(db: Db, specification: string, option: string): Promise<number> {
  const found = await sql<{ id: number }>`
    with own as (insert into specification (name) values (${specification}) on conflict (name) do update set name = excluded.name returning id)
    insert into specification_option (specification_id, name) select id, ${option} from own
    on conflict (specification_id, name) do update set name = excluded.name returning id`.execute(db);
  return found.rows[0]?.id ?? 0;
}

export async function aCategory(db: Db, name: string, parentId: number | null = null): Promise<number> {
  const row = await db.insertInto('category').values({ name, parent_id: parentId }).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

async function offer(db: Db, productId: number, organisationId: number, overrides: CatalogueProductOverrides): Promise<void> {
  const own = { organisation_id: organisationId };
  const { id } = await db
    .insertInto('product_organisation')
    .values({ ...own, product_id: productId, display_order: 1000, ...overrides.range })
    .returning('id')
    .executeTakeFirstOrThrow();
  const limit = { ...own, product_organisation_id: id };
  for (const role_id of overrides.roleIds ?? [])
    await db
      .insertInto('product_organisation_role')
      .values({ ...limit, role_id })
      .execute();
  for (const business_area_id of overrides.businessAreaIds ?? []) {
    await db
      .insertInto('product_organisation_area')
      .values({ ...limit, business_area_id })
      .execute();
  }
  for (const job_role_id of overrides.jobRoleIds ?? [])
    await db
      .insertInto('product_organisation_job_role')
      .values({ ...limit, job_role_id })
      .execute();
  for (const collection_id of overrides.collectionIds ?? []) {
    await db
      .insertInto('product_organisation_collection')
      .values({ ...limit, collection_id })
      .execute();
  }
}

async function addAttribute(
  db: Db,
  productId: number,
  role: string,
  names: string[],
  order: number,
  values: Map<string, number>,
) {
  const attribute = await sql<{ id: number }>`
    insert into attribute (name, role) values (${`Test ${role}`}, ${role}) on conflict (name) do update set role = excluded.role returning id`.execute(
    db,
  );
  const mapping = await db
    .insertInto('product_attribute')
    .values({
      product_id: productId,
      attribute_id: attribute.rows[0]?.id ?? 0,
      control_type_id: role === 'colour' ? 40 : 1,
      display_order: order,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added: { id: number; name: string }[] = [];
  for (const [index, definition] of names.entries()) {
    const [name = '', rgb] = definition.split('#');
    const { id } = await db
      .insertInto('product_attribute_value')
      .values({ product_attribute_id: mapping.id, name, colour_rgb: rgb ? `#${rgb}` : null, display_order: index })
      .returning('id')
      .executeTakeFirstOrThrow();
    values.set(name, id);
    added.push({ id, name });
  }
  return added;
}

const product = <T>(lists: readonly T[][]): T[][] =>
  lists.reduce<T[][]>((all, list) => all.flatMap((tuple) => list.map((item) => [...tuple, item])), [[]]);

/**
 * A jacket in two colours, three sizes and two fits, with tier prices for everyone, for Sales and for Hallam, and an expired
 * one.
 */
export const gridJacket: CatalogueProductOverrides = {
  product: {
    name: 'Grid jacket',
    sku: 'GRID',
    price_minor: 4000,
    garment_type: 'softshell',
    gtin: '5012345678900',
    weight_grams: 750,
    lead_time_days: 14,
  },
  colours: ['Navy#1d2a4d', 'Red#c01722'],
  sizes: ['S', 'M', 'L'],
  fits: ['Regular', 'Long'],
  tiers: [
    { quantity: 10, price_minor: 3500 },
    { quantity: 50, price_minor: 3000, role_id: 36 },
    { quantity: 100, price_minor: 2000, organisation_id: 2 },
    { quantity: 20, price_minor: 100, ends_at: '2020-01-01' },
  ],
};
