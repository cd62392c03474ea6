import { sql } from 'kysely';
import { listBuilderProducts, openBuilder } from './builder-wearers.ts';
import { addItems, createCheckoutChoices, submitOrder } from './builders.ts';
import type { TestClient, TestPortal } from './portal.ts';

/** What pages say that does not agree: what it is about, and the figures. */
interface Difference {
  what: string;
  figures: readonly unknown[];
}

/** What comparing the figures of a wearer has found. */
export interface ComparedFigures {
  differences: Difference[];
  /** How many figures were compared with each other. */
  compared: number;
  /** Whether an order was placed; otherwise why not. */
  order: 'placed' | 'cannot order' | 'nothing in stock that is owed';
}

type Builder = Awaited<ReturnType<typeof openBuilder>>;
type BuilderProduct = Awaited<ReturnType<typeof listBuilderProducts>>[number];

/** A wardrobe as its wearer sees it, and what is left of each balance, by wardrobe and name; null without a limit. */
interface Snapshot {
  wardrobes: { builder: Builder; products: BuilderProduct[] }[];
  left: Map<string, number | null>;
}

const round = (amount: number) => Math.round(amount * 100) / 100;
const keyOf = (collectionId: number, kind: 'budget' | 'group' | 'product', name = '') => `${collectionId} ${kind} ${name}`;

/** Reads all wardrobes and the statement of a wearer, and compares every balance that both show. */
async function readBalances(
  client: TestClient,
  compare: (what: string, ...figures: (number | null | undefined)[]) => void,
): Promise<Snapshot> {
  const opened = await openBuilder(client);
  const { body } = await client.get<'GET /api/entitlement/statement'>('/api/entitlement/statement');
  const snapshot: Snapshot = { wardrobes: [], left: new Map() };
  for (const { id } of opened.organisationCollections) {
    const builder = id === opened.collection.id ? opened : await openBuilder(client, id);
    const products = await listBuilderProducts(client, id);
    snapshot.wardrobes.push({ builder, products });
    // The newest period comes first.
    const accounts = body.statement.periods.find(({ collectionId }) => collectionId === id)?.accounts ?? [];
    const findAccount = (wanted: 'budget' | 'group' | 'product', name?: string) =>
      accounts.find(({ kind, label, status }) => status === 'open' && kind === wanted && (name === undefined || label === name));
    const check = (
      kind: 'budget' | 'group' | 'product',
      name: string | undefined,
      granted: number | null | undefined,
      ...left: (number | null | undefined)[]
    ) => {
      const account = findAccount(kind, name);
      const label = `${builder.collection.name}, ${kind} ${name ?? ''}`;
      snapshot.left.set(keyOf(id, kind, name), left[0] ?? null);
      // Without a limit and before the first order there is no account.
      if (!account && granted === null) return;
      compare(`granted of ${label}`, granted, account?.granted);
      compare(`left of ${label}`, ...left, account?.left, account?.reasoning.left);
    };
    for (const group of builder.collection.collectionGroups.filter(({ status }) => status === 'open')) {
      if (builder.isFixedAllocation) {
        for (const { productId, allocatedQuantity, remainingQuantity } of group.products) {
          const name = products.find((product) => product.id === productId)?.name;
          if (!name || allocatedQuantity === null) continue;
          const why = group.reasoning.find((each) => each.productId === productId);
          check('product', name, allocatedQuantity, remainingQuantity, why?.left);
        }
      } else check('group', group.name, group.allocatedQuantity, group.remainingQuantity, group.reasoning[0]?.left);
    }
    const total = builder.pointsTotal ?? builder.budgetTotal;
    const used = builder.pointsTotal === null ? builder.budgetUsed : builder.pointsUsed;
    if (builder.budgetReasoning)
      check('budget', undefined, total, total === null ? null : round(total - (used ?? 0)), builder.budgetReasoning.left);
  }
  return snapshot;
}

/** The garments of which a wearer is owed a piece, by what their wardrobes say. */
function listOwed({ wardrobes, left }: Snapshot): { builder: Builder; product: BuilderProduct; budget: number }[] {
  return wardrobes
    .filter(({ builder }) => builder.canOrder)
    .flatMap(({ builder, products }) => {
      const open = new Set(builder.collection.collectionGroups.flatMap(({ id, status }) => (status === 'open' ? [id] : [])));
      const budget = left.get(keyOf(builder.collection.id, 'budget')) ?? Number.POSITIVE_INFINITY;
      return products
        .filter(({ collectionGroupId, remainingQuantity }) => open.has(collectionGroupId) && remainingQuantity !== 0)
        .map((product) => ({ builder, product, budget }));
    });
}

const MAX_TRIED = 8;

