/**
 * `npm run chaos:entitlement`: 50 people order the last piece that someone is owed, each in 20 tabs at the same time, in ten rounds. Exactly what is
 * owed may be ordered.
 *   npm run chaos:entitlement
 *   npm run chaos:entitlement -- --rounds 2          fewer rounds
 *   npm run chaos:entitlement -- --inject-fault      reserves without a lock: the script must fail
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#api/platform/db/database.ts';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { migrate } from '#api/platform/db/migrate.ts';
import { aPerson, aWardrobe } from '#api/testing/builders.ts';
import { findLedgerFaults } from '#api/testing/entitlement.ts';
import { seedDemo } from '#demo/seed.ts';
import { ensureBenchOrganisation } from './bench-organisation.ts';
import { createClient, withRetries } from './client.ts';
import { startProcess } from './processes.ts';
import { createBuyer, startSessions } from './shopping.ts';

const PEOPLE = 50;
const TABS = 20;
const OWED = 1;
const roundsOption = process.argv.indexOf('--rounds');
const rounds = roundsOption < 0 ? 10 : Number(process.argv[roundsOption + 1]);
const isFaultInjected = process.argv.includes('--inject-fault');
const dataDir = join(import.meta.dirname, '../.cache/chaos-entitlement');

await rm(dataDir, { recursive: true, force: true });
const postgres = await startEmbeddedPostgres({ dataDir });
let failures = 0;
try {
  await migrate(postgres.adminUrl);
  await seedDemo(postgres.adminUrl);
  const organisation = await ensureBenchOrganisation(postgres.adminUrl, 'Entitlement', 2_000);
  const { organisationId } = organisation;
  const database = openDatabase(postgres.adminUrl, { poolSize: 2, statementTimeoutMs: 60_000 });
  const { db } = database;
  // Sales may order for everyone.
  await sql`insert into customer_role select organisation_id, id, 36 from customer where organisation_id = ${organisationId}`.execute(
    db,
  );
  const offers = await sql<{ id: number; productId: number }>`
    select id, product_id as "productId" from combination where product_id = ${organisation.bigProductId} order by id limit ${PEOPLE}`.execute(
    db,
  );
  const tokens = await startSessions(postgres.adminUrl, organisation, PEOPLE);
  const portal = await startProcess('portal-server.ts', {
    DATABASE_URL: postgres.adminUrl,
    MAX_CONNECTIONS: '4000',
    MAX_CONNECTIONS_PER_ADDRESS: '4000',
    ...(isFaultInjected ? { BENCH_FAULT: 'unlocked-entitlement' } : {}),
  });
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const wearer = await aPerson(db, { role: 'Staff', organisationId, groupIds: [], resortId: null });
      await aWardrobe(db, wearer.id, [{ id: organisation.bigProductId }], { organisationId, quantity: OWED });
      const buyers = await Promise.all(
        tokens.map((token, index) => prepareOrder(portal.origin, token, { ...offers.rows[index], customerId: wearer.id })),
      );
      // Everyone's first tab before anyone's second: tabs of one person wait for their cart, not for the entitlement.
      const statuses = await Promise.all(Array.from({ length: TABS }, () => buyers.map(({ submit }) => submit())).flat());
      await Promise.all(buyers.map(({ close }) => close()));
      const { rows } = await sql<{ n: number }>`
        select coalesce(sum(covered_quantity), 0)::int as n from order_line where organisation_id = ${organisationId} and wearer_id = ${wearer.id}`.execute(
        db,
      );
      const placed = statuses.filter((status) => status === 200).length;
      const unexpected = statuses.filter((status) => status !== 200 && status !== 400);
      const faults = await findLedgerFaults(db);
      const isRight = rows[0]?.n === OWED && placed === OWED && unexpected.length === 0 && faults.length === 0;
      if (!isRight) failures += 1;
      console.log(
        `${isRight ? 'passed' : 'FAILED'}  round ${round}: ${PEOPLE} people in ${TABS} tabs each ordered ${rows[0]?.n} of ${OWED} owed, ` +
          `${unexpected.length} other replies${unexpected.length > 0 ? ` (${[...new Set(unexpected)]})` : ''}, ${faults.length} faults in accounts`,
      );
    }
  } finally {
    await portal.stop();
    await database.close();
  }
} finally {
  await postgres.stop();
}
console.log(`${rounds - failures} passed, ${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;

/** Fills the cart and requests the summary. `submit` places the order in another tab and returns the status; `close` empties the cart. */
async function prepareOrder(
  origin: string,
  token: string,
  { id, ...item }: { id?: number; productId?: number; customerId: number },
): Promise<{ submit(): Promise<number>; close(): Promise<void> }> {
  const { client, addressId } = await createBuyer(origin, token);
  const own = withRetries(client);
  const added = await own.send<{ items: { id: number }[] }>('POST', '/api/shopping_cart_items/multiple', {
    items: [{ ...item, combinationId: id, quantity: 1 }],
  });
  if (added.status !== 200) throw new Error(`The cart was refused: ${JSON.stringify(added.body)}`);
  const checkout = { billingAddressId: addressId, shippingAddressId: addressId, shippingOption: { name: 'Standard delivery' } };
  const summary = await own.send('POST', '/api/checkoutsummary', { checkout });
  if (summary.status !== 200) throw new Error(`The summary was refused: ${JSON.stringify(summary.body)}`);
  own.close();
  const tabs = withRetries(createClient(origin, token, TABS));
  return {
    submit: async () => (await tabs.send('POST', '/api/setpaymentform', { checkout: {} })).status,
    close: async () => {
      tabs.close();
      const last = withRetries(createClient(origin, token));
      for (const line of added.body.items) await last.send('DELETE', `/api/shopping_cart_items/${line.id}`);
      last.close();
    },
  };
}
