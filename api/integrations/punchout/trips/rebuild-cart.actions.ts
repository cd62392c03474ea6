import type { NewCartLine } from '#api/ordering/cart/add-lines.queries.ts';
import {
  type CartDependencies,
  listOwnWearers,
  MAX_LINES,
  putIntoCart,
  resolveWardrobeParts,
} from '#api/ordering/cart/cart.actions.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { KeptGarment } from '../carts/garment.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { SetupItem } from '../cxml/setup-request.rules.ts';
import { listReturnedGarments, type MissingItem, type ReturnedGarmentRow, saveRebuiltCart } from './start-trip.queries.ts';

/** A line of the buyer's cart that can be put into a cart again. */
interface KnownItem {
  sent: SetupItem;
  line: NewCartLine & { auxiliaryId: string };
}

function toLine(
  { auxiliaryId, productId, combinationId, garment }: ReturnedGarmentRow,
  quantity: number,
): KnownItem['line'] | undefined {
  if (productId === null || combinationId === null) return undefined;
  const { designs, ...part } = garment as unknown as KeptGarment;
  return { productId, combinationId, sku: null, valueIds: null, quantity, ...part, source: 'product', designs, auxiliaryId };
}

/**
 * Puts the lines that a buyer's system sent into the cart of a trip: those that were returned to the same connection before, as they were chosen, at today's
 * prices and in their order. What is unknown, or cannot be bought any more, is kept as missing; set-up charges follow from the garments.
 */
export async function rebuildCart(
  tx: Tx,
  dependencies: CartDependencies,
  connection: Connection,
  scope: Scope,
  tripId: string,
  items: readonly SetupItem[],
): Promise<void> {
  const sentIds = items.flatMap(({ auxiliaryId }) => auxiliaryId ?? []);
  const returned = await listReturnedGarments(tx, connection, [...new Set(sentIds)]);
  const seen = new Set<string>();
  const known: KnownItem[] = [];
  const missing: SetupItem[] = [];
  const amounts: { auxiliaryId: string; quantity: number }[] = [];
  for (const sent of items) {
    const row = sent.auxiliaryId === undefined ? undefined : returned.get(sent.auxiliaryId);
    if (row && row.kind !== 'goods') {
      amounts.push({ auxiliaryId: row.auxiliaryId, quantity: 1 });
      continue;
    }
    const line = row && sent.quantity !== undefined && !seen.has(row.auxiliaryId) ? toLine(row, sent.quantity) : undefined;
    if (!line || known.length >= MAX_LINES) missing.push(sent);
    else {
      seen.add(line.auxiliaryId);
      known.push({ sent, line });
    }
  }
  const added = await addKnown(tx, dependencies, scope, known);
  await saveRebuiltCart(tx, connection.organisationId, tripId, {
    edited: [
      ...added.flatMap(({ item: { line }, isAdded }) =>
        isAdded ? [{ auxiliaryId: line.auxiliaryId, quantity: line.quantity }] : [],
      ),
      ...amounts,
    ],
    missing: [...missing, ...added.flatMap(({ item, isAdded }) => (isAdded ? [] : [item.sent]))].map(toMissing),
  });
}

const toMissing = ({ partId, quantity }: SetupItem): MissingItem => ({ partId: partId ?? null, quantity: quantity ?? null });

/** Adds lines whose wearers can still be ordered for. A part of a wardrobe that is gone does not keep its garment out. */
async function addKnown(
  tx: Tx,
  dependencies: CartDependencies,
  scope: Scope,
  known: readonly KnownItem[],
): Promise<{ item: KnownItem; isAdded: boolean }[]> {
  const wearers = await listOwnWearers(tx, scope, [...new Set(known.flatMap(({ line }) => line.wearerId ?? []))]);
  const offered = known.filter(({ line }) => line.wearerId === null || wearers.has(line.wearerId));
  if (offered.length === 0) return known.map((item) => ({ item, isAdded: false }));
  const resolved = await resolveWardrobeParts(
    tx,
    scope,
    offered.map(({ line }) => line),
  );
  const { lineIds } = await putIntoCart(
    tx,
    dependencies,
    scope,
    resolved.map(({ item, missing }) =>
      missing ? { ...item, collectionId: null, groupId: null, superGroupId: null, superGroupOptionId: null } : item,
    ),
  );
  const isIn = new Set(offered.filter((_item, index) => lineIds[index] != null));
  return known.map((item) => ({ item, isAdded: isIn.has(item) }));
}
