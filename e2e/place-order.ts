import type { Db } from '#api/platform/db/database.ts';
import { createCheckoutChoices } from '#api/testing/builders.ts';
import type { E2ePortal } from './portal.ts';

/** Places an order for a person of Meridian by API calls; returns its number. */
export async function placeOrder(
  portal: Pick<E2ePortal, 'origin' | 'startSession'>,
  db: Db,
  person: { id: number; email: string },
  items: object[],
): Promise<number> {
  const token = await portal.startSession(person.email);
  const post = async (path: string, body: object) => {
    const reply = await fetch(portal.origin('sundial') + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
    return (await reply.json()) as { orderId: number };
  };
  await post('/api/shopping_cart_items/multiple', { items });
  const owner = { customerId: person.id, organisationId: 1 } as Parameters<typeof createCheckoutChoices>[1];
  await post('/api/checkoutsummary', { checkout: await createCheckoutChoices(db, owner) });
  return (await post('/api/setpaymentform', { checkout: {} })).orderId;
}
