import { listAdjustableAccounts, lockAdjustableAccounts } from '#api/entitlement/adjustments.queries.ts';
import { readSeasons } from '#api/entitlement/entitlement.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { readBalanceCells } from './balance-cells.rules.ts';
import {
  type BalanceDecision,
  decideAccount,
  findTarget,
  planOpeningBalance,
  refuseRow,
  withoutUnmanaged,
} from './balance-row.rules.ts';
import { refuseDuplicates } from './duplicates.actions.ts';
import type { PendingImportRow } from './find-person.rules.ts';
import type { ImportRecord } from './imports.queries.ts';
import { matchRowsToPeople, readNameLookup } from './people.queries.ts';
import type { ImportRowResult } from './rows.queries.ts';

/** Decides which balances rows set, and by how much these change; `lock` locks them until the transaction ends. */
export async function planBalanceRows(
  tx: Tx,
  caller: Scope,
  { id: importId, mapping }: ImportRecord,
  rows: readonly PendingImportRow[],
  { lock }: { lock: boolean },
): Promise<BalanceDecision[]> {
  const [nameLookup, matches, { today }] = await Promise.all([
    readNameLookup(tx, caller),
    matchRowsToPeople(tx, caller, rows, { lock: false }),
    readSeasons(tx, caller),
  ]);
  const context = { caller, nameLookup, matches: withoutUnmanaged(caller, matches), today };
  const targets = rows.map((row) => findTarget(row, readBalanceCells(row.cells, mapping), context));
  const owners = targets.flatMap(({ personId, reason }) => (personId === null || reason !== undefined ? [] : personId));
  const accountsOf = Map.groupBy(await listAdjustableAccounts(tx, caller, owners), ({ customerId }) => customerId);
  const found = targets.map((target) => ({
    target,
    ...decideAccount(target, accountsOf.get(target.personId ?? 0) ?? [], context),
  }));
  const accountIds = found.flatMap((each) => ('account' in each ? each.account.id : []));
  const locked = new Map(
    (lock ? await lockAdjustableAccounts(tx, caller, accountIds) : []).map((account) => [account.id, account]),
  );
  const decisions = found.map(({ target, ...rest }) =>
    'account' in rest
      ? planOpeningBalance(target, locked.get(rest.account.id) ?? rest.account, context)
      : refuseRow(target, rest.reason),
  );
  return refuseDuplicates(tx, caller, { importId, column: 'account_id' }, decisions, ({ accountId }) => accountId);
}

/** A decision as it is stored with its row. */
export const toBalanceRowResult = ({
  row,
  personId,
  accountId,
  person,
  outcome,
  changes,
  reasons,
}: BalanceDecision): ImportRowResult => ({
  row_no: row.row_no,
  customer_id: personId,
  account_id: accountId,
  person,
  outcome,
  changes: outcome === 'refuse' ? [] : changes,
  reasons,
});
