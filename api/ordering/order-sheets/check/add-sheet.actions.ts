import type { Tx } from '#api/platform/db/database.ts';
import { badRequest, HttpError } from '#api/platform/http/errors.ts';
import { assertAsSeen } from '#api/platform/http/fingerprint.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { NewCartLine } from '../../cart/add-lines.queries.ts';
import { addAllItems, atItem } from '../../cart/cart.actions.ts';
import type { PricedLine } from '../../cart/cart.rules.ts';
import { lockCart } from '../../checkout/checkout.queries.ts';
import type { SentRow } from '../rows/resolve-rows.actions.ts';
import { type CheckedSheet, checkSheet, hasProblem, type SheetDependencies, toPlannedLine } from './check-sheet.actions.ts';

/** What is said about each part of what was shown that is no longer so. */
const CHANGES = {
  garments: 'Other garments or sizes would be ordered now.',
  cart: 'Your cart already has some of these pieces.',
  prices: 'Prices have changed.',
  coverage: 'Less or more is left of the wearers’ entitlement.',
  delivery: 'Delivery dates have changed.',
  approval: 'The order needs approval for other reasons.',
};

/** The messages of rows that cannot be added, by row and cell. */
const listErrors = ({ rows }: CheckedSheet): Record<string, string[]> =>
  Object.fromEntries(
    rows.flatMap(({ messages }, index) =>
      Object.entries(Object.groupBy(messages, ({ cell }) => cell)).flatMap(([cell, own = []]): [string, string[]][] => {
        const texts = own.filter(({ kind }) => kind === 'problem').map(({ text }) => text);
        return texts.length > 0 ? [[atItem(index, cell), texts]] : [];
      }),
    ),
  );

/**
 * Adds all rows of a sheet to the person's cart and returns it, or throws: 400 with messages by row and cell where rows cannot be added, and 409 when what
 * they would do is no longer what was shown. The cart stays locked until the transaction ends, so that of two requests the second sees what the first added.
 */
export async function addSheet(
  tx: Tx,
  dependencies: SheetDependencies,
  scope: Scope,
  { rows: sent, fingerprint }: { rows: readonly SentRow[]; fingerprint?: string | null | undefined },
): Promise<PricedLine[]> {
  await lockCart(tx, scope, {});
  const sheet = await checkSheet(tx, dependencies, scope, sent);
  const filled = sheet.rows.flatMap((checked, index) => (checked.row.isEmpty ? [] : [{ checked, index }]));
  if (filled.length === 0) throw badRequest('rows', 'The sheet is empty.');
  const errors = { ...listErrors(sheet), ...(sheet.warnings.length > 0 ? { cart: sheet.warnings } : {}) };
  if (filled.some(({ checked }) => hasProblem(checked)) || sheet.warnings.length > 0) throw new HttpError(400, errors);
  assertAsSeen(fingerprint, sheet.facts, { key: 'orderSheet', subject: 'The sheet', wording: CHANGES });
  const items = filled.flatMap(({ checked: { row } }) => {
    const line = toPlannedLine(row);
    return line ? [{ ...NOTHING_NAMED, ...line }] : [];
  });
  return addAllItems(tx, dependencies, scope, items, (place, field) => atItem(filled[place]?.index ?? place, field));
}

/** A line counts where the wardrobes of its wearer say; it names no part of them, and its combination by id. */
const NOTHING_NAMED = {
  sku: null,
  valueIds: null,
  collectionId: null,
  groupId: null,
  superGroupId: null,
  superGroupOptionId: null,
} as const satisfies Partial<NewCartLine>;
