import { aPerson, aWardrobe } from './builders.ts';
import type { TestClient, TestServer } from './portal.ts';

export type WearerOverrides = NonNullable<Parameters<typeof aWardrobe>[3]> & { role?: 'Staff' | 'Buyer' | 'Admin' };

/** Adds a person, Staff by default, with a wardrobe that lists the products. */
export async function aWearer(
  { db, as }: Pick<TestServer, 'db' | 'as'>,
  products: readonly { id: number }[],
  { role = 'Staff', ...wardrobe }: WearerOverrides = {},
) {
  const { id, email } = await aPerson(db, { role });
  return { ...(await aWardrobe(db, id, products, wardrobe)), id, client: await as(email) };
}

/** Starts to order for a person; returns the client that does. Throws when it is refused. */
export async function orderFor(
  { as }: Pick<TestServer, 'as'>,
  customerId: number,
  by = 'sales@meridian.example',
): Promise<TestClient> {
  const client = await as(by);
  const { status } = await client.get(`/api/customers/impersonate/${customerId}`);
  if (status !== 200) throw new Error(`${by} cannot order for ${customerId}: ${status}`);
  return client;
}
