import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { describeAdjustmentReason, findAdjustmentBlocker } from '#api/entitlement/adjustments.rules.ts';
import { getBalance } from '#api/entitlement/entitlement.rules.ts';
import type { OrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import { toReasoning } from '#api/entitlement/reasoning.mapper.ts';
import { findAskingBlocker } from '#api/people/entitlement-requests/entitlement-requests.rules.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import type { StatementAccountRow } from './statement.queries.ts';
import { describeMovement, getMovementReason, type Movement } from './statement.rules.ts';

export type StatementPeriod = ReplyOf<'GET /api/entitlement/statement'>['statement']['periods'][number];
type StatementAccount = StatementPeriod['accounts'][number];

interface View {
  /** Today in the organisation's time zone, such as `2026-03-29`. */
  today: string;
  canAdjust: boolean;
  /** What the person may order, where they read their own statement; null for anyone else. */
  ownReach: OrderingReach | null;
}

/** The accounts of a statement by period and wardrobe, in their order. */
export function toStatementPeriods(accounts: readonly StatementAccountRow[], view: View): StatementPeriod[] {
  const groups = Map.groupBy(accounts, ({ collectionId, seasonId }) => `${collectionId}/${seasonId}`);
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const { collectionId, collectionName, seasonId, seasonName, startsOn, endsOn } = first;
    const period = { collectionId, collectionName, seasonId, seasonName, startsOn, endsOn };
    return [{ ...period, accounts: rows.map((row) => toAccount(row, view)) }];
  });
}

const toWindow = ({ seasonName, orderingOpensOn, orderingClosesOn }: StatementAccountRow) =>
  seasonName === null ? null : { season: seasonName, opensOn: orderingOpensOn, closesOn: orderingClosesOn };

function toAccount(row: StatementAccountRow, { today, canAdjust, ownReach }: View): StatementAccount {
  const { id, kind, label, unit, status, optionName, isLimited, granted, reserved, used, totalMovements, movements } = row;
  const toAmount = (size: number) => (unit === 'money' ? toMajorUnits(size) : size);
  const left = getBalance(row);
  const blocker = findAdjustmentBlocker(row, today);
  const adjustmentBlocker = blocker ? describeAdjustmentReason(blocker) : null;
  const toMovement = (movement: Movement): StatementAccount['movements'][number] => {
    const { productName, attributeDescription, quantity, orderId, by, movedLabel } = movement;
    return {
      id: movement.id,
      createdOnUtc: toUtcString(movement.createdAt),
      kind: movement.kind,
      text: describeMovement(movement, row),
      productName,
      attributeDescription,
      quantity,
      orderId,
      amount: toAmount(movement.amount),
      balance: isLimited ? toAmount(movement.balance) : null,
      by,
      reason: movedLabel === null ? getMovementReason(movement) : null,
      canUndo:
        canAdjust &&
        adjustmentBlocker === null &&
        movement.kind === 'adjust' &&
        !movement.isReversed &&
        movement.reversesId === null,
    };
  };
  return {
    id,
    kind,
    label,
    unit,
    status,
    optionName,
    granted: isLimited ? toAmount(granted) : null,
    reserved: toAmount(reserved),
    used: toAmount(used),
    left: left === null ? null : toAmount(left),
    reasoning: toReasoning(row, row),
    adjustmentBlocker,
    canAskForMore:
      ownReach !== null &&
      findAskingBlocker({ ...row, account: row, window: toWindow(row), reach: ownReach }, today) === undefined,
    totalMovements,
    movements: movements.map(toMovement),
  };
}
