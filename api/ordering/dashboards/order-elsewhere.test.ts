import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Db } from '#api/platform/db/database.ts';
import { anItem, aPerson, aStockedProduct, NORTH, orderItems, SOUTH } from '#api/testing/builders.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { keepOrderElsewhere } from './keep-order-figures.queries.ts';

// Orders are moved, which the application never does.
const portal = usePortal({ checksRowTypes: false });

/** The groups in which the orders of a person are elsewhere, as they are kept and as they should be. */
async function readElsewhere(customerId: number) {
  const { rows: kept } = await sql<{ order: number; group: number }>`
    select o.id as order, e.organisation_group_id as group from order_elsewhere e join orders o on o.organisation_id = e.organisation_id and o.id = e.order_id
    where o.customer_id = ${customerId} order by 1, 2`.execute(portal.db);
  const { rows: found } = await sql<{ order: number; group: number }>`
    select o.id as order, g.organisation_group_id as group from orders o join customer_group g on g.customer_id = o.customer_id
    where o.customer_id = ${customerId} and coalesce(o.organisation_group_id, 0) <> g.organisation_group_id order by 1, 2`.execute(
    portal.db,
  );
  return { kept, found };
}

const setGroups = async (db: Db, id: number, groupIds: readonly number[]) => {
  await sql`delete from customer_group where customer_id = ${id} and organisation_group_id <> all (${[...groupIds]}::bigint[])`.execute(
    db,
  );
  await sql`insert into customer_group select 1, ${id}::bigint, g from unnest(${[...groupIds]}::bigint[]) g on conflict do nothing`.execute(
    db,
  );
};

/** Someone of North who has placed an order there. */
async function aCustomer() {
  const { id, email } = await aPerson(portal.db);
  const orderId = await orderItems(portal.db, await portal.as(email), anItem(await aStockedProduct(portal.db), 1));
  return { id, orderId };
}

/** Places another order like one, in its group. */
const placeAgain = (db: Db, orderId: number) =>
  sql`
    insert into orders (organisation_id, customer_id, placed_by_id, checkout_id, order_state_id, payment_state_id, shipping_state_id, currency_code, tax_rate, tax_display_type,
      goods_minor, shipping_minor, goods_tax_minor, shipping_tax_minor, total_minor, pending_value_minor, payment_method, billing_address, season_id, organisation_group_id, search_text)
    select organisation_id, customer_id, placed_by_id, gen_random_uuid(), 10, 10, 20, currency_code, tax_rate, tax_display_type, 1000, 0, 0, 0, 1000, 1000, payment_method,
      billing_address, season_id, organisation_group_id, '' from orders where id = ${orderId}`.execute(db);

describe('orders elsewhere', () => {
  it('follow their person from group to group and back, and their own group', async () => {
    const { id, orderId } = await aCustomer();
    const expectElsewhere = async (...groups: number[]) => {
      const { kept, found } = await readElsewhere(id);
      expect(kept).toEqual(groups.map((group) => ({ order: orderId, group })));
      expect(kept).toEqual(found);
    };
    await expectElsewhere();
    await setGroups(portal.db, id, [NORTH.groupId, SOUTH.groupId]);
    await expectElsewhere(SOUTH.groupId);
    await setGroups(portal.db, id, [SOUTH.groupId, 3]);
    await expectElsewhere(SOUTH.groupId, 3);
    await setGroups(portal.db, id, [3]);
    await expectElsewhere(3);
    await sql`update orders set organisation_group_id = 3 where id = ${orderId}`.execute(portal.db);
    await expectElsewhere();
    await sql`update orders set organisation_group_id = null where id = ${orderId}`.execute(portal.db);
    await expectElsewhere(3);
    await setGroups(portal.db, id, []);
    await expectElsewhere();
  });

  it.each([
    ['the order is placed before the move ends', true],
    ['the move begins before the order is placed', false],
  ])('are right when %s', async (_name, placesFirst) => {
    const { id, orderId } = await aCustomer();
    const move = (db: Db) => setGroups(db, id, [SOUTH.groupId]);
    const place = async (db: Db) => {
      await placeAgain(db, orderId);
    };
    const [first, second] = placesFirst ? [place, move] : [move, place];
    let other: Promise<unknown> | undefined;
    await portal.db.transaction().execute(async (tx) => {
      await first(tx);
      other = portal.db.transaction().execute(second);
      // Without the lock it would end now, without having seen what this transaction has done.
      await Promise.race([other, new Promise((resolve) => setTimeout(resolve, 300))]); // waits because a missing lock shows only in time
    });
    await other;
    const { kept, found } = await readElsewhere(id);
    expect(found).toHaveLength(2);
    expect(kept).toEqual(found);
  });

  it('are compared daily, and found anew where some are missing or too many', async () => {
    expect(await keepOrderElsewhere(portal.db)).toBe(0);
    const { id, orderId } = await aCustomer();
    await setGroups(portal.db, id, [SOUTH.groupId]);
    const right = await readElsewhere(id);
    await sql`update order_elsewhere set organisation_group_id = 3 where order_id = ${orderId}`.execute(portal.db);
    expect(await keepOrderElsewhere(portal.db)).toBe(1);
    expect(await readElsewhere(id)).toEqual(right);
    expect(await keepOrderElsewhere(portal.db)).toBe(0);
  });
});
