import { Client as Connection } from 'pg';
import { insertSession } from '#api/identity/sessions/access.queries.ts';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { columnTypes, openDatabase } from '#api/platform/db/database.ts';
import type { BenchOrganisation } from './bench-organisation.ts';
import { type Client, createClient } from './client.ts';

/** Creates sessions for the first people of the organisation without a password, and returns their access tokens. */
export async function startSessions(
  url: string,
  organisation: Pick<BenchOrganisation, 'organisationId' | 'customerIds'>,
  people: number,
): Promise<string[]> {
  const { db, close } = openDatabase(url, { poolSize: 2 });
  const brand = await db
    .selectFrom('organisation')
    .select('brand_id')
    .where('id', '=', organisation.organisationId)
    .executeTakeFirstOrThrow();
  const tokens: string[] = [];
  for (const customerId of organisation.customerIds.slice(0, people)) {
    const access = newToken();
    await insertSession(db, {
      customerId,
      organisationId: organisation.organisationId,
      brandId: brand.brand_id,
      accessHash: access.hash,
      refreshHash: newToken().hash,
      accessSeconds: 3600,
      lifeSeconds: 3600,
      userAgent: 'bench',
      rehashedPassword: null,
    });
    tokens.push(access.secret);
  }
  await close();
  return tokens;
}

/** A person with a session and an address to order to. */
export interface Buyer {
  client: Client;
  addressId: number;
}

/** Creates a client for the session and looks up its first shipping address. Throws if there is none. */
export async function createBuyer(origin: string, token: string): Promise<Buyer> {
  const client = createClient(origin, token);
  const { status, body } = await client.send<{ addresses: { id: number }[] }>('GET', '/api/shippingaddresses');
  if (status !== 200) throw new Error(`status ${status}`);
  const addressId = body.addresses[0]?.id;
  if (addressId === undefined) throw new Error('The buyer has no address.');
  return { client, addressId };
}

export interface CartItem {
  productId: number;
  combinationId: number;
  quantity: number;
}

/** Checks out the filled cart with the same requests as the web app. Without a `key`, the checkout id of the summary is used. */
export async function checkOut(
  { client, addressId }: Buyer,
  key?: string,
): Promise<{ status: number; body: { orderId?: number; errors?: object } }> {
  await client.send('GET', `/api/shippingoptions/${addressId}`);
  const checkout = {
    billingAddressId: addressId,
    shippingAddressId: addressId,
    shippingOption: { name: 'Standard delivery' },
    paymentMethodSystemName: 'Payments.OnAccount',
  };
  const summary = await client.send<{ checkoutId?: string }>('POST', '/api/checkoutsummary', { checkout });
  if (summary.status !== 200) return summary as { status: number; body: object };
  const idempotencyKey = key ?? summary.body.checkoutId ?? '';
  return client.send('POST', '/api/setpaymentform', { checkout: {} }, { 'idempotency-key': idempotencyKey });
}

/** At most 4,000 combinations that the organisation can buy. */
export async function listSellableItems(
  url: string,
  organisation: Pick<BenchOrganisation, 'organisationId'>,
): Promise<CartItem[]> {
  const client = new Connection({ connectionString: url, types: columnTypes });
  await client.connect();
  const { rows } = await client.query<CartItem>(
    `select o.product_id as "productId", o.combination_id as "combinationId", 1 as quantity from offer o where o.organisation_id = $1 order by o.combination_id limit 4000`,
    [organisation.organisationId],
  );
  await client.end();
  return rows;
}
