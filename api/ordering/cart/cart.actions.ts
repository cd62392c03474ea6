import { getOrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { inOrder } from '#api/platform/db/pipelining.ts';
import { badRequest, HttpError, invalid, notFound, partsNotFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { getLocalDay } from '#api/platform/local-day.ts';
import type { BodyOf } from '#contract/index.ts';
import { type AddedCartLine, addCartLines, type NewCartLine } from './add-lines.queries.ts';
import {
  deleteCartLines,
  deleteLinesOfSuperGroup,
  existsSuperGroup,
  findWardrobeParts,
  setCartLineCombination,
  updateCartLine,
} from './cart.queries.ts';
import { type CartLine, getLineKey, mergeLines, type PricedLine, type PricingContext, priceCartLines } from './cart.rules.ts';
import type { CartLines } from './cart-lines.actions.ts';
import type { GarmentDetails } from './garment-details.queries.ts';
import { resolveItemDesigns } from './item-designs.actions.ts';
import type { PlannedLine } from './planned-lines.queries.ts';
import { listWearers } from './wearers.queries.ts';
import { listWearerGroups } from './wearers.rules.ts';

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
  taxRates: scope.taxRates,
  orderingReach: getOrderingReach(scope),
  today: getLocalDay(clock.now(), scope.timeZone),
  currencyCode: scope.currencyCode,
  paysOwnPart: scope.paysOwnPart,
});

/** The person's cart, priced and checked. `alsoRead` are details that the caller is reading in the same transaction. */
export async function readCart(
  db: Db,
  dependencies: CartDependencies,
  scope: Scope,
  alsoRead?: Promise<readonly GarmentDetails[]>,
): Promise<PricedLine[]> {
  const context = toPricingContext(dependencies, scope);
  return priceCartLines(await dependencies.cartLines.list(db, scope, context.today, { alsoRead }), context);
}

/** The screens that a request can name. */
const SOURCES = ['adhoc', 'builder', 'sheet'] as const;

type ItemsInput = BodyOf<'POST /api/shopping_cart_items/multiple'>['items'];

/** The ids of the selected attribute values; null when the request has none. Throws 422 when a value is not an id. */
export function readValueIds(
  attributes: readonly { id: number; value: string }[] | null | undefined,
  field: string,
): number[] | null {
  if (!attributes || attributes.length === 0) return null;
  const ids = attributes.map(({ value }) => (/^\d{1,10}$/.test(value) ? Number(value) : 0));
  if (!ids.every((id) => id > 0 && id <= MAX_ID)) throw invalid(field, 'Choose one of the available values.');
  return ids;
}

/** The key of an error about an item, or about one of its fields. */
export const atItem = (index: number, field?: string) => `items[${index}]${field === undefined ? '' : `.${field}`}`;

