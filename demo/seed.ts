import { hash } from '@node-rs/argon2';
import type { ClientBase } from 'pg';
import { saveCountries } from '#api/organisation/countries/countries.queries.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { addressRows } from './addresses.ts';
import { bodyRows } from './bodies.ts';
import { brandRows, hostRows } from './brands.ts';
import { Calendar } from './calendar.ts';
import { insertCardOrders } from './card-orders.ts';
import { FILL_CLOSED_CART_SQL } from './carts.ts';
import { catalogueReferenceRows, productRows, readCatalogue } from './catalogue-rows.ts';
import { insertComingPrices } from './coming-prices.ts';
import { asTransaction, inTransaction, withClient } from './connection.ts';
import { insertDocuments } from './content/documents.ts';
import { decorationPriceRows, insertProductPositions } from './decoration.ts';
import { demoPassword } from './demo-logins.ts';
import { INSERT_DESIGNS_SQL } from './designs.ts';
import { grantEntitlement, withdrawFromOptedOut } from './entitlement.ts';
import { insertEntitlementRequests } from './entitlement-requests.ts';
import { createShortages, insertFulfilment } from './fulfilment.ts';
import { analyseTables, insertAll, insertRows, resetSequences } from './insert.ts';
import { invitationRows } from './invitations.ts';
import { insertInvoices } from './invoices.ts';
import { insertLogos } from './logos.ts';
import { offerRows } from './offers.ts';
import { operatorRows } from './operator.ts';
import { createOrderBatch, insertOrders } from './order-batch.ts';
import { createSeedContext } from './order-history.ts';
import { createInventory } from './order-lines.ts';
import { insertOrderSheet } from './order-sheets.ts';
import { organisationRows, seasonRows } from './organisation-rows.ts';
import { plans } from './organisations/plans.ts';
import { drawPastOrders } from './past-orders.ts';
import { paymentProviderRows } from './payment-provider/payment-provider-rows.ts';
import { drawPeople, peopleRows } from './people.ts';
import { insertProofs } from './proofs.ts';
import { publicationRows } from './publications.ts';
import { demoPunchout, INSERT_PUNCHOUT_SHIP_TO_SQL, punchoutConnectionRows } from './punchout-connections.ts';
import { insertQuotes } from './quotes.ts';
import { registrationRows } from './registrations.ts';
import { createDemoFileSaver } from './return-picture.ts';
import { insertReturnsOfDemo } from './returns.ts';
import { scaleUpDemo } from './scale-up.ts';
import {
  createStockLedger,
  drawStockTargets,
  INSERT_STOCK_LEVELS_SQL,
  incomingRows,
  PROMISE_NEXT_DELIVERIES_SQL,
} from './stock.ts';
import { topicRows } from './topics.ts';
import { chosenOptionRows, wardrobeRows } from './wardrobe-rows.ts';
import { listWardrobes } from './wardrobes.ts';

/** Argon2id with the figures of OWASP's password cheat sheet; the same that the server uses. */
const hashing = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Servers that start together seed one after the other; any number will do. */
const advisoryLock = 7_404_002;

type Log = (line: string) => void;

/**
 * Fills an empty database with the demonstration of `demo-logins.ts`. The same rows come out on every run of a day; dates
 * count from today. Does nothing when the demonstration is there. A `scale` above 1 adds people, orders and products
 * until there are so many times as many, at most 1,000,000 orders; `people` above 1 does so with people alone. Only with a `vault` are there
 * an operator and bodies, and registration links that administrators can copy.
 *
 * @throws when the database holds brands or organisations that are not the demonstration's
 */
export async function seedDemo(
  url: string,
  options: { log?: Log; scale?: number; people?: number; vault?: Vault; files?: Pick<BlobStore, 'write'> } = {},
): Promise<void> {
  const { log = () => {}, scale = 1, people = scale, vault, files } = options;
  await withClient(url, async (client) => {
    if (await isThere(client)) return;
    const passwordHash = hash(demoPassword, hashing);
    await inTransaction(client, async () => {
      await client.query('select pg_advisory_xact_lock($1)', [advisoryLock]);
      if (await isThere(client)) return;
      await saveCountries(asTransaction(client));
      await insertDemo(client, await passwordHash, vault, { log, files });
    });
    await analyseTables(client);
  });
  if (Math.max(scale, people) > 1) await scaleUpDemo(url, { scale, people }, log);
}

