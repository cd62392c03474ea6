import { type LineAmounts, lineAmounts } from '#api/catalogue/pricing/pricing.rules.ts';
import { getAvailability } from '#api/catalogue/stock/stock.rules.ts';
import { explainRefusal } from '#api/entitlement/ordering-eligibility.rules.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { type CartLine, type PricedLine, type PricingContext, priceCartLines } from '../../cart/cart.rules.ts';
import type { ResolvedRow } from '../rows/resolved-row.ts';
import { type CellMessage, noteTo, problem } from '../rows/row-text.rules.ts';

/** A row that can be put into a cart, as far as its cells say: with the line of the cart in which it would be. */
export interface PlaceableRow {
  row: ResolvedRow;
  quantity: number;
  line: CartLine;
}

/** What a row would be in the cart. */
export interface PlannedRow {
  line: PricedLine;
  quantity: number;
  amounts: LineAmounts;
  /** Pieces that the entitlement covers; null when the row counts in no wardrobe. */
  covered: number | null;
  beyond: number;
  /** Pieces of the same line that are in the cart already. */
  inCart: number;
  /** Pieces that are not in stock. */
  late: number;
  dueOn: string | null;
}

/** What adding a sheet would do. */
export interface SheetPlan {
  /** Of the rows that can be added. */
  planned: Map<ResolvedRow, PlannedRow>;
  /** What the cart says about rows, besides what is wrong with their cells. */
  messages: Map<ResolvedRow, CellMessage[]>;
  /** The cart with the rows that can be added. */
  cart: PricedLine[];
}

/** The cell to which a warning of a line belongs. */
function getWarnedCell(line: PricedLine, { orderingReach, today }: PricingContext): CellMessage['cell'] {
  if (explainRefusal(line.eligibility, orderingReach, today) !== undefined)
    return orderingReach === 'ownWardrobes' && !line.eligibility.isInWardrobe ? 'garment' : 'wearer';
  if (line.isCustomisationRequired && line.designs.length === 0) return 'garment';
  return !line.onOffer || line.disableBuyButton || line.callForPrice ? 'garment' : 'quantity';
}

/**
 * Plans what rows would be in the cart, by the rules of the cart. `lines` is the cart with all of them. Rows of a line with a warning cannot be added;
 * prices, coverage and delivery are those without them.
 */
export function planSheet(lines: readonly CartLine[], placeable: readonly PlaceableRow[], context: PricingContext): SheetPlan {
  const messages = new Map<ResolvedRow, CellMessage[]>();
  const warned = new Map(
    priceCartLines(lines, context).flatMap((line) => (line.warnings.length > 0 ? [[line.id, line] as const] : [])),
  );
  const addable: PlaceableRow[] = [];
  const refused = new Map<number, number>();
  for (const each of placeable) {
    const line = warned.get(each.line.id);
    if (!line) {
      addable.push(each);
      continue;
    }
    const cell = getWarnedCell(line, context);
    messages.set(
      each.row,
      line.warnings.map((warning) => problem(cell, warning)),
    );
    refused.set(each.line.id, (refused.get(each.line.id) ?? 0) + each.quantity);
  }
  const cart = priceCartLines(
    lines
      .map((line) => ({ ...line, quantity: line.quantity - (refused.get(line.id) ?? 0) }))
      .filter(({ quantity }) => quantity > 0),
    context,
  );
  const planned = planRows(cart, addable);
  for (const [row, plan] of planned) messages.set(row, listNotes(row, plan));
  noteRepetitions(addable, messages);
  return { planned, messages, cart };
}

/** Shares what lines are covered by and what is in stock among their rows: first comes what is in the cart, then the rows in their order. */
function planRows(cart: readonly PricedLine[], addable: readonly PlaceableRow[]): Map<ResolvedRow, PlannedRow> {
  const byId = new Map(cart.map((line) => [line.id, line]));
  const added = new Map<number, number>();
  for (const { line, quantity } of addable) added.set(line.id, (added.get(line.id) ?? 0) + quantity);
  const inCart = (line: PricedLine) => line.quantity - (added.get(line.id) ?? 0);
  const free = new Map<number, number>();
  for (const line of cart)
    free.set(line.combinationId, (free.get(line.combinationId) ?? Math.max(getAvailability(line).free, 0)) - inCart(line));
  const covered = new Map(cart.map((line) => [line.id, Math.max((line.coverage.covered ?? 0) - inCart(line), 0)]));
  const take = (left: Map<number, number>, id: number, wanted: number) => {
    const available = left.get(id) ?? 0;
    left.set(id, available - wanted);
    return Math.max(0, Math.min(wanted, available));
  };
  const planned = new Map<ResolvedRow, PlannedRow>();
  for (const {
    row,
    quantity,
    line: { id },
  } of addable) {
    const line = byId.get(id);
    if (!line) continue;
    const own = take(covered, id, quantity);
    const inStock = take(free, line.combinationId, quantity);
    const isAwaited = line.managesStock && line.backorderMode === 2;
    planned.set(row, {
      line,
      quantity,
      amounts: lineAmounts(line.unitMinor, quantity, line.taxRate),
      covered: line.coverage.covered === null ? null : own,
      beyond: line.coverage.covered === null ? 0 : quantity - own,
      inCart: inCart(line),
      late: isAwaited ? quantity - inStock : 0,
      dueOn: isAwaited ? line.dueOn : null,
    });
  }
  return planned;
}

const formatPieces = (count: number) => `${count} ${count === 1 ? 'piece' : 'pieces'}`;

/** What is good to know about a row that can be added. */
function listNotes(row: ResolvedRow, { line, quantity, beyond, inCart, late, dueOn }: PlannedRow): CellMessage[] {
  const notes: CellMessage[] = [];
  if (!line.entitlement)
    notes.push(noteTo('garment', 'Not part of the wearer’s wardrobe, so it doesn’t count towards the uniform.'));
  if (beyond > 0) {
    const isOwn = line.coverage.own > 0;
    const what = isOwn ? 'you pay for them by card' : 'needs approval';
    notes.push(noteTo('quantity', `${beyond === quantity ? 'All' : beyond} beyond the entitlement: ${what}.`));
    if (!isOwn && row.cells.reason === '') notes.push(noteTo('reason', 'Enter a reason, or give it at checkout.'));
  }
  if (late > 0) {
    const when = dueOn === null ? '. Sent once in stock.' : ` until ${formatDay(dueOn)}.`;
    notes.push(noteTo('quantity', `${late === quantity ? 'Out of stock' : `${formatPieces(late)} out of stock`}${when}`));
  }
  if (inCart > 0) notes.push(noteTo('quantity', `Your cart already has ${formatPieces(inCart)} of this for the wearer.`));
  return notes;
}

/** Says of rows for the same wearer and size which other row there is. */
function noteRepetitions(addable: readonly PlaceableRow[], messages: Map<ResolvedRow, CellMessage[]>): void {
  for (const same of Map.groupBy(addable, ({ line }) => line.id).values()) {
    const [first, second] = same;
    if (!first || !second) continue;
    for (const { row } of same) {
      const other = row === first.row ? second.row : first.row;
      const text = `Same wearer and size as row ${other.number}: pieces are counted together.`;
      messages.set(row, [...(messages.get(row) ?? []), noteTo('size', text)]);
    }
  }
}
