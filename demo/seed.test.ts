import { verify } from '@node-rs/argon2';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { columnTypes } from '#api/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { isGarmentType } from '#garments/garments.ts';
import { DEMO } from './demo.ts';
import { demoLogins, demoPassword } from './demo-logins.ts';
import { seedDemo } from './seed.ts';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.ownerUrl, types: columnTypes });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.close();
});

async function rows<R>(sql: string, values: unknown[] = []): Promise<R[]> {
  return (await client.query(sql, values)).rows as R[];
}

async function value(sql: string, values: unknown[] = []): Promise<unknown> {
  const result = await client.query({ text: sql, values, rowMode: 'array' });
  return result.rows[0]?.[0];
}

/** Levels that are not the sum of their ledger. */
const unequalLevels = `select l.combination_id from stock_level l
      left join (select combination_id, sum(on_hand_delta) as on_hand, sum(reserved_delta) as reserved from stock_entry group by 1) e using (combination_id)
      where l.on_hand <> coalesce(e.on_hand, 0) or l.reserved <> coalesce(e.reserved, 0)`;

const none = async (sql: string) => expect(await rows(`${sql} limit 5`)).toEqual([]);

describe('the amounts', () => {
  test.each([
    ['groups', 'organisation_group', [4, 2, 3]],
    ['resorts', 'resort', [6, 4, 5]],
    ['business areas', 'business_area', [5, 4, 4]],
    ['job roles', 'job_role', [12, 8, 9]],
    ['seasons', 'season', [3, 3, 4]],
    ['people', 'customer', [400, 120, 150]],
    ['orders', 'orders', [1500, 300, 400]],
    ['ways of delivery', 'shipping_option', [3, 3, 3]],
  ])('%s', async (_what, table, expected) => {
    const counted = await rows<{ n: number }>(
      `select count(*)::int as n from ${table} group by organisation_id order by organisation_id`,
    );
    expect(counted.map(({ n }) => n)).toEqual(expected);
  });

  test('every wardrobe has wardrobes for a cut or a season below it', async () => {
    expect(await value('select count(*)::int from collection where parent_collection_id is null and organisation_id = 1')).toBe(
      8,
    );
    await none(
      'select name from collection c where parent_collection_id is null and not exists (select from collection k where k.parent_collection_id = c.id)',
    );
  });

  test('the current season is the one of today, between the last and the next', async () => {
    expect(await value(`select count(*)::int from season where is_current and current_date between starts_on and ends_on`)).toBe(
      3,
    );
    expect(await value('select count(*)::int from season where ends_on < current_date')).toBe(3);
    expect(await value('select count(*)::int from season where starts_on > current_date')).toBe(3);
  });

  test('one wardrobe belongs to a season whose ordering window closed ten days ago; all others can be ordered', async () => {
    expect(
      await rows(`select c.name, current_date - s.ordering_closes_on as days_ago from collection c join season s on s.id = c.season_id
        where not current_date between s.ordering_opens_on and s.ordering_closes_on`),
    ).toEqual([{ name: 'Track, Winter', days_ago: 10 }]);
    expect(
      await rows(`select c.name from customer p join customer_collection cc on cc.customer_id = p.id join collection c on c.id = cc.collection_id
        where p.email = 'track@corvane.example'`),
    ).toEqual([{ name: 'Track, Winter' }]);
    expect(
      await value(`select count(*)::int from cart_line l join cart t on t.id = l.cart_id join customer p on p.id = t.customer_id
        where p.email = 'track@corvane.example'`),
    ).toBe(2);
  });

  test('every Staff log-in but that of the closed season has something that it can order', async () => {
    const people = await rows<{ email: string; products: number }>(
      `select p.email, count(distinct pl.product_id)::int as products
      from customer p join customer_role r on r.customer_id = p.id and r.role_id = 34
      left join product_listing pl on pl.organisation_id = p.organisation_id and (pl.role_ids = '{}' or 34 = any (pl.role_ids))
        and exists (
          select from open_group(p.organisation_id, p.id, pl.product_id) g join collection c on c.id = g.collection_id
          join season s on s.id = c.season_id and current_date between s.ordering_opens_on and s.ordering_closes_on)
      where p.email = any ($1) group by 1 order by 1`,
      [demoLogins.map(({ email }) => email)],
    );

    expect(people.length).toBeGreaterThan(4);
    expect(people.filter(({ products }) => products === 0).map(({ email }) => email)).toEqual(['track@corvane.example']);
  });

  test('120 products with some 4,000 combinations, one with 150 and one with 1,000', async () => {
    expect(await value('select count(*)::int from product')).toBe(120);
    expect(await value('select count(*)::int from combination')).toSatisfy((count: number) => count > 3800 && count < 4200);
    const sizes = await rows<{ product_id: number; n: number }>(
      'select product_id, count(*)::int as n from combination group by 1 having count(*) in (150, 1000) order by n',
    );
    expect(sizes).toEqual([
      { product_id: DEMO.products.with150Combinations, n: 150 },
      { product_id: DEMO.products.with1000Combinations, n: 1000 },
    ]);
  });

  test('every state that an order can be in occurs', async () => {
    for (const kind of ['order', 'payment', 'shipping']) {
      await none(`select name from ${kind}_state s where not exists (select from orders o where o.${kind}_state_id = s.id)`);
    }
  });
});

