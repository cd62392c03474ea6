import { hash } from '@node-rs/argon2';
import { Client, type ClientBase } from 'pg';
import { addressRows } from './addresses.ts';
import { brandRows, hostRows } from './brands.ts';
import { Calendar } from './calendar.ts';
import { frameRows, productRows, readCatalogue } from './catalogue-rows.ts';
import { countryRows, stateRows } from './countries.ts';
import { demoPassword } from './demo-logins.ts';
import { drawHistory } from './history.ts';
import { insertRows, type Row, resetSequences } from './insert.ts';
import { listOffers, offerRows } from './offers.ts';
import { stockShelf } from './order-lines.ts';
import { emptyBatch, type OrderBatch } from './orders.ts';
import { organisationRows, seasonRows } from './organisation-rows.ts';
import { plans } from './organisations/plans.ts';
import { drawPeople, peopleRows } from './people.ts';
import { drawTargets, fillStockLevels, incomingRows, keepLedger } from './stock.ts';

/** Argon2id with the figures of OWASP's password cheat sheet; the same that the server uses. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Fills in countries and states, which every installation needs; does nothing when they are there. */
export async function seedReference(url: string): Promise<void> {
  await withClient(url, (client) => inTransaction(client, () => insertReference(client)));
}

/**
 * Fills an empty database with the demonstration of `demo-logins.ts`. The same rows come out on every run of a day; dates
 * count from today. Does nothing when the demonstration is there.
 *
 * @throws when the database holds organisations that are not the demonstration's
 */
export async function seedDemo(url: string, options: { log?: (line: string) => void; scale?: number } = {}): Promise<void> {
  const { log = () => {} } = options;
  await withClient(url, async (client) => {
    if (await isThere(client)) return;
    const passwordHash = hash(demoPassword, hashing);
    await inTransaction(client, async () => {
      await insertReference(client);
      await insertDemo(client, await passwordHash, log);
    });
    await client.query('analyze');
  });
}

async function isThere(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ id: number; name: string }>('select id, name from organisation order by id limit 10');
  const known = new Set(plans.map(({ id, name }) => `${id} ${name}`));
  const stranger = rows.find(({ id, name }) => !known.has(`${id} ${name}`));
  if (stranger) {
    throw new Error(
      `The database holds the organisation "${stranger.name}", which is not part of the demonstration. Give the demonstration a database of its own.`,
    );
  }
  return rows.length > 0;
}

async function insertReference(client: ClientBase): Promise<void> {
  const { rows } = await client.query('select 1 from country limit 1');
  if (rows.length > 0) return;
  await insertRows(client, 'country', countryRows());
  await insertRows(client, 'state_province', stateRows());
}

async function insertDemo(client: ClientBase, passwordHash: string, log: (line: string) => void): Promise<void> {
  const calendar = new Calendar();
  const catalogue = readCatalogue();
  await insertAll(client, [['brand', brandRows], ['brand_host', hostRows], ...frameRows()]);
  await insertAll(client, productRows(catalogue, calendar));
  const history: OrderBatch = emptyBatch();
  let addressId = 1;
  for (const plan of plans) {
    const people = drawPeople(plan);
    const addresses = addressRows(plan, people, addressId, calendar);
    addressId += addresses.length;
    await insertAll(client, organisationRows(plan, calendar));
    await insertAll(client, peopleRows(plan, people, calendar, passwordHash));
    await insertAll(client, [['address', addresses], ...offerRows(plan, catalogue)]);
    const shelf = stockShelf(plan, listOffers(plan, catalogue), people);
    drawHistory(history, { shelf, people, addresses, calendar, seasons: seasonRows(plan, calendar) });
    log(`${plan.name}: ${people.length} people, ${plan.range.products.length} products`);
  }
  await insertOrders(client, history);
  const targets = drawTargets(catalogue.products);
  await insertRows(client, 'stock_entry', keepLedger(catalogue.products, history.stock, targets, calendar.at(-460, 480)));
  await insertRows(client, 'stock_incoming', incomingRows(catalogue.products, targets, calendar));
  await client.query(fillStockLevels);
  await resetSequences(client);
  await client.query('select refresh_listing($1)', [plans.map(({ id }) => id)]);
  log(`${catalogue.products.length} products, ${history.orders.length} orders`);
}

export async function insertOrders(client: ClientBase, batch: OrderBatch): Promise<void> {
  await insertAll(client, [
    ['orders', batch.orders],
    ['order_line', batch.lines],
    ['shipment', batch.shipments],
    ['shipment_line', batch.shipmentLines],
    ['order_note', batch.notes],
  ]);
}

async function insertAll(client: ClientBase, tables: [table: string, rows: Row[]][]): Promise<void> {
  for (const [table, rows] of tables) await insertRows(client, table, rows);
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: 'livery seed' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
