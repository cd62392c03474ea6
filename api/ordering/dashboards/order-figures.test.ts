import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { keepOrderFigures } from './keep-order-figures.queries.ts';

// Orders become what the application never makes of them.
const portal = usePortal({ checksRowTypes: false });
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

/** The sums of the counters of all organisations, without those that are 0, and the orders elsewhere. */
async function readFigures() {
  const orders = await run(sql`
    select organisation_id, season_id, month_on::text as month, organisation_group_id, resort_id, business_area_id, order_state_id, shipping_state_id, is_exchange, sum(orders)::int as orders,
      sum(pieces)::int as pieces, sum(goods_minor)::int as goods, sum(shipped_value_minor)::int as shipped, sum(cancelled_value_minor)::int as cancelled,
      sum(pending_value_minor)::int as pending
    from order_figures group by 1, 2, 3, 4, 5, 6, 7, 8, 9
    having sum(orders) <> 0 or sum(pieces) <> 0 or sum(goods_minor) <> 0 or sum(shipped_value_minor) <> 0 or sum(cancelled_value_minor) <> 0 or sum(pending_value_minor) <> 0
    order by 1, 2, 3, 4, 5, 6, 7, 8, 9`);
  const products = await run(sql`
    select organisation_id, season_id, organisation_group_id, resort_id, business_area_id, product_id, sum(pieces)::int as pieces, sum(price_minor)::int as price
    from product_figures group by 1, 2, 3, 4, 5, 6 having sum(pieces) <> 0 or sum(price_minor) <> 0 order by 1, 2, 3, 4, 5, 6`);
  const elsewhere = await run(sql`select * from order_elsewhere order by organisation_id, order_id, organisation_group_id`);
  return { orders: orders.rows, products: products.rows, elsewhere: elsewhere.rows };
}
const rebuild = () => run(sql`select rebuild_order_figures(id), rebuild_order_elsewhere(id) from organisation order by id`);

/** Statements that change several orders of Meridian and Hallam at once; `n` and `m` are random. */
const CHANGES: Record<string, (n: number, m: number) => ReturnType<typeof sql>> = {
  state: (n, m) =>
    sql`update orders set order_state_id = (array[10, 20, 30, 40, 50, 60])[1 + (id + ${n}) % 6] where id % 97 = ${m % 97}`,
  shipping: (n, m) =>
    sql`update orders set shipping_state_id = (array[10, 20, 25, 30, 40])[1 + (id + ${n}) % 5] where id % 89 = ${m % 89}`,
  place: (n, m) => sql`
    update orders set organisation_group_id = case when ${n} % 4 > 0 then 1 + ${n}::int % 3 end, resort_id = case when ${n} % 5 > 0 then 1 + ${n}::int % 4 end
    where organisation_id = 1 and id % 83 = ${m % 83}`,
  person: (n, m) =>
    sql`update orders set customer_id = 10 + (id + ${n}) % 391 where organisation_id = 1 and id % 107 = ${m % 107}`,
  leave: (n, m) => sql`
    delete from customer_group where organisation_id = 1 and customer_id % 13 = ${m % 13} and organisation_group_id = ${1 + (n % 3)}`,
  join: (n, m) => sql`
    insert into customer_group select 1, id, ${1 + (n % 3)}::bigint from customer where organisation_id = 1 and id % 17 = ${m % 17} on conflict do nothing`,
  season: (n, m) =>
    sql`update orders set season_id = case when ${n} % 3 > 0 then ${n}::int % 3 end where organisation_id = 1 and id % 79 = ${m % 79}`,
  moment: (n, m) =>
    sql`update orders set created_at = created_at - make_interval(hours => ${n % 1500}) where id % 73 = ${m % 73}`,
  test: (_n, m) => sql`update orders set is_test = not is_test where id % 101 = ${m % 101}`,
  nothing: (_n, m) => sql`update orders set comments = 'seen' where id % 71 = ${m % 71}`,
  shipped: (_n, m) =>
    sql`update order_line set shipped_quantity = quantity - cancelled_quantity, packed_quantity = 0 where id % 67 = ${m % 67} and returned_quantity = 0`,
  cancelled: (_n, m) =>
    sql`update order_line set cancelled_quantity = cancelled_quantity + 1, packed_quantity = 0 where id % 61 = ${m % 61} and shipped_quantity + cancelled_quantity < quantity`,
  price: (n, m) =>
    sql`update order_line set price_minor = price_minor + ${n % 500} where id % 59 = ${m % 59} and shipped_quantity + cancelled_quantity < quantity`,
  quantity: (n, m) =>
    sql`update order_line set quantity = quantity + ${1 + (n % 3)}, price_minor = price_minor + ${1 + (n % 3)} * unit_price_minor where id % 53 = ${m % 53} and group_account_id is null`,
  product: (_n, m) => sql`
    update order_line l set product_id = c.product_id, combination_id = c.id from combination c
    where l.id % 47 = ${m % 47} and c.id = (select min(id) from combination where product_id <> l.product_id and product_id % 5 = l.id % 5)`,
  copy: (_n, m) => sql`
    with copied as (
      insert into orders (organisation_id, customer_id, placed_by_id, checkout_id, order_state_id, payment_state_id, shipping_state_id, currency_code, tax_rate, tax_display_type,
        goods_minor, shipping_minor, goods_tax_minor, shipping_tax_minor, total_minor, pending_value_minor, payment_method, billing_address, season_id, organisation_group_id, search_text)
      select organisation_id, customer_id, placed_by_id, gen_random_uuid(), 10, 10, 20, currency_code, tax_rate, tax_display_type, 1000, 0, 0, 0, 1000, 1000, payment_method,
        billing_address, season_id, organisation_group_id, id::text
      from orders where id % 103 = ${m % 103} returning organisation_id, id, search_text)
    insert into order_line (organisation_id, order_id, product_id, combination_id, product_name, sku, quantity, unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate)
    select c.organisation_id, c.id, l.product_id, l.combination_id, l.product_name, l.sku, 2, 500, 0, 1000, 0, 0
    from copied c join lateral (select * from order_line l where l.order_id = c.search_text::bigint limit 1) l on true`,
  compact: () => sql`select compact_order_figures(organisation_id) from orders group by organisation_id`,
  zone: (n) =>
    sql`update organisation set time_zone = ${['Europe/London', 'Pacific/Auckland', 'America/New_York'][n % 3]} where id = 1`,
};

