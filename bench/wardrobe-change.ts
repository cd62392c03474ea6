/**
 * `npm run bench:wardrobe-change`: numbers of a wardrobe with 20,800 wearers change, and are changed back by undo, while its wearers place 20 orders a second.
 * Fails when an order is refused, when the p99 of placing is above 1 s, when the change or its undo is not answered within 3 s, or when someone is not owed what
 * the wardrobe says in the end. Prints the times of orders while no one follows, too, since others may use the machine.
 * `--wearers 2000 --rate 5 --seconds 20` for a smaller run.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '#api/platform/db/database.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import { draftChange, withGroup } from '#api/testing/wardrobe-changes.ts';
import { ensureBenchOrganisation } from './bench-organisation.ts';
import { createClient } from './client.ts';
import { type DemoDatabase, withDemoDatabase } from './demo-database.ts';
import { startProcess } from './processes.ts';
import { printChecks } from './report.ts';
import { createBuyer, startSessions } from './shopping.ts';
import { addCrowdedWardrobe, type CrowdedWardrobe } from './wardrobe-crowd.ts';

const { values } = parseArgs({
  options: {
    wearers: { type: 'string', default: '20800' },
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
  },
});
const [wearers, rate, seconds] = [Number(values.wearers), Number(values.rate), Number(values.seconds)];
const OLD = 3;
const NEW = 5;
const MAX_PLACING_MS = 1000;
const MAX_ANSWER_MS = 3000;
/** Wearers whose carts are filled at the same time. */
const PREPARED_AT_ONCE = 4;

/** An order: when it was sent and how long it took, in milliseconds. */
interface Result {
  status: number;
  begun: number;
  took: number;
}

interface Progress {
  id: number;
  state: string;
  total: number;
  progress: { done: number };
}

await withDemoDatabase(measure);

async function measure({ url, client }: DemoDatabase): Promise<void> {
  const database = openDatabase(url, { poolSize: 2, statementTimeoutMs: 120_000 });
  const organisation = await ensureBenchOrganisation(url, 'Wardrobe change', 2_000);
  const { organisationId } = organisation;
  const wardrobe = await addCrowdedWardrobe(url, database.db, organisation, { wearers, groups: 3, pieces: OLD });
  const server = await startProcess('portal-server.ts', { DATABASE_URL: url });
  const orders = rate * seconds;
  const buyers = wardrobe.wearerIds.filter((_, index) => index % Math.floor(wearers / orders) === 0).slice(0, orders);
  const tokens = await startSessions(url, { organisationId, customerIds: buyers }, orders);
  const [adminToken = ''] = await startSessions(url, { organisationId, customerIds: [wardrobe.adminId] }, 1);
  const admin = createClient(server.origin, adminToken);
  const combinations = await client.query<{ id: number; product_id: number }>(
    'select min(id) as id, product_id from combination where product_id = any ($1::bigint[]) group by 2',
    [wardrobe.productIds],
  );
  const placing: (() => Promise<Result>)[] = [];
  for (let start = 0; start < tokens.length; start += PREPARED_AT_ONCE)
    placing.push(
      ...(await Promise.all(
        tokens.slice(start, start + PREPARED_AT_ONCE).map((token, index) => {
          const offer = combinations.rows[(start + index) % combinations.rows.length];
          return prepare(server.origin, token, {
            id: offer?.id ?? 0,
            productId: offer?.product_id ?? 0,
            customerId: buyers[start + index] ?? 0,
          });
        }),
      )),
    );
  console.log(`${wearers.toLocaleString('en-GB')} wearers, ${placing.length} carts are ready`);

  const results: Result[] = [];
  const load = placeAtRate(placing, results);
  await delay(2000);
  const change = await followed(admin, await draftNumbers(admin, wardrobe, NEW));
  const undo = await followed(admin, () => admin.send('POST', `/api/bulkedits/${change.id}/undo`));
  const isFollowing = ({ begun }: Result) =>
    [change, undo].some((edit) => edit.begun <= begun && begun <= edit.begun + edit.took);
  await load;
  const { rows } = await client.query<{ wrong: number }>(
    `select count(*)::int as wrong from entitlement_account where organisation_id = $1 and collection_id = $2 and status <> 'closed' and base <> $3`,
    [organisationId, wardrobe.collectionId, OLD],
  );
  const faults = await findLedgerFaults(database.db);
  await server.stop();
  await database.close();
  const refused = results.filter(({ status }) => status !== 200);
  const percentile = (some: readonly Result[], share: number) => {
    const times = some.map(({ took }) => took).toSorted((one, other) => one - other);
    return times[Math.min(Math.floor(times.length * share), times.length - 1)] ?? 0;
  };
  const print = (when: string, some: readonly Result[]) =>
    console.log(
      `placing ${when}: ${some.length} orders, ${[0.5, 0.95, 0.99, 1].map((share) => `p${share * 100} ${percentile(some, share).toFixed(0)} ms`).join(', ')}`,
    );
  print('while people follow', results.filter(isFollowing));
  print(
    'while no one does',
    results.filter((result) => !isFollowing(result)),
  );
  const p99 = percentile(results, 0.99);
  const passed = printChecks([
    {
      text: `${results.length} orders at ${rate} a second, ${refused.length} refused ${[...new Set(refused.map(({ status }) => status))]}`,
      passed: refused.length === 0,
    },
    { text: `p99 of placing ${p99.toFixed(0)} ms (at most ${MAX_PLACING_MS})`, passed: p99 <= MAX_PLACING_MS },
    ...[change, undo].map(({ what, answered, took }) => ({
      text: `${what}: answered after ${answered.toFixed(0)} ms, all had followed after ${(took / 1000).toFixed(1)} s`,
      passed: answered <= MAX_ANSWER_MS,
    })),
    {
      text: `${rows[0]?.wrong} accounts with other numbers than the wardrobe, ${faults.length} faults in ledgers`,
      passed: rows[0]?.wrong === 0 && faults.length === 0,
    },
  ]);
  process.exitCode = passed ? 0 : 1;
}