describe('the catalogue', () => {
  test('article numbers are unique, and one holds a slash', async () => {
    await none('select lower(sku) from combination group by 1 having count(*) > 1');
    expect(await value('select product_id from combination where sku = $1', [DEMO.skus.withSlash])).toBe(902);
    expect(await value('select product_id from combination where sku = $1', [DEMO.skus.polo])).toBe(DEMO.products.polo);
  });

  test('the check digits of the GTINs are right', async () => {
    const list = await rows<{ gtin: string }>('select gtin from combination');
    const wrong = list.filter(
      ({ gtin }) => [...gtin].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 ? 3 : 1), 0) % 10 !== 0,
    );
    expect(wrong).toEqual([]);
  });

  test('every garment can be drawn', async () => {
    const types = await rows<{ garment_type: string }>('select distinct garment_type from product');
    expect(types.map(({ garment_type }) => garment_type).filter((type) => !isGarmentType(type))).toEqual([]);
  });

  test('a combination has one value of each attribute, and their surcharges', async () => {
    await none(`select c.sku from combination c where cardinality(value_ids) <> (select count(*) from product_attribute a where a.product_id = c.product_id)
      or price_adjustment_minor <> (select coalesce(sum(price_adjustment_minor), 0) from product_attribute_value v where v.id = any (c.value_ids))`);
  });

  test('has every size in the size guide of its product', async () => {
    await none(`select p.handle, v.name from product p join size_guide g on g.id = p.size_guide_id join product_attribute a on a.product_id = p.id and a.attribute_id = 2
      join product_attribute_value v on v.product_attribute_id = a.id where not exists (select from jsonb_array_elements(g.rows) r where r ->> 0 = v.name)`);
  });

  test('has prices on request, goods made to order, price tiers, own prices, packs and products outside all ranges', async () => {
    expect(await value('select count(*)::int from product where call_for_price')).toBe(3);
    expect(
      await value('select is_made_to_order and lead_time_days > 0 from product where id = $1', [DEMO.products.madeToOrder]),
    ).toBe(true);
    expect(await value('select call_for_price from product where id = $1', [DEMO.products.callForPrice])).toBe(true);
    for (const condition of [
      'select from tier_price where organisation_id is null',
      'select from tier_price where organisation_id is not null',
      'select from combination where overridden_price_minor is not null',
      'select from product_attribute_value where price_adjustment_minor > 0',
      'select from product where cardinality(allowed_quantities) > 0',
      'select from product where backorder_mode = 1',
      'select from product where backorder_mode = 2',
      'select from product where is_tax_exempt',
      'select from product_organisation_role',
      'select from product_organisation_job_role',
      'select from stock_level where on_hand = reserved',
      'select from stock_incoming where due_on > current_date',
      'select from product p where not exists (select from product_organisation o where o.product_id = p.id)',
    ]) {
      expect(await value(`select exists (${condition})`), condition).toBe(true);
    }
  });

  test('the listings are ready, and each organisation has four featured products', async () => {
    const lists = await rows<{ organisation_id: number; n: number; featured: number }>(
      `select organisation_id, count(*)::int as n, count(*) filter (where featured)::int as featured from product_listing group by 1 order by 1`,
    );
    expect(lists.map(({ featured }) => featured)).toEqual([4, 4, 4]);
    for (const [index, expected] of [80, 60, 65].entries()) expect(Math.abs((lists[index]?.n ?? 0) - expected)).toBeLessThan(5);
  });
});

