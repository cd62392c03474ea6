import type { Db } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import { forbidden } from '#api/platform/http/errors.ts';
import { createFingerprint, type ShownFacts } from '#api/platform/http/fingerprint.ts';
import { canOrderForOthers, type Scope } from '#api/platform/http/scope.ts';
import { type ApprovalReason, listApprovalReasons } from '../../approval/approval-reasons.rules.ts';
import { type CartDependencies, MAX_LINES, previewCart, TOO_MANY_LINES, toPricingContext } from '../../cart/cart.actions.ts';
import { type PricedLine, sumOwnGoods, totalCartLines } from '../../cart/cart.rules.ts';
import type { PlannedLine } from '../../cart/planned-lines.queries.ts';
import { findApprovalRules } from '../../checkout/checkout.queries.ts';
import { putNamesOnRows } from '../rows/names-of-rows.actions.ts';
import { resolveRows, type SentRow } from '../rows/resolve-rows.actions.ts';
import type { ResolvedRow } from '../rows/resolved-row.ts';
import type { CellMessage } from '../rows/row-text.rules.ts';
import { type PlaceableRow, type PlannedRow, planSheet } from './plan-sheet.rules.ts';

/** What checking and adding sheets needs. */
export type SheetDependencies = CartDependencies & { vault: Vault };

/** A row with what it would be in the cart. */
export interface CheckedRow {
  row: ResolvedRow;
  /** Undefined where the row cannot be added. */
  planned: PlannedRow | undefined;
  /** Whether the row is a reason why the order needs approval. */
  needsApproval: boolean;
  /** Problems first. */
  messages: CellMessage[];
}

/** A sheet, checked. */
export interface CheckedSheet {
  rows: CheckedRow[];
  /** The cart with the rows that can be added. */
  cart: PricedLine[];
  /** Lines that are in the cart already. */
  cartLines: number;
  approvalReasons: ApprovalReason[];
  /** What keeps the sheet as a whole from being added. */
  warnings: string[];
  /** What was shown, by what could change. */
  facts: ShownFacts;
  fingerprint: string;
}

/** Throws 403 for people who order for no one but themselves. */
export function assertMayOrderForOthers(scope: Scope): void {
  if (!canOrderForOthers(scope)) throw forbidden('Only people who order for others can use sheets.');
}

/** The line that a row would be in the cart, where its cells say enough. */
export function toPlannedLine({
  wearer,
  product,
  combination,
  quantity,
  cells,
  designs,
  messages,
}: ResolvedRow): PlannedLine | undefined {
  if (!wearer || !product || !combination || quantity === null) return undefined;
  if (messages.some(({ kind }) => kind === 'problem')) return undefined;
  return {
    productId: product.id,
    combinationId: combination.id,
    quantity,
    wearerId: wearer.id,
    reason: cells.reason || null,
    source: 'sheet',
    designs,
  };
}

/**
 * Says what adding the rows to the person's cart would do, and changes nothing. Prices, stock and entitlement are those of the cart with all rows that can
 * be read. The number of statements does not depend on the number of rows.
 */
export async function checkSheet(
  db: Db,
  dependencies: SheetDependencies,
  scope: Scope,
  sent: readonly SentRow[],
): Promise<CheckedSheet> {
  const rows = await putNamesOnRows(db, dependencies, scope, await resolveRows({ db, ...dependencies }, scope, sent));
  const lines = new Map(
    rows.flatMap((row) => {
      const line = toPlannedLine(row);
      return line ? [[row, line] as const] : [];
    }),
  );
  const [preview, rules] = await Promise.all([
    previewCart(db, dependencies, scope, [...lines.values()]),
    findApprovalRules(db, scope),
  ]);
  const placeable = rows.flatMap((row): PlaceableRow[] => {
    const planned = lines.get(row);
    const line = planned && preview.lineOf(planned);
    return planned && line ? [{ row, quantity: planned.quantity, line }] : [];
  });
  const { planned, messages, cart } = planSheet(preview.lines, placeable, toPricingContext(dependencies, scope));
  const approvalReasons = listApprovalReasons(rules.approval, {
    goodsMinor: totalCartLines(cart).goodsMinor - sumOwnGoods(cart),
    // Delivery is chosen at checkout.
    extraDeliveryMinor: 0,
    isFirst: rules.isFirstOrder,
    lines: cart.map(({ productId, productName, coverage }) => ({
      productId,
      productName,
      beyond: coverage.beyond - coverage.own,
    })),
  });
  const marked = new Set(rules.approval.flatMap(({ kind, productId }) => (kind === 'product' ? [productId] : [])));
  const checked = rows.map((row): CheckedRow => {
    const plan = planned.get(row);
    return {
      row,
      planned: plan,
      needsApproval: plan !== undefined && ((plan.beyond > 0 && plan.line.coverage.own === 0) || marked.has(plan.line.productId)),
      messages: [...row.messages, ...(messages.get(row) ?? [])].toSorted(problemsFirst),
    };
  });
  const facts = listFacts(checked, approvalReasons, scope);
  return {
    rows: checked,
    cart,
    cartLines: preview.cartLines,
    approvalReasons,
    warnings: cart.length > MAX_LINES ? [TOO_MANY_LINES] : [],
    facts,
    fingerprint: createFingerprint(facts),
  };
}

const rankOf = ({ kind }: CellMessage) => (kind === 'problem' ? 0 : 1);
const problemsFirst = (a: CellMessage, b: CellMessage) => rankOf(a) - rankOf(b);

/** Whether a row keeps the sheet from being added. */
export const hasProblem = ({ messages }: CheckedRow): boolean => messages.some(({ kind }) => kind === 'problem');

/** What was shown of the rows that can be added. Prices are part of it for people who see them. */
function listFacts(rows: readonly CheckedRow[], approvalReasons: readonly ApprovalReason[], scope: Scope) {
  const planned = rows.flatMap((each) => each.planned ?? []);
  const names = rows.flatMap(({ planned: plan, row }) =>
    plan ? [row.designs.map(({ positionId, text }) => [positionId, text])] : [],
  );
  return {
    garments: planned.map(({ line, quantity }, place) => [line.wearerId, line.combinationId, quantity, ...(names[place] ?? [])]),
    cart: planned.map(({ inCart }) => inCart),
    prices: scope.pricesVisible ? planned.map(({ line }) => [line.unitMinor, line.taxRate]) : [],
    coverage: planned.map(({ covered, beyond, line }) => [covered, beyond, ...(line.coverage.own > 0 ? ['own'] : [])]),
    delivery: planned.map(({ late, dueOn }) => [late, dueOn]),
    approval: approvalReasons,
  };
}
