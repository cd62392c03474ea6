import {
  aPerson,
  aStockedProduct,
  aWardrobe,
  NORTH,
  type StockedProduct,
  type StockedProductOverrides,
  type TestWardrobe,
  type WardrobeOverrides,
} from './builders.ts';
import type { TestClient, TestServer } from './portal.ts';

export type WearerOverrides = WardrobeOverrides & { role?: 'Staff' | 'Buyer' | 'Admin' };

/** Adds a person, Staff by default, with a wardrobe that lists the products. */
export async function aWearer(
  { db, as }: Pick<TestServer, 'db' | 'as'>,
  products: readonly { id: number }[],
  { role = 'Staff', ...wardrobe }: WearerOverrides = {},
) {
  const { id, email } = await aPerson(db, { role });
  return { ...(await aWardrobe(db, id, products, wardrobe)), id, client: await as(email) };
}

/** A person who is signed in. */
export type SignedIn = TestClient & { email: string };

/** Adds a person and signs them in. */
export async function signInAs(
  { db, as }: Pick<TestServer, 'db' | 'as'>,
  overrides: Parameters<typeof aPerson>[1],
): Promise<SignedIn> {
  const { email } = await aPerson(db, overrides);
  return Object.assign(await as(email), { email });
}

/** A garment, Wendy in North whose wardrobe has three pieces of it, and Ada, the Admin of North. */
export interface ManagedWearer {
  shirt: StockedProduct;
  wearer: SignedIn;
  wardrobe: TestWardrobe;
  admin: SignedIn;
}

export async function aManagedWearer(
  portal: Pick<TestServer, 'db' | 'as'>,
  garment?: StockedProductOverrides,
): Promise<ManagedWearer> {
  const shirt = await aStockedProduct(portal.db, garment);
  const wearer = await signInAs(portal, { role: 'Staff', firstName: 'Wendy' });
  const wardrobe = await aWardrobe(portal.db, wearer.customerId, [shirt]);
  const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId], firstName: 'Ada' });
  return { shirt, wearer, wardrobe, admin };
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
