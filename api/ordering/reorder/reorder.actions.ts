import { getAvailability } from '#api/catalogue/stock/stock.rules.ts';
import { requireChangeableCart } from '#api/identity/sessions/cart-key.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { badRequest, forbidden, notFound } from '#api/platform/http/errors.ts';
import { canOrderForOthers, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { actOnce, forgetResult } from '#api/platform/idempotency/act-once.ts';
import type { NewCartLine } from '../cart/add-lines.queries.ts';
import {
  type CartDependencies,
  listOwnWearers,
  MAX_LINES,
  putIntoCart,
  readCart,
  resolveWardrobeParts,
  TOO_MANY_LINES,
  toPricingContext,
} from '../cart/cart.actions.ts';
import { takeFromCart } from '../cart/cart.queries.ts';
import { type PricedLine, priceCartLines } from '../cart/cart.rules.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import { findOrderToReorder, type LineToReorder, type OrderToReorder } from './reorder.queries.ts';
import { limitAdditions } from './reorder.rules.ts';

/** What became of a line of the order. */
interface LineResult {
  id: number;
  added: number;
  /** Null when nothing was added. */
  cartLineId: number | null;
  /** Today's price of a piece in minor units, and the tax on it; null when nothing was added, or the price is on request. */
  price: { unitMinor: number; unitTaxMinor: number } | null;
  /** Why pieces were not added, as sentences. */
  reasons: string[];
  /** What is different about the pieces that were added, as sentences. */
  notes: string[];
}

export type ReorderedLine = LineResult & { ordered: LineToReorder };

/** The result of a re-order: each line of the order, and the cart. */
export interface Reordered {
  lines: ReorderedLine[];
  /** A text for each line that was not added in full. */
  warnings: string[];
  cart: PricedLine[];
}

/** "Polo shirt, Navy, M for Ana Lima". */
const describeLine = ({ ordered: { productName, description, wearerId, wearerName } }: ReorderedLine, scope: Scope) =>
  `${nameLine({ productName, description })}${wearerName && wearerId !== scope.customerId ? ` for ${wearerName}` : ''}`;

/** A text for each line that was not added in full. */
const listWarnings = (lines: readonly ReorderedLine[], scope: Scope): string[] =>
  lines
    .filter(({ added, ordered }) => added < ordered.quantity)
    .map((line) => {
      const part = line.added > 0 ? `${line.added} of ${line.ordered.quantity} added. ` : '';
      return `${describeLine(line, scope)}: ${part}${line.reasons.join(' ')}`;
    });

const withOrderedLines = (results: readonly LineResult[], { lines }: OrderToReorder): ReorderedLine[] =>
  lines.flatMap((ordered) => results.filter(({ id }) => id === ordered.id).map((result) => ({ ...result, ordered })));

/** An order that the person may order again. Throws 404 when they cannot see it, 403 when only the order's person or an Admin may. */
async function findReorderable(tx: Tx, scope: Scope, orderId: number): Promise<OrderToReorder> {
  const order = await findOrderToReorder(tx, scope, orderId);
  if (!order) throw notFound('order');
  if (order.customerId !== scope.customerId && !isAdmin(scope))
    throw forbidden('Only the person of the order and administrators can order it again.');
  return order;
}

/** Whether a cart still has a line of a re-order. */
const containsAny = (cart: readonly PricedLine[], results: readonly LineResult[]) =>
  cart.some(({ id }) => results.some(({ cartLineId }) => cartLineId === id));

const toCall = (orderId: number) => ({ name: `reorder:${orderId}`, content: {} });

/**
 * Adds the lines of an order to the person's cart, as far as they can be ordered today, within the caller's transaction. Repeated within
 * 10 seconds it adds nothing and returns the first result with the cart as it is, unless nothing of it is in the cart any more. Throws 404 and 403 as `findReorderable` does, and 400 with a
 * sentence for each line when nothing can be added.
 */
export async function reorder(tx: Tx, dependencies: CartDependencies, scope: Scope, orderId: number): Promise<Reordered> {
  const order = await findReorderable(tx, scope, orderId);
  const read = () => readCart(tx, dependencies, scope);
  let cart: PricedLine[] | undefined;
  const results = await actOnce<LineResult[]>(
    tx,
    scope,
    toCall(orderId),
    async () => {
      const added = await addLines(tx, dependencies, scope, order.lines);
      if (added.results.every((result) => result.added === 0))
        throw badRequest('order', ...listWarnings(withOrderedLines(added.results, order), scope));
      cart = added.cart;
      return added.results;
    },
    // Ordered or removed since: who asks again wants the garments again.
    async (earlier) => !containsAny(await read(), earlier),
  );
  const lines = withOrderedLines(results, order);
  return { lines, warnings: listWarnings(lines, scope), cart: cart ?? (await read()) };
}

/** Removes from the cart what the last re-order of an order added, as far as it is still there, and returns the cart. Throws as `findReorderable` does. */
export async function undoReorder(tx: Tx, dependencies: CartDependencies, scope: Scope, orderId: number): Promise<PricedLine[]> {
  requireChangeableCart(scope);
  await findReorderable(tx, scope, orderId);
  const results = ((await forgetResult(tx, scope, toCall(orderId))) ?? []) as LineResult[];
  const pieces = results.flatMap(({ cartLineId, added }) =>
    cartLineId === null ? [] : [{ lineId: cartLineId, quantity: added }],
  );
  if (pieces.length > 0) await takeFromCart(tx, scope, pieces);
  return readCart(tx, dependencies, scope);
}

/**
 * What goes into the cart for a line. Its wearer is named unless it is someone who orders only for themselves: their lines name no one, so that an
 * equal line is added to.
 */
const toNewLine = (line: LineToReorder, scope: Scope): NewCartLine => ({
  productId: line.productId,
  combinationId: line.combinationId,
  sku: null,
  valueIds: null,
  quantity: line.quantity,
  collectionId: line.collectionId,
  groupId: line.groupId,
  superGroupId: null,
  superGroupOptionId: null,
  wearerId: line.wearerId === scope.customerId && !canOrderForOthers(scope) ? null : line.wearerId,
  // A reason was given for another time.
  reason: null,
  source: 'reorder',
  designs: line.designs,
});

const notAdded = (id: number, ...reasons: string[]): LineResult => ({
  id,
  added: 0,
  cartLineId: null,
  price: null,
  reasons,
  notes: [],
});

async function addLines(
  tx: Tx,
  dependencies: CartDependencies,
  scope: Scope,
  ordered: readonly LineToReorder[],
): Promise<{ results: LineResult[]; cart: PricedLine[] }> {
  const others = [...new Set(ordered.flatMap(({ wearerId }) => (wearerId === scope.customerId ? [] : (wearerId ?? []))))];
  const wearers = await listOwnWearers(tx, scope, others);
  const mayOrderFor = ({ wearerId }: LineToReorder) =>
    wearerId === null || wearerId === scope.customerId || wearers.has(wearerId);
  const candidates = ordered.filter(mayOrderFor);
  const resolved = await resolveWardrobeParts(
    tx,
    scope,
    candidates.map((line) => toNewLine(line, scope)),
  );
  // What is no longer part of the wardrobe counts where it counts today, if anywhere.
  const items = resolved.map(({ item, missing }) => (missing ? { ...item, collectionId: null, groupId: null } : item));
  const { lines: filled, lineIds } = await putIntoCart(tx, dependencies, scope, items);

  const found = candidates.flatMap((line, index) => {
    const lineId = lineIds[index];
    return lineId == null ? [] : [{ line, lineId, quantity: line.quantity }];
  });
  const context = toPricingContext(dependencies, scope);
  const { additions, quantities } = limitAdditions(filled, found, context, { maxLines: MAX_LINES, tooManyLines: TOO_MANY_LINES });
  const surplus = found.flatMap(({ lineId, quantity }, index) => {
    const rest = quantity - (additions[index]?.added ?? 0);
    return rest > 0 ? [{ lineId, quantity: rest }] : [];
  });
  if (surplus.length > 0) await takeFromCart(tx, scope, surplus);

  const cart = priceCartLines(
    filled
      .map((line) => ({ ...line, quantity: quantities.get(line.id) ?? line.quantity }))
      .filter(({ quantity }) => quantity > 0),
    context,
  );
  const byId = new Map(cart.map((line) => [line.id, line]));
  const results = new Map(
    found.map(({ line, lineId }, index): [number, LineResult] => {
      const { added, reasons } = additions[index] ?? { added: 0, reasons: [] };
      const cartLine = byId.get(lineId);
      if (added === 0 || !cartLine) return [line.id, notAdded(line.id, ...reasons)];
      const { unitMinor, unitTaxMinor, callForPrice } = cartLine;
      const price = callForPrice ? null : { unitMinor, unitTaxMinor };
      return [line.id, { id: line.id, added, cartLineId: lineId, price, reasons, notes: listNotes(line, cartLine) }];
    }),
  );
  return {
    results: ordered.map((line) => {
      const result = results.get(line.id);
      if (result) return result;
      if (!mayOrderFor(line)) return notAdded(line.id, `You can no longer order for ${line.wearerName}.`);
      // The product is for sale, but not in this colour, size or fit.
      const isProductOnOffer = lineIds[candidates.indexOf(line)] === null;
      return notAdded(
        line.id,
        isProductOnOffer ? 'This colour, size or fit is no longer available.' : 'This product is no longer available.',
      );
    }),
    cart,
  };
}

/** What is different this time about the pieces that were added. */
function listNotes(ordered: LineToReorder, line: PricedLine): string[] {
  const { status, message } = getAvailability(line);
  const { coverage, entitlement } = line;
  return [
    ...(ordered.groupId !== null && !entitlement
      ? ['It is no longer part of the wardrobe, so it does not count towards the uniform.']
      : []),
    ...(entitlement && coverage.beyond > 0
      ? [
          coverage.own > 0
            ? `${coverage.own} beyond what is left in ${entitlement.group.label}: you pay for ${coverage.own === 1 ? 'it' : 'them'} yourself.`
            : `${coverage.beyond} beyond what is left in ${entitlement.group.label}: please give a reason when you order.`,
        ]
      : []),
    ...(status === 'Backorder' ? [`${message}.`] : []),
  ];
}
