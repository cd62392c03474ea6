import { sql } from 'kysely';
import { aPerson } from './builders.ts';
import type { TestClient, TestPortal } from './portal.ts';
import { listMailsTo } from './registrations.ts';

/** A person who is signed in. */
export type SignedIn = TestClient & { email: string };

/** Adds a person and signs them in. */
export async function signInAs(portal: TestPortal, overrides: Parameters<typeof aPerson>[1]): Promise<SignedIn> {
  const { email } = await aPerson(portal.db, overrides);
  return Object.assign(await portal.as(email), { email });
}

/** An open account of a person. */
export async function findAccount(portal: TestPortal, { customerId }: { customerId: number }, kind = 'group'): Promise<number> {
  const found = await sql<{ id: number }>`
    select id from entitlement_account where customer_id = ${customerId} and status = 'open' and kind = ${kind}`.execute(
    portal.db,
  );
  return found.rows[0]?.id as number;
}

/** Asks for two more pieces. */
export const ask = (client: TestClient, accountId: number, body: object = {}) =>
  client.post<'POST /api/entitlement/requests'>('/api/entitlement/requests', {
    accountId,
    amount: 2,
    reason: 'I also work in the garden',
    ...body,
  });
export const grant = (client: TestClient, id: number, body: object = {}) =>
  client.post<'POST /api/entitlement/requests/:id/grant'>(`/api/entitlement/requests/${id}/grant`, body);
export const decline = (client: TestClient, id: number, reason: unknown = 'New shirts arrive in May') =>
  client.post<'POST /api/entitlement/requests/:id/decline'>(`/api/entitlement/requests/${id}/decline`, { reason });
export const withdraw = (client: TestClient, id: number) =>
  client.post<'POST /api/entitlement/requests/:id/withdraw'>(`/api/entitlement/requests/${id}/withdraw`);
/** The requests that an administrator sees. */
export const listRequestsAs = async (client: TestClient, query = '') =>
  (await client.get<'GET /api/entitlement/requests'>(`/api/entitlement/requests?${query}`)).body;
export const listOwnRequestsAs = async (client: TestClient) =>
  (await client.get<'GET /api/entitlement/requests/own'>('/api/entitlement/requests/own')).body.requests;

/** The data of someone's mails of one kind. */
export const listMailData = async ({ db }: TestPortal, { email }: { email: string }, template: string) =>
  (await listMailsTo(db, email)).filter((mail) => mail.template === template).map(({ data }) => data);