type Sender = ReturnType<typeof createClient>;

/** A draft with another number for every product of the first group. Returns what publishes it. */
async function draftNumbers(admin: Sender, { collectionId, groupIds, productIds }: CrowdedWardrobe, allocatedQuantity: number) {
  const products = productIds.slice(0, 4).map((productId) => ({ productId, allocatedQuantity }));
  const drafted = await draftChange(admin.send, collectionId, withGroup(groupIds[0] ?? 0, { products }));
  if ('refusal' in drafted) throw new Error(`The draft was refused: ${JSON.stringify(drafted.refusal.body)}`);
  return () => admin.send('POST', `/api/organisation/wardrobes/${collectionId}/draft/publish`, drafted.body);
}

/** Sends a change and waits until everyone has followed. Times in milliseconds. */
async function followed(admin: Sender, send: () => Promise<{ status: number; body: unknown }>) {
  const begun = performance.now();
  const { status, body } = await send();
  if (status !== 200) throw new Error(`The change was refused: ${JSON.stringify(body)}`);
  const answered = performance.now() - begun;
  let { bulkEdit } = body as { bulkEdit: Progress & { description: string } };
  const { id, description: what } = bulkEdit;
  while (bulkEdit.state !== 'finished') {
    await delay(200);
    bulkEdit = (await admin.send<{ bulkEdit: typeof bulkEdit }>('GET', `/api/bulkedits/${id}`)).body.bulkEdit;
  }
  return { id, what, begun, answered, took: performance.now() - begun };
}

async function prepare(origin: string, token: string, { id, ...item }: { id: number; productId: number; customerId: number }) {
  const { client, addressId } = await createBuyer(origin, token);
  const added = await client.send('POST', '/api/shopping_cart_items/multiple', {
    items: [{ ...item, combinationId: id, quantity: 1 }],
  });
  if (added.status !== 200) throw new Error(`The cart was refused: ${JSON.stringify(added.body)}`);
  const checkout = {
    billingAddressId: addressId,
    shippingAddressId: addressId,
    shippingOption: { name: 'Standard delivery' },
    paymentMethodSystemName: 'Payments.OnAccount',
  };
  const summary = await client.send<{ checkoutId: string }>('POST', '/api/checkoutsummary', { checkout });
  if (summary.status !== 200) throw new Error(`The summary was refused: ${JSON.stringify(summary.body)}`);
  client.close();
  return async () => {
    const own = createClient(origin, token);
    const begun = performance.now();
    const { status, body } = await own
      .send('POST', '/api/setpaymentform', { checkout: {} }, { 'idempotency-key': summary.body.checkoutId })
      .catch((error: Error) => ({ status: 0, body: error.message }));
    if (status !== 200) console.log(status, JSON.stringify(body));
    own.close();
    return { status, begun, took: performance.now() - begun };
  };
}

/** Starts one order after the other at the rate, whether those before have been answered or not. */
async function placeAtRate(placing: readonly (() => Promise<Result>)[], results: Result[]) {
  const begun = performance.now();
  await Promise.all(
    placing.map(async (place, index) => {
      await delay(Math.max(begun + (index * 1000) / rate - performance.now(), 0));
      results.push(await place());
    }),
  );
}
