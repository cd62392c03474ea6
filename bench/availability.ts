/**
 * `npm run chaos:availability`: two processes of the portal behind HAProxy, and a PostgreSQL 15 with a standby. People order without a pause while processes
 * are stopped, killed and started again, PostgreSQL is restarted, and its standby takes over. A planned stop must fail no request; nothing else may lose or
 * double an order that was acknowledged. After each, the same without what prevents it, which must fail: otherwise the run proves nothing.
 *   npm run chaos:availability
 *   npm run chaos:availability -- --rounds 10 --only stop,failover
 *   npm run chaos:availability -- --pooler      with PgBouncer 1.24 in transaction mode between the portals and PostgreSQL
 * Needs root on Debian 12: it installs haproxy and uses postgresql-15.
 */
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkRoutes } from '#api/platform/setup/check-routes.ts';
import { prepareDatabase } from '#api/platform/setup/prepare-database.ts';
import { findFreePort, type Network, startNetwork } from '#api/testing/network.ts';
import { seedDemo } from '#demo/seed.ts';
import { installDebianPackage } from '#tools/debian.ts';
import { fetchPgBouncer, type PgBouncer, RECOMMENDED_SETTINGS, startPgBouncer } from '#tools/pgbouncer.ts';
import { type LoadBalancer, startLoadBalancer } from './availability/load-balancer.ts';
import { type PortalPair, startPair } from './availability/portal-pair.ts';
import { hasPostgres15, type PostgresNode, STANDBY, startPrimary, startStandby } from './availability/postgres-node.ts';
import { ensureBenchOrganisation } from './bench-organisation.ts';
import { type AcknowledgedOrder, auditOrders, limitStock } from './chaos-audit.ts';
import { type OrderLoad, startOrderLoad } from './order-load.ts';
import { startSessions } from './shopping.ts';

const SCENARIOS = ['stop', 'kill', 'restart', 'failover'] as const;
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '4' },
    only: { type: 'string', default: SCENARIOS.join(',') },
    pooler: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const only = values.only.split(',');
const BUYERS = 12;
const DRAIN_SECONDS = 3;
/** How much later the standby receives what the primary sends. */
const LINK_DELAY_MS = 100;
/** The same for the control, in which it must be too late. */
const LATE_LINK_DELAY_MS = 500;
/** Longest time until the first order after a fault. */
const BACK_MS = 30_000;

let passed = 0;
let failed = 0;
const check = (text: string, holds: boolean) => {
  console.log(`${holds ? 'passed' : 'FAILED'}  ${text}`);
  if (holds) passed += 1;
  else failed += 1;
};

const describeFailures = (failures: ReadonlyMap<string, number>) =>
  [...failures].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none';
const sum = (failures: ReadonlyMap<string, number>) => [...failures.values()].reduce((total, count) => total + count, 0);

if (!hasPostgres15()) throw new Error('This needs PostgreSQL 15 of Debian 12 (apt-get install postgresql-15), and root.');
if (spawnSync('haproxy', ['-v']).error && !(await installDebianPackage('haproxy', 'a load balancer')))
  throw new Error('This needs haproxy; it could not be installed.');

const folder = await mkdtemp(join(tmpdir(), 'livery-availability-'));
await chmod(folder, 0o755);
let nodes = 0;
const nextFolder = () => {
  nodes += 1;
  return join(folder, `node${nodes}`);
};

let primary: PostgresNode = await startPrimary(nextFolder());
/** What the portals and the pooler connect to; leads to the primary. */
const network: Network = await startNetwork(primary.url);
await primary.run(
  `create role livery_app login password 'livery' nosuperuser nobypassrls; grant pg_read_all_stats to livery_app`,
);
const listenUrl = network.url.replace('//livery@', '//livery_app:livery@');
await prepareDatabase({ url: listenUrl, ownerUrl: primary.url });
await seedDemo(primary.url);
const pooler = values.pooler ? await startPooler() : undefined;
const databaseUrl = pooler?.url ?? listenUrl;
await checkRoutes({ databaseUrl, databaseListenUrl: listenUrl }, console.log);
const organisation = await ensureBenchOrganisation(primary.url, 'Availability', 2_000);
const tokens = await startSessions(primary.url, organisation, BUYERS);
const offer = await limitStock(primary.url, organisation, 10_000_000, 0);
const item = { productId: offer.productId, combinationId: offer.combinationId, quantity: 1 };
const ports = [await findFreePort(), await findFreePort()] as [number, number];

