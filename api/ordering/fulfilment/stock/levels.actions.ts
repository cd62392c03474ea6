import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { changeOnHand, type LockedLevel, lockLevels, updateDetails } from './level-changes.queries.ts';
import { explainStockRefusal, toLevelDetail } from './levels.mapper.ts';
import { findLevel } from './levels.queries.ts';

const NOWHERE = { organisationId: null, brandId: null };
const LABELS: Readonly<Record<string, string>> = { shelf: 'Shelf', low_stock_threshold: 'Threshold' };

/** The stock of a garment that the operator sees. Throws 404. */
export async function readLevel(
  db: Db | Tx,
  operator: OperatorScope,
  combinationId: number,
): Promise<ReplyOf<'GET /api/operator/stock/:combinationId'>> {
  const row = await findLevel(db, operator, combinationId);
  if (!row) throw notFound('combination');
  return toLevelDetail(row);
}

async function lockOwnLevel(tx: Tx, operator: OperatorScope, combinationId: number): Promise<LockedLevel> {
  const [level] = await lockLevels(tx, operator, [combinationId]);
  if (!level) throw notFound('combination');
  const refusal = explainStockRefusal(level);
  if (refusal !== null) throw new HttpError(403, { stock: [refusal] });
  return level;
}

/** Changes shelf and threshold of a garment. Throws 403, 404 and 409. */
export async function changeDetails(
  tx: Tx,
  operator: OperatorScope,
  combinationId: number,
  { version, ...input }: BodyOf<'PUT /api/operator/stock/:combinationId'>,
  requestId: string,
): Promise<ReplyOf<'GET /api/operator/stock/:combinationId'>> {
  const level = await lockOwnLevel(tx, operator, combinationId);
  const before = { shelf: level.shelf, lowStockThreshold: level.lowStockThreshold };
  const after = {
    shelf: input.shelf === undefined ? before.shelf : input.shelf?.trim() || null,
    lowStockThreshold: input.lowStockThreshold === undefined ? before.lowStockThreshold : input.lowStockThreshold,
  };
  const changed = [
    ...(after.shelf === before.shelf ? [] : ['shelf']),
    ...(after.lowStockThreshold === before.lowStockThreshold ? [] : ['low_stock_threshold']),
  ];
  assertNotStale('stock', changed, level.fieldVersions, version, (column) => LABELS[column] ?? column, {
    shelf: before.shelf,
    low_stock_threshold: before.lowStockThreshold,
  });
  if (changed.length > 0) {
    await updateDetails(tx, combinationId, after);
    await recordOperatorAuditEvent(tx, operator, NOWHERE, {
      action: 'stock.details-changed',
      subjectId: String(combinationId),
      before,
      after,
      requestId,
    });
  }
  return readLevel(tx, operator, combinationId);
}

/** What a correction of so many pieces would leave below zero or below what is reserved, as a sentence; undefined where it can be made. */
export function explainShortage(
  { onHand, reserved, canOversell }: Pick<LockedLevel, 'onHand' | 'reserved' | 'canOversell'>,
  change: number,
): string | undefined {
  const left = onHand + change;
  if (canOversell || change >= 0 || (left >= reserved && left >= 0)) return undefined;
  return left < 0
    ? `Only ${onHand} pieces are on hand. Nothing was changed.`
    : `Of ${onHand} pieces on hand ${reserved} are reserved for orders, so at most ${Math.max(onHand - reserved, 0)} can be removed. Cancel pieces of orders first. Nothing was changed.`;
}

/** Adds pieces to the stock on hand or removes them, with a reason. Throws 403, 404, 409 and 422. */
export async function adjustStock(
  tx: Tx,
  operator: OperatorScope,
  combinationId: number,
  { quantity, reason, note: typed }: BodyOf<'POST /api/operator/stock/:combinationId/adjustments'>,
  requestId: string,
): Promise<ReplyOf<'POST /api/operator/stock/:combinationId/adjustments'>> {
  const note = typed?.trim() || null;
  if (quantity === 0) throw invalid('quantity', 'Please enter a number of pieces other than 0.');
  if (reason === 'other' && note === null) throw invalid('note', 'Please say why.');
  const level = await lockOwnLevel(tx, operator, combinationId);
  const shortage = explainShortage(level, quantity);
  if (shortage !== undefined) throw new HttpError(409, { quantity: [shortage] });
  await changeOnHand(tx, operator, [{ combinationId, change: quantity, kind: 'adjust', cause: { kind: reason }, note }]);
  await recordOperatorAuditEvent(tx, operator, NOWHERE, {
    action: 'stock.adjusted',
    subjectId: String(combinationId),
    before: { onHand: level.onHand },
    after: { onHand: level.onHand + quantity, reason },
    requestId,
  });
  const msg = `${level.sku}: ${level.onHand} pieces on hand before, ${level.onHand + quantity} now.`;
  return { success: true, msg, ...(await readLevel(tx, operator, combinationId)) };
}
