/**
 * `npm run bench:dashboards`: how long the calls of Home for administrators take together, in an organisation with 300,000 orders of 100,000 people in three
 * seasons, for an Admin of everything and for one of a group: with the current season, and with all. And how long other requests take meanwhile.
 * `--people 100000 --orders 3 --rounds 40` is the default; `--keep DIR` reuses its database. Fails if the page misses its targets.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Client } from 'pg';
import { createPeoplePortal, type MeasuredList } from './people-portal.ts';

/** Maximum p95 of all calls of the page together, in milliseconds. */
const MAX_SEASON_MS = 300;
const MAX_ALL_SEASONS_MS = 1000;
const WARM_ROUNDS = 5;

/** The calls of the page: the same months of the season before are a second overview. */
const PAGE: readonly [list: MeasuredList, query: (season: string) => string][] = [
  ['/api/organisations/financialOverview', (season) => season],
  ['/api/organisations/financialOverview', (season) => (season ? 'seasonId=1&createdAtMax=2025-11-28' : '')],
  ['/api/orders/purchasesbymonth', (season) => season],
  ['/api/orders/getOrderShippedStatusBySeason', () => ''],
  ['/api/orders/topproducts', (season) => season],
  ['/api/organisations/worklist', (season) => season],
  ['/api/customers/counts', (season) => season],
];

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '40' },
    keep: { type: 'string' },
    /** Only makes the database. */
    prepare: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);

/** Gives the orders three seasons, the year before the demonstration's among them, makes some pieces late and gives everyone a budget. */
async function spreadOrders(client: Client): Promise<void> {
  const { rowCount } = await client.query(`
    insert into season (id, organisation_id, name, starts_on, ends_on) select 900, 1, 'Uniform year 2024/25', '2024-07-07', '2025-07-06'
    where not exists (select from season where id = 900)`);
  if (rowCount === 0) return;
  await client.query('set session_replication_role = replica');
  await client.query(`
    update orders set season_id = (array[900, 1, 2])[1 + id % 3],
      created_at = (array['2024-07-07', '2025-07-07', '2026-07-07']::timestamptz[])[1 + id % 3] + make_interval(secs => (id * 7919) % (array[31000000, 31000000, 12000000])[1 + id % 3])
    where organisation_id = 1`);
  await client.query(`
    update order_line l set due_on = (o.created_at + interval '80 days')::date from orders o
    where o.organisation_id = l.organisation_id and o.id = l.order_id and l.quantity > l.shipped_quantity + l.cancelled_quantity and l.id % 3 = 0 and l.organisation_id = 1`);
  await client.query(`
    insert into entitlement_account (organisation_id, customer_id, collection_id, season_id, kind, unit, label, status, is_limited, base, granted, reserved, used)
    select 1, c.id, 1, season, 'budget', 'money', 'Budget', 'open', true, 20000, 20000, 1000, 5000
    from customer c cross join unnest(array[1, 2]) season where c.organisation_id = 1`);
  await client.query('set session_replication_role = origin');
  await client.query('select rebuild_order_figures(1)');
  await client.query('vacuum full orders');
  await client.query('vacuum analyze orders, order_line, order_figures, product_figures, entitlement_account');
}

const quantile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;

const dir = values.keep ?? (await mkdtemp(join(tmpdir(), 'livery-bench-dashboards-')));
const portal = await createPeoplePortal(dir, Number(values.people), Number(values.orders), spreadOrders);
try {
  if (!values.prepare) process.exitCode = (await measurePages()) ? 0 : 1;
} finally {
  await portal.close();
  if (!values.keep) await rm(dir, { recursive: true, force: true });
}

async function measurePages(): Promise<boolean> {
  const cases = [
    ['current season', 'seasonId=2', undefined, MAX_SEASON_MS],
    ['all seasons', '', undefined, MAX_ALL_SEASONS_MS],
    ['current season, a group', 'seasonId=2&groupIds=1', undefined, MAX_SEASON_MS],
    ['current season, Admin of a group', 'seasonId=2', 'north', MAX_SEASON_MS],
    ['all seasons, Admin of a group', '', 'north', MAX_ALL_SEASONS_MS],
  ] as const;
  console.log(`${'p50 / p95 in ms'.padEnd(40)}together   each call`);
  let isFastEnough = true;
  for (const [name, season, as, limit] of cases) {
    const together: number[] = [];
    const each: number[][] = PAGE.map(() => []);
    for (let round = -WARM_ROUNDS; round < rounds; round += 1) {
      const startedAt = performance.now();
      const times = await Promise.all(PAGE.map(([list, query]) => portal.measureQuery(query(season), as, list)));
      if (round < 0) continue;
      together.push(performance.now() - startedAt);
      for (const [place, { ms }] of times.entries()) each[place]?.push(ms);
    }
    const p95 = quantile(together, 0.95);
    if (p95 > limit) isFastEnough = false;
    console.log(
      `${name.padEnd(40)}${quantile(together, 0.5).toFixed(0)} / ${p95.toFixed(0)}${p95 > limit ? ` FAILED: above ${limit}` : ''}   ${each.map((ms) => quantile(ms, 0.5).toFixed(0)).join(' ')}`,
    );
  }
  await measureOthers();
  return isFastEnough;
}

/** How long a list takes while someone opens the page once a second, and while no one does. */
async function measureOthers(): Promise<void> {
  const lists = async () => {
    const times: number[] = [];
    for (let round = 0; round < rounds * 5; round += 1)
      times.push((await portal.measureQuery('totals=false', undefined, '/api/orders')).ms);
    return times;
  };
  const alone = await lists();
  const timer = setInterval(() => {
    for (const [list, query] of PAGE) portal.measureQuery(query('seasonId=2'), undefined, list).catch(console.error);
  }, 1000);
  const beside = await lists();
  clearInterval(timer);
  console.log(
    `${'list of orders, alone and beside it'.padEnd(40)}${quantile(alone, 0.5).toFixed(1)} / ${quantile(alone, 0.95).toFixed(1)}, ${quantile(beside, 0.5).toFixed(1)} / ${quantile(beside, 0.95).toFixed(1)}`,
  );
}
