import { Client } from 'pg';
import { columnTypes } from '#api/platform/db/database.ts';
import type { BenchOrganisation } from './bench-organisation.ts';

/** An order that the portal acknowledged. */
export interface AcknowledgedOrder {
  orderId: number;
  key: string | undefined;
}

export interface AuditResult {
  soldOfLimited: number;
  checks: { text: string; holds: boolean }[];
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, types: columnTypes });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Sets the stock of one combination, and makes sure that there are enough people to order it. */
export function limitStock(url: string, organisation: BenchOrganisation, units: number, people: number) {
  return withClient(url, async (client) => {
    const offers = await client.query<{ product_id: number; combination_id: number }>(
      'select product_id, combination_id from offer where organisation_id = $1 order by combination_id offset $2 limit 1',
      [organisation.organisationId, people > 0 ? 500 : 600],
    );
    const { product_id: productId, combination_id: combinationId } = offers.rows[0] as {
      product_id: number;
      combination_id: number;
    };
    await client.query('begin');
    await client.query(
      `insert into stock_entry (combination_id, kind, on_hand_delta, reason)
       select combination_id, 'count', $2 - on_hand, 'made scarce' from stock_level where combination_id = $1 and on_hand <> $2`,
      [combinationId, units],
    );
    await client.query('update stock_level set on_hand = $2, version = version + 1 where combination_id = $1', [
      combinationId,
      units,
    ]);
    await client.query(
      `with person as (
         insert into customer (organisation_id, brand_id, email, first_name, last_name)
         select $1, o.brand_id, 'rush.' || n || '@bench.example', 'Rush', 'Number ' || n from organisation o, generate_series(1, $2::int) n where o.id = $1 returning id),
       roles as (insert into customer_role select $1, id, r from person, unnest(array[3, 35]) r)
       insert into address (organisation_id, customer_id, first_name, last_name, country_id, city, address1, zip_postal_code, is_default)
       select $1, person.id, 'Rush', 'Buyer', y.id, 'Leeds', '1 Mill Lane', 'LS1 1AA', true from person, country y where y.two_letter_iso_code = 'GB'`,
      [organisation.organisationId, people],
    );
    await client.query('commit');
    const customers = await client.query<{ id: number }>(
      `select id from customer where organisation_id = $1 and email like 'rush.%' order by id`,
      [organisation.organisationId],
    );
    return { productId, combinationId, customerIds: customers.rows.map(({ id }) => id) };
  });
}

/** Checks the acknowledged orders against the database, and the database for consistency. */
export function auditOrders(
  url: string,
  organisationId: number,
  acknowledged: readonly AcknowledgedOrder[],
  scarce: number | undefined,
): Promise<AuditResult> {
  return withClient(url, async (client) => {
    const count = async (sql: string, values: unknown[] = []) =>
      Number((await client.query<{ n: number }>(sql, values)).rows[0]?.n ?? 0);
    const ids = acknowledged.map(({ orderId }) => orderId);
    const found = await count('select count(*)::int as n from orders where organisation_id = $1 and id = any ($2::bigint[])', [
      organisationId,
      ids,
    ]);
    const distinct = new Set(ids).size;
    const keys = acknowledged.flatMap(({ key, orderId }) => (key === undefined ? [] : [{ key, orderId }]));
    const wrongKeys = await count(
      `select count(*)::int as n from jsonb_to_recordset($1::jsonb) as k (key text, "orderId" int) left join orders o on o.checkout_id::text = k.key
       where o.id is distinct from k."orderId"`,
      [JSON.stringify(keys)],
    );
    const lines = `from order_line l join orders o on o.id = l.order_id where o.organisation_id = $1`;
    const differing = (what: string, sql: string) =>
      count(sql, [organisationId]).then((n) => ({ text: `${n} ${what}`, holds: n === 0 }));
    const checks = [
      { text: `${ids.length - found} of ${ids.length} acknowledged orders lost`, holds: found === distinct },
      { text: `${ids.length - distinct} orders acknowledged twice`, holds: distinct === ids.length },
      { text: `${wrongKeys} checkout ids that lead to another order`, holds: wrongKeys === 0 },
      await differing(
        'orders without lines',
        `select count(*)::int as n from orders o where organisation_id = $1 and not exists (select from order_line l where l.order_id = o.id)`,
      ),
      await differing(
        'orders without mail',
        `select count(*)::int as n from orders o where organisation_id = $1 and not exists (select from mail_outbox m where m.dedupe_key = 'order-placed:' || o.id)`,
      ),
      await differing(
        'orders without audit row',
        `select count(*)::int as n from orders o where organisation_id = $1 and not exists (select from audit_event a where a.action = 'order.placed' and a.subject_id = o.id::text)`,
      ),
      await differing(
        'orders whose lines do not make their value',
        `select count(*)::int as n from orders o where organisation_id = $1 and goods_minor <> (select sum(price_minor) from order_line l where l.order_id = o.id)`,
      ),
      await differing(
        'stock levels that are not the sum of their ledger',
        `select count(*)::int as n from stock_level s join product p on p.id = s.product_id
         left join (select combination_id, sum(on_hand_delta) as on_hand, sum(reserved_delta) as reserved from stock_entry group by 1) e using (combination_id)
         where p.exclusive_organisation_id = $1 and (s.on_hand <> coalesce(e.on_hand, 0) or s.reserved <> coalesce(e.reserved, 0))`,
      ),
      await differing(
        'combinations of which more was ordered than there was',
        `select count(*)::int as n from (select l.combination_id, sum(l.quantity) as ordered ${lines} group by 1) d join stock_level s using (combination_id) where d.ordered > s.on_hand`,
      ),
    ];
    const soldOfLimited =
      scarce === undefined
        ? 0
        : await count('select coalesce(sum(quantity), 0)::int as n from order_line where combination_id = $1', [scarce]);
    return { soldOfLimited, checks };
  });
}
