import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { syncEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { TestClient } from './portal.ts';

const ROLE_IDS = { Admin: 33, Staff: 34, Buyer: 35, Sales: 36 };

/** Groups and sites of the demonstration data that tests use: Meridian's North and South, with a site in each. */
export const NORTH = { groupId: 1, resortId: 1 };
export const SOUTH = { groupId: 2, resortId: 3 };

const findFirst = async <R>(db: Db, query: ReturnType<typeof sql<R>>): Promise<R> => (await query.execute(db)).rows[0] as R;
const insertId = async (db: Db, query: ReturnType<typeof sql<{ id: number }>>) => (await findFirst(db, query)).id;

interface PersonOverrides {
  role?: keyof typeof ROLE_IDS;
  organisationId?: number;
  groupIds?: number[];
  adminableGroupIds?: number[];
  resortId?: number | null;
  approver?: boolean;
  passwordHash?: string;
  active?: boolean;
  firstName?: string;
}

/** Adds a person, to Meridian by default; returns the id and email address. */
export async function aPerson(db: Db, overrides: PersonOverrides = {}): Promise<{ id: number; email: string }> {
  const { role = 'Buyer', organisationId = 1, groupIds = [NORTH.groupId], adminableGroupIds = [] } = overrides;
  const email = `${randomUUID()}@made.example`;
  const id = await insertId(
    db,
    sql`insert into customer (organisation_id, brand_id, email, first_name, last_name, resort_id, allow_order_approval, password_hash, active)
      select o.id, o.brand_id, ${email}, ${overrides.firstName ?? 'Made'}, 'Forthetest', ${overrides.resortId === undefined ? NORTH.resortId : overrides.resortId}::bigint,
        ${overrides.approver ?? false}, ${overrides.passwordHash ?? null}, ${overrides.active ?? true}
      from organisation o where o.id = ${organisationId} returning id`,
  );
  await sql`insert into customer_role select ${organisationId}::bigint, ${id}::bigint, r from unnest(${[3, ROLE_IDS[role]]}::bigint[]) r`.execute(
    db,
  );
  await sql`insert into customer_group select ${organisationId}::bigint, ${id}::bigint, g from unnest(${groupIds}::bigint[]) g`.execute(
    db,
  );
  await sql`insert into customer_adminable_group select ${organisationId}::bigint, ${id}::bigint, g from unnest(${adminableGroupIds}::bigint[]) g`.execute(
    db,
  );
  return { id, email };
}

export interface StockedProductOverrides {
  organisationIds?: number[];
  /** In minor units, without tax. */
  price?: number;
  /** On hand for each size; one number for each size. */
  stock?: number[];
  minimum?: number;
  maximum?: number;
  allowed?: number[];
  callForPrice?: boolean;
  taxExempt?: boolean;
  backorderMode?: 0 | 1 | 2;
  buyingDisabled?: boolean;
  roleIds?: number[];
}

export interface StockedProduct {
  id: number;
  name: string;
  /** The attribute of the sizes; 0 when there is only one size. */
  attributeId: number;
  combinations: { id: number; sku: string; valueId: number }[];
}

/** Adds a product to Meridian's range, by default at 10.00 with 50 in stock. */
export async function aStockedProduct(db: Db, overrides: StockedProductOverrides = {}): Promise<StockedProduct> {
  const { organisationIds = [1], price = 1000, stock = [50], minimum = 1, maximum = 10_000, allowed = [] } = overrides;
  const name = `Garment ${randomUUID().slice(0, 8)}`;
  const backorderMode = overrides.backorderMode ?? 0;
  const id = await insertId(
    db,
    sql`insert into product (handle, name, sku, price_minor, order_minimum_quantity, order_maximum_quantity, allowed_quantities, call_for_price, is_tax_exempt,
        backorder_mode, disable_buy_button)
      values (${name}, ${name}, ${name}, ${price}, ${minimum}, ${maximum}, ${allowed}, ${overrides.callForPrice ?? false}, ${overrides.taxExempt ?? false},
        ${backorderMode}, ${overrides.buyingDisabled ?? false}) returning id`,
  );
  const attributeId =
    stock.length > 1
      ? await insertId(
          db,
          sql`insert into product_attribute (product_id, attribute_id) select ${id}, id from attribute where role = 'size' limit 1 returning id`,
        )
      : 0;
  const combinations: StockedProduct['combinations'] = [];
  for (const [index, pieces] of stock.entries()) {
    const valueId =
      attributeId === 0
        ? 0
        : await insertId(
            db,
            sql`insert into product_attribute_value (product_attribute_id, name) values (${attributeId}, ${`Size ${index}`}) returning id`,
          );
    const sku = `${name.replace(' ', '-')}-${index}`;
    const combination = await insertId(
      db,
      sql`insert into combination (product_id, value_ids, description, sku)
        values (${id}, ${valueId === 0 ? [] : [valueId]}, ${valueId === 0 ? '' : `Size ${index}`}, ${sku}) returning id`,
    );
    await sql`insert into stock_level (combination_id, product_id, on_hand, can_oversell) values (${combination}, ${id}, ${pieces}, ${backorderMode > 0})`.execute(
      db,
    );
    if (pieces > 0)
      await sql`insert into stock_entry (combination_id, kind, on_hand_delta) values (${combination}, 'receipt', ${pieces})`.execute(
        db,
      );
    combinations.push({ id: combination, sku, valueId });
  }
  for (const organisationId of organisationIds) {
    const productOrganisationId = await insertId(
      db,
      sql`insert into product_organisation (organisation_id, product_id) values (${organisationId}, ${id}) returning id`,
    );
    await sql`insert into product_organisation_role (organisation_id, product_organisation_id, role_id)
      select ${organisationId}::bigint, ${productOrganisationId}::int, r from unnest(${overrides.roleIds ?? []}::bigint[]) r`.execute(
      db,
    );
  }
  await refreshListing(db, organisationIds, id);
  return { id, name, attributeId, combinations };
}

const refreshListing = (db: Db, organisationIds: number[], productId: number) =>
  sql`select refresh_listing(${organisationIds}::bigint[], ${[productId]}::bigint[])`.execute(db);

export interface WardrobeOverrides {
  organisationId?: number;
  /** First and last day of the ordering window; no limit by default. */
  opensOn?: string;
  closesOn?: string;
  /** Makes the products depend on an option, which the wearer has not chosen unless `isChosen`. */
  underOption?: boolean;
  isChosen?: boolean;
  /** Pieces of the group, 3 by default; null for no number. */
  quantity?: number | null;
  /** Pieces of each product, under fixed allocation. */
  productQuantity?: number;
  /** What a piece costs under points. */
  points?: number;
  budgetPoints?: number;
  budgetMinor?: number;
  beyond?: 'block' | 'approval' | 'own_payment';
  /** Sets the allocation type of the person. */
  allocationTypeId?: number;
}

export interface TestWardrobe {
  collectionId: number;
  name: string;
  seasonId: number;
  seasonName: string;
  /** The group “Garments”. */
  groupId: number;
  superGroupId: number | null;
  optionId: number | null;
}

/** Gives a person a wardrobe of its own season, with one group that lists the products. */
export async function aWardrobe(
  db: Db,
  wearerId: number,
  products: readonly { id: number }[],
  overrides: WardrobeOverrides = {},
): Promise<TestWardrobe> {
  const { organisationId = 1, opensOn = null, closesOn = null, underOption = false, quantity = 3 } = overrides;
  const name = `Wardrobe ${randomUUID().slice(0, 8)}`;
  const seasonName = `Season of ${name}`;
  const seasonId = await insertId(
    db,
    sql`insert into season (organisation_id, name, starts_on, ends_on, ordering_opens_on, ordering_closes_on)
      values (${organisationId}, ${seasonName}, '2020-01-01', '2040-12-31', ${opensOn}::date, ${closesOn}::date) returning id`,
  );
  const collectionId = await insertId(
    db,
    sql`insert into collection (organisation_id, season_id, name, budget_points, budget_minor, beyond)
      values (${organisationId}, ${seasonId}, ${name}, ${overrides.budgetPoints ?? null}, ${overrides.budgetMinor ?? null}, ${overrides.beyond ?? 'block'})
      returning id`,
  );
  let superGroupId: number | null = null;
  let optionId: number | null = null;
  if (underOption) {
    superGroupId = await insertId(
      db,
      sql`insert into super_group (organisation_id, collection_id, name) values (${organisationId}, ${collectionId}, 'Either or') returning id`,
    );
    optionId = await insertId(
      db,
      sql`insert into super_group_option (organisation_id, collection_id, super_group_id, name)
        values (${organisationId}, ${collectionId}, ${superGroupId}, 'Either') returning id`,
    );
  }
  const groupId = await insertId(
    db,
    sql`insert into collection_group (organisation_id, collection_id, super_group_option_id, name, quantity)
      values (${organisationId}, ${collectionId}, ${optionId}::bigint, 'Garments', ${quantity}) returning id`,
  );
  await sql`insert into collection_group_product (organisation_id, collection_group_id, product_id, quantity, points)
    select ${organisationId}::bigint, ${groupId}::bigint, p, ${overrides.productQuantity ?? null}::int, ${overrides.points ?? null}::int
    from unnest(${products.map(({ id }) => id)}::bigint[]) p`.execute(db);
  await sql`insert into customer_collection (organisation_id, customer_id, collection_id) values (${organisationId}, ${wearerId}, ${collectionId})`.execute(
    db,
  );
  if (overrides.isChosen)
    await sql`insert into customer_super_group_option (organisation_id, customer_id, super_group_option_id)
      values (${organisationId}, ${wearerId}, ${optionId})`.execute(db);
  if (overrides.allocationTypeId)
    await sql`update customer set allocation_type_id = ${overrides.allocationTypeId} where id = ${wearerId}`.execute(db);
  await runInTransaction(db, (tx) => syncEntitlement(tx, { organisationId }, [wearerId]));
  return { collectionId, name, seasonId, seasonName, groupId, superGroupId, optionId };
}

/** Removes a product from an organisation's range. */
export async function unpublishProduct(db: Db, productId: number, organisationId = 1): Promise<void> {
  await sql`update product_organisation set published = false where organisation_id = ${organisationId} and product_id = ${productId}`.execute(
    db,
  );
  await refreshListing(db, [organisationId], productId);
}

/** Sets the unit price of a product, in minor units. */
export async function setProductPrice(db: Db, productId: number, priceMinor: number, organisationId = 1): Promise<void> {
  await sql`update product set price_minor = ${priceMinor} where id = ${productId}`.execute(db);
  await refreshListing(db, [organisationId], productId);
}

/** Adds an address of a person, in the United Kingdom by default; returns the id. */
export async function anAddress(db: Db, owner: { customerId: number; organisationId: number }, country = 'GB'): Promise<number> {
  return insertId(
    db,
    sql`insert into address (organisation_id, customer_id, first_name, last_name, country_id, city, address1, zip_postal_code)
      select ${owner.organisationId}, ${owner.customerId}, 'Made', 'Forthetest', id, 'Leeds', '1 Test Street', 'LS1 1AA'
      from country where two_letter_iso_code = ${country} returning id`,
  );
}

/** An item as the cart calls expect it. */
export const anItem = (product: StockedProduct, quantity = 1, combination = 0) => ({
  productId: product.id,
  combinationId: product.combinations[combination]?.id,
  quantity,
});

/** Requests that items are added to a person's cart. */
export const addItems = (person: TestClient, ...items: object[]) =>
  person.post<'POST /api/shopping_cart_items/multiple'>('/api/shopping_cart_items/multiple', { items });

/** Adds items to a person's cart; throws when they are refused. */
export async function fillCart(person: TestClient, ...items: object[]) {
  const response = await addItems(person, ...items);
  if (response.status !== 200) throw new Error(`The cart cannot be filled: ${JSON.stringify(response.errors)}`);
  return response.body;
}

/** All checkout choices that an order of this person needs, with a new address of theirs. */
export async function createCheckoutChoices(db: Db, person: TestClient) {
  const addressId = await anAddress(db, person);
  return {
    billingAddressId: addressId,
    shippingAddressId: addressId,
    shippingOption: { name: 'Standard delivery' },
    paymentMethodSystemName: 'Payments.OnAccount',
    poNumber: 'PO-4711',
  };
}

/** Requests the checkout summary with all choices made; throws when it is refused. */
export async function requestSummary(db: Db, person: TestClient, choices?: object) {
  const checkout = choices ?? (await createCheckoutChoices(db, person));
  const response = await person.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout });
  if (response.status !== 200) throw new Error(`The summary was refused: ${JSON.stringify(response.errors)}`);
  return response.body;
}

/** Submits the checkout. */
export const submitOrder = (person: TestClient, checkout: object = {}, key?: string) =>
  person.post<'POST /api/setpaymentform'>('/api/setpaymentform', { checkout }, key ? { 'idempotency-key': key } : {});

/** Fills the cart, requests the summary and places the order; throws when it is refused. */
export async function orderItems(db: Db, person: TestClient, ...items: object[]): Promise<number> {
  await fillCart(person, ...items);
  await requestSummary(db, person);
  const { status, body, errors } = await submitOrder(person);
  if (status !== 200 || body.orderId === null) throw new Error(`The order was refused: ${JSON.stringify(errors)}`);
  return body.orderId;
}
