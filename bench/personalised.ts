/**
 * `npm run bench:personalised`: how long a cart of 200 lines with a name each takes, and an order of them, against carts of 20 such lines and of 200 without
 * designs in the same run. Each name is a free text, so every line has a design, a set-up charge and a proof of its own: the most that lines can cost.
 * Prints the median and p95 of each call and its statements. Fails when the cart takes more than 200 ms or the order more than 400 ms (p95), or when 200
 * lines need more statements than 20.
 * `--rounds 40` for a longer run.
 */
import { parseArgs } from 'node:util';
import pino from 'pino';
import { buildApp } from '#api/app.ts';
import { jobDefinitions } from '#api/jobs.ts';
import { loadConfig } from '#api/platform/config.ts';
import { openDatabase } from '#api/platform/db/database.ts';
import { openJobQueue } from '#api/platform/jobs/queue.ts';
import { aDecoratedProduct, EMBROIDERY } from '#api/testing/designs.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { ensureBenchOrganisation } from './bench-organisation.ts';
import { withDemoDatabase } from './demo-database.ts';
import { type Check, printChecks } from './report.ts';
import { listSellableItems, startSessions } from './shopping.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '30' } } });
const WARM_UP_ROUNDS = 4;

const CALLS = ['fill', 'cart', 'summary', 'order'] as const;
type CallName = (typeof CALLS)[number];

/** The times of a call in milliseconds, and the statements that it sent the last time. */
interface MeasuredCall {
  times: number[];
  statements: number;
}
type Measured = Record<CallName, MeasuredCall>;

const CARTS = {
  '200 lines with names': { lines: 200, hasDesigns: true },
  '20 lines with names': { lines: 20, hasDesigns: true },
  '200 lines without': { lines: 200, hasDesigns: false },
} as const;
type CartName = keyof typeof CARTS;
const CART_NAMES = Object.keys(CARTS) as CartName[];

async function measure(url: string): Promise<Record<CartName, Measured>> {
  const organisation = await ensureBenchOrganisation(url, 'Bench names', 8000);
  const [token] = await startSessions(url, organisation, 1);
  const config = loadConfig({ DATABASE_URL: url, LIVERY_DEMO: 'on', WEB_DIR: 'off', SECRET_KEY: TEST_KEY, LOG_LEVEL: 'error' });
  const handle = openDatabase(url, { poolSize: 4 });
  const decorated = await aDecoratedProduct(handle.db, {
    stock: [1_000_000],
    organisationIds: [Number(organisation.organisationId)],
  });
  const plain = (await listSellableItems(url, organisation)).filter(({ productId }) => productId !== decorated.id);
  const jobs = openJobQueue(url, pino({ level: 'silent' }));
  await jobs.createQueues(jobDefinitions);
  const app = await buildApp({ config, database: handle, jobs, logTo: pino.destination({ dest: '/dev/null', sync: true }) });
  await app.ready();
  const send = async <Body>(
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
    key?: string,
  ): Promise<{ body: Body; time: number; statements: number }> => {
    const headers = { host: 'localhost', authorization: `Bearer ${token}`, ...(key ? { 'idempotency-key': key } : {}) };
    const before = handle.statementsSent();
    const start = performance.now();
    const response = await app.inject({ method, url: `/api/${path}`, headers, ...(payload ? { payload } : {}) });
    const time = performance.now() - start;
    if (response.statusCode !== 200) throw new Error(`${path} responded with ${response.statusCode}: ${response.payload}`);
    return { body: response.json(), time, statements: handle.statementsSent() - before };
  };
  const { addresses } = (await send<{ addresses: { id: number }[] }>('GET', 'shippingaddresses')).body;
  const addressId = addresses[0]?.id;
  const checkout = {
    billingAddressId: addressId,
    shippingAddressId: addressId,
    shippingOption: { name: 'Standard delivery' },
    paymentMethodSystemName: 'Payments.OnAccount',
  };
  const item = (index: number, round: number, hasDesigns: boolean) =>
    hasDesigns
      ? {
          productId: decorated.id,
          combinationId: decorated.combinations[0]?.id,
          quantity: 1,
          customisations: [
            { methodId: EMBROIDERY, positionId: decorated.positions['left-chest'], text: `Name ${round} ${index}`.slice(0, 20) },
          ],
        }
      : plain[index];
  const measured = Object.fromEntries(
    CART_NAMES.map((cart) => [
      cart,
      Object.fromEntries(CALLS.map((call): [CallName, MeasuredCall] => [call, { times: [], statements: 0 }])),
    ]),
  ) as Record<CartName, Measured>;
  for (let round = 0; round < WARM_UP_ROUNDS + Number(values.rounds); round += 1)
    for (const cart of CART_NAMES) {
      const { lines, hasDesigns } = CARTS[cart];
      const record = (call: CallName, { time, statements }: { time: number; statements: number }) => {
        if (round < WARM_UP_ROUNDS) return;
        measured[cart][call].times.push(time);
        measured[cart][call].statements = statements;
      };
      const items = Array.from({ length: lines }, (_, index) => item(index, round, hasDesigns));
      record('fill', await send('POST', 'shopping_cart_items/multiple', { items }));
      record('cart', await send('GET', 'shopping_cart_items'));
      await send('GET', `shippingoptions/${addressId}`);
      const summary = await send<{ checkoutId: string }>('POST', 'checkoutsummary', { checkout });
      record('summary', summary);
      record('order', await send('POST', 'setpaymentform', { checkout: {} }, summary.body.checkoutId));
    }
  await app.close();
  await jobs.close();
  await handle.close();
  return measured;
}

const quantile = (numbers: readonly number[], share: number) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length * share)] ?? 0;

let measured: Record<CartName, Measured> | undefined;
await withDemoDatabase(async ({ url }) => {
  measured = await measure(url);
});
if (!measured) throw new Error('Nothing was measured.');
for (const cart of CART_NAMES)
  for (const call of CALLS) {
    const { times, statements } = measured[cart][call];
    const figures = [quantile(times, 0.5), quantile(times, 0.95)].map((time) => time.toFixed(1).padStart(10));
    console.log(`${cart.padEnd(24)}${call.padEnd(10)}${figures.join('')}${String(statements).padStart(6)}`);
  }
const many = measured['200 lines with names'];
const few = measured['20 lines with names'];
const checks: Check[] = (
  [
    ['cart', 200],
    ['order', 400],
  ] as const
).map(([call, target]) => {
  const p95 = quantile(many[call].times, 0.95);
  return { text: `${call} of 200 lines with names: p95 ${Math.round(p95)} ms (target: ${target} ms)`, passed: p95 <= target };
});
for (const call of CALLS)
  checks.push({
    text: `${call}: ${many[call].statements} statements for 200 lines, ${few[call].statements} for 20`,
    passed: many[call].statements <= few[call].statements,
  });
process.exitCode = printChecks(checks) ? 0 : 1;
