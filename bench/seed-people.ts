import type { Client } from 'pg';

const TABLES = [
  'customer',
  'customer_group',
  'customer_season',
  'customer_collection',
  'entitlement_account',
  'orders',
  'order_line',
];
const PEOPLE_BATCH_SIZE = 10_000;
/** Nearly everyone has an email address of the organisation; the others have one of forty other domains. */
const DOMAIN = "case n % 25 when 0 then 'post-' || n / 25 % 40 || '.example' else 'meridian.example' end";

/**
 * Adds people to Meridian up to the given number, each with the given number of orders: copies of the demonstration's people with recombined names.
 * Rows are written with triggers disabled; the uniform status and the number of orders of everyone, the figures of orders, and
 * those that people have placed in another group than theirs, are rebuilt afterwards.
 */
export async function seedPeople(client: Client, target: number, ordersEach: number): Promise<void> {
  const { rows } = await client.query<{ n: number; next: number }>(
    'select count(*)::int as n, (select max(id) from customer) + 1 as next from customer where organisation_id = 1 and deleted_at is null',
  );
  const { n = 0, next = 0 } = rows[0] ?? {};
  if (n >= target) return;
  // Without triggers and foreign keys: the copied rows satisfy them already.
  await client.query('set session_replication_role = replica');
  for (let start = next; start < next + target - n; start += PEOPLE_BATCH_SIZE)
    await addPeople(client, start, Math.min(start + PEOPLE_BATCH_SIZE, next + target - n) - 1, ordersEach);
  await client.query('set session_replication_role = origin');
  // The rows were written with their ids.
  await client.query("select setval(pg_get_serial_sequence('customer', 'id'), max(id)) from customer");
  await client.query(`analyze ${TABLES.join(', ')}`);
  await client.query('select rebuild_uniform_status(1)');
  await client.query(`
    insert into order_counts select organisation_id, customer_id, count(*) from orders where organisation_id = 1 group by 1, 2
    on conflict (organisation_id, customer_id) do update set orders = excluded.orders`);
  await client.query('select rebuild_order_figures(1), rebuild_order_elsewhere(1)');
}

async function addPeople(client: Client, from: number, to: number, ordersEach: number): Promise<void> {
  // Each copies one of the demonstration's 391 generated people.
  const copied = `generate_series(${from}, ${to}) n join customer t on t.organisation_id = 1 and t.id = 10 + n % 391`;
  await client.query(`
    insert into customer (id, organisation_id, brand_id, email, first_name, last_name, employee_number, gender, active, resort_id, business_area_id, job_role_id,
      allocation_type_id, wardrobe_opt_out_at, starts_on, ends_on, weekly_hours, last_login_at, created_at, measured_at, special_measurements_at, search_text)
    select n, 1, t.brand_id, lower(l.last_name) || '.' || n || '@' || ${DOMAIN}, f.first_name, l.last_name, 'MR' || n * 7, t.gender, t.active, t.resort_id,
      t.business_area_id, t.job_role_id, t.allocation_type_id, t.wardrobe_opt_out_at, t.starts_on - n % 200, t.ends_on, t.weekly_hours, t.last_login_at,
      t.created_at, t.measured_at, t.special_measurements_at,
      -- The trigger that writes it is off, like all others.
      searchable_text(f.first_name || ' ' || l.last_name || ' ' || lower(l.last_name) || '.' || n || '@ MR' || n * 7 || ' ')
    from ${copied}
    join customer f on f.organisation_id = 1 and f.id = 10 + (n / 391 * 7 + n) % 391
    join customer l on l.organisation_id = 1 and l.id = 10 + (n / 391 * 11 + n * 31) % 391`);
  for (const [table, column] of [
    ['customer_role', 'role_id'],
    ['customer_group', 'organisation_group_id'],
    ['customer_season', 'season_id'],
    ['customer_collection', 'collection_id'],
    ['customer_super_group_option', 'super_group_option_id'],
  ])
    await client.query(`
      insert into ${table} (organisation_id, customer_id, ${column})
      select 1, n, x.${column} from ${copied} join ${table} x on x.organisation_id = 1 and x.customer_id = t.id`);
  // What they are owed, and how much of it they have ordered: without entries, which no list reads.
  const columns = `collection_id, season_id, kind, collection_group_id, product_id, unit, label, super_group_id, super_group_option_id, starts_on, ends_on, status,
    is_withdrawn, is_limited, minimum, base, adjusted, granted, reserved, used`;
  await client.query(`
    insert into entitlement_account (organisation_id, customer_id, ${columns})
    select 1, n, ${columns.replaceAll(/\b[a-z_]+\b/g, 'x.$&')} from ${copied} join entitlement_account x on x.organisation_id = 1 and x.customer_id = t.id`);
  if (ordersEach === 0) return;
  await client.query(`
    with placed as (
      insert into orders (organisation_id, customer_id, placed_by_id, guid, checkout_id, order_state_id, payment_state_id, shipping_state_id, currency_code,
        tax_rate, tax_display_type, goods_minor, shipping_minor, goods_tax_minor, shipping_tax_minor, total_minor, shipped_value_minor,
        cancelled_value_minor, pending_value_minor, payment_method, billing_address, organisation_group_id, resort_id, business_area_id, collection_id, season_id,
        released_at, created_at, search_text, comments)
      select 1, n, n, gen_random_uuid(), gen_random_uuid(), o.order_state_id, o.payment_state_id, o.shipping_state_id, o.currency_code, o.tax_rate,
        o.tax_display_type, o.goods_minor, o.shipping_minor, o.goods_tax_minor, o.shipping_tax_minor, o.total_minor - o.fee_minor, o.shipped_value_minor,
        o.cancelled_value_minor, o.pending_value_minor, o.payment_method, o.billing_address,
        -- One person in ten has ordered before they came to their group, in any group.
        case when n % 10 = 0 then o.organisation_group_id
          else (select min(g.organisation_group_id) from customer_group g where g.organisation_id = 1 and g.customer_id = n) end, o.resort_id, o.business_area_id,
        o.collection_id, o.season_id, o.released_at, o.created_at - make_interval(secs => n), replace(o.search_text, o.id::text, n || '-' || k), o.id::text
      from generate_series(${from}, ${to}) n cross join generate_series(1, ${ordersEach}) k
      join orders o on o.organisation_id = 1 and o.id = 10001 + (n * 31 + k * 149) % 1500
      returning id, customer_id, season_id, comments::int as template)
    insert into order_line (organisation_id, order_id, product_id, combination_id, product_name, sku, quantity, shipped_quantity, cancelled_quantity,
      returned_quantity, unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate, collection_id, wearer_id, season_id)
    select 1, placed.id, l.product_id, l.combination_id, l.product_name, l.sku, l.quantity, l.shipped_quantity, l.cancelled_quantity,
      l.returned_quantity, l.unit_price_minor, l.unit_tax_minor, l.price_minor, l.tax_minor, l.tax_rate, l.collection_id, placed.customer_id,
      placed.season_id
    from placed join order_line l on l.organisation_id = 1 and l.order_id = placed.template`);
}
