import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Client } from 'pg';
import { type AddressRow, addressRows } from './addresses.ts';
import { Calendar } from './calendar.ts';
import { type Catalogue, copyCatalogue, productRows, readCatalogue } from './catalogue-rows.ts';
import { inTransaction, withClient } from './connection.ts';
import { insertProductPositions } from './decoration.ts';
import { grantEntitlement, withdrawFromOptedOut } from './entitlement.ts';
import { analyseTables, insertAll, insertRows, resetSequences } from './insert.ts';
import { copiedOfferRows } from './offers.ts';
import { createOrderBatch, insertOrders, type OrderBatch } from './order-batch.ts';
import { createSeedContext, type SeedContext } from './order-history.ts';
import { createInventory, type Inventory } from './order-lines.ts';
import { addOrder } from './orders.ts';
import { seasonRows } from './organisation-rows.ts';
import type { OrganisationPlan } from './organisations/plan.ts';
import { plans } from './organisations/plans.ts';
import { drawCustomer, getOrderTime, listWeightedCustomers } from './past-orders.ts';
import { drawMorePeople, drawPeople, peopleRows } from './people.ts';
import type { Person } from './person.ts';
import { Random } from './random.ts';
import {
  canOversell,
  createStockLedger,
  createStockMovements,
  drawStockTargets,
  INSERT_STOCK_LEVELS_SQL,
  incomingRows,
  UPDATE_STOCK_LEVELS_SQL,
} from './stock.ts';
import type { UsedEntitlement } from './uniform-allocation.ts';
import { chosenOptionRows } from './wardrobe-rows.ts';
import { listWardrobes } from './wardrobes.ts';

/** First id of the rows added for a load test; each organisation has a range of a million ids per table. */
const FIRST_ID = 1_000_000;
const MAX_ORDERS = 1_000_000;
/** 100,000 combinations, as the largest suppliers have. */
const MAX_COPIES = 25;
const ORDERS_IN_BATCH = 2000;
const PEOPLE_IN_BATCH = 5000;
const ADDRESSES_FROM = 1_000_000;

type Log = (line: string) => void;

/**
 * Multiplies the orders and products of a demonstration by `scale`, and its people by `people`. Rows are added in batches, each in one transaction, so that a
 * run that was stopped can be continued.
 */
export async function scaleUpDemo(
  url: string,
  { scale, people: times }: { scale: number; people: number },
  log: Log,
): Promise<void> {
  await withClient(url, async (client) => {
    // The next run generates a batch again that a crash has lost.
    await client.query('set synchronous_commit = off');
    const calendar = new Calendar();
    const catalogue = await addProducts(client, Math.min(Math.floor(scale), MAX_COPIES), calendar, log);
    const all = plans.reduce((sum, { orders }) => sum + orders.count, 0);
    for (const plan of plans) {
      const people = await addPeople(client, plan, catalogue, Math.round(plan.people.count * times), calendar, log);
      const seasons = seasonRows(plan, calendar);
      const wanted = Math.floor(Math.min(plan.orders.count * scale, (MAX_ORDERS * plan.orders.count) / all));
      const addresses = await readAddresses(client, plan);
      // What people had left when they opted out has been withdrawn.
      const entitled = people.filter(({ optedOutDays }) => optedOutDays === null);
      const inventory = createInventory(plan, catalogue, entitled, seasons, calendar);
      await loadUsedEntitlement(client, inventory);
      await addOrders(client, createSeedContext(inventory, entitled, addresses, seasons, calendar), wanted, log);
      await withdrawFromOptedOut(client, plan.id);
    }
    await resetSequences(client);
    await analyseTables(client);
  });
}

async function newest(
  client: Client,
  table: 'product' | 'customer' | 'orders',
  from: number,
  below: number,
): Promise<number | null> {
  const { rows } = await client.query<{ id: number | null }>(`select max(id) as id from ${table} where id >= $1 and id < $2`, [
    from,
    below,
  ]);
  return rows[0]?.id ?? null;
}

/** The whole catalogue again as "series 2", "series 3" …, offered to every organisation that buys the original. */
async function addProducts(client: Client, copies: number, calendar: Calendar, log: Log): Promise<Catalogue> {
  const original = readCatalogue();
  const all = [...original.products];
  for (let copy = 2; copy <= copies; copy += 1) {
    const series = copyCatalogue(original, copy);
    all.push(...series.products);
    const ids = series.products.map(({ id }) => id);
    if ((await newest(client, 'product', Math.min(...ids), Math.max(...ids) + 1)) !== null) continue;
    const targets = drawStockTargets(series.products);
    await inTransaction(client, async () => {
      await insertAll(client, productRows(series, calendar));
      await insertProductPositions(client, series.products);
      for (const plan of plans) await insertAll(client, copiedOfferRows(plan, original, copy));
      await insertRows(client, 'stock_entry', createStockLedger(series.products, [], targets, calendar.at(-460, 480)));
      await insertRows(client, 'stock_incoming', incomingRows(series.products, targets, calendar));
      await client.query(INSERT_STOCK_LEVELS_SQL);
      await client.query('select refresh_listing($1, $2)', [plans.map(({ id }) => id), ids]);
    });
    log(`${all.length} products`);
  }
  return { ...original, products: all };
}

