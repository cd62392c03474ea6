import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { syncOrganisationEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { aPerson } from '#api/testing/builders.ts';
import { findLedgerFaults, orderFromEntitlement, syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import {
  computeExpectedAccounts,
  computeExpectedUniformStatus,
  readStoredAccounts,
  readStoredUniformStatus,
  type TestAccount,
  type TestUniformStatus,
} from '#api/testing/uniform-status.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
const CURRENT = 2;
const ENDED = 1;
const STARTER = 6;
const findUniformStatus = async (person: number, season = CURRENT) =>
  (await readStoredUniformStatus(portal.db, 1)).find(
    ({ customer_id, season_id }) => customer_id === person && season_id === season,
  );

/** Cells of the counts that differ from counting the rows of uniform status. */
const findWrongCounts = async () =>
  (
    await sql`
      select season_id, resort_id, business_area_id, group_ids, ordering_status, measuring_status, ordering_status_since_start, measuring_status_since_start,
        starts_on, email_domain, sum(n) as n
      from (
        select season_id, resort_id, business_area_id, group_ids, ordering_status, measuring_status, ordering_status_since_start, measuring_status_since_start,
          starts_on, email_domain, people as n from people_counts where organisation_id = 1
        union all
        select season_id, s.resort_id, s.business_area_id, group_ids, ordering_status, measuring_status, ordering_status_since_start, measuring_status_since_start,
          count_start_day(s.starts_on), lower(split_part(c.email, '@', -1)), -1
        from uniform_status s join customer c on c.id = s.customer_id where s.organisation_id = 1) cells
      group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 having sum(n) <> 0`.execute(portal.db)
  ).rows;

/** Orders pieces of a product for a person in Meridian, as placing an order does; returns its number. */
const order = (wearerId: number | null, productId: number, quantity: number, placedById?: number) =>
  orderFromEntitlement(portal.db, { wearerId, productId, quantity, ...(placedById ? { placedById } : {}) });
/** Cancels or rejects an order, with all its pieces. */
async function cancel(orderId: number, state = 40): Promise<void> {
  await run(sql`update order_line set cancelled_quantity = quantity, packed_quantity = 0 where order_id = ${orderId}`);
  await run(sql`update orders set order_state_id = ${state} where id = ${orderId}`);
}
const sync = (...people: number[]) => syncWearers(portal, ...people);
/** Updates what everyone is owed and their status, after wardrobes have been changed by SQL. */
const syncEveryone = async () => {
  await runInTransaction(portal.db, (tx) => syncOrganisationEntitlement(tx, { organisationId: 1 }));
  await sql`select rebuild_uniform_status(1)`.execute(portal.db);
};

/** The groups of a person's wardrobes: the quantity due, and a product of each. */
const groupsOf = async (person: number) =>
  (
    await sql<{ id: number; quantity: number; product: number }>`
      select g.id, g.quantity, (select min(product_id) from collection_group_product p where p.collection_group_id = g.id) as product
      from collection_group g join customer_collection c on c.collection_id = g.collection_id where c.customer_id = ${person} order by g.display_order`.execute(
      portal.db,
    )
  ).rows;

describe('the uniform status of a person in a season', () => {
  it('matches the source tables for everyone in the demonstration, in every status', async () => {
    const all: TestUniformStatus[] = [];
    for (const organisation of [1, 2, 3]) {
      expect(await readStoredAccounts(portal.db, organisation)).toEqual(await computeExpectedAccounts(portal.db, organisation));
      const stored = await readStoredUniformStatus(portal.db, organisation);
      expect(stored).toEqual(await computeExpectedUniformStatus(portal.db, organisation));
      all.push(...stored);
    }
    expect(new Set(all.map(({ ordering_status }) => ordering_status))).toEqual(new Set([null, 10, 20, 30, 40]));
    expect(new Set(all.map(({ measuring_status }) => measuring_status))).toEqual(new Set([null, 10, 20, 30]));
    expect(await findWrongCounts()).toEqual([]);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });

  it('goes from not started to complete and back with orders, cancellations and returns', async () => {
    const statuses: (number | null | undefined)[] = [];
    const note = async () => statuses.push((await findUniformStatus(STARTER))?.ordering_status);
    await note();
    const [first, ...others] = await groupsOf(STARTER);
    if (!first) throw new Error('The new starter has no wardrobe.');
    const shirts = await order(STARTER, first.product, first.quantity);
    await note();
    const rejected: number[] = [];
    for (const { product, quantity } of others) rejected.push(await order(STARTER, product, quantity));
    await note();
    await cancel(shirts);
    await note();
    const again = await order(STARTER, first.product, first.quantity);
    await run(sql`update order_line set shipped_quantity = quantity where order_id = ${again}`);
    await note();
    await run(sql`update order_line set returned_quantity = 1 where order_id = ${again}`);
    await note();
    await run(sql`update order_line set returned_quantity = quantity where order_id = ${again}`);
    await Promise.all(rejected.map((id) => cancel(id, 60)));
    await note();
    expect(statuses).toEqual([10, 20, 30, 20, 30, 20, 10]);
    expect(await findUniformStatus(STARTER)).toMatchObject({ pieces_due: 8, pieces_fulfilled: 0, pieces_ordered: 0 });
  });

  it('counts what a buyer orders for a wearer towards the wearer', async () => {
    const [group] = await groupsOf(STARTER);
    const buyer = await aPerson(portal.db, { role: 'Buyer' });
    const forNoOne = await order(null, group?.product ?? 0, 2, buyer.id);
    expect(await findUniformStatus(STARTER)).toMatchObject({ ordering_status: 10, pieces_fulfilled: 0, pieces_ordered: 0 });
    const id = await order(STARTER, group?.product ?? 0, 2, buyer.id);
    expect(await findUniformStatus(STARTER)).toMatchObject({ ordering_status: 20, pieces_fulfilled: 2, pieces_ordered: 2 });
    await Promise.all([id, forNoOne].map((placed) => cancel(placed)));
    expect(await findUniformStatus(STARTER)).toMatchObject({ ordering_status: 10, pieces_fulfilled: 0 });
  });

  it('ignores pieces outside the wardrobe: someone who lacks everything has not started', async () => {
    const before = await findUniformStatus(STARTER);
    const outside = await sql<{ id: number }>`
      select min(product_id) as id from combination where product_id not in (
        select p.product_id from collection_group_product p join collection_group g on g.id = p.collection_group_id
        join customer_collection c on c.collection_id = g.collection_id where c.customer_id = ${STARTER})`.execute(portal.db);

    const id = await order(STARTER, outside.rows[0]?.id as number, 3);

    expect(before).toMatchObject({ ordering_status: 10, pieces_fulfilled: 0, pieces_ordered: 0 });
    expect(await findUniformStatus(STARTER)).toMatchObject({ ordering_status: 10, pieces_fulfilled: 0, pieces_ordered: 3 });
    const { body } = await admin.get<'GET /api/customers'>(`/api/customers?orderingStatusId=10&limit=250`);
    expect(body.customers.map((person) => person.id)).toContain(STARTER);
    await cancel(id);
  });

  it('never contradicts its figures, for anyone in the demonstration', async () => {
    const { rows } = await sql<{ contradictions: number; unanswered: number }>`
      select count(*) filter (where ordering_status = 10 and pieces_due > 0 and pieces_fulfilled > 0
          or ordering_status = 20 and (pieces_fulfilled = 0 or pieces_fulfilled >= pieces_due)
          or ordering_status = 30 and pieces_fulfilled < pieces_due)::int as contradictions,
        count(*) filter (where open_choices > 0)::int as unanswered
      from uniform_status where ordering_status in (10, 20, 30)`.execute(portal.db);
    expect(rows[0]?.contradictions).toBe(0);
    expect(rows[0]?.unanswered).toBeGreaterThan(0);
  });

  describe('with an either/or', () => {
    const COLLECTION = 9_000_001;
    let wearer: number;
    let products: number[];
    const answer = async (option: number) => {
      await run(sql`insert into customer_super_group_option values (1, ${wearer}, ${option})`);
      await sync(wearer);
    };

    beforeAll(async () => {
      const offered = await sql<{ id: number }>`
        select distinct p.product_id as id from collection_group_product p where organisation_id = 1 order by 1 limit 3`.execute(
        portal.db,
      );
      products = offered.rows.map(({ id }) => id);
      const [shirt, trousers, skirt] = products;
      await run(sql`insert into collection (id, organisation_id, name) values (${COLLECTION}, 1, 'Either or')`);
      await run(
        sql`insert into super_group (id, organisation_id, collection_id, name) values (${COLLECTION}, 1, ${COLLECTION}, 'Legs')`,
      );
      await run(sql`insert into super_group_option (id, organisation_id, collection_id, super_group_id, name) values
        (${COLLECTION}, 1, ${COLLECTION}, ${COLLECTION}, 'Trousers'), (${COLLECTION + 1}, 1, ${COLLECTION}, ${COLLECTION}, 'Skirt')`);
      await run(sql`insert into collection_group (id, organisation_id, collection_id, super_group_option_id, name, quantity, min_quantity) values
        (${COLLECTION}, 1, ${COLLECTION}, null, 'Shirts', 5, 1), (${COLLECTION + 1}, 1, ${COLLECTION}, ${COLLECTION}, 'Trousers', 3, 2),
        (${COLLECTION + 2}, 1, ${COLLECTION}, ${COLLECTION + 1}, 'Skirts', 2, null)`);
      await run(sql`insert into collection_group_product (organisation_id, collection_group_id, product_id) values
        (1, ${COLLECTION}, ${shirt}), (1, ${COLLECTION + 1}, ${trousers}), (1, ${COLLECTION + 2}, ${skirt})`);
    });
    const aNewWearer = async (allocationType: number | null) => {
      wearer = (await aPerson(portal.db, { role: 'Staff' })).id;
      await run(sql`update customer set allocation_type_id = ${allocationType} where id = ${wearer}`);
      await run(sql`insert into customer_season values (1, ${wearer}, ${CURRENT})`);
      await run(sql`insert into customer_collection values (1, ${wearer}, ${COLLECTION})`);
      await sync(wearer);
    };
    const figures = async () => {
      const status = await findUniformStatus(wearer);
      return [status?.ordering_status, status?.pieces_fulfilled, status?.pieces_due, status?.open_choices];
    };

    it('owes the least of its options until it is answered', async () => {
      await aNewWearer(20);
      const [shirt, trousers] = products as [number, number];
      const seen = [await figures()];
      await order(wearer, shirt, 5);
      seen.push(await figures());
      await order(wearer, trousers, 3);
      seen.push(await figures());
      await answer(COLLECTION);
      seen.push(await figures());
      await order(wearer, trousers, 3);
      seen.push(await figures());
      expect(seen).toEqual([
        [10, 0, 7, 1],
        [20, 5, 7, 1],
        [20, 5, 7, 1],
        [20, 5, 8, 0],
        [30, 8, 8, 0],
      ]);
    });

    it('is complete while it is open where its options can amount to nothing', async () => {
      await aNewWearer(50);
      const [shirt] = products as [number];
      expect(await figures()).toEqual([10, 0, 1, 1]);
      await order(wearer, shirt, 1);
      expect(await figures()).toEqual([30, 1, 1, 1]);
    });

    it('counts a piece neither in a group that does not list it nor under an option that was not chosen', async () => {
      await aNewWearer(20);
      const [, , skirt] = products as [number, number, number];
      await orderFromEntitlement(portal.db, { wearerId: wearer, productId: skirt, quantity: 1, groupId: COLLECTION });
      expect(await figures()).toEqual([10, 0, 7, 1]);
      expect(await findUniformStatus(wearer)).toMatchObject({ pieces_ordered: 1 });
    });

    it('leaves pieces in the group in which they were ordered when another group lists the product first', async () => {
      await aNewWearer(20);
      const [shirt] = products as [number];
      await order(wearer, shirt, 2);
      await run(sql`insert into collection_group (id, organisation_id, collection_id, name, quantity, display_order)
        values (${COLLECTION + 9}, 1, ${COLLECTION}, 'Before', 2, -1)`);
      await run(
        sql`insert into collection_group_product (organisation_id, collection_group_id, product_id) values (1, ${COLLECTION + 9}, ${shirt})`,
      );
      await sync(wearer);
      expect(await figures()).toEqual([20, 2, 9, 1]);
      await run(sql`delete from collection_group where id = ${COLLECTION + 9}`);
      await sync(wearer);
      expect(await figures()).toEqual([20, 2, 7, 1]);
    });

    it('owes nothing after an opt-out, and everything again when that is undone', async () => {
      await aNewWearer(50);
      const [shirt] = products as [number];
      await order(wearer, shirt, 1);
      await run(sql`update customer set wardrobe_opt_out_at = now() where id = ${wearer}`);
      await sync(wearer);
      expect(await figures()).toEqual([40, 0, 0, 1]);
      await run(sql`update customer set wardrobe_opt_out_at = null where id = ${wearer}`);
      await sync(wearer);
      expect(await figures()).toEqual([30, 1, 1, 1]);
    });

    it('counts only towards the products of a fixed allocation', async () => {
      await run(sql`update collection_group_product set quantity = 2 where collection_group_id = ${COLLECTION}`);
      await aNewWearer(10);
      const [shirt] = products as [number];
      await answer(COLLECTION + 1);
      await order(wearer, shirt, 9);
      expect(await figures()).toEqual([20, 2, 4, 0]);
    });

    it('is recomputed when an option without garments is added, and matches the source tables', async () => {
      await aNewWearer(20);
      await run(sql`insert into super_group_option (id, organisation_id, collection_id, super_group_id, name)
        values (${COLLECTION + 2}, 1, ${COLLECTION}, ${COLLECTION}, 'Neither')`);
      await syncEveryone();
      expect(await figures()).toEqual([10, 0, 5, 1]);
      await run(sql`delete from super_group_option where id = ${COLLECTION + 2}`);
      await syncEveryone();
      expect(await figures()).toEqual([10, 0, 7, 1]);
      expect(await readStoredUniformStatus(portal.db, 1)).toEqual(await computeExpectedUniformStatus(portal.db, 1));
    });
  });

  it('stays correct with every kind of change, and so do the counts of people', async () => {
    const changes = [
      sql`update customer set wardrobe_opt_out_at = now() where id = 20`,
      sql`update customer set active = false where id = 21`,
      sql`update customer set deleted_at = now() where id = 22`,
      sql`update customer set allocation_type_id = 30 where id between 30 and 40`,
      sql`update customer set allocation_type_id = 10 where id between 41 and 50`,
      sql`update customer set allocation_type_id = 20 where id between 91 and 120`,
      sql`update customer set resort_id = 2, business_area_id = 1 where id between 51 and 60`,
      sql`update customer set starts_on = current_date + 5 where id between 61 and 65`,
      sql`update customer set starts_on = null where id between 66 and 68`,
      sql`update customer set measured_at = now(), special_measurements_at = now() where id = 69`,
      sql`update customer set email = id || '@Elsewhere.example' where id between 75 and 80`,
      sql`delete from customer_collection where customer_id = 70`,
      sql`insert into customer_collection values (1, 70, 12)`,
      sql`delete from customer_season where customer_id = 71`,
      sql`insert into customer_season select 1, id, 1 from customer where id between 72 and 90 and organisation_id = 1 on conflict do nothing`,
      sql`insert into customer_group values (1, 73, 4) on conflict do nothing`,
      sql`delete from customer_group where customer_id = 74`,
      sql`delete from customer_super_group_option where super_group_option_id = 122`,
      sql`update collection_group set quantity = 9 where id = 121`,
      sql`delete from collection_group_product where collection_group_id = 211`,
      sql`update super_group set min_select = 0 where id = 12`,
      sql`update order_line set cancelled_quantity = quantity, shipped_quantity = 0, returned_quantity = 0, packed_quantity = 0 where order_id between 11421 and 11440`,
      sql`update orders set order_state_id = 40 where id between 11421 and 11440`,
      sql`update order_line set cancelled_quantity = quantity - shipped_quantity, packed_quantity = 0 where order_id between 11441 and 11460`,
      sql`update order_line set shipped_quantity = quantity - cancelled_quantity, packed_quantity = 0 where order_id between 11461 and 11480`,
      sql`update order_line set returned_quantity = shipped_quantity where order_id between 11481 and 11500`,
    ];
    for (const change of changes) await run(change);
    await syncEveryone();
    // What people were owed in a season that has ended stays as it was.
    const accounts = (all: TestAccount[]) => all.filter(({ season }) => season !== ENDED);
    const statuses = (all: TestUniformStatus[]) => all.filter(({ season_id }) => season_id !== ENDED);
    expect(accounts(await readStoredAccounts(portal.db, 1))).toEqual(accounts(await computeExpectedAccounts(portal.db, 1)));
    expect(await findLedgerFaults(portal.db)).toEqual([]);
    expect(statuses(await readStoredUniformStatus(portal.db, 1))).toEqual(
      statuses(await computeExpectedUniformStatus(portal.db, 1)),
    );
    expect(await findWrongCounts()).toEqual([]);
    await run(sql`select compact_people_counts(1)`);
    expect(await findWrongCounts()).toEqual([]);
  });

  it('is correct when two orders for one person are placed at the same time', async () => {
    const { id } = await aPerson(portal.db, { role: 'Staff' });
    await run(sql`insert into customer_season values (1, ${id}, ${CURRENT})`);
    await run(sql`insert into customer_collection values (1, ${id}, 22)`);
    await sync(id);
    await Promise.all(Array.from({ length: 8 }, () => order(id, 107, 1)));
    expect(await findUniformStatus(id)).toMatchObject({ pieces_ordered: 8, pieces_fulfilled: 3 });
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });

  it('is corrected by a rebuild after a change that bypassed the triggers', async () => {
    const before = await readStoredUniformStatus(portal.db, 1);
    await run(sql`delete from people_counts where organisation_id = 1`);
    await run(
      sql`update uniform_status set ordering_status = 30, pieces_due = 77 where organisation_id = 1 and season_id = ${CURRENT}`,
    );
    await run(sql`select rebuild_uniform_status(1)`);
    expect(await readStoredUniformStatus(portal.db, 1)).toEqual(before);
    expect(await findWrongCounts()).toEqual([]);
  });
});