describe('the counters of dashboards', () => {
  it('are those of the demonstration’s orders', async () => {
    const counted = await readFigures();
    expect(counted.orders.length).toBeGreaterThan(50);
    expect(counted.products.length).toBeGreaterThan(50);
    expect(counted.elsewhere.length).toBeGreaterThan(5);
    await rebuild();
    expect(await readFigures()).toEqual(counted);
  });

  it.each([1, 2, 3])('are what a recount finds after 60 random changes of many orders at once, seed %i', async (seed) => {
    let state = seed * 7919;
    const random = () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor(state / 65_536);
    };
    const names = Object.keys(CHANGES);
    const done: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      const name = names[random() % names.length] as string;
      await run((CHANGES[name] as (typeof CHANGES)[string])(random(), random()));
      done.push(name);
    }
    const counted = await readFigures();
    await rebuild();
    expect([done, await readFigures()]).toEqual([done, counted]);
  });

  it('are merged without a change of the sums, and made anew where orders are missing', async () => {
    const wearer = await portal.as((await aPerson(portal.db)).email);
    await orderItems(portal.db, wearer, anItem(await aStockedProduct(portal.db), 2));
    const counted = await readFigures();
    await keepOrderFigures(portal.db);
    const added = await run(
      sql`select from order_figures where not is_sum union all select from product_figures where not is_sum`,
    );
    expect(added.rows).toEqual([]);
    expect(await readFigures()).toEqual(counted);

    await run(sql`delete from order_figures where organisation_id = 1 and season_id = 2`);
    await keepOrderFigures(portal.db);
    expect(await readFigures()).toEqual(counted);
  });

  it('add up while many order at once', async () => {
    const product = await aStockedProduct(portal.db, { stock: [500] });
    const people = await Promise.all(Array.from({ length: 8 }, async () => portal.as((await aPerson(portal.db)).email)));
    await Promise.all([
      ...people.map((person) => orderItems(portal.db, person, anItem(product, 2))),
      ...people.map(() => run(sql`select compact_order_figures(1)`)),
      rebuild(),
    ]);
    const counted = await readFigures();
    await rebuild();
    expect(await readFigures()).toEqual(counted);
  });
});
