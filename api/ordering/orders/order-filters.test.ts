import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';

const portal = usePortal();

const list = async (person: TestClient, query = '') => {
  const { status, body, errors } = await person.get<'GET /api/orders'>(`/api/orders${query}`);
  if (status !== 200) throw new Error(JSON.stringify(errors));
  return body;
};
const ids = ({ orders }: ReplyOf<'GET /api/orders'>) => orders.map(({ id }) => id);
const count = async (condition: ReturnType<typeof sql>) =>
  (await sql<{ n: number }>`select count(*)::int as n from orders o where ${condition}`.execute(portal.db)).rows[0]?.n;
const hasLineOf = (...collections: number[]) => sql`exists (
  select from order_line l where l.order_id = o.id and l.collection_id = any (${collections}::bigint[]))`;
const inGroups = (...groups: number[]) => sql`o.organisation_id = 1 and exists (
  select from customer_group g where g.customer_id = o.customer_id and g.organisation_group_id = any (${groups}::bigint[]))`;

describe('filters of the list of orders', () => {
  it('narrow the list to outstanding orders, orders awaiting approval, or those of a group, destination or wardrobe', async () => {
    const admin = await portal.as('admin@meridian.example');
    const expected = {
      'outstandingOnly=true': sql`o.pending_value_minor > 0 and o.order_state_id not in (40, 60)`,
      outstandingOnly: sql`o.pending_value_minor > 0 and o.order_state_id not in (40, 60)`,
      'outstandingOnly=false': sql`true`,
      'requiresApprovalOnly=1': sql`o.order_state_id = 50`,
      'organisationGroupId=1': inGroups(1),
      'resortId=2': sql`o.resort_id = 2`,
      'businessAreaId=1': sql`o.business_area_id = 1`,
      'seasonId=2': sql`o.season_id = 2`,
      'collectionId=11': hasLineOf(11),
      'resortId=0&seasonId=0&businessAreaId=0&collectionId=0&organisationGroupId=0': sql`true`,
      'resortId=undefined&seasonId=null&businessAreaId=NaN&collectionId=&searchTerm=': sql`true`,
      'resortId=1&seasonId=2&outstandingOnly=1': sql`o.resort_id = 1 and o.season_id = 2 and o.pending_value_minor > 0 and o.order_state_id not in (40, 60)`,
    };

    for (const [query, condition] of Object.entries(expected))
      expect([query, (await list(admin, `?${query}`)).totalCount]).toEqual([
        query,
        await count(sql`o.organisation_id = 1 and ${condition}`),
      ]);
  });

  it('count the lines of child wardrobes as lines of their wardrobe, whichever line of the order it is', async () => {
    const admin = await portal.as('admin@meridian.example');
    const id = await orderItems(
      portal.db,
      admin,
      anItem(await aStockedProduct(portal.db)),
      anItem(await aStockedProduct(portal.db)),
    );
    const { rows } = await sql<{ id: number; parentId: number }>`
      select id, parent_collection_id as "parentId" from collection where organisation_id = 1 and parent_collection_id is not null limit 1`.execute(
      portal.db,
    );
    const child = rows[0] ?? { id: 0, parentId: 0 };
    await sql`update order_line set collection_id = ${child.id} where id = (select max(id) from order_line where order_id = ${id})`.execute(
      portal.db,
    );

    for (const collectionId of [child.id, child.parentId])
      expect(ids(await list(admin, `?collectionId=${collectionId}`))).toContain(id);
  });

  it('return nothing for ids of another organisation', async () => {
    const admin = await portal.as('admin@meridian.example');

    for (const query of ['resortId=11', 'businessAreaId=11', 'organisationGroupId=11', 'seasonId=11', 'collectionId=101'])
      expect([query, (await list(admin, `?${query}`)).totalCount]).toEqual([query, 0]);
  });
});