async function startPooler(): Promise<PgBouncer> {
  if (!(await fetchPgBouncer('1.24'))) throw new Error('PgBouncer 1.24 of Debian 13 cannot be had.');
  return startPgBouncer('1.24', listenUrl, RECOMMENDED_SETTINGS);
}

/** Runs `work` while people order by way of the load balancer, and returns their load when all of it has been answered. */
async function underLoad(
  drainSeconds: number,
  work: (parts: { pair: PortalPair; balancer: LoadBalancer; load: OrderLoad }) => Promise<void>,
): Promise<OrderLoad> {
  const pair = await startPair(
    { DATABASE_URL: databaseUrl, DATABASE_LISTEN_URL: listenUrl, DRAIN_SECONDS: String(drainSeconds) },
    ports,
  );
  const balancer = await startLoadBalancer(folder, await findFreePort(), ports);
  try {
    await balancer.untilServing(2);
    const load = startOrderLoad({ origin: balancer.origin, tokens, item });
    await untilOrdering(load);
    await work({ pair, balancer, load });
    await load.stop();
    return load;
  } finally {
    await balancer.close();
    await pair.close();
  }
}

/** Resolves to the milliseconds until an order that is started from now on has been acknowledged. */
async function untilOrdering(load: OrderLoad): Promise<number> {
  const since = performance.now();
  while (load.latestStart() < since) {
    if (performance.now() - since > BACK_MS)
      throw new Error(`No order within ${BACK_MS / 1000} s; failures: ${describeFailures(load.failures)}.`);
    await delay(5);
  }
  return performance.now() - since;
}

/** Lets people order for a moment, so that the fault meets orders in every stage. */
const orderForAWhile = () => delay(300 + Math.random() * 700);

/** What of the acknowledged orders, and of the books, is not as it must be. */
const findFaults = async (acknowledged: readonly AcknowledgedOrder[]) => {
  const { checks } = await auditOrders(primary.url, organisation.organisationId, acknowledged, undefined);
  return { checks, lost: checks.filter(({ holds }) => !holds) };
};
const describeFaults = (faults: readonly { text: string }[]) => faults.map(({ text }) => text).join(', ') || 'nothing lost';

async function expectNothingLost(after: string, load: OrderLoad): Promise<void> {
  const { checks, lost } = await findFaults(load.acknowledged);
  for (const { text } of lost) check(`${after}: ${text}`, false);
  const [first, second] = checks;
  if (lost.length === 0) check(`${after}: ${first?.text}, ${second?.text}, books agree`, true);
}

async function stop(): Promise<void> {
  const restartInTurn =
    (times: number) =>
    async ({ pair, balancer, load }: Parameters<Parameters<typeof underLoad>[1]>[0]) => {
      for (let round = 0; round < times; round += 1) {
        await orderForAWhile();
        await pair.restart(round % 2);
        await balancer.untilServing(2);
        await untilOrdering(load);
      }
    };
  const drained = await underLoad(DRAIN_SECONDS, restartInTurn(rounds));
  check(
    `${rounds} planned stops: ${sum(drained.failures)} of ${drained.requests()} requests failed (${describeFailures(drained.failures)})`,
    sum(drained.failures) === 0,
  );
  await expectNothingLost(`${rounds} planned stops`, drained);
  const control = await underLoad(0, restartInTurn(rounds));
  check(
    `control, DRAIN_SECONDS=0: ${sum(control.failures)} of ${control.requests()} requests failed (${describeFailures(control.failures)})`,
    sum(control.failures) > 0,
  );
}

async function kill(): Promise<void> {
  const times: number[] = [];
  const load = await underLoad(DRAIN_SECONDS, async ({ pair, balancer, load }) => {
    for (let round = 0; round < rounds * 2; round += 1) {
      await orderForAWhile();
      await pair.killAndStart(round % 2);
      await balancer.untilServing(2);
      times.push(await untilOrdering(load));
    }
  });
  console.log(
    `        ${sum(load.failures)} of ${load.requests()} requests failed and were repeated (${describeFailures(load.failures)})`,
  );
  await expectNothingLost(`${rounds * 2} kills of a process`, load);

  const [first] = load.acknowledged;
  const newest = Math.max(...load.acknowledged.map(({ orderId }) => orderId));
  const { lost } = await findFaults([
    ...load.acknowledged,
    { orderId: newest + 1_000_000, key: undefined },
    ...(first ? [first] : []),
  ]);
  check(`control, an order that was never stored, and one acknowledged twice: ${describeFaults(lost)}`, lost.length === 2);
}

