import { getOrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { badRequest, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { accessibleGroups, hasRole, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { BodyOf } from '#contract/index.ts';
import {
  addCartLines,
  areWearers,
  deleteCartLine,
  deleteLinesOfSuperGroup,
  existsSuperGroup,
  findCartLine,
  findWardrobeParts,
  type NewCartLine,
  setCartLineCombination,
  setCartLineQuantity,
  setCartLineReason,
} from './cart.queries.ts';
import { type PricedLine, priceCartLines } from './cart.rules.ts';
import type { CartLines } from './cart-lines.actions.ts';

const MAX_LINES = 1000;
const MAX_ID = 2_147_483_647;

/** Dependencies of reading a cart: the reader that caches garment details, and the time. */
export interface CartDependencies {
  cartLines: CartLines;
  clock: Clock;
}

/** The person's cart, priced and checked. */
export async function readCart(db: Db, { cartLines, clock }: CartDependencies, scope: Scope): Promise<PricedLine[]> {
  const today = getLocalDay(clock.now(), scope.timeZone);
  return priceCartLines(await cartLines.list(db, scope, today), {
    taxRate: scope.taxRate,
    orderingReach: getOrderingReach(scope),
    today,
    currencyCode: scope.currencyCode,
  });
}

type ItemsInput = BodyOf<'POST /api/shopping_cart_items/multiple'>['items'];

/** The ids of the selected attribute values; null when the request has none. Throws 422 when a value is not an id. */
function readValueIds(attributes: readonly { id: number; value: string }[] | null | undefined, field: string): number[] | null {
  if (!attributes || attributes.length === 0) return null;
  const ids = attributes.map(({ value }) => (/^\d{1,10}$/.test(value) ? Number(value) : 0));
  if (!ids.every((id) => id > 0 && id <= MAX_ID)) throw invalid(field, 'Choose one of the available values.');
  return ids;
}

function toNewLine(item: ItemsInput[number], index: number): NewCartLine {
  const at = (name: string) => `items[${index}].${name}`;
  if (item.customisations && item.customisations.length > 0)
    throw invalid(at('customisations'), 'Personalised garments cannot be ordered online.');
  return {
    productId: item.productId,
    combinationId: item.combinationId ?? null,
    sku: item.sku?.trim() || null,
    valueIds: readValueIds(item.attributes, at('attributes')),
    quantity: item.quantity,
    collectionId: item.organisationCollectionId ?? null,
    groupId: item.collectionGroupId ?? null,
    superGroupId: item.superGroupId ?? null,
    superGroupOptionId: item.superGroupOptionId ?? null,
    reason: item.reason?.trim() || null,
    wearerId: item.customerId ?? null,
    source: item.source === 'adhoc' || item.source === 'builder' ? item.source : 'product',
  };
}

/**
 * Completes what items name of a wardrobe: the wardrobe of a group, and the either/or and option that it belongs to. Throws 404 for what is not part
 * of a wardrobe of the item's wearer, does not belong together, or does not list the product.
 */
async function resolveWardrobeParts(tx: Tx, scope: Scope, items: readonly NewCartLine[]): Promise<NewCartLine[]> {
  const isNamed = (item: NewCartLine) =>
    item.collectionId !== null || item.groupId !== null || item.superGroupId !== null || item.superGroupOptionId !== null;
  if (!items.some(isNamed)) return [...items];
  const parts = await findWardrobeParts(tx, scope, items);
  return items.map((item, ordinal) => {
    if (!isNamed(item)) return item;
    const { found, ...part } = parts.get(ordinal) ?? {
      found: { collection: false, group: false, superGroup: false, option: false },
    };
    if (!found.collection) throw notFound('collection');
    if (!found.group) throw notFound('collectionGroup');
    if (!found.superGroup) throw notFound('superGroup');
    if (!found.option) throw notFound('superGroupOption');
    return { ...item, ...part };
  });
}

/** The groups whose members someone may order for, besides themselves; `null` means the whole organisation. */
function listWearerGroups(scope: Scope): readonly number[] | null {
  if (isAdmin(scope)) return scope.adminableGroupIds.length > 0 ? scope.adminableGroupIds : null;
  if (hasRole(scope, 'OrganisationSales')) return null;
  return hasRole(scope, 'OrganisationBuyer') ? accessibleGroups(scope) : [];
}

/**
 * Adds all items to the cart and returns it, or throws 400 with messages for each item that cannot be added. Items are
 * added first and the resulting cart is checked afterwards, so that two concurrent requests cannot both pass the check.
 * Throws 404 for unknown products, wearers and collections.
 */
export async function addToCart(tx: Tx, dependencies: CartDependencies, scope: Scope, input: ItemsInput): Promise<PricedLine[]> {
  const requested = input.map(toNewLine);
  const wearers = [...new Set(requested.flatMap(({ wearerId }) => wearerId ?? []))];
  if (wearers.length > 0) {
    if (!(await areWearers(tx, scope, wearers, listWearerGroups(scope)))) throw notFound('customer');
  }
  const items = await resolveWardrobeParts(tx, scope, requested);
  // Sent together; the database runs them one after the other.
  const [added, cart] = await Promise.all([addCartLines(tx, scope, items), readCart(tx, dependencies, scope)]);
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

/** Removes the lines that count in an either/or from the cart and returns what remains. Throws 404 when the organisation has no such either/or. */
export async function deleteSuperGroupLines(
  tx: Tx,
  dependencies: CartDependencies,
  scope: Scope,
  superGroupId: number,
): Promise<PricedLine[]> {
  if (!(await existsSuperGroup(tx, scope, superGroupId))) throw notFound('superGroup');
  const lines = await readCart(tx, dependencies, scope);
  const ids = lines.filter(({ entitlement }) => entitlement?.superGroupId === superGroupId).map(({ id }) => id);
  await deleteLinesOfSuperGroup(tx, scope, superGroupId, ids);
  return readCart(tx, dependencies, scope);
}

type LineChange = BodyOf<'PUT /api/shopping_cart_items/:id'>;

/**
 * Changes a line's quantity or combination and returns the cart; quantity 0 removes the line. An increase that cannot be
 * ordered is refused with 400; a decrease never is, so that a line can always be corrected. Throws 404 for unknown lines.
 */
export async function changeCartLine(
  tx: Tx,
  dependencies: CartDependencies,
  scope: Scope,
  lineId: number,
  change: LineChange,
): Promise<PricedLine[]> {
  if (change.quantity === 0) {
    if ((await deleteCartLine(tx, scope, lineId)) === 0) throw notFound('shoppingCartItem');
    return readCart(tx, dependencies, scope);
  }
  const line = await findCartLine(tx, scope, lineId);
  if (!line) throw notFound('shoppingCartItem');
  // Before the line may be merged with an identical one, whose own quantity must be added.
  if (change.quantity) await setCartLineQuantity(tx, scope, lineId, change.quantity);
  if (change.reason !== undefined) await setCartLineReason(tx, scope, lineId, change.reason?.trim() || null);
  let changedId = lineId;
  const valueIds = readValueIds(change.attributes, 'attributes');
  if (change.combinationId || valueIds) {
    const newId = await setCartLineCombination(tx, scope, line, { combinationId: change.combinationId ?? null, valueIds });
    if (newId === undefined) throw notFound('combination');
    changedId = newId;
  }
  const isIncrease =
    changedId !== lineId || Boolean(change.combinationId || valueIds) || (change.quantity ?? line.quantity) > line.quantity;
  const cart = await readCart(tx, dependencies, scope);
  const warnings = cart.find(({ id }) => id === changedId)?.warnings ?? [];
  if (isIncrease && warnings.length > 0) throw badRequest('shoppingCartItem', ...warnings);
  return cart;
}
