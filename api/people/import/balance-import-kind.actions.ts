import type { AdjustmentCause } from '#api/entitlement/adjustment-causes.rules.ts';
import type { BulkEditContext, ItemResult } from '#api/platform/bulk-edit/bulk-edit-kind.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { saveAdjustments, toUndoValues, undoAdjustments } from '../adjustments/save-adjustments.actions.ts';
import type { BalanceDecision } from './balance-row.rules.ts';
import type { PendingImportRow } from './find-person.rules.ts';
import type { ImportRecord } from './imports.queries.ts';
import { applyItems, createPeopleImportKind, type PeopleImportKind } from './people-import-kind.actions.ts';
import { planBalanceRows, toBalanceRowResult } from './plan-balances.actions.ts';
import { saveRowResults } from './rows.queries.ts';

const CAUSE: AdjustmentCause = { kind: 'opening_balance' };

function toItemResult({ row, personId, outcome, reasons }: BalanceDecision, adjustmentId: number | undefined): ItemResult {
  const item = { position: row.row_no, subjectId: personId };
  if (adjustmentId !== undefined) return { ...item, outcome: 'changed', before: toUndoValues(adjustmentId) };
  return outcome === 'unchanged' ? { ...item, outcome: 'unchanged' } : { ...item, outcome: 'refused', reasons };
}

/** Plans rows again on the locked balances, adjusts these, and saves what each row did. */
async function applyBalances(
  context: BulkEditContext,
  peopleImport: ImportRecord,
  rows: readonly PendingImportRow[],
): Promise<ItemResult[]> {
  const {
    tx,
    context: { caller },
  } = context;
  const decisions = await planBalanceRows(tx, caller, peopleImport, rows, { lock: true });
  const adjustments = decisions.flatMap(({ outcome, adjustment }) => (outcome === 'change' && adjustment ? adjustment : []));
  const ids = await saveAdjustments(
    context,
    adjustments.map((adjustment) => ({ ...adjustment, reason: null, cause: CAUSE, reversesId: null })),
  );
  await saveRowResults(tx, caller, peopleImport.id, decisions.map(toBalanceRowResult), { isProcessed: true });
  return decisions.map((decision) =>
    toItemResult(decision, decision.outcome === 'change' ? ids.get(decision.accountId ?? 0) : undefined),
  );
}

/** The import of opening balances as a bulk edit: one item for each row that changes a balance, undone by counter-entries. */
export const createBalanceImportKind = (mails: MailDependencies): PeopleImportKind => ({
  ...createPeopleImportKind(mails),
  name: 'balance-import',
  // Two imports at once would each be previewed without the other.
  exclusive: {
    message: 'Another import of opening balances is running in your organisation. Please wait until it is finished.',
  },
  describe: (_action, total) => `Imported ${total.toLocaleString('en-GB')} opening ${total === 1 ? 'balance' : 'balances'}`,
  apply: (context, edit, items) => applyItems(context, edit, items, applyBalances),
  undo: (context, _edit, items) => undoAdjustments(context, items),
  findBlocker: async () => undefined,
});
