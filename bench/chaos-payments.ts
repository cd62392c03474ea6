/**
 * `npm run chaos:payments`: orders that are paid by card, declined, paid twice, late or unheard, cancelled and refunded, while the portal is killed at each step:
 * before and after each call of the payment provider, while and after it applies a webhook, and while jobs run. In the end each order is charged once or not
 * at all, depending on what its person did, and the provider’s list, stock, entitlement, carts, mails and receipts agree.
 *   npm run chaos:payments
 *   npm run chaos:payments -- --rounds 1 --seed 1                        fewer orders: each round has one of each outcome
 *   npm run chaos:payments -- --inject-fault refunds-sent-once           a refund is not sent again after a kill: the script must fail
 *   npm run chaos:payments -- --inject-fault 'a late payment is refunded'   without one of the guards that payment-faults.ts names
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { anItem, createCheckoutChoices, fillCart, requestSummary, submitOrder } from '#api/testing/builders.ts';
import { findNewestOrder } from '#api/testing/order-checks.ts';
import { anOwnPayer } from '#api/testing/own-payment.ts';
import { savePaymentProvider } from '#api/testing/payment-provider.ts';
import { SOURCE_FAULTS, withSourceFault } from '#api/testing/source-faults/source-faults.ts';
import type { Merchant } from '#demo/payment-provider/ledger.ts';
import { startPaymentProvider } from '#demo/payment-provider/server.ts';
import type { Send } from '#demo/payment-provider/webhooks.ts';
import { seedDemo } from '#demo/seed.ts';
import { type KilledPortal, startKilledPortal } from './killed-portal.ts';
import { PAYMENT_OUTCOMES, type PaymentStage, type PlacedOrder } from './payment-outcomes.ts';
import {
  compareMovements,
  countUnpaid,
  countWaiting,
  endTimeToPay,
  findFaults,
  readPaymentResult,
} from './payment-results.queries.ts';
import { startProviderRelay } from './provider-relay.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    'inject-fault': { type: 'string' },
  },
});
const BRAND = 1;
const JOBS = ['ordering.expire-payments', 'ordering.end-payment-attempts', 'ordering.card-refunds'];
const MAX_SETTLING_MS = 150_000;
/** How long jobs usually take until they have begun. */
const JOBS_MS = 2500;
/** After which a webhook that was not taken is sent again; the provider would wait for longer and longer. */
const RESENDING_MS = 1500;
/** The moments at which the portal is killed. */
const MOMENTS = [
  ...['open a page', 'ask about a page', 'end a page', 'refund'].flatMap((call) => [`before: ${call}`, `after: ${call}`]),
  'while a webhook is applied',
  'after a webhook was applied',
  'while jobs run',
];

let state = Number(values.seed);
/** Numbers from 0 to 1 that depend on the seed only. */
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};

/** The moments at which it is killed next, each once, and how often it was. */
const armed = new Set<string>();
const kills = new Map<string, number>(MOMENTS.map((moment) => [moment, 0]));
/** Arms some moments: those at which it has not been killed yet, and the others with a probability of a half. Earlier ones are armed no longer. */
const arm = (moments: readonly string[]) => {
  armed.clear();
  for (const moment of moments) if (kills.get(moment) === 0 || random() < 0.5) armed.add(moment);
};

let failures = 0;
const check = (text: string, problems: readonly string[]) => {
  if (problems.length > 0) failures += 1;
  console.log(
    `${problems.length > 0 ? 'FAILED' : 'passed'}  ${text}${problems
      .slice(0, 10)
      .map((problem) => `\n        ${problem}`)
      .join('')}`,
  );
};

