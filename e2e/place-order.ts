import { createCheckoutChoices } from '#api/testing/builders.ts';
import type { Pages } from './use-pages.ts';

/** Sends a call as someone with this token; throws when it is refused. */
export async function callApi<T>(origin: string, token: string, method: 'POST' | 'PUT', path: string, body: object): Promise<T> {
  const reply = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
  return (await reply.json()) as T;
}

/** Places an order for a person of the first brand by API calls, delivered in the way of this name; returns its number. */
export async function placeOrder(
  { portal, database }: Pages,
  person: { id: number; email: string },
  items: object[],
  delivery = 'Standard delivery',
): Promise<number> {
  const origin = portal.origin('sundial');
  const token = await portal.startSession(person.email);
  const owner = { customerId: person.id, organisationId: 1 } as Parameters<typeof createCheckoutChoices>[1];
  await callApi(origin, token, 'POST', '/api/shopping_cart_items/multiple', { items });
  const checkout = { ...(await createCheckoutChoices(database.db, owner)), shippingOption: { name: delivery } };
  await callApi(origin, token, 'POST', '/api/checkoutsummary', { checkout });
  const { orderId } = await callApi<{ orderId: number }>(origin, token, 'POST', '/api/setpaymentform', { checkout: {} });
  return orderId;
}
