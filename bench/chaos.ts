/**
 * `npm run chaos`: buyers check out while the portal and PostgreSQL are killed. No order may be lost or duplicated.
 *   npm run chaos                       20 kills, and 200 buyers on 500 units
 *   npm run chaos -- --long             200 kills
 *   npm run chaos -- --inject-fault     reserves stock without a lock: the script must fail
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { seedDemo } from '#demo/seed.ts';
import { type BenchOrganisation, ensureBenchOrganisation } from './bench-organisation.ts';
import { type AcknowledgedOrder, auditOrders, limitStock } from './chaos-audit.ts';
import { withRetries } from './client.ts';
import { startOrderLoad } from './order-load.ts';
import { type ServerProcess, startProcess } from './processes.ts';
import { checkOut, createBuyer, startSessions } from './shopping.ts';

const long = process.argv.includes('--long');
const injectFault = process.argv.includes('--inject-fault');
const kills = long ? 200 : 20;
const UNITS = 500;
const BUYERS = 200;
const WORKERS = 16;
const PORT = '3977';
const dataDir = join(import.meta.dirname, '../.cache/chaos');

const faults: string[] = [];
let passed = 0;
const check = (text: string, holds: boolean) => {
  console.log(`${holds ? 'passed' : 'FAILED'}  ${text}`);
  if (holds) passed += 1;
  else faults.push(text);
};

await rm(dataDir, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres({ dataDir });
const environment = { DATABASE_URL: postgres.adminUrl, PORT, ...(injectFault ? { BENCH_FAULT: 'unlocked-stock' } : {}) };
let portal: ServerProcess | undefined;
try {
  await migrate(postgres.adminUrl);
  await seedDemo(postgres.adminUrl);
  const organisation = await ensureBenchOrganisation(postgres.adminUrl, 'Chaos', 2_000);
  portal = await startProcess('portal-server.ts', environment);
  await sellLimitedStock(organisation);
  if (!injectFault) await orderDuringKills(organisation);
} finally {
  await portal?.stop().catch(() => {});
  await postgres.stop();
}
console.log(`${passed} passed, ${faults.length} failed`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** 200 people order three of 500 units each at the same time: exactly 500 must be sold. */
async function sellLimitedStock(organisation: BenchOrganisation): Promise<void> {
  const origin = `http://127.0.0.1:${PORT}`;
  const scarce = await limitStock(postgres.adminUrl, organisation, UNITS, BUYERS);
  const tokens = await startSessions(postgres.adminUrl, { ...organisation, customerIds: scarce.customerIds }, BUYERS);
  const sessions = await Promise.all(tokens.map((token) => createBuyer(origin, token)));
  const buyers = sessions.map((buyer) => ({ ...buyer, client: withRetries(buyer.client) }));
  const item = { productId: scarce.productId, combinationId: scarce.combinationId };
  const acknowledged: AcknowledgedOrder[] = [];
  const buy = async (buyer: (typeof buyers)[number], quantity: number) => {
    const added = await buyer.client.send<{ items: { id: number }[] }>('POST', '/api/shopping_cart_items/multiple', {
      items: [{ ...item, quantity }],
    });
    if (added.status !== 200) return false;
    const placed = await checkOut(buyer);
    if (placed.status === 200 && placed.body.orderId) acknowledged.push({ orderId: placed.body.orderId, key: undefined });
    else for (const { id } of added.body.items) await buyer.client.send('DELETE', `/api/shopping_cart_items/${id}`);
    return placed.status === 200;
  };
  await Promise.all(buyers.map((buyer) => buy(buyer, 3)));
  // The rest, once three are too many, is sold one by one.
  await Promise.all(buyers.slice(0, 16).map((buyer) => buy(buyer, 1)));
  const result = await auditOrders(postgres.adminUrl, organisation.organisationId, acknowledged, scarce.combinationId);
  check(`${BUYERS} buyers on ${UNITS} units: ${result.soldOfLimited} sold`, result.soldOfLimited === UNITS);
  for (const { text, holds } of result.checks) check(`after ${BUYERS} buyers: ${text}`, holds);
  for (const { client } of buyers) client.close();
}

/** Checks out continuously while the portal and PostgreSQL are killed in turn. */
async function orderDuringKills(organisation: BenchOrganisation): Promise<void> {
  const origin = `http://127.0.0.1:${PORT}`;
  const tokens = await startSessions(postgres.adminUrl, organisation, WORKERS);
  const offer = await limitStock(postgres.adminUrl, organisation, 1_000_000, 0);
  const item = { productId: offer.productId, combinationId: offer.combinationId, quantity: 1 };
  const load = startOrderLoad({ origin, tokens, item });
  const { acknowledged } = load;
  const recoveryTimes = { portal: [] as number[], postgres: [] as number[] };
  for (let kill = 0; kill < kills; kill += 1) {
    await delay(400 + Math.random() * 600);
    const victim = kill % 2 === 0 ? 'portal' : 'postgres';
    const killedAt = performance.now();
    if (victim === 'portal') {
      await portal?.kill();
      portal = await startProcess('portal-server.ts', environment);
    } else process.kill(postgres.pid, 'SIGKILL');
    while (load.latestStart() < killedAt && performance.now() - killedAt < 30_000) await delay(5);
    recoveryTimes[victim].push(performance.now() - killedAt);
    if ((kill + 1) % 10 === 0) console.log(`  ${kill + 1} of ${kills} kills, ${acknowledged.length} orders acknowledged`);
  }
  await load.stop();
  const result = await auditOrders(postgres.adminUrl, organisation.organisationId, acknowledged, undefined);
  for (const { text, holds } of result.checks) check(`after ${kills} kills: ${text}`, holds);
  for (const [victim, times] of Object.entries(recoveryTimes)) {
    const longest = Math.max(...times);
    const limit = victim === 'portal' ? 5000 : 2500;
    check(
      `first order after the kill of the ${victim} in ${Math.round(longest)} ms at most (target: ${limit} ms)`,
      longest <= limit,
    );
  }
  check(`${acknowledged.length} orders were acknowledged in total`, acknowledged.length >= kills);
}