const dataDir = join(import.meta.dirname, '../.cache/chaos-payments');
await rm(dataDir, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres({ dataDir });
const startedAt = performance.now();
try {
  await migrate(postgres.adminUrl);
  await seedDemo(postgres.adminUrl);
  // Requests are killed at moments of the payment alone.
  const portal = await startKilledPortal(postgres.adminUrl, () => 1, toFault(values['inject-fault']));
  try {
    await run(portal).catch((error) => check('everything happens that people and jobs do', [String(error)]));
  } finally {
    await portal.close();
  }
} finally {
  await postgres.stop();
}
console.log(failures > 0 ? 'failed' : 'passed');
process.exit(failures > 0 ? 1 : 0);

/** The environment of the portal that has a fault: without a guard, or with a fault in its statements. */
function toFault(name: string | undefined): Record<string, string> {
  if (name === undefined) return {};
  const place = SOURCE_FAULTS.findIndex(({ of }) => of === name);
  return place < 0 ? { BENCH_FAULT: name } : withSourceFault(place);
}

async function run(portal: KilledPortal): Promise<void> {
  const { db } = portal;
  const deaf = new Set<number>();
  /** Sends a webhook. One of a killed portal was not acknowledged, so that it is sent again. */
  const send: Send = async (url, headers, body) => {
    if (deaf.has((JSON.parse(body) as { orderId: number }).orderId)) return 200;
    const sent = fetch(url, {
      method: 'POST',
      headers: { ...headers, host: 'localhost' },
      body,
      signal: AbortSignal.timeout(20_000),
    })
      .then(async (response) => {
        await response.body?.cancel();
        return response.status;
      })
      .catch(() => 0);
    if (armed.has('while a webhook is applied')) {
      await delay(random() * 40);
      if (await killAt(portal, 'while a webhook is applied')) return 0;
    }
    const status = await sent;
    return status === 200 && (await killAt(portal, 'after a webhook was applied')) ? 0 : status;
  };

  const merchant: Merchant = {
    name: 'Meridian',
    secretKey: 'sk_test_chaos',
    webhookSecret: 'whsec_test_chaos',
    webhookUrl: `${portal.origin}/api/paymentevents/${BRAND}`,
  };
  const program = await startPaymentProvider({ merchants: [merchant], send });
  const relay = await startProviderRelay(program.url, async (call, when) => !(await killAt(portal, `${when}: ${call}`)));
  await savePaymentProvider({ db }, { brandId: BRAND, host: relay.url, ...merchant });
  const stage: PaymentStage = { db, program, deaf };
  const since = await findNewestOrder(db);
  const placed: { name: string; order: PlacedOrder }[] = [];
  const firstDay = new Date();
  const resending = setInterval(() => {
    const failed = program.webhooks.messages.filter((message) => message.state === 'due' && message.attempts > 0);
    void program.webhooks.deliver(failed);
  }, RESENDING_MS);
  try {
    for (let round = 1; round <= Number(values.rounds); round += 1) {
      const orders = [];
      for (const name of Object.keys(PAYMENT_OUTCOMES)) {
        arm(['before: open a page', 'after: open a page']);
        orders.push({ name, order: await place(portal) });
      }
      placed.push(...orders);
      arm(MOMENTS);
      await Promise.all(orders.map(({ name, order }) => PAYMENT_OUTCOMES[name]?.first(stage, order)));
      arm(MOMENTS);
      await expire(
        portal,
        orders.filter(({ name }) => PAYMENT_OUTCOMES[name]?.expires).map(({ order }) => order.orderId),
      );
      arm(MOMENTS);
      await Promise.all(orders.map(({ name, order }) => PAYMENT_OUTCOMES[name]?.afterwards?.(stage, order)));
      await settle(portal, stage);
      console.log(`round ${round}: ${placed.length} orders, ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
    armed.clear();
    await settle(portal, stage);
    const wrong: string[] = [];
    for (const { name, order } of placed) {
      const [result, expected] = [await readPaymentResult(db, program.ledger, order), PAYMENT_OUTCOMES[name]?.ends];
      if (!isDeepStrictEqual(result, expected))
        wrong.push(`order ${order.orderId} (${name}): ${JSON.stringify(result)}, not ${JSON.stringify(expected)}`);
    }
    check(`${placed.length} orders are charged once or not at all, depending on what their people did`, wrong);
    const days = [...new Set([firstDay, new Date()].map((day) => day.toISOString().slice(0, 10)))];
    check(
      'the provider and the portal know of the same payments and refunds',
      await compareMovements(db, program.ledger, merchant, days),
    );
    check(
      'the portal was killed at each moment',
      MOMENTS.filter((moment) => kills.get(moment) === 0),
    );
    check('payments, receipts, amounts, stock and entitlement add up', await findFaults(db, since));
    const count = [...kills.values()].reduce((sum, n) => sum + n, 0);
    console.log(
      `Killed ${count} times, ${portal.counts.repeatedRequests} requests repeated. Seed ${values.seed}, ${Math.round((performance.now() - startedAt) / 1000)} s.`,
    );
    for (const [moment, n] of kills) console.log(`  ${moment}: ${n}`);
  } finally {
    clearInterval(resending);
    await relay.close();
    await program.close();
  }
}

/** Kills the portal if this moment is armed, and starts it again. Returns whether it did. */
async function killAt(portal: KilledPortal, moment: string): Promise<boolean> {
  if (!armed.delete(moment)) return false;
  kills.set(moment, (kills.get(moment) ?? 0) + 1);
  await portal.restart();
  return true;
}

/** An order of five shirts, of which a card pays three. It is placed once, however often its request is repeated. */
async function place(portal: KilledPortal): Promise<PlacedOrder> {
  const payer = await anOwnPayer(portal);
  await fillCart(payer.client, anItem(payer.shirt, 5));
  const { paymentMethodSystemName: _, ...choices } = await createCheckoutChoices(portal.db, payer.client);
  await requestSummary(portal.db, payer.client, choices);
  const { body, errors } = await submitOrder(payer.client, {}, randomUUID());
  if (typeof body?.orderId !== 'number') throw new Error(`The order was refused: ${JSON.stringify(errors)}`);
  return { ...payer, orderId: body.orderId };
}

/** The time to pay of these orders is over. */
async function expire(portal: KilledPortal, orderIds: number[]): Promise<void> {
  await endTimeToPay(portal.db, orderIds);
  await repeatJobs(portal, () => countUnpaid(portal.db, orderIds));
}

/** Runs the jobs until nothing is left to do for them, and all webhooks have been taken. */
async function settle(portal: KilledPortal, { program }: PaymentStage): Promise<void> {
  await repeatJobs(
    portal,
    async () =>
      (await countWaiting(portal.db, BRAND)) + program.webhooks.messages.filter((message) => message.state === 'due').length,
  );
}

/** Queues the jobs again and again until nothing is left. Throws when that takes too long. */
async function repeatJobs(portal: KilledPortal, countLeft: () => Promise<number>): Promise<void> {
  for (const deadline = performance.now() + MAX_SETTLING_MS; (await countLeft()) > 0; ) {
    if (performance.now() > deadline) return check('all jobs are done in time', [`${await countLeft()} are left`]);
    await portal.enqueue(JOBS);
    if (armed.has('while jobs run')) {
      await delay(random() * JOBS_MS);
      await killAt(portal, 'while jobs run');
    }
    await delay(JOBS_MS);
  }
}