function toNewLine(item: ItemsInput[number], index: number): NewCartLine {
  const at = (name: string) => atItem(index, name);
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
    source: SOURCES.find((source) => source === item.source) ?? 'product',
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

/** Throws 404 where the wearer of an item is not someone whom the person may order for, keyed by the item. */
async function assertOwnWearers(tx: Tx, scope: Scope, items: readonly NewCartLine[]): Promise<void> {
  const wearers = await listOwnWearers(tx, scope, [...new Set(items.flatMap(({ wearerId }) => wearerId ?? []))]);
  assertNoneMissing(
    items.flatMap(({ wearerId }, index) =>
      wearerId === null || wearers.has(wearerId) ? [] : [[atItem(index, 'customerId'), 'customer']],
    ),
  );
}

/** Throws 404 where something is missing, given by the key of the error and its entity. */
function assertNoneMissing(missing: readonly (readonly [key: string, entity: string])[]): void {
  if (missing.length > 0) throw partsNotFound(Object.fromEntries(missing));
}

/** The fields of an item that name the parts of a wardrobe. */
const PART_FIELDS = {
  collection: 'organisationCollectionId',
  collectionGroup: 'collectionGroupId',
  superGroup: 'superGroupId',
  superGroupOption: 'superGroupOptionId',
} as const satisfies Record<NonNullable<ResolvedItem['missing']>, string>;

/**
 * Adds all items to the cart and returns it, or throws as `addAllItems` does. Throws 404, keyed by the item, for unknown products, wearers, parts of
 * wardrobes, logos and saved designs, and 422 for designs that are not possible.
 */
export async function addToCart(tx: Tx, dependencies: CartDependencies, scope: Scope, input: ItemsInput): Promise<PricedLine[]> {
  const requested = input.map(toNewLine);
  await assertOwnWearers(tx, scope, requested);
  const resolved = await resolveWardrobeParts(tx, scope, requested);
  assertNoneMissing(resolved.flatMap(({ missing }, index) => (missing ? [[atItem(index, PART_FIELDS[missing]), missing]] : [])));
  const designs = await resolveItemDesigns(
    tx,
    dependencies,
    scope,
    resolved.map(({ item: { productId, collectionId } }, index) => ({
      productId,
      collectionId,
      customisations: input[index]?.customisations ?? [],
    })),
    { keyOf: atItem, toKeep: tx },
  );
  const items = resolved.map(({ item }, index) => ({ ...item, designs: designs[index] ?? [] }));
  return addAllItems(tx, dependencies, scope, items);
}

/**
 * Adds all items to the cart and returns it, or throws 400 with messages for each item that cannot be added. Items are
 * added first and the resulting cart is checked afterwards, so that two concurrent requests cannot both pass the check.
 * Throws 404, keyed by the item, for unknown products. `keyOf` makes the keys.
 */
export async function addAllItems(
  tx: Tx,
  dependencies: CartDependencies,
  scope: Scope,
  items: readonly NewCartLine[],
  keyOf: typeof atItem = atItem,
): Promise<PricedLine[]> {
  const { lines: cart, lineIds } = await putIntoCart(tx, dependencies, scope, items);
  assertNoneMissing(lineIds.flatMap((lineId, index) => (lineId === undefined ? [[keyOf(index, 'productId'), 'product']] : [])));
  const byId = new Map(cart.map((line) => [line.id, line]));
  const errors: Record<string, string[]> = {};
  for (const [ordinal, lineId] of lineIds.entries()) {
    if (lineId == null) {
      errors[keyOf(ordinal)] = ['This combination of colour, size and fit is not available. Please choose again.'];
      continue;
    }
    const { warnings = [] } = byId.get(lineId) ?? {};
    if (warnings.length > 0) errors[keyOf(ordinal)] = warnings;
  }
  if (cart.length > MAX_LINES) errors.cart = [TOO_MANY_LINES];
  if (Object.keys(errors).length > 0) throw new HttpError(400, errors);
  return cart;
}

/**
 * The person's cart as it would be with the planned lines, without changing it. A planned line that equals one of the cart, or another
 * planned one, is added to it. `lineOf` is the line in which a planned line is, `cartLines` the number of lines in the cart.
 */
export async function previewCart(
  db: Db,
  dependencies: CartDependencies,
  scope: Scope,
  planned: readonly PlannedLine[],
): Promise<{ lines: CartLine[]; lineOf: (planned: PlannedLine) => CartLine | undefined; cartLines: number }> {
  const { today } = toPricingContext(dependencies, scope);
  const all = await dependencies.cartLines.list(db, scope, today, { planned });
  const cartLines = all.length - planned.length;
  const lines = mergeLines(all.slice(0, cartLines), all.slice(cartLines));
  const byKey = new Map(lines.map((line) => [getLineKey(line), line] as const).toReversed());
  const inNoGroup = { collectionId: null, collectionGroupId: null, superGroupId: null, superGroupOptionId: null };
  return {
    lines,
    lineOf: (line) => byKey.get(getLineKey({ ...inNoGroup, ...line })),
    cartLines,
  };
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

type LineChange = Omit<BodyOf<'PUT /api/shopping_cart_items/:id'>, 'customisations'>;

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
    if (line.isMadeToMeasure)
      throw badRequest('shoppingCartItem', 'This garment is made to measure. Remove the line to choose a size.');
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
