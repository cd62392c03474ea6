import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { addItems, anItem, aPerson, aStockedProduct, aWardrobe, type StockedProduct } from '#api/testing/builders.ts';
import { requestSheet, requestSheetCheck } from '#api/testing/order-sheets.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { uniqueText } from '#api/testing/unique-text.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

// What each permission to see or order products allows alone: a table of the expected statuses, and every cell tried, for a Buyer, who orders for others,
// and for Staff, who do not. Numbers are those of the calls in the specification.

const portal = usePortal();

const PERMISSIONS = [
  'AllowProducts',
  'AllowProductsModal',
  'AllowAdhocOrder',
  'AllowAdhocOrderModal',
  'AllowUniformBuilder',
  'AllowStockEnquiry',
] as const;

interface Caller {
  client: TestClient;
  email: string;
}
type Call = (caller: Caller) => Promise<{ status: number; body: unknown }>;

/** A garment of the wardrobes of both callers and of the colleague, one of no wardrobe, and one of which nothing is in stock. */
let listed: StockedProduct;
let other: StockedProduct;
let soldOut: StockedProduct;
let colleague: { id: number; email: string };
/** The wardrobe of the colleague. */
let collectionId: number;
const callers = {} as Record<'Buyer' | 'Staff', Caller>;

beforeAll(async () => {
  const { db } = portal;
  listed = await aStockedProduct(db, { stock: [1_000_000] });
  other = await aStockedProduct(db, { stock: [1_000_000] });
  soldOut = await aStockedProduct(db, { stock: [0] });
  colleague = await aPerson(db, { role: 'Staff' });
  ({ collectionId } = await aWardrobe(db, colleague.id, [listed], { quantity: 1_000_000 }));
  for (const role of ['Buyer', 'Staff'] as const) {
    const client = await signInAs(portal, { role });
    await aWardrobe(db, client.customerId, [listed, soldOut], { quantity: 1_000_000 });
    callers[role] = { client, email: client.email };
  }
});

const get =
  (path: (caller: Caller) => string): Call =>
  (caller) =>
    caller.client.get(path(caller));
const add =
  (product: () => StockedProduct, source: string, wearerId?: () => number): Call =>
  ({ client }) =>
    addItems(client, { ...anItem(product()), source, ...(wearerId ? { customerId: wearerId() } : {}) });
const combinations = (product: () => StockedProduct, context: string) =>
  get(() => `/api/product/getbuynowcombinations/?id=${product().id}&context=${context}`);
const aRow = (wearer: string) => ({ wearer, garment: listed.name, quantity: '1' });

/** Makes a call about a new sheet of the caller's own. */
const withSheet =
  (run: (client: TestClient, id: number) => ReturnType<Call>): Call =>
  async ({ client }) => {
    const { rows } = await sql<{ id: number }>`
      insert into order_sheet (organisation_id, customer_id, name) values (1, ${client.customerId}, ${randomUUID()}) returning id`.execute(
      portal.db,
    );
    return run(client, rows[0]?.id as number);
  };

/** A status for each of `PERMISSIONS`, in their order; for Staff, where it is not that for a Buyer. */
interface Row {
  run: Call;
  buyer: string;
  staff?: string;
}

//                     Products Modal Adhoc Modal Builder Stock
const ADHOC = '         403      403   200   403   403     403';
const ADHOC_MODAL = '   403      403   403   200   403     403';
const LIST = '          200      200   403   403   403     403';
const STOCK = '         403      403   403   403   403     200';
const SEEING = '        200      200   200   200   200     200';
const ORDERING = '      200      200   200   200   200     403';
/** Whoever may only use the builder is told in the cart that the product is not part of the wardrobe. */
const BEYOND = '        200      200   200   200   400     403';
const NO_ONE = '        403      403   403   403   403     403';
const UNKNOWN = '       404      404   404   404   404     403';

