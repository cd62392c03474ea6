/**
 * `npm run chaos:disk`: the disk of the data folder is full while people order. Nothing that was acknowledged may be lost, requests are refused with 503 at
 * most, a start on the full disk says what is missing, and once there is space everything works again. Needs root on Linux, to mount a small file system.
 *   npm run chaos:disk                       3 times full
 *   npm run chaos:disk -- --cycles 10
 *   npm run chaos:disk -- --inject-fault     an acknowledged order is forgotten: the script must fail
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { findEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { NODE_FLAGS } from '#tools/launch.mjs';
import { ensureBenchOrganisation } from './bench-organisation.ts';
import { type AcknowledgedOrder, auditOrders, limitStock } from './chaos-audit.ts';
import { createBuyer, startSessions } from './shopping.ts';

const { values } = parseArgs({
  options: { cycles: { type: 'string', default: '3' }, 'inject-fault': { type: 'boolean', default: false } },
});
const cycles = Number(values.cycles);
const PORT = '3976';
const ORIGIN = `http://127.0.0.1:${PORT}`;
const WORKERS = 8;

let failures = 0;
const check = (text: string, holds: boolean) => {
  console.log(`${holds ? 'passed' : 'FAILED'}  ${text}`);
  if (!holds) failures += 1;
};

const disk = await mkdtemp(join(tmpdir(), 'livery-disk-'));
if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=0711', 'tmpfs', disk], { stdio: 'inherit' }).status !== 0)
  throw new Error('This needs to mount a file system of its own: run it as root on Linux.');
await chmod(disk, 0o711);
const dataDir = join(disk, 'data');
const filler = join(disk, 'filler');

interface Portal {
  child: ChildProcess;
  said(): string;
}

function startPortal(): Portal {
  const environment = {
    DATA_DIR: dataDir,
    PORT,
    LIVERY_DEMO: 'on',
    WEB_DIR: 'off',
    ANONYMOUS_LIMIT: '1000000',
    LOG_LEVEL: 'error',
  };
  const child = spawn(process.execPath, [...NODE_FLAGS, join(import.meta.dirname, '../tools/start.ts')], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
  return { child, said: () => said };
}

async function startUntilReady(): Promise<Portal> {
  const portal = startPortal();
  while (!portal.said().includes('Livery is ready')) {
    if (portal.child.exitCode !== null) throw new Error(`The portal did not start: ${portal.said()}`);
    await delay(50);
  }
  return portal;
}

/** Writes a file until nothing more fits on the disk. */
async function fillDisk(): Promise<void> {
  const file = createWriteStream(filler);
  const full = once(file, 'error');
  const block = Buffer.alloc(1024 * 1024, 1);
  const writeOn = () => {
    while (!file.destroyed && file.write(block));
  };
  file.on('drain', writeOn);
  writeOn();
  await full;
}

/** How often requests were answered with each status. */
const statuses = { writes: new Map<number, number>(), reads: new Map<number, number>() };
const count = (map: Map<number, number>, status: number) => map.set(status, (map.get(status) ?? 0) + 1);

/** Orders again and again, and reads the range in between, until `isRunning` is false. */
async function order(token: string, item: object, acknowledged: AcknowledgedOrder[], isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    try {
      const { client, addressId } = await createBuyer(ORIGIN, token);
      const write = async <R>(path: string, body: object, headers?: Record<string, string>) => {
        const response = await client.send<R>('POST', path, body, headers);
        count(statuses.writes, response.status);
        return response;
      };
      while (isRunning()) {
        count(statuses.reads, (await client.send('GET', '/api/products?limit=10')).status);
        await write('/api/shopping_cart_items/multiple', { items: [item] });
        const checkout = {
          billingAddressId: addressId,
          shippingAddressId: addressId,
          shippingOption: { name: 'Standard delivery' },
          paymentMethodSystemName: 'Payments.OnAccount',
        };
        const key = (await write<{ checkoutId?: string }>('/api/checkoutsummary', { checkout })).body.checkoutId;
        if (!key) continue;
        const placed = await write<{ orderId?: number }>('/api/setpaymentform', { checkout: {} }, { 'idempotency-key': key });
        if (placed.status === 200 && placed.body.orderId) acknowledged.push({ key, orderId: placed.body.orderId });
      }
      client.close();
    } catch {
      // A connection that was lost, or a page of addresses that was refused.
      await delay(50);
    }
  }
}

