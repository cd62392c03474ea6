import type { PricedLine } from '#api/ordering/cart/cart.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { planReturn } from '../carts/plan-return.rules.ts';
import type { Connection } from '../connections/connection.queries.ts';
import type { MessageLine } from './cart-message.ts';
import { readLineFacts } from './returnable-lines.queries.ts';
import { toMessageLine, toReturnableLine } from './trip-carts.ts';

/**
 * Lines of a cart as the buyer's system would get them today, in their order, by the id of the line and without ids that name them. What could not be returned is
 * left out. What a person would pay of them is not asked: no one orders yet.
 */
export async function quoteReturnableLines(
  tx: Tx,
  scope: Scope,
  connection: Connection,
  lines: readonly PricedLine[],
): Promise<Map<number, MessageLine>> {
  const facts = await readLineFacts(tx, scope, lines);
  const returnable = lines.flatMap((line) => {
    const found = facts.get(line.id);
    return found ? [{ ...toReturnableLine(line, found), ownPieces: 0 }] : [];
  });
  const plan = planReturn({ currencyCode: scope.currencyCode, lines: returnable, charges: [] }, connection);
  // Of another currency than the connection's, nothing can be returned.
  if (plan.faults.some(({ fault }) => fault.kind === 'currency')) return new Map();
  const byId = new Map(lines.map((line) => [line.id, line]));
  return new Map(
    plan.lines.flatMap((planned) => {
      if (planned.lineId === null) return [];
      return [[planned.lineId, toMessageLine({ planned, auxiliaryId: '', line: byId.get(planned.lineId) }, facts)] as const];
    }),
  );
}