describe('the stock', () => {
  test('is the sum of its ledger', async () => {
    await none(unequalLevels);
    expect(await value('select count(*) = (select count(*) from combination) from stock_level')).toBe(true);
  });

  test('was at no time below zero', async () => {
    await none(`select * from (select combination_id, sum(on_hand_delta) over w as on_hand, sum(reserved_delta) over w as reserved
      from stock_entry window w as (partition by combination_id order by id)) s where on_hand < 0 or reserved < 0`);
  });

  test('reserves the outstanding items of orders', async () => {
    await none(`select l.combination_id from stock_level l left join (
        select combination_id, sum(quantity - shipped_quantity - cancelled_quantity) as open from order_line group by 1) o using (combination_id)
      where l.reserved <> coalesce(o.open, 0)`);
  });
});

describe('the orders', () => {
  test('are the sums of their lines', async () => {
    await none(`select o.id from orders o join (
        select order_id, sum(price_minor) as goods, sum(tax_minor) as tax, sum(unit_price_minor * shipped_quantity) as shipped,
          sum(unit_price_minor * cancelled_quantity) as cancelled from order_line group by 1) l on l.order_id = o.id
      where o.goods_minor <> l.goods or o.goods_tax_minor <> l.tax or o.shipped_value_minor <> l.shipped or o.cancelled_value_minor <> l.cancelled`);
    await none('select id from orders o where not exists (select from order_line l where l.order_id = o.id)');
  });

  test('carry their tax by line, rounded half up', async () => {
    await none(`select id from order_line where price_minor <> unit_price_minor * quantity
      or tax_minor <> floor(price_minor * tax_rate + 0.5) or unit_tax_minor <> floor(unit_price_minor * tax_rate + 0.5)`);
    await none('select id from orders where shipping_tax_minor <> floor(shipping_minor * tax_rate + 0.5)');
  });

  test('have the current prices', async () => {
    await none(`select l.id from order_line l join offer f using (organisation_id, combination_id)
      where l.unit_price_minor <> coalesce((select t.price_minor from tier_price t where t.product_id = l.product_id and t.quantity <= l.quantity
        and coalesce(t.organisation_id, l.organisation_id) = l.organisation_id order by t.quantity desc, t.price_minor limit 1), f.price_minor)`);
  });

  test('have shipped quantities that match their parcels', async () => {
    await none(`select l.id from order_line l left join (select order_line_id, sum(quantity) as sent from shipment_line group by 1) s on s.order_line_id = l.id
      where l.shipped_quantity <> coalesce(s.sent, 0)`);
    await none(
      `select o.id from orders o where tracking_urls <> array(select tracking_url from shipment s where s.order_id = o.id and tracking_url is not null order by s.id)`,
    );
  });

  test('have states that match their shipped quantities', async () => {
    await none(`select id from orders where (shipping_state_id in (30, 40) and pending_value_minor > 0) or (shipping_state_id = 20 and shipped_value_minor > 0)
      or (shipping_state_id = 25 and (shipped_value_minor = 0 or pending_value_minor = 0)) or (order_state_id in (40, 60) and cancelled_value_minor <> goods_minor)
      or (order_state_id = 30) <> (payment_state_id in (30, 35, 40)) or (payment_state_id in (30, 35, 40)) <> (paid_at is not null)`);
  });

  test('lie in the past, each step after the one before', async () => {
    await none(`select id from orders where created_at > now() or approved_at < created_at or rejected_at < created_at or shipped_at < coalesce(approved_at, created_at)
      or paid_at < shipped_at or greatest(approved_at, rejected_at, shipped_at, paid_at) > now()`);
    await none('select id from shipment where delivered_at < shipped_at or delivered_at > now()');
    expect(await value(`select min(created_at) < now() - interval '13 months' from orders`)).toBe(true);
  });

  test('are found by number, purchase order, person and article', async () => {
    await none(`select o.id from orders o join customer c on c.id = o.customer_id
      where o.search_text not like lower(concat_ws(' ', o.id, o.po_number, c.first_name, c.last_name, c.email, '%'))
         or exists (select from order_line l where l.order_id = o.id and position(lower(l.sku) in o.search_text) = 0)`);
  });

  test('wait for approval where the organisation asks for it', async () => {
    const waiting = await rows<{ organisation_id: number }>(
      'select distinct organisation_id from orders where order_state_id = 50 order by 1',
    );
    expect(waiting).toEqual([{ organisation_id: 1 }, { organisation_id: 2 }]);
    await none(`select id from orders where order_state_id = 50 and (not approval_required or approved_at is not null)`);
    await none('select id from orders where decided_by_id = customer_id');
  });
});

