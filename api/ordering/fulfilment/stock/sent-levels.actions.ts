import { skuKey } from '#api/catalogue/stock/stock.queries.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { parseIsoDate } from '#api/platform/http/dates.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import {
  changeOnHand,
  findSkus,
  type LockedLevel,
  lockLevels,
  type OnHandChange,
  sumMovementsSince,
} from './level-changes.queries.ts';
import { explainStockRefusal } from './levels.mapper.ts';

type SentLevel = BodyOf<'PUT /api/operator/stock/levels'>['levels'][number];
type Outcome = ReplyOf<'PUT /api/operator/stock/levels'>['levels'][number];

/** Clocks of other systems may be this much ahead. */
const TOLERANCE_MS = 5 * 60_000;

/** The moments of the levels. Throws 422 for those that are none. */
function readMoments(levels: readonly SentLevel[]): Date[] {
  const errors: Record<string, string[]> = {};
  const moments = levels.map(({ asOf }, index) => {
    const date = parseIsoDate(asOf);
    if (!date || date.isDay) errors[`levels[${index}].asOf`] = ['Please send date and time, such as 2026-03-01T09:12:44Z.'];
    return date?.moment ?? new Date(0);
  });
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
  return moments;
}

/** Why a level changes nothing; undefined where it is applied. `change` is what it would add to the stock on hand. */
function findObstacle(
  level: LockedLevel,
  { change, moment, now }: { change: number; moment: Date; now: Date },
): Pick<Outcome, 'outcome' | 'msg'> | undefined {
  const refusal = explainStockRefusal(level);
  if (refusal !== null) return { outcome: 'refused', msg: refusal };
  if (moment.getTime() > now.getTime() + TOLERANCE_MS)
    return { outcome: 'refused', msg: 'The moment of the level is in the future.' };
  const known = level.countedAt;
  if (known && moment.getTime() === known.getTime() && change === 0) return { outcome: 'unchanged', msg: null };
  if (known && moment <= known)
    return { outcome: 'late', msg: `The stock is known as of ${known.toISOString()}, so an earlier level changes nothing.` };
  const left = level.onHand + change;
  if (!level.canOversell && left < level.reserved)
    return {
      outcome: 'refused',
      msg: `${level.reserved} pieces are reserved for orders, and ${left} would be on hand. Cancel pieces of orders first.`,
    };
  return undefined;
}

/**
 * Sets the stock on hand to what another system counted at a moment; movements after it are kept. Levels that are not later than what is known change
 * nothing, so messages can be repeated and arrive in any order. Throws 422.
 */
export async function applySentLevels(
  tx: Tx,
  operator: OperatorScope,
  { levels }: BodyOf<'PUT /api/operator/stock/levels'>,
  { now, requestId }: { now: Date; requestId: string },
): Promise<ReplyOf<'PUT /api/operator/stock/levels'>> {
  const moments = readMoments(levels);
  const found = await findSkus(
    tx,
    levels.map(({ sku }) => sku),
  );
  const idsOf = (sku: string) => found.flatMap(({ key, combinationId }) => (key === skuKey(sku) ? [combinationId] : []));
  const locked = await lockLevels(
    tx,
    operator,
    found.map(({ combinationId }) => combinationId),
  );
  const levelOf = new Map(locked.map((level) => [level.combinationId, level]));
  const sent = levels.map(({ sku, onHand, reference }, index) => {
    const [combinationId = 0, ...others] = idsOf(sku);
    return { sku, onHand, reference, moment: moments[index] as Date, combinationId: others.length > 0 ? 0 : combinationId };
  });
  const since = await sumMovementsSince(tx, sent);
  const changes: OnHandChange[] = [];
  const outcomes = sent.map(({ sku, onHand, reference, moment, combinationId }, index): Outcome => {
    const level = levelOf.get(combinationId);
    if (!level) return { sku, outcome: 'unknown', change: 0, onHand: 0, msg: 'No garment has this SKU, or several have it.' };
    const change = onHand - (level.onHand - (since[index] ?? 0));
    const obstacle = findObstacle(level, { change, moment, now });
    if (obstacle) return { sku, ...obstacle, change: 0, onHand: level.onHand };
    level.onHand += change;
    level.countedAt = moment;
    changes.push({
      combinationId,
      change,
      kind: 'count',
      cause: { kind: 'level_sent' },
      note: reference?.trim() || null,
      countedAt: moment,
    });
    return { sku, outcome: 'applied', change, onHand: level.onHand, msg: null };
  });
  // One statement updates a row once: several levels for one garment need several.
  for (const batch of splitRepeated(changes)) await changeOnHand(tx, operator, batch);
  if (changes.length > 0)
    await recordOperatorAuditEvent(
      tx,
      operator,
      { organisationId: null, brandId: null },
      { action: 'stock.levels-sent', after: { levels: changes.length }, requestId },
    );
  return { levels: outcomes };
}

/** The changes in batches in which no garment is twice, in their order. */
function splitRepeated(changes: readonly OnHandChange[]): OnHandChange[][] {
  const batches: OnHandChange[][] = [];
  const next = new Map<number, number>();
  for (const change of changes) {
    const index = next.get(change.combinationId) ?? 0;
    next.set(change.combinationId, index + 1);
    batches[index] = [...(batches[index] ?? []), change];
  }
  return batches;
}
