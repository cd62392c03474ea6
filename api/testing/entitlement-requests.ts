import { sql } from 'kysely';
import { getLocalDay } from '#api/platform/local-day.ts';
import { aStockedProduct, aWardrobe, NORTH, type StockedProduct } from './builders.ts';
import { findOpenAccount } from './entitlement.ts';
import type { TestClient, TestPortal } from './portal.ts';
import { listMailsTo } from './registrations.ts';
import { type SignedIn, signInAs } from './wearers.ts';

/**
 * Removes the administrators of Meridian, so that it has only those that a test adds, and adds a garment and the Admin of North, Ada.
 * Only for tests with a portal of their own.
 */
export async function prepareRequests(portal: TestPortal): Promise<{ shirt: StockedProduct; north: SignedIn }> {
  const shirt = await aStockedProduct(portal.db, { stock: [5000] });
  await sql`delete from customer_role where organisation_id = 1 and role_id = 33`.execute(portal.db);
  return { shirt, north: await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId], firstName: 'Ada' }) };
}

/** Adds Wendy in North, who is owed three pieces of a garment, with the account of them. */
export async function aRequester(portal: TestPortal, garment: StockedProduct) {
  const wearer = await signInAs(portal, { role: 'Staff', firstName: 'Wendy' });
  const wardrobe = await aWardrobe(portal.db, wearer.customerId, [garment]);
  return { wearer, wardrobe, accountId: await findAccount(portal, wearer) };
}

/** The id of an open account of a person. */
export const findAccount = async (
  { db }: TestPortal,
  { customerId }: { customerId: number },
  kind?: Parameters<typeof findOpenAccount>[2],
) => (await findOpenAccount(db, customerId, kind)).id;

/** Asks for two more pieces. */
export const ask = (client: TestClient, accountId: number, body: object = {}) =>
  client.post<'POST /api/entitlement/requests'>('/api/entitlement/requests', {
    accountId,
    amount: 2,
    reason: 'I also work in the garden',
    ...body,
  });
/** Asks for two more pieces; returns the id of the request. */
export const aRequest = async (client: TestClient, accountId: number, body?: object) =>
  (await ask(client, accountId, body)).body.request.id;
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

/** Today where Meridian is. */
export const getMeridianDay = ({ clock }: TestPortal) => getLocalDay(clock.now(), 'Europe/London');
