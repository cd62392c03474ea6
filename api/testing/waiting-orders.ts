import { sql } from 'kysely';
import { anItem, type aPerson, aStockedProduct, orderItems, type StockedProduct } from './builders.ts';
import type { TestPortal } from './portal.ts';
import { orderFor, type SignedIn, signInAs } from './wearers.ts';

/** Hallam, where every order needs approval, with one of its groups and sites. */
export const HALLAM = { organisationId: 2, groupIds: [11], resortId: 11 };

/** Adds someone to Hallam and signs them in. */
export const aHallamPerson = (portal: TestPortal, overrides: Parameters<typeof aPerson>[1] = {}): Promise<SignedIn> =>
  signInAs(portal, { ...HALLAM, ...overrides });

/** An order that waits for approval, with the person who placed it and its product, of which five are in stock and two are ordered. */
export interface WaitingTestOrder {
  id: number;
  person: SignedIn;
  product: StockedProduct;
}

/** Adds a Buyer of Hallam whose order of two pieces waits for approval. With `placedBy`, that person ordered for them. */
export async function aWaitingOrder(
  portal: TestPortal,
  { placedBy, ...overrides }: Parameters<typeof aPerson>[1] & { placedBy?: string } = {},
): Promise<WaitingTestOrder> {
  const product = await aStockedProduct(portal.db, { organisationIds: [HALLAM.organisationId], stock: [5] });
  const person = await aHallamPerson(portal, overrides);
  const client = placedBy ? await orderFor(portal, person.customerId, placedBy) : person;
  // What the checkout needs belongs to the person, also when someone orders for them.
  const id = await orderItems(portal.db, { ...client, customerId: person.customerId }, anItem(product, 2));
  return { id, person, product };
}

/** Sets when approval of an order was requested and when the request expires. */
export const setRequestTimes = (
  { db }: Pick<TestPortal, 'db'>,
  orderId: number,
  { requestedAt, expiresAt }: { requestedAt: string; expiresAt: string },
) =>
  sql`update approval set requested_at = ${requestedAt}::timestamptz, expires_at = ${expiresAt}::timestamptz where order_id = ${orderId}`.execute(
    db,
  );

/** Keeps the jobs about deadlines away from the demonstration's orders. */
export const ignoreDemonstrationOrders = ({ db }: Pick<TestPortal, 'db'>) =>
  sql`update approval set reminded_at = now(), escalated_at = now(), expires_at = 'infinity' where status = 'requested'`.execute(
    db,
  );