const ROWS: Record<string, Row> = {
  '55 the ad hoc list': { run: get(() => `/api/organisation/getadhocproductlist/?collectionId=${collectionId}`), buyer: ADHOC },
  '56 the ad hoc modal': {
    run: get(() => `/api/organisation/getadhocproductlistmodal/?collectionId=${collectionId}`),
    buyer: ADHOC_MODAL,
  },
  '57 a product': { run: get(() => `/api/products/${listed.id}`), buyer: SEEING },
  '58 the list of products': { run: get(() => '/api/products?limit=1'), buyer: LIST },
  '62 stock': { run: get(() => '/api/stock?limit=1'), buyer: STOCK },
  'stock for Excel': { run: get(() => `/api/stock/exporttoexcel?keyword=${listed.name}`), buyer: STOCK },
  '63 values of attributes': { run: get(() => '/api/product/productAttributesValues?attributeName=Size'), buyer: STOCK },
  '64 the stock of SKUs': {
    run: ({ client }) => client.post('/api/product/stockmultiple/', { items: [{ sku: other.combinations[0]?.sku }] }),
    buyer: SEEING,
  },
  'what can be ordered by a code': {
    run: get(() => `/api/product/lookup?keyword=${other.combinations[0]?.sku}`),
    buyer: ORDERING,
  },
  '68 combinations in the context product': { run: combinations(() => other, 'product'), buyer: SEEING },
  '68 combinations in the context adhoc': { run: combinations(() => other, 'adhoc'), buyer: SEEING },
  '68 combinations in the context stock': { run: combinations(() => other, 'stock'), buyer: SEEING },
  '68 combinations in the context cart': { run: combinations(() => other, 'cart'), buyer: SEEING },
  '68 combinations in the context builder, of the wardrobe': { run: combinations(() => listed, 'builder'), buyer: SEEING },
  '80 adding from the ad hoc list': { run: add(() => other, 'adhoc'), buyer: BEYOND },
  '80 adding from the page of a product': { run: add(() => other, 'product'), buyer: BEYOND },
  '80 adding what the wardrobe lists, from the builder': { run: add(() => listed, 'builder'), buyer: ORDERING },
  '80 adding what the wardrobe lists, from the ad hoc list': { run: add(() => listed, 'adhoc'), buyer: ORDERING },
  '80 adding for a colleague': {
    run: add(
      () => listed,
      'adhoc',
      () => colleague.id,
    ),
    buyer: BEYOND,
    staff: UNKNOWN,
  },
  'checking a sheet': {
    run: ({ client }) => requestSheetCheck(client, [aRow(colleague.email)]),
    buyer: ORDERING,
    staff: NO_ONE,
  },
  'adding a sheet for a colleague': {
    run: ({ client }) => requestSheet(client, [aRow(colleague.email)]),
    buyer: BEYOND,
    staff: NO_ONE,
  },
  'adding a sheet for oneself': {
    run: ({ client, email }) => requestSheet(client, [aRow(email)]),
    buyer: ORDERING,
    staff: NO_ONE,
  },
  'the workbook of a sheet': { run: get(() => '/api/ordersheets/workbook'), buyer: ORDERING, staff: NO_ONE },
  'saved sheets': { run: get(() => '/api/ordersheets'), buyer: ORDERING, staff: NO_ONE },
  'saving a sheet': {
    run: ({ client }) => client.post('/api/ordersheets', { orderSheet: { name: uniqueText(), rows: [] } }),
    buyer: ORDERING,
    staff: NO_ONE,
  },
  'opening a sheet': { run: withSheet((client, id) => client.get(`/api/ordersheets/${id}`)), buyer: ORDERING, staff: NO_ONE },
  'changing a sheet': {
    run: withSheet((client, id) => client.put(`/api/ordersheets/${id}`, { orderSheet: { isShared: true } })),
    buyer: ORDERING,
    staff: NO_ONE,
  },
  'deleting a sheet': { run: withSheet((client, id) => client.delete(`/api/ordersheets/${id}`)), buyer: ORDERING, staff: NO_ONE },
  'what one waits for': { run: get(() => '/api/stocknotices'), buyer: SEEING },
  'waiting for stock': {
    run: ({ client }) => client.post('/api/stocknotices', { stockNotice: { combinationId: soldOut.combinations[0]?.id } }),
    buyer: ORDERING,
  },
  'no longer waiting for stock': {
    run: ({ client }) => client.delete('/api/stocknotices/2000000000'),
    buyer: '            404      404   404   404   404     404',
  },
};

const readStatuses = (row: string) => row.trim().split(/\s+/).map(Number);

/** Lets both roles hold this permission alone. */
async function grantAlone(permission: string): Promise<void> {
  await sql`delete from role_permission where organisation_id = 1 and role_id in (3, 34, 35)`.execute(portal.db);
  await sql`insert into role_permission values (1, 34, ${permission}), (1, 35, ${permission})`.execute(portal.db);
  await portal.settled();
}

it.each(PERMISSIONS)('%s alone allows what the specification says, and nothing else', async (permission) => {
  await grantAlone(permission);
  const column = PERMISSIONS.indexOf(permission);
  for (const role of ['Buyer', 'Staff'] as const) {
    const expected = Object.entries(ROWS).map(([name, { buyer, staff }]) => [
      name,
      readStatuses(role === 'Staff' ? (staff ?? buyer) : buyer)[column],
    ]);
    const seen: unknown[] = [];
    for (const [name, { run }] of Object.entries(ROWS)) seen.push([name, (await run(callers[role])).status]);
    expect([role, seen]).toEqual([role, expected]);
  }
});
