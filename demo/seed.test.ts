import { verify } from '@node-rs/argon2';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { syncOrganisationEntitlement } from '#api/entitlement/entitlement.actions.ts';
import { columnTypes } from '#api/platform/db/database.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import type { TestDatabase } from '#api/testing/database.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { isGarmentType } from '#garments/garments.ts';
import { asTransaction, inTransaction } from './connection.ts';
import { useDatabaseOfToday } from './database-of-today.ts';
import { DEMO } from './demo.ts';
import { demoLogins, demoOperator, demoPassword } from './demo-logins.ts';
import { seedDemo } from './seed.ts';

const today = useDatabaseOfToday();
let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = today.database;
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
    // Two exchanges at Meridian, and an order of garments made to order at Corvane.
    ['orders', 'orders', [1502, 300, 403]],
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
      await rows(
        `select c.name, current_date - s.ordering_closes_on as days_ago from collection c join season s on s.id = c.season_id`,
      ),
    ).toEqual([{ name: 'Track, Winter', days_ago: 10 }]);
    await none(`select name from season where is_current and not current_date between ordering_opens_on and ordering_closes_on`);
    expect(
      await rows(`select c.name from customer p join customer_collection cc on cc.customer_id = p.id join collection c on c.id = cc.collection_id
        where p.email = 'track@corvane.example'`),
    ).toEqual([{ name: 'Track, Winter' }]);
    expect(
      await value(`select count(*)::int from cart_line l join cart t on t.id = l.cart_id join customer p on p.id = t.customer_id
        where p.email = 'track@corvane.example'`),
    ).toBe(2);
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
      'select from product where wear_life_months is not null',
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
    await none('select sku from combination c join stock_level s on s.combination_id = c.id where s.shelf is null');
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
      where o.origin <> 'exchange' and (o.goods_minor <> l.goods or o.goods_tax_minor <> l.tax or o.shipped_value_minor <> l.shipped or o.cancelled_value_minor <> l.cancelled)`);
    await none('select id from orders o where not exists (select from order_line l where l.order_id = o.id)');
  });

  test('carry their tax by line, rounded half up', async () => {
    await none(`select id from order_line where (price_minor <> unit_price_minor * quantity and exchange_of_line_id is null)
      or tax_minor <> floor(price_minor * tax_rate + 0.5) or unit_tax_minor <> floor(unit_price_minor * tax_rate + 0.5)`);
    await none('select id from orders where shipping_tax_minor <> floor(shipping_minor * tax_rate + 0.5)');
  });

  test('have the current prices', async () => {
    await none(`select l.id from order_line l join offer f using (organisation_id, combination_id) join product p on p.id = l.product_id and not p.call_for_price
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
    await none(`select id from orders where origin <> 'exchange' and ((shipping_state_id in (30, 40) and pending_value_minor > 0) or (shipping_state_id = 20 and shipped_value_minor > 0)
      or (shipping_state_id = 25 and (shipped_value_minor = 0 or pending_value_minor = 0)) or (order_state_id in (40, 60) and cancelled_value_minor <> goods_minor)
      or (card_payer is null and (order_state_id = 30) <> (payment_state_id in (30, 35, 40))) or (payment_state_id in (30, 35, 40)) <> (paid_at is not null))`);
  });

  test('lie in the past, each step after the one before', async () => {
    await none(`select id from orders where created_at > now() or shipped_at < coalesce(released_at, created_at) or picking_started_at > shipped_at or picking_started_at < released_at
      or paid_at < shipped_at or greatest(released_at, shipped_at, paid_at) > now()`);
    await none(
      'select id from approval where closed_at < requested_at or closed_at > now() or (status = $$requested$$ and expires_at < now())',
    );
    await none('select id from shipment where delivered_at < shipped_at or delivered_at > now()');
    expect(await value(`select min(created_at) < now() - interval '13 months' from orders`)).toBe(true);
  });

  test('are found by number, purchase order, person and article', async () => {
    await none(`select o.id from orders o join customer c on c.id = o.customer_id
      where o.search_text not like fold_text(concat_ws(' ', o.id, o.po_number, c.first_name, c.last_name, c.email)) || ' %'
         or exists (select from order_line l where l.order_id = o.id and position(fold_text(l.sku) in o.search_text) = 0)`);
  });

  test('wait for approval where the organisation asks for it', async () => {
    const waiting = await rows<{ organisation_id: number }>(
      'select distinct organisation_id from orders where order_state_id = 50 order by 1',
    );
    expect(waiting).toEqual([{ organisation_id: 1 }, { organisation_id: 2 }]);
    await none(`select o.id from orders o where (o.order_state_id = 50) <> exists (
      select from approval a where a.order_id = o.id and a.status = 'requested')`);
    await none(`select o.id from orders o where o.origin <> 'exchange' and (o.order_state_id in (50, 60) or o.payment_due_at is not null or exists (
      select from approval a where a.order_id = o.id and a.status = 'sent_back') or exists (
      select from order_line l join order_line_customisation d on d.order_line_id = l.id join proof_request q on q.id = d.proof_request_id
      where l.order_id = o.id and q.approved_at is null)) <> (o.released_at is null)`);
    await none('select o.id from orders o join approval a on a.order_id = o.id where a.decided_by_id = o.customer_id');
    expect(
      await rows(`select organisation_id, count(*)::int as waiting from orders where order_state_id = 50 group by 1 order by 1`),
    ).toEqual([
      { organisation_id: 1, waiting: 3 },
      { organisation_id: 2, waiting: 13 },
    ]);
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
    ['staff@meridian.example', 'OrganisationStaff', { allocation_type_id: 10, measured: true, orders: 4, wardrobes: [12] }],
    [
      'new.starter@meridian.example',
      'OrganisationStaff',
      { allocation_type_id: 20, measured: false, employed_days: 7, orders: 0 },
    ],
    ['part.time@meridian.example', 'OrganisationStaff', { allocation_type_id: 20, weekly_hours: 20, wardrobes: [22] }],
    ['shift.lead@meridian.example', 'OrganisationStaff', { allocation_type_id: 20, wardrobes: [11, 21] }],
    ['duty.manager@meridian.example', 'OrganisationStaff', { allocation_type_id: 50, wardrobes: [82] }],
    ['admin@hallam.example', 'OrganisationAdmin', { terms_agreed_version: null, terms_required: true }],
    ['approver@hallam.example', 'OrganisationBuyer', { allow_order_approval: true, terms_agreed_version: 1 }],
    ['buyer@hallam.example', 'OrganisationBuyer', { allow_order_approval: false, modal_ordering: true, terms_agreed_version: 1 }],
    ['staff@hallam.example', 'OrganisationStaff', { allocation_type_id: 30 }],
    ['admin@corvane.example', 'OrganisationAdmin', { po_number_required: true, custom_password_rule: true }],
    ['buyer@corvane.example', 'OrganisationBuyer', { po_number_required: true, wardrobes: [2041, 2051] }],
    ['staff@corvane.example', 'OrganisationStaff', { allocation_type_id: 40 }],
  ])('%s is what the list says', async (name, role, expected) => {
    const [person] = await rows<Record<string, unknown>>(
      `select c.*, o.modal_ordering, o.po_number_required, o.custom_password_rule, o.terms_required,
        c.bodime_customer_id is not null as measured, current_date - c.starts_on as employed_days,
        (select count(*)::int from orders x where x.customer_id = c.id and x.origin <> 'exchange') as orders,
        array(select collection_id from customer_collection cc where cc.customer_id = c.id order by 1) as wardrobes,
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

/** The open groups of every wearer's wardrobes, with the number of their products that the wearer can see and order today. */
const openGroups = `
  select p.organisation_id, p.id as customer_id, p.email, c.name as wardrobe, g.name, g.id as group_id,
    (select count(*)::int from collection_group_product gp
     join product_listing pl on pl.organisation_id = gp.organisation_id and pl.product_id = gp.product_id
     join product d on d.id = gp.product_id and not d.call_for_price
     where gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id
       and (pl.role_ids = '{}' or exists (
         select from customer_role r where r.organisation_id = p.organisation_id and r.customer_id = p.id and r.role_id = any (pl.role_ids)))
       and d.order_minimum_quantity <= coalesce(g.quantity, 1000)
       and (d.allowed_quantities = '{}' or exists (select from unnest(d.allowed_quantities) q where q <= coalesce(g.quantity, 1000)))
       and exists (
         select from combination k join stock_level s on s.combination_id = k.id
         where k.product_id = gp.product_id and not k.discontinued and (s.can_oversell or s.on_hand > s.reserved))) as products
  from customer p
  join customer_collection cc on cc.organisation_id = p.organisation_id and cc.customer_id = p.id
  join collection c on c.organisation_id = cc.organisation_id and c.id = cc.collection_id
  join collection_group g on g.organisation_id = cc.organisation_id and g.collection_id = cc.collection_id
  where p.active and p.ends_on is null and (g.super_group_option_id is null or exists (
    select from customer_super_group_option o
    where o.organisation_id = p.organisation_id and o.customer_id = p.id and o.super_group_option_id = g.super_group_option_id))`;

/** The lines that count in a wardrobe, with the pieces that are still counted. */
const wearerLines = `
  select l.*, o.created_at, o.order_state_id, p.allocation_type_id, p.email,
    least(l.covered_quantity, l.quantity - l.cancelled_quantity) as counted, g.quantity as group_quantity, gp.quantity as product_quantity, gp.points,
    exists (select from collection_group_product x where x.organisation_id = g.organisation_id and x.collection_group_id = g.id and x.quantity is not null)
      as has_numbers, c.budget_points, c.budget_minor
  from order_line l
  join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id and o.origin <> 'exchange'
  join customer p on p.organisation_id = l.organisation_id and p.id = l.wearer_id
  join collection c on c.organisation_id = l.organisation_id and c.id = l.collection_id
  join collection_group g on g.organisation_id = l.organisation_id and g.id = l.collection_group_id
  join collection_group_product gp
    on gp.organisation_id = l.organisation_id and gp.collection_group_id = l.collection_group_id and gp.product_id = l.product_id`;

describe('the wardrobes', () => {
  test('have something to order in every group, also in those that are open to no one at present', async () => {
    await none(`select g.name from collection_group g where not exists (
      select from collection_group_product gp join combination k on k.product_id = gp.product_id join stock_level s on s.combination_id = k.id
      where gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id and not k.discontinued and (s.can_oversell or s.on_hand > s.reserved))`);
  });

  test.each([
    [
      'Meridian Resorts',
      {
        approval: 'above_amount 100000',
        keeps_own_prices: true,
        allow_opt_out: true,
        beyond: 'block',
      },
    ],
    [
      'Hallam Hotels',
      {
        approval: 'always',
        po_number_from_approver: true,
        modal_ordering: true,
        wearers_see_prices: false,
        allow_opt_out: false,
        beyond: 'approval',
      },
    ],
    [
      'Corvane Rail',
      { po_number_required: true, limit_adhoc_to_own_collection: true, allow_opt_out: false, beyond: 'own_payment' },
    ],
  ])('%s has its switches', async (name, expected) => {
    const [organisation] = await rows(
      `select o.*, (select string_agg(distinct beyond, ' ') from collection c where c.organisation_id = o.id) as beyond,
        (select concat_ws(' ', r.kind, r.amount_minor) from approval_rule r where r.organisation_id = o.id) as approval from organisation o where name = $1`,
      [name],
    );
    expect(organisation).toMatchObject(expected);
  });

  test('give every wearer something to order in each of their groups', async () => {
    const groups = await rows<{ email: string; customer_id: number }>(openGroups);
    expect(groups.length).toBeGreaterThan(2000);
    await none(`select email, wardrobe, name from (${openGroups}) g where products = 0`);
    const named = new Set(groups.map(({ email }) => email));
    const staff = await rows<{ email: string }>(
      'select email from customer c join customer_role r on r.customer_id = c.id and r.role_id = 34 where email = any ($1)',
      [demoLogins.map(({ email }) => email)],
    );
    expect(staff.length).toBe(8);
    for (const { email } of staff) expect(named, email).toContain(email);
    await none(`select email from customer p where active and exists (select from customer_collection c where c.customer_id = p.id)
      and not exists (select from customer_collection c join collection_group g on g.collection_id = c.collection_id where c.customer_id = p.id)`);
  });

  test('allow ordering to every Staff log-in but that of the closed season', async () => {
    const closed = await rows(
      `select p.email from customer p join customer_role r on r.customer_id = p.id and r.role_id = 34
       where p.email = any ($1) and not exists (
         select from customer_collection cc join collection c on c.id = cc.collection_id
         join customer_season cs on cs.customer_id = cc.customer_id
         join season s on s.id = cs.season_id and s.id = coalesce(c.season_id, s.id)
         where cc.customer_id = p.id and current_date between s.ordering_opens_on and s.ordering_closes_on)`,
      [demoLogins.map(({ email }) => email)],
    );
    expect(closed).toEqual([{ email: 'track@corvane.example' }]);
  });

  test('have the numbers, points and budgets that their allocation types need', async () => {
    await none(`select p.email from customer p join customer_collection cc on cc.customer_id = p.id where not exists (
      select from collection_allocation_type t where t.collection_id = cc.collection_id and t.allocation_type_id = p.allocation_type_id)`);
    // Numbers of products add up to the group's.
    await none(`select g.id from collection_group g join collection_group_product gp on gp.collection_group_id = g.id
      where g.quantity is not null group by g.id, g.quantity having coalesce(sum(gp.quantity), 0) <> g.quantity`);
    await none(`select g.id from collection_group g join collection_allocation_type t on t.collection_id = g.collection_id
      join collection_group_product gp on gp.collection_group_id = g.id where t.allocation_type_id = 30 and coalesce(gp.points, 0) = 0`);
    for (const [type, budget] of [
      [30, 'budget_points'],
      [40, 'budget_minor'],
    ])
      await none(`select c.id from collection c where parent_collection_id is not null and (${budget} is not null) <>
        exists (select from collection_allocation_type t where t.collection_id = c.id and t.allocation_type_id = ${type})`);
    // Without a number in any group only the unlimited wardrobe.
    expect(
      await rows(`select distinct p.name from collection_group g join collection c on c.id = g.collection_id join collection p on p.id = c.parent_collection_id
        where g.quantity is null`),
    ).toEqual([{ name: 'Duty Management' }]);
  });

  test('have budgets that pay for the least quantities', async () => {
    await none(`select c.name from collection c join collection_group g on g.collection_id = c.id
      cross join lateral (select min(gp.points) as points, min(o.price_minor) as price from collection_group_product gp
        join offer o on o.organisation_id = gp.organisation_id and o.product_id = gp.product_id where gp.collection_group_id = g.id) cheapest
      group by c.id, c.name, c.budget_points, c.budget_minor
      having sum(cheapest.points * coalesce(g.min_quantity, 0)) > c.budget_points or sum(cheapest.price * coalesce(g.min_quantity, 0)) > c.budget_minor`);
  });

  test('grant staff@meridian each product with its own number', async () => {
    expect(
      await rows(`select g.name as group, p.handle, gp.quantity from customer c
        join customer_collection cc on cc.customer_id = c.id join collection_group g on g.collection_id = cc.collection_id
        join collection_group_product gp on gp.collection_group_id = g.id and gp.quantity is not null join product p on p.id = gp.product_id
        where c.email = 'staff@meridian.example' order by g.display_order, gp.display_order`),
    ).toEqual([
      { group: 'Shirts and blouses', handle: 'oxford-blouse-long-sleeve', quantity: 3 },
      { group: 'Shirts and blouses', handle: 'poplin-blouse-three-quarter', quantity: 1 },
      { group: 'Jacket', handle: 'womens-blazer', quantity: 1 },
      { group: 'Trousers', handle: 'womens-straight-trousers', quantity: 2 },
      { group: 'Skirts', handle: 'pencil-skirt', quantity: 2 },
      { group: 'Knitwear', handle: 'v-neck-cardigan', quantity: 1 },
      { group: 'Ties and scarves', handle: 'silk-feel-scarf', quantity: 2 },
    ]);
  });
});

describe('the uniforms', () => {
  // Worked out by hand from the tables of wardrobes and orders.
  test.each([
    ['staff@meridian.example', 'current', { owed: 10, fulfilled: 5, status: 20 }],
    ['staff@meridian.example', 'last', { owed: 10, fulfilled: 10, status: 30 }],
    ['new.starter@meridian.example', 'current', { owed: 8, fulfilled: 0, status: 10 }],
    ['part.time@meridian.example', 'current', { owed: 8, fulfilled: 0, status: 10 }],
    ['shift.lead@meridian.example', 'current', { owed: 18, fulfilled: 5, status: 20 }],
    ['duty.manager@meridian.example', 'current', { owed: 6, fulfilled: 3, status: 20 }],
    ['bartholomew.obrien-featherstonehaugh@meridian.example', 'current', { owed: 10, fulfilled: 5, status: 20 }],
    ['staff@hallam.example', 'current', { owed: 2, fulfilled: 2, status: 30 }],
    ['staff@corvane.example', 'current', { owed: 2, fulfilled: 1, status: 20 }],
    ['track@corvane.example', 'closed', { owed: 11, fulfilled: 3, status: 20 }],
  ])('%s in the %s season', async (email, season, expected) => {
    expect(
      await rows(
        `select u.pieces_due as owed, u.pieces_fulfilled as fulfilled, u.ordering_status as status
         from uniform_status u join customer p on p.id = u.customer_id join season s on s.id = u.season_id
         where p.email = $1 and case $2 when 'current' then s.is_current when 'last' then s.ends_on < current_date else s.ordering_closes_on < current_date end`,
        [email, season],
      ),
    ).toEqual([expected]);
  });

  test('of every status exist in the current and the last season, measured and not, started and not', async () => {
    const counts = await rows<{ is_current: boolean; status: number; n: number }>(
      `select s.is_current, u.ordering_status as status, count(*)::int as n from uniform_status u join season s on s.id = u.season_id
       where u.organisation_id = 1 and u.ordering_status is not null group by 1, 2 order by 1, 2`,
    );
    expect(counts.map(({ is_current, status }) => [is_current, status])).toEqual(
      [false, true].flatMap((isCurrent) => [10, 20, 30, 40].map((status) => [isCurrent, status])),
    );
    const [notStarted = 0, part = 0, complete = 0] = counts.filter(({ is_current }) => is_current).map(({ n }) => n);
    expect(notStarted).toBeGreaterThan(40);
    expect(part).toBeGreaterThan(60);
    expect(complete).toBeGreaterThan(180);
    for (const status of [10, 20, 30])
      expect(
        await rows(
          `select distinct measuring_status > 10 as measured from uniform_status where organisation_id = 1 and season_id = 2 and ordering_status = $1`,
          [status],
        ),
        `status ${status}`,
      ).toHaveLength(2);
    for (const starts of ['between current_date - 14 and current_date', 'between current_date + 1 and current_date + 35'])
      expect(
        await value(
          `select count(*)::int from uniform_status where organisation_id = 1 and season_id = 2 and ordering_status = 10 and starts_on ${starts}`,
        ),
        starts,
      ).toBeGreaterThan(0);
  });

  test('were ordered in the season of the wardrobe, or one of the wearer’s, while its window was open', async () => {
    await none(`select l.id from (${wearerLines}) l join season s on s.id = l.season_id join collection c on c.id = l.collection_id
      where c.season_id <> l.season_id or not l.created_at::date between s.ordering_opens_on and s.ordering_closes_on
        or not exists (select from customer_season cs where cs.customer_id = l.wearer_id and cs.season_id = l.season_id)
        or not exists (select from customer_collection cc where cc.customer_id = l.wearer_id and cc.collection_id = l.collection_id)`);
    // Lines for the site name no wearer and count nowhere, those of wearers count in a group that is open to them.
    await none(`select id from order_line where num_nonnulls(wearer_id, collection_id, collection_group_id, season_id) not in (0, 4)
      or (wearer_id is null and (covered_quantity > 0 or reason is not null))`);
    await none(`select l.id from (${wearerLines}) l join collection_group g on g.id = l.collection_group_id
      where l.super_group_option_id is distinct from g.super_group_option_id
        or (g.super_group_option_id is not null and (l.super_group_id is null or not exists (
          select from customer_super_group_option o where o.customer_id = l.wearer_id and o.super_group_option_id = g.super_group_option_id)))`);
    await none(`select o.id from orders o join customer_role r on r.customer_id = o.customer_id and r.role_id = 34
      join order_line l on l.order_id = o.id where l.wearer_id is distinct from o.customer_id`);
    await none(`select o.id from orders o join (
        select order_id, (array_agg(season_id order by id))[1] as season_id from order_line where season_id is not null group by 1) first on first.order_id = o.id
      where o.season_id <> first.season_id`);
  });

  test('do not exceed what their wearers are owed, at any time', async () => {
    const columns = `wearer_id, season_id, collection_id, collection_group_id, product_id, allocation_type_id, has_numbers, group_quantity, product_quantity,
      budget_points, budget_minor, points, unit_price_minor`;
    const movements = `
      select ${columns}, created_at as at, covered_quantity as pieces from (${wearerLines}) l
      union all
      select ${columns}, e.at, counted - covered_quantity
      from (${wearerLines}) l
      join lateral (select min(created_at) as at from stock_entry e where e.order_line_id = l.id and e.kind = 'release') e on true
      where counted < covered_quantity`;
    await none(`select * from (
        select *, sum(pieces) over (partition by wearer_id, season_id, collection_group_id order by at) as in_group,
          sum(pieces) over (partition by wearer_id, season_id, collection_group_id, product_id order by at) as of_product,
          sum(pieces * points) over (partition by wearer_id, season_id, collection_id order by at) as in_points,
          sum(pieces * unit_price_minor) over (partition by wearer_id, season_id, collection_id order by at) as in_money
        from (${movements}) m) use
      where (allocation_type_id <> 50 and in_group > group_quantity) or (allocation_type_id = 10 and has_numbers and of_product > coalesce(product_quantity, 0))
        or (allocation_type_id = 30 and in_points > budget_points) or (allocation_type_id = 40 and in_money > budget_minor)`);
    await none(
      `select id from order_line where covered_quantity > quantity or (returned_quantity = 0 and exchange_of_line_id is null
        and (covered_quantity < quantity and wearer_id is not null) <> (reason is not null))`,
    );
    await none(
      `select l.id from order_line l join collection c on c.id = l.collection_id where l.reason is not null and c.beyond <> 'approval'`,
    );
    await none(
      `select l.id from order_line l join orders o on o.id = l.order_id where o.order_state_id in (40, 60) and l.cancelled_quantity <> l.quantity`,
    );
    await none(
      `select o.id from orders o join order_line l on l.order_id = o.id join customer p on p.id = l.wearer_id where o.created_at > p.wardrobe_opt_out_at`,
    );
  });

  test('of Hallam wait for approval in 13 orders, some of them beyond the entitlement with a reason', async () => {
    const waiting = await rows<{ id: number; beyond: number }>(
      `select o.id, count(l.reason)::int as beyond from orders o join order_line l on l.order_id = o.id
       where o.organisation_id = 2 and o.order_state_id = 50 group by 1`,
    );
    expect(waiting).toHaveLength(13);
    expect(waiting.filter(({ beyond }) => beyond > 0).length).toBeGreaterThan(1);
  });

  test('of Hallam contain one that was sent back and ordered again', async () => {
    const replacing = await rows(
      `select o.order_state_id as state, s.order_state_id as sent_back, a.status, s.replaced_by_order_id = o.id as linked,
         o.created_at - s.created_at < interval '14 days' and o.created_at > a.closed_at as soon from orders o
       join orders s on s.organisation_id = o.organisation_id and s.id = o.replaces_order_id and s.customer_id = o.customer_id and s.created_at < o.created_at
       join approval a on a.organisation_id = s.organisation_id and a.order_id = s.id where o.organisation_id = 2`,
    );
    expect(replacing).toEqual([{ state: 50, sent_back: 40, status: 'sent_back', linked: true, soon: true }]);
  });

  test('of staff@hallam have used 35 of 50 points, those of staff@corvane a part of £180', async () => {
    const used = (email: string) =>
      rows<Record<string, unknown>>(
        `select l.budget_points, l.budget_minor, sum(l.counted * l.points)::int as points, sum(l.counted * l.unit_price_minor)::int as money
         from (${wearerLines}) l join season s on s.id = l.season_id and s.is_current where l.email = $1 group by 1, 2`,
        [email],
      );
    expect(await used('staff@hallam.example')).toMatchObject([{ budget_points: 50, points: 35 }]);
    const [money] = await used('staff@corvane.example');
    expect(money).toMatchObject({ budget_minor: 18_000 });
    expect(money?.money).toSatisfy((pence: number) => pence > 5000 && pence < 15_000);
  });
});

describe('the entitlement', () => {
  test('is the sum of its entries, and was at no time overdrawn', async () => {
    await none(`select a.id from entitlement_account a
      left join (select account_id, sum(granted_delta) as granted, sum(reserved_delta) as reserved, sum(used_delta) as used from entitlement_entry group by 1) e
        on e.account_id = a.id
      where row (a.granted, a.reserved, a.used) <> row (coalesce(e.granted, 0), coalesce(e.reserved, 0), coalesce(e.used, 0))`);
    await none(`select * from (
        select account_id, sum(granted_delta - reserved_delta - used_delta) over w as balance, sum(reserved_delta) over w as reserved, sum(used_delta) over w as used
        from entitlement_entry window w as (partition by account_id order by created_at)) e
      join entitlement_account a on a.id = e.account_id where (a.is_limited and balance < 0) or e.reserved < 0 or e.used < 0`);
    await none('select id from entitlement_entry where created_at > now()');
    for (const kind of ['grant', 'reserve', 'release', 'use', 'return', 'expire'])
      expect(await value('select exists (select from entitlement_entry where kind = $1)', [kind]), kind).toBe(true);
  });

  test('is used by what wearers have ordered', async () => {
    await none(`select l.id from (${wearerLines}) l left join entitlement_account a on a.id = l.group_account_id
      where row (a.customer_id, a.collection_id, a.season_id, a.collection_group_id) is distinct from row (l.wearer_id, l.collection_id, l.season_id, l.collection_group_id)`);
    await none(`select a.id from entitlement_account a left join (
        select group_account_id as id, sum(counted.reserved) as reserved, sum(counted.used) as used from order_line
        cross join lateral counted_pieces(covered_quantity, quantity, shipped_quantity, cancelled_quantity, returned_quantity) counted group by 1) l on l.id = a.id
      where a.kind <> 'budget' and row (a.reserved, a.used) <> row (coalesce(l.reserved, 0), coalesce(l.used, 0))`);
    await none(`select a.id from entitlement_account a left join (
        select l.budget_account_id as id, sum((counted.reserved + counted.used) * case b.unit when 'points' then l.unit_points else l.unit_price_minor end) as taken
        from order_line l join entitlement_account b on b.id = l.budget_account_id
        cross join lateral counted_pieces(covered_quantity, quantity, shipped_quantity, cancelled_quantity, returned_quantity) counted group by 1) l on l.id = a.id
      where a.kind = 'budget' and a.reserved + a.used <> coalesce(l.taken, 0)`);
  });

  test('is what the rules grant: computing it again changes nothing', async () => {
    const state = `select (select count(*) from entitlement_entry)::int as entries,
      (select md5(string_agg(a::text, ' ' order by id)) from entitlement_account a) as accounts`;
    const before = await rows(state);
    await inTransaction(client, async () => {
      for (const organisationId of Object.values(DEMO.organisations))
        await syncOrganisationEntitlement(asTransaction(client), { organisationId });
    });
    expect(await rows(state)).toEqual(before);
  });

  // Worked out by hand: what is granted, less what the orders of the plan took.
  test.each([
    [
      'staff@meridian.example',
      [
        '1 × Meridian Oxford blouse',
        '1 × Marlow poplin blouse, three-quarter sleeve',
        '1 × Thornbury cardigan, women’s',
        '2 × Harland house scarf',
      ],
    ],
    ['new.starter@meridian.example', ['3 × Service shirts', '2 × Trousers', '2 × Aprons', '1 × Shoes']],
    [
      'shift.lead@meridian.example',
      [
        '4 × Shirts and blouses',
        '2 × Trousers',
        '1 × Knitwear',
        '2 × Ties and scarves',
        '1 × Service shirts',
        '2 × Trousers',
        '1 × Shoes',
      ],
    ],
    ['staff@hallam.example', ['1 × Service shirts', '1 × Aprons', '15 × Restaurant and Bar, men’s cut']],
    ['track@corvane.example', ['1 × Orange jacket', '1 × Hi-vis tops', '6 × Gloves']],
    ['duty.manager@meridian.example', []],
  ])('leaves %s what is not ordered yet', async (email, expected) => {
    const left = await rows<{ label: string }>(
      `select (a.granted - a.reserved - a.used) || ' × ' || a.label as label
       from entitlement_account a join customer p on p.id = a.customer_id join season s on s.id = a.season_id
       left join collection_group g on g.id = a.collection_group_id left join collection_group_product gp on gp.collection_group_id = g.id and gp.product_id = a.product_id
       where p.email = $1 and s.ends_on >= current_date and a.status = 'open' and a.is_limited and a.granted > a.reserved + a.used
       order by a.collection_id, a.kind desc, g.display_order, gp.display_order`,
      [email],
    );
    expect(left.map(({ label }) => label)).toEqual(expected);
  });
});

test('the operator has the published password, an authenticator app with the published secret, and every brand', async () => {
  const [operator, ...others] = await rows<{ id: number; email: string; hash: string; sealed: Buffer; brands: number[] }>(
    `select o.id, email, password_hash as hash, sealed_secret as sealed,
       (select array_agg(brand_id::int order by brand_id) from operator_brand b where b.operator_id = o.id) as brands
     from operator o left join operator_second_factor f on f.operator_id = o.id`,
  );
  expect(others).toEqual([]);
  expect(operator).toMatchObject({ email: demoOperator.email, brands: [1, 2, 3] });
  expect(await verify(operator?.hash ?? '', demoPassword)).toBe(true);
  const vault = createVaultFromKeys(TEST_KEY);
  expect(vault.open(`operator-second-factor:${operator?.id}`, operator?.sealed ?? Buffer.of())).toBe(demoOperator.totpSecret);
});

test('prices of the catalogue and of a client begin on coming days, one of them until a day', async () => {
  const found = await rows<{
    client: string | null;
    handle: string;
    price: number | null;
    percent: string | null;
    ends: boolean;
  }>(
    `select o.name as client, p.handle, s.price_minor::int as price, s.price_percent as percent, s.ends_on is not null as ends
     from scheduled_price s join product p on p.id = s.product_id left join organisation o on o.id = s.organisation_id
     where s.state = 'coming' and s.starts_on > current_date order by s.organisation_id nulls first, p.handle`,
  );
  expect(found.map(({ client, handle }) => [client, handle])).toEqual([
    [null, 'merino-crew-jumper'],
    [null, 'v-neck-cardigan'],
    [null, 'v-neck-jumper'],
    ['Hallam Hotels', 'bar-waistcoat'],
    ['Hallam Hotels', 'mens-blazer'],
    ['Hallam Hotels', 'pique-polo'],
  ]);
  expect(found.filter(({ ends }) => ends).map(({ percent }) => Number(percent))).toEqual([-8, -8]);
  await none(
    `select from scheduled_price s join product p on p.id = s.product_id where s.organisation_id is null and s.price_minor <= p.price_minor`,
  );
});

describe('the returns', () => {
  test('are an exchange S → M → L of which the second is pending, one that was refunded, one rejected, one that waits for a decision and one of goods made to order', async () => {
    const found = await rows<{
      email: string;
      wish: string;
      state: number;
      new_size: string | null;
      made: boolean;
      pieces: number;
    }>(
      `select c.email, r.action as wish, r.return_state_id as state, right(x.description, 1) as new_size, p.is_made_to_order as made, r.received_quantity as pieces
       from return_request r join customer c on c.id = r.customer_id join order_line l on l.id = r.order_line_id join product p on p.id = l.product_id
       left join order_line x on x.id = r.exchange_line_id order by r.id`,
    );
    const [wearer, buyer] = ['staff@meridian.example', 'buyer@corvane.example'];
    const exchange = { email: wearer, wish: 'Exchange for another size', made: false };
    const credit = { email: buyer, wish: 'Store credit', new_size: null };
    expect(found).toEqual([
      { ...exchange, state: 10, new_size: 'M', pieces: 1 },
      { ...exchange, state: 0, new_size: 'L', pieces: null },
      { ...credit, state: 40, made: false, pieces: 2 },
      { ...credit, state: 50, made: false, pieces: 1 },
      { ...credit, email: 'buyer@meridian.example', state: 10, made: false, pieces: 1 },
      { ...credit, state: 0, made: true, pieces: null },
    ]);
    await none(`select id from return_request r where r.return_state_id = 40 and not exists (
      select from invoice i where i.kind = 'credit_note' and i.credit_key = 'return:' || r.id)`);
    await none('select id from order_event where created_at > now()');
  });
});

test('a Buyer has an order that a card has paid, and one that can be paid again', async () => {
  const found = await rows<object>(
    `select p.state, p.amount_minor = o.total_minor as whole, p.received_minor = o.total_minor as paid, o.payment_state_id as payment,
       o.released_at is not null as released, o.payment_due_at > now() + interval '5 days' as waits, s.total as "notByCard"
     from card_payment p join orders o on o.id = p.order_id join customer c on c.id = o.customer_id
     join lateral (select sum(l.quantity - l.card_quantity)::int as total from order_line l where l.order_id = o.id) s on true
     where c.email = 'buyer@corvane.example' order by p.id`,
  );
  const paid = { state: 'paid', whole: true, paid: true, payment: 30, released: true, waits: null, notByCard: 0 };
  expect(found).toEqual([paid, { ...paid, state: 'failed', paid: null, payment: 10, released: false, waits: true }]);
  expect(await rows('select brand_id, provider from payment_provider where active')).toEqual([
    { brand_id: 3, provider: 'simulated' },
  ]);
});

describe('the quotes', () => {
  const ofBuyer = (email: string) =>
    rows<{ state: string; n: number }>(
      `select s.name as state, count(*)::int as n from quote q join quote_state s on s.id = q.quote_state_id join customer c on c.id = q.customer_id
       where c.email = $1 group by s.id order by s.id`,
      [email],
    );

  test('of a buyer at Meridian are one in each state, with one that can be accepted today; the others have fewer', async () => {
    const states = ['Submitted', 'InReview', 'Quoted', 'Accepted', 'Declined', 'Expired'];
    expect(await ofBuyer('buyer@meridian.example')).toEqual(states.map((state) => ({ state, n: 1 })));
    expect((await ofBuyer('buyer@hallam.example')).map(({ state }) => state)).toEqual(['Submitted', 'Quoted', 'Declined']);
    expect((await ofBuyer('buyer@corvane.example')).map(({ state }) => state)).toEqual([
      'InReview',
      'Quoted',
      'Accepted',
      'Declined',
    ]);
    await none('select id from quote where quote_state_id = 30 and valid_until_at < now()');
    await none('select id from quote where quote_state_id = 60 and valid_until_at >= now()');
  });

  test('have files, messages of both sides, a second version, an alternative, a line in words and lines without a size', async () => {
    expect(await value('select count(*)::int from quote_file where message_id is null')).toBe(2);
    expect(await value('select count(*)::int from quote_file where from_supplier')).toBe(1);
    expect(await value('select count(distinct from_supplier)::int from quote_message')).toBe(2);
    expect(await value('select count(*)::int from quote where version = 2')).toBe(1);
    expect(await value('select count(*)::int from quote_item where alternative_to_id is not null')).toBe(1);
    expect(await value('select count(*)::int from quote_item where product_id is null')).toBeGreaterThan(1);
    expect(await value('select count(*)::int from quote_item where product_id is not null and combination_id is null')).toBe(3);
    expect(await value('select count(*)::int from quote_item_customisation')).toBe(1);
  });

  test('name what can be ordered: products of the range, and prices that make the total', async () => {
    await none(`select i.id from quote_item i where i.product_id is not null and not exists (
      select from offer f where f.organisation_id = i.organisation_id and f.product_id = i.product_id and f.combination_id = coalesce(i.combination_id, f.combination_id))`);
    await none(`select q.id from quote q where q.version > 0 and q.total_minor <> (
      select sum(v.quantity * v.unit_price_minor) from quote_version_item v join quote_item i on i.organisation_id = v.organisation_id and i.id = v.quote_item_id
      where v.organisation_id = q.organisation_id and v.quote_id = q.id and v.version = q.version and v.is_offered and i.alternative_to_id is null)`);
    await none('select id from quote where updated_at > now() or created_at > updated_at');
  });

  test('that were accepted have lines in an order at the quoted price, which was placed while they led, and a line that is left', async () => {
    const accepted = await rows<{ id: number; ordered: number; lines: number }>(
      `select q.id, count(distinct l.id)::int as ordered, count(distinct i.id)::int as lines from quote q
       join quote_item i on i.organisation_id = q.organisation_id and i.quote_id = q.id
       left join order_line l on l.organisation_id = i.organisation_id and l.quote_item_id = i.id where q.quote_state_id = 40 group by q.organisation_id, q.id`,
    );
    expect(accepted.map(({ ordered, lines }) => [ordered, lines])).toEqual([
      [2, 3],
      [2, 3],
    ]);
    await none(`select l.id from order_line l join quote_item i on i.organisation_id = l.organisation_id and i.id = l.quote_item_id
      join quote q on q.organisation_id = i.organisation_id and q.id = i.quote_id
      join quote_version_item v on v.organisation_id = q.organisation_id and v.quote_id = q.id and v.version = q.version and v.quote_item_id = i.id
      join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
      where l.unit_price_minor <> v.unit_price_minor or l.quantity > v.quantity or l.combination_id <> v.combination_id
        or o.created_at not between (select sent_at from quote_version s where s.organisation_id = q.organisation_id and s.quote_id = q.id and s.version = q.version)
          and q.valid_until_at or o.customer_id <> q.customer_id`);
  });

  test('leave the carts empty, but for that of a wearer whose window has closed', async () => {
    await none('select id from cart_line where quote_item_id is not null');
  });
});

describe('seeding', () => {
  test('again changes nothing', async () => {
    const before = await value('select sum(id) from orders');
    await seedDemo(database.ownerUrl);
    expect(await value('select sum(id) from orders')).toBe(before);
  });

  const counts =
    'select (select count(*) from orders where origin <> $$exchange$$)::int as orders, (select count(*) from customer)::int as people';

  test('adds rows once when the scale is larger', async () => {
    for (let run = 0; run < 2; run += 1) {
      await seedDemo(database.ownerUrl, { scale: 1.2 });
      expect(await rows(counts)).toEqual([{ orders: 2643, people: 804 }]);
    }
    await none(unequalLevels);
  });

  test('adds the catalogue again from twice the scale', { timeout: 300_000 }, async () => {
    for (let run = 0; run < 2; run += 1) {
      await seedDemo(database.ownerUrl, { scale: 2 });
      expect(await rows(counts)).toEqual([{ orders: 4403, people: 1340 }]);
      expect(await value('select count(*)::int from product')).toBe(240);
    }
    await none(unequalLevels);
  });

  test('adds people alone', { timeout: 300_000 }, async () => {
    for (let run = 0; run < 2; run += 1) {
      await seedDemo(database.ownerUrl, { people: 3 });
      expect(await rows(counts)).toEqual([{ orders: 4403, people: 2010 }]);
    }
    await none('select id from customer c where not exists (select from customer_role r where r.customer_id = c.id)');
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
    expect(await value('select count(*)::int from state_province where country_id = 840')).toBe(59);
    expect(await value('select count(*)::int from state_province where country_id = 826')).toBe(0);
  });

  test('refuses a database with other people’s data', async () => {
    await client.query(`insert into organisation (brand_id, name) values (1, 'Someone Else Ltd')`);
    await expect(seedDemo(database.ownerUrl)).rejects.toThrow(/"Someone Else Ltd", which is not part of the demonstration/);
  });
});