/** Inserts missing generated people and returns all of them. None of them can log in. */
async function addPeople(
  client: Client,
  plan: OrganisationPlan,
  catalogue: Catalogue,
  wanted: number,
  calendar: Calendar,
  log: Log,
): Promise<Person[]> {
  const people = drawPeople(plan);
  const taken = new Set(people.map(({ email }) => email));
  const first = FIRST_ID * plan.id;
  const there = (await newest(client, 'customer', first, first + FIRST_ID)) ?? first - 1;
  const seasons = seasonRows(plan, calendar);
  const wardrobes = listWardrobes(plan, catalogue);
  const locked = await hash(randomBytes(32), { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  for (let id = first; id < first + wanted - plan.people.count; id += PEOPLE_IN_BATCH) {
    const count = Math.min(PEOPLE_IN_BATCH, first + wanted - plan.people.count - id);
    const batch = drawMorePeople(plan, id, count, taken);
    people.push(...batch);
    const missing = batch.filter((person) => person.id > there);
    const [next] = missing;
    if (!next) continue;
    await inTransaction(client, async () => {
      await insertAll(client, peopleRows(plan, missing, seasons, calendar, locked));
      await insertRows(client, 'customer_super_group_option', chosenOptionRows(plan, missing, wardrobes));
      const homes = addressRows(plan, missing, ADDRESSES_FROM + next.id, calendar);
      await resetSequences(client);
      await grantEntitlement(
        client,
        plan.id,
        missing.map(({ id }) => id),
      );
      await insertRows(
        client,
        'address',
        homes.filter(({ customer_id }) => customer_id !== null),
      );
    });
    log(`${plan.name}: ${people.length} of ${wanted} people`);
  }
  return people;
}

/** Of the organisation and its resorts. */
async function readAddresses(client: Client, { id }: OrganisationPlan): Promise<AddressRow[]> {
  const { rows } = await client.query<AddressRow>(
    'select * from address where organisation_id = $1 and customer_id is null order by id',
    [id],
  );
  return rows;
}

/** What the orders that are there have used: wearers do not get it a second time. */
async function loadUsedEntitlement(client: Client, { plan, uniforms }: Inventory): Promise<void> {
  const { rows } = await client.query<UsedEntitlement>(
    `select l.wearer_id as "wearerId", l.season_id as "seasonId", l.collection_id as "collectionId", l.collection_group_id as "groupId", l.product_id as "productId",
       sum(counted.pieces)::int as pieces,
       sum(counted.pieces * case p.allocation_type_id when 30 then gp.points when 40 then l.unit_price_minor else 0 end)::int as cost
     from order_line l
     join customer p on p.organisation_id = l.organisation_id and p.id = l.wearer_id
     join collection_group_product gp
       on gp.organisation_id = l.organisation_id and gp.collection_group_id = l.collection_group_id and gp.product_id = l.product_id
     cross join lateral (select least(l.covered_quantity, l.quantity - l.cancelled_quantity) as pieces) counted
     where l.organisation_id = $1 group by 1, 2, 3, 4, 5`,
    [plan.id],
  );
  for (const use of rows) uniforms.load(use);
}

/** Adds orders of fourteen months, oldest first, until the organisation has the given number. */
async function addOrders(client: Client, world: SeedContext, wanted: number, log: Log): Promise<void> {
  const { plan } = world.inventory;
  const first = FIRST_ID * plan.id;
  const extra = wanted - plan.orders.count;
  const there = (await newest(client, 'orders', first, first + FIRST_ID)) ?? first - 1;
  const oversells = new Set(
    world.inventory.offers.filter(({ product }) => canOversell(product)).map(({ product }) => product.id),
  );
  const owners = listWeightedCustomers(world.people);
  for (let start = there + 1 - first; start < extra; start += ORDERS_IN_BATCH) {
    const count = Math.min(ORDERS_IN_BATCH, extra - start);
    const random = new Random(`orders of ${plan.name} from ${start}`);
    const batch = createOrderBatch();
    for (let index = start; index < start + count; index += 1) {
      const placedAt = getOrderTime((index + 0.5) / extra, world.calendar);
      const person = drawCustomer(owners, world.calendar.daysSince(placedAt), random);
      addOrder(batch, world, first + index, { person, placedAt }, random);
    }
    await inTransaction(client, () =>
      writeBatch(client, batch, (combinationId) => oversells.has(Math.floor(combinationId / 1000))),
    );
    log(`${plan.name}: ${plan.orders.count + start + count} of ${wanted} orders`);
  }
}

async function writeBatch(client: Client, batch: OrderBatch, oversells: (combinationId: number) => boolean): Promise<void> {
  await insertOrders(client, { ...batch, notes: [] });
  const ledger = createStockMovements(batch.stock, oversells);
  await insertRows(client, 'stock_entry', ledger);
  const column = (name: 'combination_id' | 'on_hand_delta' | 'reserved_delta') => ledger.map((entry) => entry[name]);
  await client.query(UPDATE_STOCK_LEVELS_SQL, [column('combination_id'), column('on_hand_delta'), column('reserved_delta')]);
}
