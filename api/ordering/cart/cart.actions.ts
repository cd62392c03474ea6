import type { Db, Tx } from '#api/platform/db/database.ts';
import { badRequest, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { accessibleGroups, hasRole, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import {
  addCartLines,
  areWearers,
  deleteCartLine,
  findCartLine,
  type NewCartLine,
  setCartLineCombination,
  setCartLineQuantity,
} from './cart.queries.ts';
import { type PricedLine, priceCartLines } from './cart.rules.ts';
import type { CartLines } from './cart-lines.actions.ts';

const MAX_LINES = 1000;
const MAX_ID = 2_147_483_647;

/** What reading a cart takes: the reader that remembers what garments are called and cost. */
export interface CartDependencies {
  cartLines: CartLines;
}

/** The person's cart, priced and checked. */
export async function readCart(db: Db, { cartLines }: CartDependencies, scope: Scope): Promise<PricedLine[]> {
  return priceCartLines(await cartLines.list(db, scope), scope.taxRate);
}

type SentItems = BodyOf<'POST /api/shopping_cart_items/multiple'>['items'];

/** The value ids behind `attributes`, where a request names its choice that way. Throws 422 on what is not an id. */
function chosenValues(attributes: readonly { id: number; value: string }[] | null | undefined, field: string): number[] | null {
  if (!attributes || attributes.length === 0) return null;
  const ids = attributes.map(({ value }) => (/^\d{1,10}$/.test(value) ? Number(value) : 0));
  if (!ids.every((id) => id > 0 && id <= MAX_ID)) throw invalid(field, 'Choose one of the values on offer.');
  return ids;
}

function toNewLine(item: SentItems[number], index: number): NewCartLine {
  const at = (name: string) => `items[${index}].${name}`;
  if (item.customisations && item.customisations.length > 0)
    throw invalid(at('customisations'), 'Personalised garments cannot be ordered yet.');
  for (const name of ['collectionGroupId', 'superGroupId', 'superGroupOptionId'] as const)
    if (item[name]) throw notFound('collectionGroup');
  return {
    productId: item.productId,
    combinationId: item.combinationId ?? null,
    sku: item.sku?.trim() || null,
    valueIds: chosenValues(item.attributes, at('attributes')),
    quantity: item.quantity,
    collectionId: item.organisationCollectionId ?? null,
    wearerId: item.customerId ?? null,
    source: item.source === 'adhoc' || item.source === 'builder' ? item.source : 'product',
  };
}

/** Whose people somebody may order for, besides themselves: `null` is everybody's of the organisation. */
function groupsOrderedFor(scope: Scope): readonly number[] | null {
  if (isAdmin(scope)) return scope.adminableGroupIds.length > 0 ? scope.adminableGroupIds : null;
  if (hasRole(scope, 'OrganisationSales')) return null;
  return hasRole(scope, 'OrganisationBuyer') ? accessibleGroups(scope) : [];
}

/**
 * Adds items to the cart: all of them, or none and a sentence for each that cannot be added. Adding comes first and
 * the check of the resulting cart second, so that two tabs cannot both pass it.
 */
export async function addToCart(tx: Tx, dependencies: CartDependencies, scope: Scope, sent: SentItems): Promise<PricedLine[]> {
  const items = sent.map(toNewLine);
  const wearers = [...new Set(items.flatMap(({ wearerId }) => wearerId ?? []))];
  if (wearers.length > 0) {
    if (!(await areWearers(tx, scope, wearers, groupsOrderedFor(scope)))) throw notFound('customer');
  }
  // One after the other in the database, but sent together.
  const [added, cart] = await Promise.all([addCartLines(tx, scope, items), readCart(tx, dependencies, scope)]).catch(
    (error: { code?: string; constraint?: string }) => {
      if (error.code === '23503' && error.constraint?.includes('collection')) throw notFound('organisationCollection');
      throw error;
    },
  );
  const byOrdinal = new Map(added.map(({ ordinal, lineId }) => [ordinal, lineId]));
  const errors: Record<string, string[]> = {};
  for (const [ordinal] of items.entries()) {
    const lineId = byOrdinal.get(ordinal);
    if (lineId === undefined) throw notFound('product');
    if (lineId === null) {
      errors[`items[${ordinal}]`] = ['This combination of colour, size and fit is not available. Please choose again.'];
      continue;
    }
    const line = cart.find(({ id }) => id === lineId);
    if (line && line.warnings.length > 0) errors[`items[${ordinal}]`] = line.warnings;
  }
  if (cart.length > MAX_LINES) errors.cart = [`A cart cannot hold more than ${MAX_LINES} lines.`];
  if (Object.keys(errors).length > 0) throw new HttpError(400, errors);
  return cart;
}

type Change = BodyOf<'PUT /api/shopping_cart_items/:id'>;

/** Changes a line. More than there is stock for is refused; less never is, so that a line can always be mended. */
export async function changeCartLine(
  tx: Tx,
  dependencies: CartDependencies,
  scope: Scope,
  lineId: number,
  change: Change,
): Promise<PricedLine[]> {
  if (change.quantity === 0) {
    if ((await deleteCartLine(tx, scope, lineId)) === 0) throw notFound('shoppingCartItem');
    return readCart(tx, dependencies, scope);
  }
  const line = await findCartLine(tx, scope, lineId);
  if (!line) throw notFound('shoppingCartItem');
  // Before the line can become one with an equal line, whose own quantity must not get lost.
  if (change.quantity) await setCartLineQuantity(tx, scope, lineId, change.quantity);
  let changedId = lineId;
  const valueIds = chosenValues(change.attributes, 'attributes');
  if (change.combinationId || valueIds) {
    const newId = await setCartLineCombination(tx, scope, line, { combinationId: change.combinationId ?? null, valueIds });
    if (newId === undefined) throw notFound('combination');
    changedId = newId;
  }
  const grows =
    changedId !== lineId || Boolean(change.combinationId || valueIds) || (change.quantity ?? line.quantity) > line.quantity;
  const cart = await readCart(tx, dependencies, scope);
  const warnings = cart.find(({ id }) => id === changedId)?.warnings ?? [];
  if (grows && warnings.length > 0) throw badRequest('shoppingCartItem', ...warnings);
  return cart;
}
