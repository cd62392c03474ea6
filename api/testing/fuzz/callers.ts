import { sql } from 'kysely';
import { anAddress, anItem, aPerson, aStockedProduct, aWardrobe, fillCart, orderItems } from '../builders.ts';
import type { TestClient, TestPortal } from '../portal.ts';
import type { KnownIds } from './arbitrary-requests.ts';

/** Someone who sends requests: their headers, those for the body and size service, and ids that exist for them. */
export interface Caller {
  name: string;
  headers: Record<string, string>;
  sizingHeaders: Record<string, string>;
  ids: KnownIds;
  /** Whether it is an operator, who can make the supplier's calls alone. */
  isOperator?: true;
}

const DEMO_IDS: KnownIds = {
  organisation: [1, 2],
  country: [826, 840],
  group: [1],
  resort: [1],
  season: [1],
  collection: [11],
  category: [1],
};

/** One caller of every kind, with an order, a cart and an address where their role allows them. */
export async function createCallers(portal: TestPortal): Promise<Caller[]> {
  const foreign = await portal.as('buyer@hallam.example');
  const foreignAddress = await anAddress(portal.db, foreign);
  const product = await aStockedProduct(portal.db, { stock: [100_000, 1000, 0] });
  const wearerPerson = await aPerson(portal.db, { role: 'Staff' });
  await aWardrobe(portal.db, wearerPerson.id, [product]);
  const wearer = await portal.as(wearerPerson.email);

  const describe = async (name: string, client: TestClient, known: KnownIds = {}): Promise<Caller> => {
    const address = await anAddress(portal.db, client);
    const { body: token } = await client.get<'GET /api/bodyme/tokenv3'>('/api/bodyme/tokenv3');
    return {
      name,
      headers: client.headers,
      sizingHeaders: { ...client.headers, authorization: `Bearer ${token.access_token}` },
      ids: {
        ...DEMO_IDS,
        customer: [client.customerId, wearer.customerId, foreign.customerId],
        address: [address, foreignAddress],
        order: [11501],
        product: [product.id],
        combination: product.combinations.map(({ id }) => id),
        ...known,
      },
    };
  };
  const createOrderer = async (name: string, role: 'Admin' | 'Buyer' | 'Sales') => {
    const client = await portal.as((await aPerson(portal.db, { role })).email);
    const order = await orderItems(portal.db, client, anItem(product));
    const cart = await fillCart(client, anItem(product));
    return describe(name, client, { order: [order, 11501], cartLine: cart.items.map(({ id }) => id) });
  };

  const withoutRole = await aPerson(portal.db, { role: 'Staff' });
  await sql`delete from customer_role where customer_id = ${withoutRole.id} and role_id = 34`.execute(portal.db);
  const impersonating = await portal.as((await aPerson(portal.db, { role: 'Admin' })).email);
  await sql`update session set impersonated_customer_id = ${wearer.customerId}, impersonation_ends_at = now() + interval '1 hour'
    where customer_id = ${impersonating.customerId}`.execute(portal.db);
  await portal.settled();

  const staff = await describe('a wearer', wearer);
  const withAuthorization = (authorization: string) => ({ host: 'localhost', authorization });
  return [
    await createOrderer('an Admin', 'Admin'),
    { ...staff, name: 'an operator', headers: (await portal.asOperator()).headers, isOperator: true },
    await createOrderer('a Buyer', 'Buyer'),
    await createOrderer('a Sales person', 'Sales'),
    staff,
    await describe('someone without a role', await portal.as(withoutRole.email)),
    await describe('an Admin who orders for a wearer', impersonating),
    await describe('an Admin of another organisation', await portal.as('admin@hallam.example')),
    { ...staff, name: 'no one', headers: { host: 'localhost' }, sizingHeaders: { host: 'localhost' } },
    {
      ...staff,
      name: 'someone with an invalid token',
      headers: withAuthorization(`Bearer ${'x'.repeat(43)}`),
      sizingHeaders: withAuthorization('Bearer'),
    },
  ];
}
