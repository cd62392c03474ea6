import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import {
  anItem,
  aPerson,
  aStockedProduct,
  aWardrobe,
  createCheckoutChoices,
  fillCart,
  requestSummary,
  type StockedProduct,
  submitOrder,
  type WardrobeOverrides,
} from './builders.ts';
import { savePaymentProvider } from './payment-provider.ts';
import type { TestClient, TestServer } from './portal.ts';

/** Who can pay by card in an organisation. */
interface CardOverrides {
  organisationId?: number;
  /** Whether people pay for what they order beyond their entitlement. */
  forOwnPart?: boolean;
  /** Roles that may pay the organisation's orders by card; null for none. */
  roles?: readonly ('Admin' | 'Staff' | 'Buyer')[] | null;
  feeMinor?: number;
}

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';
const ROLE_IDS = { Admin: 33, Staff: 34, Buyer: 35 };

/**
 * Lets people of an organisation, Meridian by default, pay by card: for what they order beyond their entitlement, and as Buyers for what the organisation
 * pays. Its brand gets a provider that cannot be reached, unless it has one.
 */
export async function offerCard(
  db: Db,
  { organisationId = 1, forOwnPart = true, roles = ['Buyer'], feeMinor = 0 }: CardOverrides = {},
): Promise<void> {
  const { rows } = await sql<{ brandId: number }>`
    select brand_id as "brandId" from organisation o
    where id = ${organisationId} and not exists (select from payment_provider p where p.brand_id = o.brand_id)`.execute(db);
  for (const { brandId } of rows)
    await savePaymentProvider({ db }, { brandId, host: NOWHERE, secretKey: 'sk_test', webhookSecret: 'whsec_test' });
  await sql`insert into payment_option (organisation_id, system_name, name, fee_minor, role_ids, display_order, for_organisation, for_own_part)
    values (${organisationId}, 'Payments.Card', 'Card', ${feeMinor}, ${(roles ?? []).map((role) => ROLE_IDS[role])}::bigint[], 9,
      ${roles !== null}, ${forOwnPart})
    on conflict (organisation_id, system_name) do update set fee_minor = excluded.fee_minor, role_ids = excluded.role_ids,
      for_organisation = excluded.for_organisation, for_own_part = excluded.for_own_part`.execute(db);
}

/** Takes the card away from an organisation, Meridian by default. */
export const withdrawCard = (db: Db, organisationId = 1) =>
  sql`delete from payment_option where organisation_id = ${organisationId} and system_name = 'Payments.Card'`.execute(db);

/** Marks a product as protective equipment, as required at work, or as neither. */
export const setNecessity = (db: Db, productId: number, necessity: 'protective' | 'required' | null) =>
  sql`update product set necessity = ${necessity} where id = ${productId}`.execute(db);

/** Someone whose wardrobe has a budget in money and lets them pay for more. */
export interface OwnPayer {
  client: TestClient;
  id: number;
  email: string;
  collectionId: number;
  shirt: StockedProduct;
}

/**
 * Someone of Meridian, Staff by default, whose wardrobe lists a shirt at 10.00, lets them pay for more than its budget of 20.00 and covers two shirts. The
 * organisation offers the card.
 */
export async function anOwnPayer(
  { db, as }: Pick<TestServer, 'db' | 'as'>,
  { role = 'Staff', shirt, ...wardrobe }: WardrobeOverrides & { role?: 'Staff' | 'Buyer' | 'Admin'; shirt?: StockedProduct } = {},
): Promise<OwnPayer> {
  await offerCard(db);
  const garment = shirt ?? (await aStockedProduct(db, { stock: [500] }));
  const { id, email } = await aPerson(db, { role });
  const { collectionId } = await aWardrobe(db, id, [garment], {
    quantity: null,
    budgetMinor: 2000,
    allocationTypeId: 40,
    beyond: 'own_payment',
    ...wardrobe,
  });
  return { client: await as(email), id, email, collectionId, shirt: garment };
}

/** An order that was placed, with what calls 90 and 91 answered. */
type PlacedOrder = Awaited<ReturnType<typeof submitOrder>>['body'] & {
  orderId: number;
  summary: Awaited<ReturnType<typeof requestSummary>>;
};

/** Fills the cart, requests the summary and places the order, paid as `paymentMethod` says; throws when it is refused. */
export async function placeOrderPaidBy(
  db: Db,
  client: TestClient,
  paymentMethod: 'Payments.Card' | 'Payments.OnAccount' | null,
  ...items: object[]
): Promise<PlacedOrder> {
  await fillCart(client, ...items);
  const { paymentMethodSystemName: _, ...choices } = await createCheckoutChoices(db, client);
  const summary = await requestSummary(db, client, {
    ...choices,
    ...(paymentMethod ? { paymentMethodSystemName: paymentMethod } : {}),
  });
  const { status, body, errors } = await submitOrder(client);
  if (status !== 200 || body.orderId === null) throw new Error(`The order was refused: ${JSON.stringify(errors)}`);
  return { ...body, orderId: body.orderId, summary };
}

/** An order of five shirts by an own payer: two (24.00) and delivery are the organisation's, three (36.00) the person's. */
export const placeMixedOrder = (db: Db, { client, shirt }: Pick<OwnPayer, 'client' | 'shirt'>, quantity = 5) =>
  placeOrderPaidBy(db, client, null, anItem(shirt, quantity));

/** An order of an own payer whose budget is used up, or which has none: everything is theirs, with delivery. Give a wardrobe of `budgetMinor: 0`. */
export const placeOwnOrder = (db: Db, { client, shirt }: Pick<OwnPayer, 'client' | 'shirt'>, quantity = 2) =>
  placeOrderPaidBy(db, client, null, anItem(shirt, quantity));

/** An order of goods for no one in particular that a Buyer of Meridian pays with the organisation's card. */
export async function placeOrganisationCardOrder({ db, as }: Pick<TestServer, 'db' | 'as'>, quantity = 3) {
  await offerCard(db);
  const { email, id } = await aPerson(db, { role: 'Buyer' });
  const shirt = await aStockedProduct(db, { stock: [500] });
  const client = await as(email);
  return { client, id, shirt, ...(await placeOrderPaidBy(db, client, 'Payments.Card', anItem(shirt, quantity))) };
}