async function restart(): Promise<void> {
  const outages: number[] = [];
  const restartPostgres =
    (stopPostgres: (round: number) => void) =>
    async ({ load }: { load: OrderLoad }) => {
      for (let round = 0; round < rounds; round += 1) {
        await orderForAWhile();
        stopPostgres(round);
        primary.start();
        outages.push(await untilOrdering(load));
      }
    };
  const load = await underLoad(
    DRAIN_SECONDS,
    restartPostgres((round) => primary.stop(round % 2 === 0 ? 'fast' : 'immediate')),
  );
  console.log(`        first order ${Math.round(Math.max(...outages))} ms after PostgreSQL was back, at most`);
  await expectNothingLost(`${rounds} restarts of PostgreSQL`, load);

  // Transactions do not wait for the log to be written, and what would write it soon does not: its process, and the one that writes pages.
  await primary.run('alter system set synchronous_commit = off');
  await primary.run('alter system set bgwriter_lru_maxpages = 0');
  await primary.run('select pg_reload_conf()');
  const control = await underLoad(DRAIN_SECONDS, async ({ load }) => {
    primary.freezeWalWriter();
    await untilOrdering(load);
    await orderForAWhile();
    await primary.kill();
    primary.start();
    await untilOrdering(load);
  });
  const { lost } = await findFaults(control.acknowledged);
  check(`control, synchronous_commit = off: ${describeFaults(lost)}`, lost.length > 0);
  await primary.run('alter system reset all');
  await primary.run('select pg_reload_conf()');
}

async function failover(): Promise<void> {
  const outages: number[] = [];
  const failOver =
    (isSynchronous: boolean) =>
    async ({ load }: { load: OrderLoad }) => {
      for (let round = 0; round < Math.max(1, Math.ceil(rounds / 2)); round += 1) {
        const link = await startNetwork(primary.url, { delayMs: isSynchronous ? LINK_DELAY_MS : LATE_LINK_DELAY_MS });
        const standby = await startStandby(nextFolder(), primary, link.url);
        if (isSynchronous) {
          await primary.run(`alter system set synchronous_standby_names = '${STANDBY}'`);
          await primary.run('select pg_reload_conf()');
        }
        await untilReplicating(isSynchronous ? 'sync' : 'async');
        await untilOrdering(load);
        await orderForAWhile();
        const killedAt = performance.now();
        await primary.kill();
        await link.close();
        standby.promote();
        primary = standby;
        network.lead(standby.url);
        await untilOrdering(load);
        outages.push(performance.now() - killedAt);
      }
    };
  const load = await underLoad(DRAIN_SECONDS, failOver(true));
  console.log(`        first order ${Math.round(Math.max(...outages))} ms after the primary was killed, at most`);
  await expectNothingLost(`${outages.length} failovers to a synchronous standby ${LINK_DELAY_MS} ms away`, load);
  const control = await underLoad(DRAIN_SECONDS, failOver(false));
  const { lost } = await findFaults(control.acknowledged);
  check(`control, asynchronous standby ${LATE_LINK_DELAY_MS} ms behind: ${describeFaults(lost)}`, lost.length > 0);
}

/** Resolves when the standby receives what the primary writes, in this way. */
async function untilReplicating(how: 'sync' | 'async'): Promise<void> {
  const question = `do $$ begin if not exists (select from pg_stat_replication where state = 'streaming' and sync_state = '${how}') then raise 'not yet'; end if; end $$`;
  for (;;) {
    try {
      return await primary.run(question);
    } catch (error) {
      if ((error as Error).message !== 'not yet') throw error;
      await delay(50);
    }
  }
}

try {
  for (const [name, scenario] of Object.entries({ stop, kill, restart, failover })) if (only.includes(name)) await scenario();
} finally {
  await pooler?.close();
  await network.close();
  await primary.kill();
  await rm(folder, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