async function isThere(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ name: string; own: boolean }>(
    `select name, name = any ($1) as own from organisation
     union all select company_name, name = any ($2) from brand order by own limit 1`,
    [plans.map(({ name }) => name), brandRows.map(({ name }) => name)],
  );
  const first = rows[0];
  if (first && !first.own) {
    throw new Error(
      `The database holds "${first.name}", which is not part of the demonstration. Give the demonstration a database of its own.`,
    );
  }
  return first !== undefined;
}

async function insertDemo(
  client: ClientBase,
  passwordHash: string,
  vault: Vault | undefined,
  { log, files }: { log: Log; files: Pick<BlobStore, 'write'> | undefined },
): Promise<void> {
  const calendar = new Calendar();
  const catalogue = readCatalogue();
  await insertAll(client, [['brand', brandRows], ['brand_host', hostRows], ...catalogueReferenceRows()]);
  await insertAll(client, [...productRows(catalogue, calendar), ['decoration_price', decorationPriceRows]]);
  await insertProductPositions(client, catalogue.products);
  log(`${catalogue.products.length} products`);
  // Without the key that seals the second factor there is no operator, since no one can log in as one without it.
  if (vault) await insertAll(client, [...operatorRows(passwordHash, vault), ...paymentProviderRows(vault)]);
  const history = createOrderBatch();
  const customers = new Map<number, number[]>();
  let addressId = 1;
  for (const plan of plans) {
    const people = drawPeople(plan);
    const seasons = seasonRows(plan, calendar);
    const wardrobes = listWardrobes(plan, catalogue);
    const addresses = addressRows(plan, people, addressId, calendar);
    addressId += addresses.length;
    await insertAll(client, [...organisationRows(plan, calendar), ...publicationRows(plan, calendar)]);
    const drawn = peopleRows(plan, people, seasons, calendar, passwordHash);
    await insertAll(client, [...drawn, ...invitationRows(people, calendar)]);
    const rowsOfPeople = drawn.find(([table]) => table === 'customer')?.[1] ?? [];
    // Without the key that seals them there are no bodies: they are then measured as they are in any portal.
    if (vault) await insertAll(client, bodyRows(rowsOfPeople, vault));
    await insertAll(client, [['address', addresses], ...offerRows(plan, catalogue), ...wardrobeRows(plan, wardrobes)]);
    await insertRows(client, 'customer_super_group_option', chosenOptionRows(plan, people, wardrobes));
    customers.set(
      plan.id,
      people.map(({ id }) => id),
    );
    const inventory = createInventory(plan, catalogue, people, seasons, calendar);
    drawPastOrders(history, createSeedContext(inventory, people, addresses, seasons, calendar));
    log(`${plan.name}: ${people.length} people, ${plan.orders.count} orders, buys ${plan.range.products.length} products`);
  }
  await insertAll(client, topicRows(calendar, 1));
  await insertAll(client, punchoutConnectionRows(await hash(demoPunchout.sharedSecret, hashing)));
  await client.query(INSERT_PUNCHOUT_SHIP_TO_SQL);
  await insertLogos(client, calendar, files);
  await resetSequences(client);
  // Without statistics of people and wardrobes their uniform status takes ten times as long.
  await analyseTables(client);
  for (const [id, customerIds] of customers) await grantEntitlement(client, id, customerIds);
  await insertOrders(client, history);
  for (const { id } of plans) await withdrawFromOptedOut(client, id);
  await insertAll(client, registrationRows(calendar, vault));
  await insertEntitlementRequests(client, calendar);
  const targets = drawStockTargets(catalogue.products);
  await insertRows(client, 'stock_entry', createStockLedger(catalogue.products, history.stock, targets, calendar.at(-460, 480)));
  await insertRows(client, 'stock_incoming', incomingRows(catalogue.products, targets, calendar));
  await client.query(INSERT_STOCK_LEVELS_SQL);
  await createShortages(client);
  await client.query(PROMISE_NEXT_DELIVERIES_SQL);
  await resetSequences(client);
  await insertFulfilment(client);
  await client.query('select refresh_listing($1)', [plans.map(({ id }) => id)]);
  await client.query(FILL_CLOSED_CART_SQL);
  await client.query(INSERT_DESIGNS_SQL);
  await insertOrderSheet(client, calendar);
  await insertInvoices(client, calendar);
  await insertComingPrices(client, calendar);
  await insertReturnsOfDemo(client, calendar, files && createDemoFileSaver(files));
  await insertDocuments(client, calendar, files);
  await insertProofs(client, calendar, files);
  await insertQuotes(client, calendar, files);
  // They need the brand's provider, whose keys are sealed.
  if (vault) await insertCardOrders(client, calendar);
}
