import { createProductImportKind } from './catalogue/import/product-files/product-import-kind.actions.ts';
import { createRangeEditKind } from './catalogue/range/range-bulk-edit.actions.ts';
import { keepBeforeRangeEdit, publishAfterRangeEdit, seasonHooks } from './entitlement/wardrobes/versions/publish.actions.ts';
import { createWardrobesKind } from './entitlement/wardrobes/versions/wardrobes-kind.actions.ts';
import { findActor } from './identity/sessions/access.queries.ts';
import { findOperatorActor } from './identity/sessions/operator-access.queries.ts';
import { createRemovalKind } from './organisation/structure/item-removal.actions.ts';
import { createPeopleEditKind } from './people/bulk-edit/people-bulk-edit.actions.ts';
import { createBalanceImportKind } from './people/import/balance-import-kind.actions.ts';
import { createPeopleImportKind } from './people/import/people-import-kind.actions.ts';
import { createRangeImportKind } from './people/import/range-import-kind.actions.ts';
import { type BulkEdits, createBulkEdits } from './platform/bulk-edit/bulk-edit-engine.ts';
import { bulkEditJob, supplierBulkEditJob } from './platform/bulk-edit/bulk-edit-job.ts';
import type { OperatorContext } from './platform/bulk-edit/bulk-edit-store.queries.ts';
import type { Db } from './platform/db/database.ts';
import type { Vault } from './platform/encryption/vault.ts';
import { grantOperatorScope } from './platform/http/operator-scope.ts';
import type { RequestContext } from './platform/http/request-context.ts';
import { grantScope } from './platform/http/scope.ts';
import type { JobQueue } from './platform/jobs/queue.ts';

interface Dependencies {
  db: Db;
  jobs: JobQueue;
  vault: Vault;
}

/** The engine of the bulk edits of people in their organisations, with the kinds of every area. */
export const createPortalBulkEdits = ({ db, jobs, vault }: Dependencies): BulkEdits => {
  const bulkEdits: BulkEdits = createBulkEdits<RequestContext>({
    db,
    jobs,
    job: bulkEditJob,
    kinds: [
      createPeopleEditKind({ jobs, vault }),
      createRangeEditKind({
        lockWardrobes: keepBeforeRangeEdit,
        afterWardrobeChange: (context, collectionIds) => publishAfterRangeEdit(bulkEdits, context, collectionIds),
      }),
      createWardrobesKind(),
      createRemovalKind(seasonHooks),
      createPeopleImportKind({ jobs, vault }),
      createBalanceImportKind({ jobs, vault }),
      createRangeImportKind({ jobs, vault }),
    ],
    findContext: async (reader, { organisationId, actorId }) => {
      const actor = organisationId === null ? undefined : await findActor(reader, organisationId, actorId);
      if (!actor) return undefined;
      // A verified session of this person started the edit.
      const caller = grantScope(actor);
      return { sessionId: '', caller, effective: caller };
    },
  });
  return bulkEdits;
};

/** The engine of the bulk edits of operators and API keys of the supplier. */
export const createSupplierBulkEdits = ({ db, jobs }: Omit<Dependencies, 'vault'>): BulkEdits<OperatorContext> =>
  createBulkEdits<OperatorContext>({
    db,
    jobs,
    job: supplierBulkEditJob,
    kinds: [createProductImportKind(), createWardrobesKind<OperatorContext>()],
    findContext: async (reader, { actorKind, actorId }) => {
      const actor = await findOperatorActor(reader, actorKind, actorId);
      // A verified session of this operator, or this key, started the edit.
      return actor && { caller: grantOperatorScope(actor) };
    },
  });