describe('the people', () => {
  const email = (name: string) => value('select id from customer where email = $1', [name]);

  test('the named ones have the ids of DEMO', async () => {
    for (const [name, id] of Object.entries(DEMO.customers)) expect(await email(name), name).toBe(id);
    for (const login of demoLogins) expect(DEMO.customers).toHaveProperty([login.email]);
  });

  test.each([
    ['admin@meridian.example', 'OrganisationAdmin', { allow_order_approval: true, adminable: [], groups: [1] }],
    ['north.admin@meridian.example', 'OrganisationAdmin', { adminable: [DEMO.groupNorth] }],
    ['buyer@meridian.example', 'OrganisationBuyer', { allow_order_approval: false, groups: [1, 2, 3, 4] }],
    ['sales@meridian.example', 'OrganisationSales', { allow_order_approval: false }],
    ['staff@meridian.example', 'OrganisationStaff', { allocation_type_id: 10, measured: true }],
    [
      'new.starter@meridian.example',
      'OrganisationStaff',
      { allocation_type_id: 20, measured: false, employed_days: 7, orders: 0 },
    ],
    ['admin@hallam.example', 'OrganisationAdmin', { terms_agreed_version: null, terms_required: true }],
    ['approver@hallam.example', 'OrganisationBuyer', { allow_order_approval: true, terms_agreed_version: 1 }],
    [
      'buyer@hallam.example',
      'OrganisationBuyer',
      { allow_order_approval: false, order_approval: 'always', modal_ordering: true, terms_agreed_version: 1 },
    ],
    ['staff@hallam.example', 'OrganisationStaff', { allocation_type_id: 30 }],
    ['admin@corvane.example', 'OrganisationAdmin', { po_number_required: true, custom_password_rule: true }],
    ['buyer@corvane.example', 'OrganisationBuyer', { po_number_required: true }],
    ['staff@corvane.example', 'OrganisationStaff', { allocation_type_id: 40 }],
  ])('%s is what the list says', async (name, role, expected) => {
    const [person] = await rows<Record<string, unknown>>(
      `select c.*, o.order_approval, o.modal_ordering, o.po_number_required, o.custom_password_rule, o.terms_required,
        c.bodime_customer_id is not null as measured, current_date - c.starts_on as employed_days,
        (select count(*)::int from orders x where x.customer_id = c.id) as orders,
        array(select organisation_group_id from customer_adminable_group g where g.customer_id = c.id) as adminable,
        array(select organisation_group_id from customer_group g where g.customer_id = c.id order by 1) as groups,
        array(select coalesce(r.system_name, r.name) from customer_role h join role r on r.id = h.role_id where h.customer_id = c.id order by r.id) as roles
      from customer c join organisation o on o.id = c.organisation_id where c.email = $1`,
      [name],
    );
    expect(person).toMatchObject({ active: true, roles: ['Registered', role], ...expected });
  });

  test('all who have activated have the one password, which meets the rule of Corvane', async () => {
    const [{ password_hash, n } = { password_hash: '', n: 0 }] = await rows<{ password_hash: string; n: number }>(
      'select password_hash, count(*)::int as n from customer where password_hash is not null group by 1',
    );
    expect(n).toBeGreaterThan(630);
    await none(`select email from customer where password_hash is null and last_login_at is not null`);
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verify(password_hash, demoPassword)).toBe(true);
    const rule = await value('select password_regex from organisation where id = 3');
    expect(demoPassword).toMatch(new RegExp(String(rule)));
  });

  test('some have not activated yet: not invited, invited, and with a link that has expired', async () => {
    const states = await rows<{ n: number }>(
      `select count(*)::int as n from customer c left join password_token t on t.customer_id = c.id
      where c.organisation_id = 1 and c.password_hash is null and c.active group by t.hash is null, t.expires_at > now()`,
    );
    expect(states).toHaveLength(3);
    for (const { n } of states) expect(n).toBeGreaterThan(1);
  });

  test('the named ones can check out at once: an address to deliver to and one to invoice', async () => {
    await none(`select c.email from customer c where c.id = any (array[${Object.values(DEMO.customers).join(',')}])
      and not exists (select from address a where a.customer_id = c.id and a.is_default)`);
    expect(
      await value(
        'select count(distinct organisation_id)::int from address where customer_id is null and resort_id is null and for_billing',
      ),
    ).toBe(3);
    await none('select name from resort r where not exists (select from address a where a.resort_id = r.id)');
  });

  test('names need more than ASCII', async () => {
    expect(await value(`select count(*) > 40 from customer where (first_name || last_name) ~ '[^ -~]'`)).toBe(true);
    await none(`select email from customer where email !~ '^[a-z0-9.-]+@[a-z]+[.]example$'`);
  });
});