let portal = await startUntilReady();
try {
  const ownerUrl = () => findEmbeddedPostgres(dataDir)?.ownerUrl ?? '';
  const organisation = await ensureBenchOrganisation(ownerUrl(), 'Disk', 2_000);
  const tokens = await startSessions(ownerUrl(), organisation, WORKERS);
  const offer = await limitStock(ownerUrl(), organisation, 1_000_000, 0);
  const item = { productId: offer.productId, combinationId: offer.combinationId, quantity: 1 };
  const acknowledged: AcknowledgedOrder[] = [];

  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    let running = true;
    const workers = tokens.map((token) => order(token, item, acknowledged, () => running));
    const before = acknowledged.length;
    await waitUntil(() => acknowledged.length > before + 5);
    await fillDisk();
    // Whatever PostgreSQL still has room for is used up by the orders themselves.
    await waitUntil(() => (statuses.writes.get(503) ?? 0) > cycle * 20);
    await delay(3000);
    const full = await readReadiness();
    check(`/readyz warns of the full disk ${cycle} with 200`, full.status === 200 && full.warnings.includes('disk'));
    portal.child.kill('SIGKILL');
    running = false;
    await Promise.all(workers);

    const refused = startPortal();
    await once(refused.child, 'exit');
    check(
      `start ${cycle} on the full disk says what is missing`,
      refused.child.exitCode === 1 && /Only \d+ MB are free on the disk of .* Free some space/.test(refused.said()),
    );
    await rm(filler);
    const freedAt = performance.now();
    portal = await startUntilReady();
    check(`/readyz does not warn once there is space, ${cycle}`, (await readReadiness()).warnings.length === 0);
    console.log(
      `  ready ${Math.round(performance.now() - freedAt)} ms after there was space, ${acknowledged.length} orders acknowledged`,
    );
  }

  if (values['inject-fault']) await forgetNewestOrder(ownerUrl(), organisation.organisationId);
  const result = await auditOrders(ownerUrl(), organisation.organisationId, acknowledged, undefined);
  for (const { text, holds } of result.checks) check(text, holds);
  console.log(`  writes by status: ${JSON.stringify(Object.fromEntries(statuses.writes))}`);
  console.log(`  reads by status: ${JSON.stringify(Object.fromEntries(statuses.reads))}`);
  const unexpected = [...statuses.writes, ...statuses.reads].filter(([status]) => ![200, 503].includes(status));
  check('no request was answered with anything but 200 and 503', unexpected.length === 0);
} finally {
  portal.child.kill('SIGTERM');
  if (portal.child.exitCode === null && portal.child.signalCode === null) await once(portal.child, 'exit');
  spawnSync('umount', ['-l', disk]);
  await rm(disk, { recursive: true, force: true });
}
console.log(failures > 0 ? 'failed' : 'passed');
process.exitCode = failures > 0 ? 1 : 0;

async function readReadiness(): Promise<{ status: number; warnings: string[] }> {
  const response = await fetch(`${ORIGIN}/readyz`);
  const { warnings = [] } = (await response.json()) as { warnings?: string[] };
  return { status: response.status, warnings };
}

async function waitUntil(holds: () => boolean): Promise<void> {
  const startedAt = performance.now();
  while (!holds()) {
    if (performance.now() - startedAt > 60_000) throw new Error('What was waited for did not happen within a minute.');
    await delay(20);
  }
}

/** As if the order had been lost: its checkout id leads to nothing. */
async function forgetNewestOrder(url: string, organisationId: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    'update orders set checkout_id = gen_random_uuid() where id = (select max(id) from orders where organisation_id = $1)',
    [organisationId],
  );
  await client.end();
}