/** Puts one garment that is owed and in stock into the empty cart. Returns what the garment's own page says of it, and the cart. */
async function chooseGarment(client: TestClient, snapshot: Snapshot) {
  for (const { builder, product, budget } of listOwed(snapshot).slice(0, MAX_TRIED)) {
    const { body } = await client.get<'GET /api/products/:id'>(`/api/products/${product.id}`);
    const [detail] = body.products;
    const quantity = detail?.allowedQuantities[0] ?? Math.max(1, detail?.orderMinimumQuantity ?? 1);
    if (quantity > (product.remainingQuantity ?? quantity)) continue;
    const combination = detail?.productAttributeCombinations.find(
      ({ stockQuantity, price }) =>
        (stockQuantity ?? 0) >= quantity &&
        (product.points ?? (builder.budgetTotal === null ? 0 : (price ?? 0))) * quantity <= budget,
    );
    if (!combination) continue;
    const item = {
      ...{ productId: product.id, combinationId: combination.id, quantity, source: 'builder' },
      ...{ collectionGroupId: product.collectionGroupId, organisationCollectionId: builder.collection.id },
    };
    const { status, body: cart } = await addItems(client, item);
    const [line] = cart.items ?? [];
    if (status === 200 && line) {
      if (line.warnings.length === 0 && line.beyondQuantity === 0) return { builder, product, combination, quantity, cart, line };
      await client.delete(`/api/shopping_cart_items/${line.id}`);
    }
  }
  return undefined;
}

/**
 * Compares what a wearer reads of their balances in the uniform builder, on the statement and under “Why?”, orders one garment that they are owed, and
 * compares the figures of garment, cart, summary, order and mail, and the balances afterwards. Their cart is emptied first.
 */
export async function compareFigures(portal: TestPortal, client: TestClient): Promise<ComparedFigures> {
  const result: ComparedFigures = { differences: [], compared: 0, order: 'placed' };
  const compare = (what: string, ...figures: readonly unknown[]) => {
    result.compared += 1;
    if (new Set(figures.map((figure) => JSON.stringify(figure ?? null))).size > 1) result.differences.push({ what, figures });
  };
  await sql`delete from cart_line where organisation_id = ${client.organisationId}
    and cart_id in (select id from cart where organisation_id = ${client.organisationId} and customer_id = ${client.customerId})`.execute(
    portal.db,
  );
  const before = await readBalances(client, compare);
  if (!before.wardrobes.some(({ builder }) => builder.canOrder)) return { ...result, order: 'cannot order' };
  const chosen = await chooseGarment(client, before);
  if (!chosen) return { ...result, order: 'nothing in stock that is owed' };

  const { builder, product, combination, quantity, cart, line } = chosen;
  const { name } = product;
  compare(`price of ${name} on its page and in the cart`, combination.price, line.unitPrice);
  const goods = combination.price === null ? null : round(combination.price * quantity);
  const { addressId, ...choices } = await createChoices(portal, client);
  const { body: options } = await client.get<'GET /api/shippingoptions/:id'>(`/api/shippingoptions/${addressId}`);
  const [delivery] = options.shippingOptions;
  const { body: summary } = await client.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', {
    checkout: { ...choices, shippingOption: { name: delivery?.name } },
  });
  compare(`approval of ${name} by its delivery and its summary`, delivery?.requiresApproval, summary.requiresApproval);
  const placed = await submitOrder(client);
  compare(`the order of ${name} is placed`, placed.status, 200, ...Object.values(placed.errors ?? {}));
  if (placed.status !== 200) return result;
  compare(`approval of ${name} by its summary and its order`, summary.requiresApproval, placed.body.requiresApproval);
  const { body } = await client.get<'GET /api/orders/:id'>(`/api/orders/${placed.body.orderId}`);
  const order = body.orders[0];
  const isIncluding = summary.taxDisplayType === 0;
  compare(
    `goods of ${name}`,
    goods,
    cart.subTotal,
    summary.items[0]?.subTotal,
    summary.subTotal,
    isIncluding ? order?.orderSubtotalInclTax : order?.orderSubtotalExclTax,
  );
  compare(`day of arrival of ${name}`, summary.expectedOn, order?.expectedOn);
  const [mail] = (
    await sql<{ total: number | null; goods: number | null }>`
      select (data -> 'sums' ->> 'totalMinor')::int as total, (data -> 'sums' ->> 'goodsMinor')::int as goods from mail_outbox
      where dedupe_key = ${`order-placed:${placed.body.orderId}`} and sealed is null`.execute(portal.db)
  ).rows;
  // Tax and delivery are the employer's.
  if (mail) {
    compare(`total in the mail about ${name}`, mail.total, null);
    compare(
      `goods in the mail about ${name}`,
      mail.goods,
      order?.orderSubtotalExclTax == null ? null : Math.round(order.orderSubtotalExclTax * 100),
    );
  }

  const after = await readBalances(client, compare);
  const ordered = order?.orderItems[0];
  const collectionId = builder.collection.id;
  const groupName = builder.collection.collectionGroups.find(({ id }) => id === product.collectionGroupId)?.name;
  const taken = new Map([
    [keyOf(collectionId, 'group', groupName), quantity],
    [keyOf(collectionId, 'product', name), quantity],
    [
      keyOf(collectionId, 'budget'),
      builder.pointsTotal === null ? (ordered?.unitPriceExclTax ?? 0) * quantity : (product.points ?? 0) * quantity,
    ],
  ]);
  for (const [key, left] of after.left) {
    const had = before.left.get(key) ?? null;
    compare(`${key} after the order of ${name}`, left, had === null ? null : round(had - (taken.get(key) ?? 0)));
  }
  return result;
}

async function createChoices(portal: TestPortal, client: TestClient) {
  const { shippingOption: _, ...choices } = await createCheckoutChoices(portal.db, client);
  return { ...choices, addressId: choices.shippingAddressId };
}