describe('seeding', () => {
  test('again changes nothing', async () => {
    const before = await value('select sum(id) from orders');
    await seedDemo(database.ownerUrl);
    expect(await value('select sum(id) from orders')).toBe(before);
  });

  test('adds rows once when the scale is larger', async () => {
    const counts = 'select (select count(*) from orders)::int as orders, (select count(*) from customer)::int as people';
    for (let run = 0; run < 2; run += 1) {
      await seedDemo(database.ownerUrl, { scale: 1.2 });
      expect(await rows(counts)).toEqual([{ orders: 2640, people: 804 }]);
    }
    await none(unequalLevels);
  });

  test('leaves sequences above the existing ids', async () => {
    expect(
      await value(
        `insert into customer (organisation_id, brand_id, email, first_name, last_name) values (1, 1, 'a@x.test', 'A', 'B') returning id > 670`,
      ),
    ).toBe(true);
    expect(await value(`select nextval(pg_get_serial_sequence('orders', 'id')) > max(id) from orders`)).toBe(true);
    expect(await value(`insert into role (organisation_id, name) values (1, 'Trainer') returning id >= 1000`)).toBe(true);
  });

  test('lists the United Kingdom first, and states where addresses name them', async () => {
    expect(await value('select name from country order by display_order, name limit 1')).toBe('United Kingdom');
    expect(await value('select count(*)::int from country')).toBe(249);
    expect(await value('select count(*)::int from state_province where country_id = 840')).toBe(51);
    expect(await value('select count(*)::int from state_province where country_id = 826')).toBe(0);
  });

  test('refuses a database with other people’s data', async () => {
    await client.query(`insert into organisation (brand_id, name) values (1, 'Someone Else Ltd')`);
    await expect(seedDemo(database.ownerUrl)).rejects.toThrow(/"Someone Else Ltd", which is not part of the demonstration/);
  });
});
