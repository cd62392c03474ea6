import { findRangeAccessBlocker } from '#api/catalogue/range/range.rules.ts';
import { listRangeSubjects } from '#api/catalogue/range/range-bulk-edit.queries.ts';
import { undoRangeEdit } from '#api/catalogue/range/range-bulk-edit-handlers.actions.ts';
import { applyRangeRows } from '#api/catalogue/range/range-import.actions.ts';
import { lockOrganisation } from '#api/organisation/structure/structure.queries.ts';
import { assertCanManageStructure } from '#api/organisation/structure/structure.rules.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { applyItems, createPeopleImportKind, type PeopleImportKind } from './people-import-kind.actions.ts';
import { planRangeImportRows, toRangeRowResult } from './plan-range.actions.ts';
import { saveRowResults } from './rows.queries.ts';

/** Products of one transaction, between which others can change the range and the structure. */
const BATCH_SIZE = 50;

/** The import of the range as a bulk edit: one item for each row that changes a product. It changes no wardrobes. */
export const createRangeImportKind = (mails: MailDependencies): PeopleImportKind => {
  const base = createPeopleImportKind(mails);
  return {
    ...base,
    name: 'range-import',
    subject: 'productOrganisation',
    batchSize: BATCH_SIZE,
    exclusive: { message: 'Another import of the range is running in your organisation. Please wait until it is finished.' },
    findAccessBlocker: findRangeAccessBlocker,
    lock: lockOrganisation,
    describe: (_action, total) => `Imported ${total.toLocaleString('en-GB')} ${total === 1 ? 'product' : 'products'}`,
    plan: (context, request) => {
      assertCanManageStructure(context.context.caller);
      return base.plan(context, request);
    },
    apply: (context, edit, items) =>
      applyItems(context, edit, items, async (bulkEditContext, peopleImport, rows) => {
        const { tx } = bulkEditContext;
        const { caller } = bulkEditContext.context;
        const decisions = await planRangeImportRows(tx, caller, peopleImport, rows, { lock: true });
        const results = await applyRangeRows(
          bulkEditContext,
          edit,
          decisions.map((decision) => ({ position: decision.row.row_no, decision: decision.planned })),
        );
        await saveRowResults(tx, caller, peopleImport.id, decisions.map(toRangeRowResult), { isProcessed: true });
        return results;
      }),
    undo: (context, edit, items) => undoRangeEdit(context, { ...edit, action: 'changed', payload: {} }, items, async () => {}),
    // Each product that someone has changed since is left alone, so earlier imports can be undone too.
    findBlocker: async () => undefined,
    listSubjects: listRangeSubjects,
  };
};
