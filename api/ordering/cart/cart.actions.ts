import { getOrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { inOrder } from '#api/platform/db/pipelining.ts';
import { badRequest, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import { accessibleGroups, hasRole, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { BodyOf } from '#contract/index.ts';
import {
  type AddedCartLine,
  addCartLines,
  deleteCartLines,
  deleteLinesOfSuperGroup,
  existsSuperGroup,
  findWardrobeParts,
  type GarmentDetails,
  listWearers,
  type NewCartLine,
  setCartLineCombination,
  updateCartLine,
} from './cart.queries.ts';
import { type PricedLine, type PricingContext, priceCartLines } from './cart.rules.ts';
import type { CartLines } from './cart-lines.actions.ts';

/** The most lines that a cart can hold. */
export const MAX_LINES = 1000;
/** Refusal of lines beyond `MAX_LINES`. */
export const TOO_MANY_LINES = `A cart cannot hold more than ${MAX_LINES} lines.`;
const MAX_ID = 2_147_483_647;

/** Dependencies of reading a cart: the reader that caches garment details, and the time. */
export interface CartDependencies {
  cartLines: CartLines;
  clock: Clock;
}

/** For whom, and on which day, a cart is priced and checked. */
export const toPricingContext = ({ clock }: Pick<CartDependencies, 'clock'>, scope: Scope): PricingContext => ({
  taxRate: scope.taxRate,
  orderingReach: getOrderingReach(scope),
  today: getLocalDay(clock.now(), scope.timeZone),
  currencyCode: scope.currencyCode,
});

/** The person's cart, priced and checked. `alsoRead` are details that the caller is reading in the same transaction. */
export async function readCart(
  db: Db,
  dependencies: CartDependencies,
  scope: Scope,
  alsoRead?: Promise<readonly GarmentDetails[]>,
): Promise<PricedLine[]> {
  const context = toPricingContext(dependencies, scope);
  return priceCartLines(await dependencies.cartLines.list(db, scope, context.today, alsoRead), context);
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

/** An item with the part of a wardrobe that it names, completed; `missing` is the first thing it names that is not part of a wardrobe of its wearer. */
interface ResolvedItem {
  item: NewCartLine;
  missing?: 'collection' | 'collectionGroup' | 'superGroup' | 'superGroupOption';
}

/**
 * Completes what items name of a wardrobe: the wardrobe of a group, and the either/or and option that it belongs to. Finds out what is not part
 * of a wardrobe of the item's wearer, does not belong together, or does not list the product.
 */
export async function resolveWardrobeParts(tx: Tx, scope: Scope, items: readonly NewCartLine[]): Promise<ResolvedItem[]> {
  const isNamed = (item: NewCartLine) =>
    item.collectionId !== null || item.groupId !== null || item.superGroupId !== null || item.superGroupOptionId !== null;
  if (!items.some(isNamed)) return items.map((item) => ({ item }));
  const parts = await findWardrobeParts(tx, scope, items);
  return items.map((item, ordinal): ResolvedItem => {
    if (!isNamed(item)) return { item };
    const { found, ...part } = parts.get(ordinal) ?? {
      found: { collection: false, group: false, superGroup: false, option: false },
    };
    if (!found.collection) return { item, missing: 'collection' };
    if (!found.group) return { item, missing: 'collectionGroup' };
    if (!found.superGroup) return { item, missing: 'superGroup' };
    if (!found.option) return { item, missing: 'superGroupOption' };
    return { item: { ...item, ...part } };
  });
}

/** The groups whose members someone may order for, besides themselves; `null` means the whole organisation. */
function listWearerGroups(scope: Scope): readonly number[] | null {
  if (isAdmin(scope)) return scope.adminableGroupIds.length > 0 ? scope.adminableGroupIds : null;
  if (hasRole(scope, 'OrganisationSales')) return null;
  return hasRole(scope, 'OrganisationBuyer') ? accessibleGroups(scope) : [];
}

/** Those of these people for whom someone may order. */
export async function listOwnWearers(tx: Tx, scope: Scope, customerIds: readonly number[]): Promise<ReadonlySet<number>> {
  return customerIds.length === 0 ? new Set() : listWearers(tx, scope, customerIds, listWearerGroups(scope));
}

/** The cart after items were added. `lineIds` by position of the item: null for an unknown combination, undefined for an unknown product. */
interface FilledCart {
  lines: PricedLine[];
  lineIds: (number | null | undefined)[];
}

/** Adds items to the cart, whether or not they can be ordered, and returns the cart, priced and checked. */
export async function putIntoCart(
  tx: Tx,
  dependencies: CartDependencies,
  scope: Scope,
  items: readonly NewCartLine[],
): Promise<FilledCart> {
  const combinationIds = items.flatMap(({ combinationId }) => combinationId ?? []);
  const knownVersions = dependencies.cartLines.knownVersions(scope, combinationIds);
  let adding: Promise<AddedCartLine[]> | undefined;
  const [added, lines] = await inOrder(tx, [
    () => (adding = addCartLines(tx, scope, items, knownVersions)),
    () =>
      readCart(
        tx,
        dependencies,
        scope,
        adding?.then((all) => all.flatMap(({ details }) => details ?? [])),
      ),
  ]);
  const byOrdinal = new Map(added.map(({ ordinal, lineId }) => [ordinal, lineId]));
  return { lines, lineIds: items.map((_item, ordinal) => byOrdinal.get(ordinal)) };
}

/**
 * Adds all items to the cart and returns it, or throws 400 with messages for each item that cannot be added. Items are
 * added first and the resulting cart is checked afterwards, so that two concurrent requests cannot both pass the check.
 * Throws 404 for unknown products, wearers and collections.
 */
export async function addToCart(tx: Tx, dependencies: CartDependencies, scope: Scope, input: ItemsInput): Promise<PricedLine[]> {
  const requested = input.map(toNewLine);
  const wearers = [...new Set(requested.flatMap(({ wearerId }) => wearerId ?? []))];
  if ((await listOwnWearers(tx, scope, wearers)).size !== wearers.length) throw notFound('customer');
  const items = (await resolveWardrobeParts(tx, scope, requested)).map(({ item, missing }) => {
    if (missing) throw notFound(missing);
    return item;
  });
  const { lines: cart, lineIds } = await putIntoCart(tx, dependencies, scope, items);
  const errors: Record<string, string[]> = {};
  for (const [ordinal, lineId] of lineIds.entries()) {
    if (lineId === undefined) throw notFound('product');
    if (lineId === null) {
      errors[`items[${ordinal}]`] = ['This combination of colour, size and fit is not available. Please choose again.'];
      continue;
    }
    const line = cart.find(({ id }) => id === lineId);
    if (line && line.warnings.length > 0) errors[`items[${ordinal}]`] = line.warnings;
  }
  if (cart.length > MAX_LINES) errors.cart = [TOO_MANY_LINES];
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
    if ((await deleteCartLines(tx, scope, [lineId])) === 0) throw notFound('shoppingCartItem');
    return readCart(tx, dependencies, scope);
  }
  // The quantity is set before the line may be merged with an identical one, whose own quantity must be added.
  const line = await updateCartLine(tx, scope, lineId, {
    quantity: change.quantity ?? undefined,
    reason: change.reason === undefined ? undefined : change.reason?.trim() || null,
  });
  if (!line) throw notFound('shoppingCartItem');
  let changedId = lineId;
  const valueIds = readValueIds(change.attributes, 'attributes');
  if (change.combinationId || valueIds) {
    const newId = await setCartLineCombination(tx, scope, line, { combinationId: change.combinationId ?? null, valueIds });
    if (newId === undefined) throw notFound('combination');
    changedId = newId;
  }
  const isIncrease =
    changedId !== lineId ||
    Boolean(change.combinationId || valueIds) ||
    (change.quantity ?? line.previousQuantity) > line.previousQuantity;
  const cart = await readCart(tx, dependencies, scope);
  const warnings = cart.find(({ id }) => id === changedId)?.warnings ?? [];
  if (isIncrease && warnings.length > 0) throw badRequest('shoppingCartItem', ...warnings);
  return cart;
}
