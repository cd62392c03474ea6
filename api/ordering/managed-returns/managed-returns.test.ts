import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, NORTH, orderItems, SOUTH } from '#api/testing/builders.ts';
import { orderOf } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS, shipOrder } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const DAY = 86_400_000;
let admin: TestClient;
/** Of the groups North and South, each with a return of two pieces, and a return of South that was requested 20 days ago. */
let north: SignedIn;
let south: SignedIn;
let old: number;

async function aReturnOf(client: SignedIn): Promise<number> {
  const shirt = await aStockedProduct(portal.db, { stock: [10, 10] });
  const orderId = await orderItems(portal.db, client, anItem(shirt, 2));
  await shipOrder(portal.db, orderId);
  const { body } = await askToReturn(client, {
    orderId,
    returnRequestReasonId: RETURN_REASONS.faulty,
    returnRequestActionId: RETURN_ACTIONS.credit,
    items: [{ id: (await orderOf(client, orderId)).orderItems[0]?.id as number, quantity: 2 }],
  });
  return body.returnRequests[0]?.id as number;
}

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  north = await signInAs(portal, { firstName: 'Nora', groupIds: [NORTH.groupId] });
  south = await signInAs(portal, { firstName: 'Saul', groupIds: [SOUTH.groupId] });
  await aReturnOf(north);
  await aReturnOf(south);
  old = await aReturnOf(south);
  const at = new Date(portal.clock.now() - 20 * DAY);
  await sql`update return_request set created_at = ${at} where id = ${old}`.execute(portal.db);
});

const list = async (client: TestClient, query: string) => (await client.get<'GET /api/returns'>(`/api/returns${query}`)).body;
const namesOf = async (client: TestClient, query: string) =>
  (await list(client, query)).returns.map(({ person }) => person.firstName);

describe('the returns of administrators', () => {
  it('are those of everyone, with whose they are and what the person sees of them', async () => {
    const { returns, totalCount } = await list(admin, '?searchTerm=forthetest&state=open');

    expect(returns.map(({ person }) => person.firstName)).toEqual(['Nora', 'Saul', 'Saul']);
    expect(totalCount).toBe(3);
    expect(returns[0]).toMatchObject({
      quantity: 2,
      returnRequestStatus: 'Pending',
      organisationGroupId: NORTH.groupId,
      person: { email: north.email },
      cancelAllowed: false,
    });
  });

  it('of groups are those of the orders in their scope, and others see none', async () => {
    expect(await namesOf(await portal.as('north.admin@meridian.example'), '?searchTerm=forthetest')).toEqual(['Nora']);
    expect(await namesOf(await portal.as('south.admin@meridian.example'), '?searchTerm=forthetest')).toEqual(['Saul', 'Saul']);
    expect(await namesOf(await portal.as('admin@hallam.example'), '?searchTerm=forthetest')).toEqual([]);
    for (const client of [north, await portal.as('buyer@meridian.example')])
      expect((await client.get('/api/returns')).status).toBe(403);
  });

  it('are shown to Sales, too, to read: those of everyone of their organisation', async () => {
    const sales = await portal.as('sales@meridian.example');
    const { returns } = await list(sales, '?searchTerm=forthetest');
    expect(returns.map(({ person, cancelAllowed }) => [person.firstName, cancelAllowed])).toEqual([
      ['Nora', false],
      ['Saul', false],
      ['Saul', false],
    ]);
    expect(await namesOf(sales, `?searchTerm=forthetest&groupIds=${SOUTH.groupId}`)).toEqual(['Saul', 'Saul']);
    expect((await list(sales, '?limit=1')).totalCount).toBe((await list(admin, '?limit=1')).totalCount);
  });

  it('are found by number, order, person, age, status and group', async () => {
    const found = (await list(admin, '?searchTerm=forthetest&minAgeDays=14')).returns;
    expect(found.map(({ id }) => id)).toEqual([old]);
    const { customNumber, orderId } = found[0] as (typeof found)[number];
    for (const query of [`?searchTerm=${customNumber}`, `?searchTerm=${orderId}`, `?searchTerm=saul%20for&minAgeDays=7`])
      expect([query, (await list(admin, query)).returns.map(({ id }) => id)]).toEqual([query, [old]]);
    expect(await namesOf(admin, `?searchTerm=forthetest&groupIds=${NORTH.groupId}`)).toEqual(['Nora']);
    expect(await namesOf(admin, `?searchTerm=forthetest&returnStatusId=40,50`)).toEqual([]);
    expect(await namesOf(admin, `?searchTerm=forthetest&returnStatusId=0`)).toHaveLength(3);
    expect(await namesOf(admin, `?searchTerm=forthetest&state=closed`)).toEqual([]);
    const { customer } = await orderOf(south, orderId);
    expect(await namesOf(admin, `?customerId=${customer.id}`)).toEqual(['Saul', 'Saul']);
  });

  it('are in the order asked for, each on one page', async () => {
    expect(await namesOf(admin, '?searchTerm=forthetest&sort=-createdOnUtc')).toEqual(['Saul', 'Saul', 'Nora']);
    const pages = await Promise.all([0, 1].map((page) => list(admin, `?searchTerm=forthetest&limit=2&page=${page}`)));
    expect(pages.map(({ returns }) => returns.length)).toEqual([2, 1]);
    expect(new Set(pages.flatMap(({ returns }) => returns.map(({ id }) => id))).size).toBe(3);
    expect((await admin.get('/api/returns?sort=price')).status).toBe(400);
    expect((await admin.get('/api/returns?state=lost')).status).toBe(400);
  });

  it('say whose they are where the order is someone else’s', async () => {
    const { returns } = await list(admin, '?searchTerm=forthetest&minAgeDays=14');
    const { customer } = await orderOf(north, (await list(admin, '?searchTerm=nora')).returns[0]?.orderId as number);
    await sql`update order_line set wearer_id = ${customer.id} where id = ${returns[0]?.orderItemId}`.execute(portal.db);

    expect(await namesOf(admin, '?searchTerm=forthetest&minAgeDays=14')).toEqual(['Nora']);

    await sql`update order_line set wearer_id = null where id = ${returns[0]?.orderItemId}`.execute(portal.db);
  });

  it('are exported as they are listed, which is recorded', async () => {
    const response = await portal.app.inject({
      url: '/api/returns/exporttoexcel?searchTerm=forthetest&sort=person',
      headers: admin.headers,
    });
    const [sheet] = (await readXlsx(response.rawPayload)).sheets;
    const rows = (sheet?.rows ?? []).map(([number, status, , days, , person]) => [number, status, days, person]);
    const { returns } = await list(admin, '?searchTerm=forthetest&sort=person');

    expect(rows[0]).toEqual(['Return', 'Status', 'Days ago', 'Person']);
    expect(rows.slice(1)).toEqual(
      returns.map(({ id, customNumber, person }) => [
        customNumber,
        'Waiting for the parcel',
        id === old ? 20 : 0,
        `${person.firstName} ${person.lastName}`,
      ]),
    );
    const { rows: recorded } = await sql`select after from audit_event where action = 'returns.exported'`.execute(portal.db);
    expect(recorded).toEqual([{ after: { returns: 3, searchTerm: '(not kept)', sort: 'person' } }]);
  });
});
